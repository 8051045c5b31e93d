//! What the parameters of families of rulesets are made of.

use super::read::natural;
use crate::{diagnostic::Failure, value::Value};

pub(super) fn boolean(value: &Value) -> Result<bool, Failure> {
    match value {
        Value::Bool(yes) => Ok(*yes),
        other => Err(Failure::new(format!(
            "`true` or `false` is wanted, this is {}",
            other.kind()
        ))),
    }
}

pub(super) fn integer(value: &Value) -> Result<i32, Failure> {
    match value {
        Value::Number(number) => number
            .to_i64()
            .and_then(|n| i32::try_from(n).ok())
            .ok_or_else(|| Failure::new("a whole number is wanted that is not too large")),
        other => Err(Failure::new(format!(
            "a whole number is wanted, this is {}",
            other.kind()
        ))),
    }
}

/// The members of a collection; of `Nothing`, none.
pub(super) fn items(value: &Value) -> Result<&[Value], Failure> {
    match value {
        Value::Nothing => Ok(&[]),
        Value::List(items) | Value::Set(items) => Ok(&items.values),
        other => Err(Failure::new(format!(
            "a list or a set is wanted, this is {}",
            other.kind()
        ))),
    }
}

pub(super) fn labels(value: &Value) -> Result<u8, Failure> {
    let mut set = 0;
    for label in items(value)? {
        set |= match label {
            Value::Nothing => 1,
            Value::Player(sidle_core::Player::Left) => 2,
            Value::Player(sidle_core::Player::Right) => 4,
            other => {
                return Err(Failure::new(format!(
                    "a label is Nothing, Left or Right, this is {}",
                    other.kind()
                )));
            }
        };
    }
    Ok(set)
}

/// What a map gives for each player, Left first.
pub(super) fn for_players<T>(
    map: &Value,
    otherwise: [T; 2],
    read: impl Fn(&Value) -> Result<T, Failure>,
) -> Result<[T; 2], Failure> {
    let [mut left, mut right] = otherwise;
    match map {
        Value::Nothing => {}
        Value::Map(entries) => {
            for player in sidle_core::Player::BOTH {
                if entries.get(&Value::Player(player)).is_none() {
                    return Err(Failure::new(format!("the map has nothing for {player}")));
                }
            }
            for entry in &entries.values {
                if let Value::Pair(pair) = entry {
                    match &pair.0 {
                        Value::Player(sidle_core::Player::Left) => left = read(&pair.1)?,
                        Value::Player(sidle_core::Player::Right) => right = read(&pair.1)?,
                        other => {
                            return Err(Failure::new(format!(
                                "a player is wanted, this is {}",
                                other.kind()
                            )));
                        }
                    }
                }
            }
        }
        other => {
            return Err(Failure::new(format!(
                "a map `{{Left => .., Right => ..}}` is wanted, this is {}",
                other.kind()
            )));
        }
    }
    Ok([left, right])
}

pub(super) fn cell(value: &Value) -> Result<u8, Failure> {
    match natural(value)? {
        n @ 0..=2 => Ok(n as u8),
        n => Err(Failure::new(format!("a cell is 0, 1 or 2, not {n}"))),
    }
}
