//! Sums of heaps: who wins, and by which moves, in normal and in misère play.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use super::{code::misfit, misere_game::misere_code};
use crate::{
    core::{Meter, Outcome},
    impartial::{
        code::Code,
        nim::Sequence,
        quotient::{HeapGame, HeapMove, QuotientError, QuotientOptions, QuotientSearch},
    },
    questions::prelude::*,
};

/// Asks who wins a sum of heaps, and by which moves. To play a game, ask with the moves made so far: nothing is kept
/// between questions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HeapMovesQuestion {
    /// The code, such as `0.77`, or a name, such as `kayles`.
    pub code: String,
    /// The heaps at the beginning.
    pub at: Vec<u32>,
    /// The moves made from there.
    pub made: Vec<HeapMove>,
    /// The player who cannot move wins.
    pub misere: bool,
    /// Also list all moves, not only those that win.
    pub all: bool,
}

/// A sum of heaps, who wins it, and how.
#[derive(Clone, Debug, Serialize)]
pub struct HeapMovesAnswer {
    /// The code in its normal form.
    pub code: String,
    /// The heaps, increasing.
    pub heaps: Vec<u32>,
    /// `P` (the previous player wins) or `N` (the next).
    #[serde(serialize_with = "crate::wire::text")]
    pub outcome: Outcome,
    /// The nim value, in normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u32>,
    /// The element of the misère quotient, in misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// All moves to P-positions.
    pub winning_moves: Vec<HeapMove>,
    /// All moves, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<HeapMove>>,
}

/// The misère quotient that was computed last, for the next question about the same game.
#[derive(Debug, Default)]
pub(crate) struct LastQuotient(Mutex<Option<Arc<QuotientSearch>>>);

impl LastQuotient {
    fn get(&self, code: &Code) -> Option<Arc<QuotientSearch>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone().filter(|search| is_of(search, code))
    }

    fn put(&self, search: Arc<QuotientSearch>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(search);
    }
}

fn is_of(search: &QuotientSearch, code: &Code) -> bool {
    matches!(search.game(), HeapGame::Code(of) if of.to_string() == code.to_string())
}

impl Ask for HeapMovesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<HeapMovesAnswer, Error> {
        let (code, meter) = (misere_code(&self.code)?, job.meter());
        let game = HeapGame::Code(code.clone());
        let heaps = self.played(&game, meter)?;
        let moves = match self.all {
            true => Some(all_moves(&game, &heaps, meter)?),
            false => None,
        };
        let mut answer = match self.misere {
            true => misere(workspace, &code, &heaps, meter)?,
            false => self.normal(&game, &code, &heaps, meter)?,
        };
        answer.moves = moves;
        Ok(answer)
    }
}

impl HeapMovesQuestion {
    /// The heaps after the moves that were made, increasing.
    fn played(&self, game: &HeapGame, meter: &Meter) -> Result<Vec<u32>, Error> {
        let mut heaps = self.at.clone();
        heaps.retain(|&heap| heap > 0);
        for made in &self.made {
            let sorted = |heaps: &[u32]| {
                let mut heaps: Vec<u32> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
                heaps.sort_unstable();
                heaps
            };
            let left = sorted(&made.left);
            let place = heaps.iter().position(|&heap| heap == made.heap);
            let options = game.options(made.heap, meter)?;
            let legal = options.iter().any(|option| sorted(option) == left);
            let Some(place) = place.filter(|_| legal) else {
                let message = format!("{made} is not a move here");
                return Err(Error::new(ErrorKind::NotApplicable, message));
            };
            heaps.remove(place);
            heaps.extend(left);
        }
        heaps.sort_unstable();
        Ok(heaps)
    }

