//! Answers about nim-sequences, as a front end shows them.

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use super::Sequence;
use crate::{
    automatic::{Automatic, Residue, Ruler},
    code::Code,
    period::Periodicity,
};

/// What is known about the period of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodAnswer {
    /// The least period, if one was proved.
    pub period: Option<usize>,
    /// The least heap from which on it holds, heap 0 included.
    pub preperiod: Option<usize>,
    /// What each period adds.
    pub saltus: Option<u32>,
    /// How many values were looked at, heap 0 included.
    pub searched: usize,
    /// Why it holds for ever, or why nothing is claimed.
    pub proof: String,
    /// A regularity that is not a period, if one was proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regularity: Option<Regularity>,
}

/// A regularity that is not a period: a machine gives the values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regularity {
    /// Which one.
    pub kind: RegularityKind,
    /// p: most values satisfy G(n + p) = G(n) + s.
    pub period: usize,
    /// s.
    pub saltus: u32,
    /// The least heap from which on this and the rulers give all values; none if some are known by the machine only.
    pub from: Option<usize>,
    /// The residues mod p at which it does not hold, and what does.
    pub rulers: Vec<Ruler>,
    /// The residues mod p whose values are known by the machine only.
    pub unknown: Vec<usize>,
    /// How many states the machine has.
    pub states: usize,
}

/// The regularities that are not periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegularityKind {
    /// The ruler regularity of Grossman and Nowakowski.
    Ruler,
    /// Another one that a machine knows.
    Automatic,
}

impl Regularity {
    /// What a machine says.
    fn of(found: &Automatic) -> Regularity {
        let residues = found.residues.iter().enumerate();
        let unknown = residues.filter(|(_, residue)| residue.from().is_none());
        let unknown: Vec<usize> = unknown.map(|(residue, _)| residue).collect();
        Regularity {
            kind: match unknown.is_empty() {
                true => RegularityKind::Ruler,
                false => RegularityKind::Automatic,
            },
            period: found.period,
            saltus: found.saltus,
            from: found.regular_from(),
            rulers: found.rulers().cloned().collect(),
            unknown,
            states: found.machine.states.len(),
        }
    }
}

impl PeriodAnswer {
    /// Is it proved what all further values are?
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.period.is_some() || self.regularity.is_some()
    }

    /// The answer for a sequence as it stands.
    #[must_use]
    pub fn of(sequence: &Sequence) -> PeriodAnswer {
        let automatic = sequence.automatic();
        match sequence.periodicity() {
            Some(found) => PeriodAnswer {
                period: Some(found.period),
                preperiod: Some(found.preperiod),
                saltus: Some(found.saltus),
                searched: found.needs,
                proof: explained(sequence, found),
                regularity: None,
            },
            None => PeriodAnswer {
                period: None,
                preperiod: None,
                saltus: None,
                searched: automatic.map_or(sequence.values().len(), |found| found.searched),
                proof: match automatic {
                    Some(found) => found.explanation(),
                    None => without_proof(sequence.code()),
                },
                regularity: automatic.map(Regularity::of),
            },
        }
    }
}

/// The proof in words. A game whose values alternate between 0 and 1 in the end is called ultimately bipartite (Cairns and Ho).
fn explained(sequence: &Sequence, found: &Periodicity) -> String {
    let mut proof = found.explanation(sequence.code());
    let last = [found.preperiod, found.preperiod + 1].map(|heap| sequence.values().get(heap));
    let alternate = matches!(last, [Some(0), Some(1)] | [Some(1), Some(0)]);
    if found.period == 2 && found.saltus == 0 && alternate {
        proof.push_str("; the game is ultimately bipartite");
    }
    proof
}

/// The table of exceptions: the values of one period, and the heaps whose values differ from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExceptionTable {
    /// The period.
    pub period: usize,
    /// What each period adds.
    pub saltus: u32,
    /// The values of heaps n ≡ 0, 1, … mod the period, in the round that begins at heap 0, if there were no exceptions.
    pub values: Vec<i64>,
    /// Heap and value of each exception.
    pub exceptions: Vec<(usize, u32)>,
}

impl ExceptionTable {
    /// The table of a sequence whose period, or whose ruler regularity, is proved.
    #[must_use]
    pub fn of(sequence: &Sequence) -> Option<ExceptionTable> {
        match (sequence.periodicity(), sequence.automatic()) {
            (Some(found), _) => ExceptionTable::of_period(sequence, found),
            (None, Some(found)) => ExceptionTable::of_rulers(sequence, found),
            (None, None) => None,
        }
    }

