//! Strings: characters count from 1.

use sidle_values::notation::MAX_LENGTH;

use super::{
    NativeClass,
    class_names::{INTEGER, OBJECT, STRING},
    classes,
    extract::place,
    output,
    pattern::Pattern,
};
use crate::{diagnostic::Failure, value::Value};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Texts; characters count from 1.
    class STRING: [OBJECT] "\"abc\"[2]" {
        /// How many characters there are.
        get Length(text: &str) "\"abc\".Length" => text.chars().count();
        /// One string after another.
        fn Concat(text: &str, that: &str) "\"ab\".Concat(\"cd\")" => joined(&[text, that]);
        /// Does a regular expression match the whole string?
        fn Matches(text: &str, regex: &str) "\"abc\".Matches(\"[a-c]+\")"
            => Pattern::read(&format!("^(?:{regex})$"))?.found_in(m, text)?;
        /// The string with a part replaced wherever it occurs.
        fn Replace(text: &str, target: &str, replacement: &str) "\"banana\".Replace(\"an\", \"AN\")" => {
            let pieces = match target.is_empty() {
                true => text.chars().count() + 1,
                false => text.matches(target).count(),
            };
            check_length(text.len().saturating_add(pieces.saturating_mul(replacement.len())))?;
            text.replace(target, replacement)
        };
        /// The string with every match of a regular expression replaced; `$1` is the first group.
        fn ReplaceRegex(text: &str, regex: &str, replacement: &str)
            "\"john smith\".ReplaceRegex(\"([a-z]+) ([a-z]+)\", \"$2 $1\")"
            => Pattern::read(regex)?.replaced(m, text, replacement)?;
        /// The part from one place to another, both included.
        fn Substring(text: &str, first: i64, last: i64) "\"hello\".Substring(2, 4)" => substring(text, first, last);
        /// In small letters.
        get ToLowerCase(text: &str) "\"ABC\".ToLowerCase" => text.to_lowercase();
        /// In capitals.
        get ToUpperCase(text: &str) "\"abc\".ToUpperCase" => text.to_uppercase();
        /// The text as output, without quotes.
        get ToUnquotedOutput(text: &str) "\"abc\".ToUnquotedOutput" => output::output(text);
        /// The string with another character at one place.
        fn Updated(text: &str, index: &Value as INTEGER, character: &str) "\"hello\".Updated(1, \"J\")" => {
            let mut characters: Vec<char> = text.chars().collect();
            let at = place(index, characters.len())?;
            let new = character.chars().next();
            characters[at] = new.ok_or_else(|| Failure::new("the new character is missing"))?;
            characters.iter().collect::<String>()
        };
    }
};

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

fn substring(text: &str, first: i64, last: i64) -> Result<String, Failure> {
    let characters: Vec<char> = text.chars().collect();
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
    Ok(part.iter().collect())
}
