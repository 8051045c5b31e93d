//! Certificates of automatic nim-sequences, the ruler regularity among them, kind `automatic-values`.
//!
//! The certificate holds the digits of a hexadecimal game, a heap A ≥ 1, a period p, a saltus s, which is a power of two, and for each residue i < p
//! what the value of heap A + i + px, x ≥ 0, is: v + sx; or by a ruler; or by a table of states, a machine that reads x and h, lowest
//! binary digits first, and accepts those with G(A + i + px) = sh + ρ.
//!
//! **Why this can be checked.** All three are machines: x + c has digits that follow from those of x and a carry, and so has the ruler function, case by case.
//! A move from A + i + pm to heaps of rounds x, y, z and heaps below A satisfies m = x + y + z + d, where d ≥ 0 depends on the residues, the heaps below A and the tokens
//! taken. It reaches sw + ρ if w and ρ are the nim sums of what the heaps have, because s is a power of two. So there is a machine that reads m and w and guesses x, y and z with
//! their values, digit by digit: an adder that begins with the carry d. The checker follows all its guesses at once, for all m, h and w together, and there are finitely many states in which
//! that can be. In each of them, if sh + ρ is accepted as the value of round m, all smaller sw + ρ′ must be reached and sh + ρ must not be. Then the values are right
//! by induction. The heaps below A are computed by the definition.

mod decide;
mod machine;
mod moves;

use serde::{Deserialize, Serialize};
use sidle_core::Meter;

use self::machine::{Machine, Node, Phase};
use crate::{Failure, Verdict, certificate::certificate, nim_period};

/// More heaps, longer periods, and larger values, than this are not looked at.
const MOST_HEAPS: u64 = 1 << 14;
const LONGEST: u64 = 1 << 12;
const LARGEST_SALTUS: u64 = 1 << 16;
const LARGEST_VALUE: u64 = 1 << 40;

certificate! {
    "automatic-values" version 1:
    /// A whole `automatic-values` certificate.
    pub struct Certificate {
        /// The digits, 0 to 15, for 0, 1, 2, … tokens taken; the 8 leaves three heaps.
        pub digits: Vec<u8>,
        /// A, the first heap whose value is claimed.
        pub first: u64,
        /// s, a power of two.
        pub saltus: u64,
        /// What is claimed of heaps A + i + px, for i = 0, 1, …, p − 1.
        pub residues: Vec<Residue>,
        /// The states of the machine, for residues that are read by it.
        pub states: Vec<State>,
    }

    /// Checks a certificate that has been read. Cost: that of all states that the machines reach together.
    pub fn check;
}

/// What is claimed of the heaps A + i + px.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Residue {
    /// The value is v + sx with this v.
    Steady(i64),
    /// With heap z + py, and r the largest power of two that divides y, the value is sy + u if y = r, else s(y − 2r) + v.
    Ruler {
        /// z.
        zero: u64,
        /// u.
        power: i64,
        /// v.
        other: i64,
    },
    /// The machine reads it from this state on.
    State(u32),
}

/// A state of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The state after a binary digit of x and one of h, `next[x][h]`.
    pub next: [[Option<u32>; 2]; 2],
    /// ρ, if what has been read is accepted with nothing but zeros to follow.
    #[serde(deserialize_with = "crate::digraph::nullable")]
    pub rest: Option<u32>,
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    Verdict::new(KIND.name, claim(certificate), verify(certificate, meter))
}

