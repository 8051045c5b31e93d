//! Strings: characters count from 1.

use sidle_values::notation::MAX_LENGTH;

use super::{
    Member, NativeClass, class,
    extract::{place, text},
    method, output,
    pattern::Pattern,
    property, required,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const STRING: &str = "cgsuite.lang.String";
const INTEGER: &str = "game.Integer";

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    members: MEMBERS,
    ..class(
        STRING,
        &["cgsuite.lang.Object"],
        "Texts; characters count from 1.",
        "\"abc\"[2]",
    )
}];

const MEMBERS: &[Member] = &[
    property(
        "Length",
        "How many characters there are.",
        "\"abc\".Length",
        |_, a| Ok(Value::integer(text(&a[0])?.chars().count())),
    ),
    method(
        "Concat",
        &[required("that", STRING)],
        "One string after another.",
        "\"ab\".Concat(\"cd\")",
        |_, a| joined(&[text(&a[0])?, text(&a[1])?]),
    ),
    method(
        "Matches",
        &[required("regex", STRING)],
        "Does a regular expression match the whole string?",
        "\"abc\".Matches(\"[a-c]+\")",
        |m, a| {
            let whole = Pattern::read(&format!("^(?:{})$", text(&a[1])?))?;
            Ok(Value::Bool(whole.found_in(m, text(&a[0])?)?))
        },
    ),
    method(
        "Replace",
        &[required("target", STRING), required("replacement", STRING)],
        "The string with a part replaced wherever it occurs.",
        "\"banana\".Replace(\"an\", \"AN\")",
        |_, a| {
            let (source, target, new) = (text(&a[0])?, text(&a[1])?, text(&a[2])?);
            let pieces = if target.is_empty() {
                source.chars().count() + 1
            } else {
                source.matches(target).count()
            };
            check_length(
                source
                    .len()
                    .saturating_add(pieces.saturating_mul(new.len())),
            )?;
            Ok(Value::text(source.replace(target, new)))
        },
    ),
    method(
        "ReplaceRegex",
        &[required("regex", STRING), required("replacement", STRING)],
        "The string with every match of a regular expression replaced; `$1` is the first group.",
        "\"john smith\".ReplaceRegex(\"([a-z]+) ([a-z]+)\", \"$2 $1\")",
        replace_regex,
    ),
    method(
        "Substring",
        &[required("first", INTEGER), required("last", INTEGER)],
        "The part from one place to another, both included.",
        "\"hello\".Substring(2, 4)",
        substring,
    ),
    property(
        "ToLowerCase",
        "In small letters.",
        "\"ABC\".ToLowerCase",
        |_, a| Ok(Value::text(text(&a[0])?.to_lowercase())),
    ),
    property(
        "ToUpperCase",
        "In capitals.",
        "\"abc\".ToUpperCase",
        |_, a| Ok(Value::text(text(&a[0])?.to_uppercase())),
    ),
    property(
        "ToUnquotedOutput",
        "The text as output, without quotes.",
        "\"abc\".ToUnquotedOutput",
        |_, a| Ok(output::output(text(&a[0])?)),
    ),
    method(
        "Updated",
        &[required("index", INTEGER), required("character", STRING)],
        "The string with another character at one place.",
        "\"hello\".Updated(1, \"J\")",
        |_, a| {
            let mut characters: Vec<char> = text(&a[0])?.chars().collect();
            let at = place(&a[1], characters.len())?;
            let new = text(&a[2])?.chars().next();
            characters[at] = new.ok_or_else(|| Failure::new("the new character is missing"))?;
            Ok(Value::text(characters.iter().collect::<String>()))
        },
    ),
];

/// `text[index]`: a string of one character.
pub(crate) fn index(string: &str, index: &Value) -> Result<Value, Failure> {
    if string.is_ascii() {
        let at = place(index, string.len())?;
        return Ok(Value::text(&string[at..=at]));
    }
    let characters: Vec<char> = string.chars().collect();
    let at = place(index, characters.len())?;
    Ok(Value::text(characters[at].to_string()))
}

/// Strings one behind the other.
pub(crate) fn joined(parts: &[&str]) -> Result<Value, Failure> {
    check_length(parts.iter().map(|part| part.len()).sum())?;
    Ok(Value::text(parts.concat()))
}

pub(super) fn check_length(length: usize) -> Result<(), Failure> {
    if length > MAX_LENGTH {
        return Err(Failure::new("overflow: the string is too long"));
    }
    Ok(())
}

fn substring(_machine: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    let characters: Vec<char> = text(&a[0])?.chars().collect();
    let (first, last) = (super::extract::index(&a[1])?, super::extract::index(&a[2])?);
    let length = characters.len() as i64;
    let part = if first >= 1 && first.saturating_sub(1) <= last && last <= length {
        characters.get(first as usize - 1..last as usize)
    } else {
        None
    };
    let part = part.ok_or_else(|| {
        Failure::new(format!(
            "the characters {first} to {last} are outside of 1..{length}"
        ))
    })?;
    Ok(Value::text(part.iter().collect::<String>()))
}

fn replace_regex(machine: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    let (source, template) = (text(&a[0])?, text(&a[2])?);
    let pattern = Pattern::read(text(&a[1])?)?;
    Ok(Value::text(pattern.replaced(machine, source, template)?))
}