    /// The regular value of a ruler is the one that it has at powers of two; where the ruler has begun, what differs from it is not an exception.
    fn of_rulers(sequence: &Sequence, found: &Automatic) -> Option<ExceptionTable> {
        let (p, s) = (found.period, i64::from(found.saltus));
        let regular: Option<Vec<i64>> = found
            .residues
            .iter()
            .map(|residue| match residue {
                Residue::Steady { value, .. } => Some(*value),
                Residue::Ruler(ruler) => Some(ruler.power - s * (ruler.zero / p) as i64),
                Residue::Unknown => None,
            })
            .collect();
        let regular = regular?;
        let exceptions = (0..found.regular_from()?)
            .filter_map(|n| {
                let value = sequence.values().get(n)?;
                let ruler = found.residues[n % p].ruler();
                let expected = ruler
                    .and_then(|ruler| ruler.value(n, p, found.saltus))
                    .unwrap_or(regular[n % p] + s * (n / p) as i64);
                (i64::from(value) != expected).then_some((n, value))
            })
            .collect();
        Some(ExceptionTable {
            period: p,
            saltus: found.saltus,
            values: regular,
            exceptions,
        })
    }

    fn of_period(sequence: &Sequence, found: &Periodicity) -> Option<ExceptionTable> {
        let (p, s) = (found.period, i64::from(found.saltus));
        let values = sequence.values();
        let first = found.preperiod.div_ceil(p);
        let regular: Option<Vec<i64>> = (0..p)
            .map(|residue| {
                // The first heap of this residue in the periodic part.
                let round = if (first.max(1) - 1) * p + residue >= found.preperiod {
                    first.max(1) - 1
                } else {
                    first
                };
                let value = values.get(round * p + residue)?;
                Some(i64::from(value) - s * round as i64)
            })
            .collect();
        let regular = regular?;
        let exceptions = (0..found.preperiod)
            .filter_map(|n| {
                let value = values.get(n)?;
                let expected = regular[n % p] + s * (n / p) as i64;
                (i64::from(value) != expected).then_some((n, value))
            })
            .collect();
        Some(ExceptionTable {
            period: p,
            saltus: found.saltus,
            values: regular,
            exceptions,
        })
    }
}

fn without_proof(code: &Code) -> String {
    let reason = if !code.is_plain() {
        "no theorem covers conditions on sizes"
    } else if code.most_heaps().is_none() {
        "no theorem covers any number of heaps"
    } else if !code.repeated().is_empty() && code.most_heaps() > Some(1) {
        "no theorem covers repeated digits that break heaps"
    } else {
        "no period is proved by the values searched"
    };
    reason.to_owned()
}

/// How long the next stretch of a search should be, which is for the caller to say: only the caller looks at a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The last stretch was over soon; the next may be longer.
    Longer,
    /// The last stretch took too long.
    Shorter,
}

/// Computes values until a period is proved or there are `limit` of them. `keep` is called now and then, for
/// checkpoints; it may stop the search.
pub fn until_periodic<E: From<StopReason>>(
    sequence: &mut Sequence,
    limit: usize,
    meter: &Meter,
    mut keep: impl FnMut(&Sequence) -> Result<Pace, E>,
) -> Result<PeriodAnswer, E> {
    let mut stretch = FIRST_STRETCH;
    loop {
        sequence.prove(meter)?;
        if sequence.is_settled() || sequence.values().len() >= limit {
            return Ok(PeriodAnswer::of(sequence));
        }
        let len = sequence.values().len();
        // Small steps where a step costs little, so that the search does not go far beyond what it needs.
        let step = (len / 4).max(64);
        let heaps = limit.min(len + step);
        advance_by(sequence, heaps, &mut stretch, meter, &mut keep)?;
    }
}

/// Computes the values below `heaps`, with `keep` called every now and then.
pub fn advance<E: From<StopReason>>(
    sequence: &mut Sequence,
    heaps: usize,
    meter: &Meter,
    mut keep: impl FnMut(&Sequence) -> Result<Pace, E>,
) -> Result<(), E> {
    advance_by(sequence, heaps, &mut { FIRST_STRETCH }, meter, &mut keep)
}

/// The first stretch: even where any number of heaps may be left it takes no time.
const FIRST_STRETCH: usize = 64;

/// Computes the values below `heaps` by stretches of about `stretch` heaps, which the caller's pace makes longer or
/// shorter. Each heap is a node of the meter.
fn advance_by<E: From<StopReason>>(
    sequence: &mut Sequence,
    heaps: usize,
    stretch: &mut usize,
    meter: &Meter,
    keep: &mut impl FnMut(&Sequence) -> Result<Pace, E>,
) -> Result<(), E> {
    while sequence.values().len() < heaps {
        let len = sequence.values().len();
        // Every stretch begins with a look at all values: it must not be short beside them.
        let longest = match len {
            0..0x2_0000 => (len / 2).max(1 << 13),
            _ => (len / 4).max(1 << 20),
        };
        let next = (*stretch).clamp(len / 256 + 16, longest);
        let until = heaps.min(len + next);
        let count = (until - len) as u64;
        let stopped = match meter.ticker().nodes(count, count) {
            Ok(()) => sequence.extend(until, meter),
            Err(reason) => Err(reason),
        };
        *stretch = match keep(sequence)? {
            Pace::Longer => 2 * next,
            Pace::Shorter => next / 2,
        };
        stopped?;
    }
    Ok(())
}
