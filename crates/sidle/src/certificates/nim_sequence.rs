//! Certificates of periods and other regularities.

use crate::{
    Error, ErrorKind,
    check::{arithmetic_period, automatic as machines, nim_period, subtraction_period},
    impartial::{
        automatic::{Automatic, Residue},
        code::Code,
        nim::Sequence,
        period::{Periodicity, Proof},
    },
};

/// States that come back later than here are not certified: the checker computes values by the definition.
const MOST_HEAPS: usize = 1 << 14;

/// A certificate of the values of all heaps.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(untagged)]
pub enum PeriodCertificate {
    /// By the theorem of Guy and Smith.
    GuySmith(nim_period::Certificate),
    /// What a round of heaps reaches is reached in all rounds.
    Rounds(arithmetic_period::Certificate),
    /// The state of a subtraction game has come back.
    StateRepeats(subtraction_period::Certificate),
    /// A machine gives all values.
    Machine(machines::Certificate),
}

/// The certificate of the period or regularity that a sequence has proved.
///
/// # Errors
/// If nothing is proved, or no kind of certificate holds its proof.
pub fn nim_sequence(sequence: &Sequence) -> Result<PeriodCertificate, Error> {
    let code = sequence.code();
    let refused = |message: String| Error::new(ErrorKind::NotApplicable, message);
    match (sequence.automatic(), sequence.periodicity()) {
        (Some(found), _) => Ok(PeriodCertificate::Machine(machine(code, found))),
        (None, Some(found)) => PeriodCertificate::of(sequence, found).ok_or_else(|| {
            let (p, s) = (found.period, found.saltus);
            refused(format!(
                "the period {p} of {code} (saltus {s}) is proved, but only periods without saltus of games that leave at \
                 most three heaps, and those of subtraction games whose digits repeat, have certificates"
            ))
        }),
        (None, None) => Err(refused(format!(
            "there is nothing to certify: no period of {code} is proved by the values searched (see --limit)"
        ))),
    }
}

impl PeriodCertificate {
    /// The certificate of a period, if there is a kind for it: games that leave at most three heaps, and subtraction
    /// games whose digits repeat.
    fn of(sequence: &Sequence, found: &Periodicity) -> Option<PeriodCertificate> {
        let code = sequence.code();
        if !code.is_plain() || !code.added().is_empty() {
            return None;
        }
        if !code.repeated().is_empty() {
            return subtraction(code, found).map(PeriodCertificate::StateRepeats);
        }
        if code.most_heaps().is_none_or(|most| most > 3) {
            return None;
        }
        let digits = digits(code);
        if let Proof::Rounds { first, length } = found.proof {
            // Two rounds beyond the irregular ones.
            let end = found.preperiod.max(first + length) + 2 * length + 1;
            let certificate = arithmetic_period::Certificate::new(
                &code.to_string(),
                digits,
                found.period as u64,
                found.preperiod as u64,
                found.saltus.into(),
                first as u64,
                length as u64,
                found.needs.max(end) as u64,
            );
            return Some(PeriodCertificate::Rounds(certificate));
        }
        if found.saltus != 0 {
            return None;
        }
        // Only moves that leave two heaps at most divide values into rare and common ones.
        let space = sequence
            .space()
            .filter(|_| code.most_heaps().is_some_and(|most| most <= 2));
        Some(PeriodCertificate::GuySmith(nim_period::Certificate::new(
            &code.to_string(),
            digits,
            found.period as u64,
            found.preperiod as u64,
            found.needs as u64,
            space.map_or(0, |space| space.mask),
            space.and_then(|space| space.twist),
        )))
    }
}

/// By formulas from where they give all values; else by the machine, which reads them from its first heap on.
fn machine(code: &Code, found: &Automatic) -> machines::Certificate {
    let (p, s) = (found.period, i64::from(found.saltus));
    let from = found.regular_from().map(|from| from.max(1));
    let by_formula = |heap: usize| match &found.residues[heap % p] {
        Residue::Steady { value, .. } => {
            Some(machines::Residue::Steady(value + s * (heap / p) as i64))
        }
        Residue::Ruler(ruler) => Some(machines::Residue::Ruler {
            zero: ruler.zero as u64,
            power: ruler.power,
            other: ruler.other,
        }),
        Residue::Unknown => None,
    };
    let formulas = from.and_then(|from| {
        let residues: Option<Vec<_>> = (from..from + p).map(by_formula).collect();
        Some((from, found.saltus, residues?, Vec::new()))
    });
    let (first, saltus, residues, states) = formulas.unwrap_or_else(|| {
        let starts = found.machine.starts.iter();
        let states = found.machine.states.iter().map(|state| machines::State {
            next: state.next,
            rest: state.rest,
        });
        let residues = starts.map(|&start| machines::Residue::State(start));
        (
            found.first,
            found.rise,
            residues.collect(),
            states.collect(),
        )
    });
    machines::Certificate::new(
        &code.to_string(),
        digits(code),
        first as u64,
        saltus.into(),
        residues,
        states,
    )
}

/// The digits for 0, 1, 2, … tokens taken.
fn digits(code: &Code) -> Vec<u8> {
    let mut digits: Vec<u8> = (0..=code.taken().len())
        .map(|taken| digit(code, taken))
        .collect();
    digits[0] &= 12;
    digits
}

/// The digit as a sum of powers of two, one for each number of heaps that may be left.
fn digit(code: &Code, taken: usize) -> u8 {
    let digit = code.digit(taken as i64);
    let leaves = |count: u32| digit.is_some_and(|digit| digit.leaves(count).is_some());
    (0..4).map(|count| u8::from(leaves(count)) << count).sum()
}

/// The state has come back for the least common multiple of period and repeated digits soon after it has for the
/// stretch that the proof found; where, the checker says.
fn subtraction(code: &Code, found: &Periodicity) -> Option<subtraction_period::Certificate> {
    if code.most_heaps().is_none_or(|most| most > 1) {
        return None;
    }
    let (k, t) = (code.taken().len(), code.repeated().len());
    let taken: Vec<u8> = (1..=k).map(|taken| digit(code, taken)).collect();
    let repeated: Vec<u8> = (k + 1..=k + t).map(|taken| digit(code, taken)).collect();
    let long = found.period / gcd(found.period, t) * t;
    let mut heaps = found.needs.max(found.preperiod + long + k + 2);
    while heaps <= MOST_HEAPS {
        let certificate = subtraction_period::Certificate::new(
            &code.to_string(),
            taken.clone(),
            repeated.clone(),
            found.period as u64,
            found.preperiod as u64,
            found.saltus,
            heaps as u64,
        );
        if subtraction_period::check(&certificate).is_valid() {
            return Some(certificate);
        }
        heaps += long.max(heaps / 4);
    }
    None
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