fn claim(c: &Certificate) -> String {
    let code = nim_period::code(&c.digits);
    let (p, s, first) = (c.residues.len(), c.saltus, c.first);
    let read = |residue: &Residue| matches!(residue, Residue::State(_));
    if c.residues.iter().any(read) {
        let states = c.states.len();
        return format!(
            "a machine with {states} states reads the nim values of {code} from heap {first} on, in rounds of {p} heaps with saltus {s}"
        );
    }
    let rulers: Vec<String> = c
        .residues
        .iter()
        .filter_map(|residue| match residue {
            Residue::Ruler { zero, power, other } => {
                let [power, other] = [power, other].map(|number| match number {
                    0 => String::new(),
                    number => format!("{number:+}"),
                });
                Some(format!(
                    "at heaps {zero}+{p}y, which have {s}y{power} if y = r, else {s}(y-2r){other}"
                ))
            }
            _ => None,
        })
        .collect();
    let mut claim =
        format!("the nim values of {code} from heap {first} on have period {p} and saltus {s}");
    if !rulers.is_empty() {
        let rulers = rulers.join(" and ");
        claim.push_str(&format!(
            ", but not {rulers}, where r is the largest power of two that divides y"
        ));
    }
    claim
}

fn verify(c: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let fail = |step: &str, claim: &str, reason: String| Err(Failure::new(step, claim, reason));
    let first_digit = c.digits.first().is_some_and(|&digit| digit % 4 == 0);
    if !first_digit || c.digits.iter().any(|&digit| digit > 15) {
        let reason = "the first is a multiple of 4, the others are 0 to 15".to_owned();
        return fail("digits", "they are those of a hexadecimal game", reason);
    }
    if !c.saltus.is_power_of_two() || c.saltus > LARGEST_SALTUS {
        let reason = format!("it is {}", c.saltus);
        return fail("saltus", "it is a power of two that can be counted", reason);
    }
    let period = c.residues.len() as u64;
    if c.first == 0 || c.first > MOST_HEAPS || period == 0 || period > LONGEST {
        let reason = format!("the first is {}, and there are {period}", c.first);
        return fail("rounds", "they have some heaps, and not too many", reason);
    }
    let saltus = c.saltus as u32;
    let machine = machine(c)?;
    machine.is_stable(saltus)?;
    machine.is_total(meter)?;
    let values = nim_period::plain_values(&c.digits, c.first as usize, meter)?;
    decide::decide(&c.digits, &values, saltus, &machine, meter)
}

/// What is claimed, as a machine.
fn machine(c: &Certificate) -> Result<Machine<'_>, Failure> {
    let (period, s) = (c.residues.len() as u64, c.saltus as i64);
    let starts: Result<Vec<Vec<Node>>, Failure> = (0..)
        .zip(&c.residues)
        .map(|(i, residue)| {
            let heap = c.first + i;
            let numbers = match residue {
                Residue::Steady(value) => [*value; 2],
                Residue::Ruler { power, other, .. } => [*power, *other],
                Residue::State(_) => [0; 2],
            };
            if numbers
                .iter()
                .any(|number| number.unsigned_abs() > LARGEST_VALUE)
            {
                let reason = format!("they are {numbers:?}");
                return Err(Failure::new(
                    format!("heap {heap}"),
                    "its values can be counted",
                    reason,
                ));
            }
            Ok(match residue {
                Residue::Steady(value) => vec![Node::formula(Phase::Any, 0, *value, s)],
                Residue::Ruler { zero, power, other } => {
                    let beyond = heap
                        .checked_sub(*zero)
                        .filter(|&beyond| beyond > 0 && beyond.is_multiple_of(period));
                    let Some(beyond) = beyond else {
                        let claim = "its ruler has begun at a heap of the same residue";
                        let reason = format!("it begins at {zero}, and the period is {period}");
                        return Err(Failure::new(format!("heap {heap}"), claim, reason));
                    };
                    let y = (beyond / period) as i64;
                    vec![
                        Node::formula(Phase::Before, y, *power, s),
                        Node::formula(Phase::Zeros, y, *other, s),
                    ]
                }
                Residue::State(state) => vec![Node::Given(*state)],
            })
        })
        .collect();
    Ok(Machine {
        states: &c.states,
        starts: starts?,
    })
}

#[cfg(test)]
mod tests;
