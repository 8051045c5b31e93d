//! Machines from examples.

use super::machine::{Machine, State};

/// What f(x) is for x = 0, 1, …, as far as it is known: h and ρ, or nothing if no h with the bits read so far belongs to x.
type Residual = Vec<Option<(u32, u32)>>;

/// Two states are taken for the same if they agree on what both know, and that is at least so much.
const LEAST_AGREEMENT: usize = 6;

/// The smallest machine that fits all examples, if it has no more than `most` states and there are examples enough to see it: the states are
/// the residuals (Myhill and Nerode). What it says of larger x is a guess.
pub(super) fn machine(functions: Vec<Residual>, most: usize) -> Option<Machine> {
    let mut residuals: Vec<Residual> = Vec::new();
    let starts: Option<Vec<u32>> = functions
        .into_iter()
        .map(|function| place(&mut residuals, function))
        .collect();
    let starts = starts?;
    let mut states: Vec<State> = Vec::new();
    while states.len() < residuals.len() {
        if residuals.len() > most {
            return None;
        }
        let own = residuals[states.len()].clone();
        let mut next = [[None; 2]; 2];
        for (x, row) in next.iter_mut().enumerate() {
            for (h, next) in (0_u32..).zip(row) {
                let later: Residual = own
                    .iter()
                    .skip(x)
                    .step_by(2)
                    .map(|known| known.filter(|(high, _)| high & 1 == h))
                    .map(|known| known.map(|(high, rest)| (high >> 1, rest)))
                    .collect();
                if later.iter().any(Option::is_some) {
                    *next = Some(place(&mut residuals, later)?);
                }
            }
        }
        let rest = own[0].filter(|(high, _)| *high == 0).map(|(_, rest)| rest);
        states.push(State { next, rest });
    }
    Some(Machine { states, starts })
}

/// The number of a residual, which is a new one if it agrees with none.
fn place(residuals: &mut Vec<Residual>, residual: Residual) -> Option<u32> {
    if residual.len() < LEAST_AGREEMENT {
        return None;
    }
    let agrees = |known: &Residual| known.iter().zip(&residual).all(|(a, b)| a == b);
    let at = match residuals.iter().position(agrees) {
        Some(at) => {
            if residuals[at].len() < residual.len() {
                residuals[at] = residual;
            }
            at
        }
        None => {
            residuals.push(residual);
            residuals.len() - 1
        }
    };
    u32::try_from(at).ok()
}
