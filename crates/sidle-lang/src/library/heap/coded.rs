//! Heap games given by codes.

use sidle_impartial::code::{Code, Digit, Sizes};

use super::{
    super::extract::{index, items},
    Rules, Ruleset,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// The game of a code.
pub(super) fn coded(name: String, code: &str) -> Result<Value, Failure> {
    let parsed: Code = code
        .parse()
        .map_err(|error: sidle_impartial::code::CodeError| {
            let span = error.span();
            Failure::new(format!(
                "{error} (character {} of \"{code}\")",
                span.start + 1
            ))
        })?;
    let rules = Rules::Code {
        text: code.to_owned(),
        code: parsed,
    };
    Ok(Value::object(Ruleset::new(name, rules)))
}

/// The game in which the numbers of a set (or all others) may be taken, as a digit says.
pub(super) fn subtraction(
    m: &mut Machine<'_>,
    class: &str,
    set: &Value,
    digit: &str,
    all_but: &Value,
) -> Result<Value, Failure> {
    let all_but = matches!(all_but, Value::Bool(true));
    let mask =
        u64::from_str_radix(digit, 32).map_err(|_| Failure::new("the digit is one of 0-9 A-V"))?;
    let digit = Digit::from_mask(mask, Sizes::Any);
    let mut numbers = Vec::new();
    for item in items(set)?.iter() {
        m.tick()?;
        let number = index(item)?;
        let small = u32::try_from(number)
            .ok()
            .filter(|n| (1..=1 << 16).contains(n));
        numbers
            .push(small.ok_or_else(|| Failure::new(format!("{number} tokens cannot be taken")))?);
    }
    let code = Code::from_set(&numbers, &digit, all_but);
    let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let name = format!("{class}([{}], {all_but})", list.join(","));
    let rules = Rules::Code {
        text: code.to_string(),
        code,
    };
    Ok(Value::object(Ruleset::new(name, rules)))
}