    /// By the nim values (Sprague and Grundy).
    fn normal(
        &self,
        game: &HeapGame,
        code: &Code,
        heaps: &[u32],
        meter: &Meter,
    ) -> Result<HeapMovesAnswer, Error> {
        let sequence = Sequence::new(code.clone());
        let mut sequence = sequence.map_err(|error| misfit(&error, &self.code))?;
        let largest = heaps.last().map_or(0, |&heap| heap as usize);
        sequence.extend(largest + 1, meter)?;
        let value = |heap: &u32| sequence.values().get(*heap as usize).unwrap_or(0);
        let sum = |heaps: &[u32]| heaps.iter().map(value).fold(0, |sum, value| sum ^ value);
        let all = sum(heaps);
        let mut winning_moves = all_moves(game, heaps, meter)?;
        winning_moves.retain(|made| all ^ value(&made.heap) ^ sum(&made.left) == 0);
        Ok(HeapMovesAnswer {
            code: code.to_string(),
            heaps: heaps.to_vec(),
            outcome: match all {
                0 => Outcome::Previous,
                _ => Outcome::Next,
            },
            value: Some(all),
            element: None,
            winning_moves,
            moves: None,
        })
    }
}

/// By multiplying in the misère quotient of all heaps up to the largest.
fn misere(
    workspace: &Workspace,
    code: &Code,
    heaps: &[u32],
    meter: &Meter,
) -> Result<HeapMovesAnswer, Error> {
    let judged = match workspace.last_quotient().get(code) {
        Some(search) => search.judge(heaps, meter)?,
        None => None,
    };
    let judged = match judged {
        Some(judged) => judged,
        None => {
            let search = Arc::new(quotient(code, heaps, meter)?);
            let judged = search.judge(heaps, meter)?;
            workspace.last_quotient().put(search);
            let message = "the misère quotient does not reach this far";
            judged.ok_or_else(|| Error::new(ErrorKind::NotDetermined, message))?
        }
    };
    Ok(HeapMovesAnswer {
        code: code.to_string(),
        heaps: judged.heaps,
        outcome: judged.outcome,
        value: None,
        element: Some(judged.element),
        winning_moves: judged.winning_moves,
        moves: None,
    })
}

fn quotient(code: &Code, heaps: &[u32], meter: &Meter) -> Result<QuotientSearch, Error> {
    let options = QuotientOptions {
        heaps: Some(heaps.last().copied().unwrap_or(0)),
        ..QuotientOptions::default()
    };
    let mut search = QuotientSearch::new(HeapGame::Code(code.clone()), options);
    match search.run(meter) {
        Ok(()) => Ok(search),
        // Sums of heaps up to the one that makes it infinite can be judged, too.
        Err(QuotientError::Infinite(heap, _)) if heaps.iter().all(|&h| h <= heap) => Ok(search),
        Err(QuotientError::Stopped(reason)) => Err(reason.into()),
        Err(error) => Err(Error::new(ErrorKind::NotDetermined, error.to_string())),
    }
}

/// All moves from a sum of heaps, each once.
fn all_moves(game: &HeapGame, heaps: &[u32], meter: &Meter) -> Result<Vec<HeapMove>, Error> {
    let mut ticker = meter.ticker();
    let mut moves = Vec::new();
    for heap in heaps.iter().copied().collect::<BTreeSet<u32>>() {
        let mut known = BTreeSet::new();
        for left in game.options(heap, meter)? {
            ticker.node(size_of::<HeapMove>())?;
            if known.insert(left.clone()) {
                moves.push(HeapMove { heap, left });
            }
        }
    }
    Ok(moves)
}

impl Report for HeapMovesAnswer {
    fn text(&self, _: Style) -> String {
        let heaps = match self.heaps.as_slice() {
            [] => "nothing".to_owned(),
            heaps => HeapMove::heaps_text(heaps),
        };
        let winner = match self.outcome {
            Outcome::Previous => "previous",
            _ => "next",
        };
        let value = match (&self.element, self.value) {
            (Some(element), _) => element.clone(),
            (None, value) => value.unwrap_or(0).to_string(),
        };
        let mut text = format!("{heaps}: the {winner} player wins (value {value})");
        for winning in &self.winning_moves {
            text.push_str(&format!("\n  {winning}"));
        }
        text
    }
}
