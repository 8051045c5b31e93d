//! Heap games given by codes.

use sidle_impartial::code::{Code, Digit, Sizes};

use super::{
    super::{
        code::read,
        extract::{index, items},
    },
    Rules, Ruleset,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// The game of a code.
pub(super) fn coded(code: &str) -> Result<Value, Failure> {
    let rules = Rules::Code {
        text: code.to_owned(),
        code: read(code)?,
    };
    Ok(Value::object(Ruleset::new(rules)))
}

/// The game in which the numbers of a set (or all others) may be taken, as a digit says.
pub(super) fn subtraction(
    m: &mut Machine<'_>,
    set: &Value,
    digit: &str,
    all_but: &Value,
) -> Result<Value, Failure> {
    let all_but = matches!(all_but, Value::Bool(true));
    let (code, _) = set_code(m, set, digit, all_but)?;
    let rules = Rules::Code {
        text: code.to_string(),
        code,
    };
    Ok(Value::object(Ruleset::new(rules)))
}

/// The code of the game in which the numbers of a set (or all others) may be taken, as a digit says, and the
/// numbers. Those up to 0 give digits left of the point; all but some are always taken to its right.
pub(in crate::library) fn set_code(
    m: &mut Machine<'_>,
    set: &Value,
    digit: &str,
    all_but: bool,
) -> Result<(Code, Vec<i64>), Failure> {
    let mask =
        u64::from_str_radix(digit, 32).map_err(|_| Failure::new("the digit is one of 0-9 A-V"))?;
    let digit = Digit::from_mask(mask, Sizes::Any);
    let mut numbers = Vec::new();
    for item in items(set)?.iter() {
        m.tick()?;
        let number = index(item)?;
        if number.unsigned_abs() > 1 << 16 {
            return Err(Failure::new(format!("{number} tokens cannot be taken")));
        }
        numbers.push(number);
    }
    let taken: Vec<u32> = numbers
        .iter()
        .filter(|&&number| number > 0)
        .filter_map(|&number| u32::try_from(number).ok())
        .collect();
    let least = numbers.iter().copied().min().unwrap_or(1);
    if all_but || least > 0 {
        return Ok((Code::from_set(&taken, &digit, all_but), numbers));
    }
    let most = numbers.iter().copied().max().unwrap_or(0).max(1);
    let pick = |number: i64| match numbers.contains(&number) {
        true => digit.clone(),
        false => Digit::zero(),
    };
    let added = (1..=-least).map(|tokens| pick(-tokens)).collect();
    let taken = (1..=most).map(pick).collect();
    Ok((Code::new(added, pick(0), taken, Vec::new()), numbers))
}
