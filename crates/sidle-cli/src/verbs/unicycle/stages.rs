//! Where exits come from, as typed.

use anyhow::Context;
use sidle::{
    core::Meter,
    lang::Session,
    unicycles::Stage,
    values::{Game, notation::Style, unicycle::Exits},
};

use crate::failure::explained;

/// A set of exits as typed, with the search over it.
pub(super) fn read(session: &mut Session, set: &str, meter: &Meter) -> anyhow::Result<Stage> {
    let set = set.trim();
    let exits =
        exits(session, set, meter).with_context(|| format!("cannot take exits from `{set}`"))?;
    Ok(Stage::new(set, exits, meter)?)
}

fn exits(session: &mut Session, set: &str, meter: &Meter) -> anyhow::Result<Exits> {
    if let Some(count) = set.strip_prefix("nimbers:") {
        let count = count
            .parse()
            .context("write the number of nimbers, such as `nimbers:4`")?;
        return Ok(Exits::nimbers(session.store(), count, meter)?);
    }
    if let Some(day) = set.strip_prefix("day:") {
        let day = day.parse().context("write a day, such as `day:1`")?;
        return Ok(Exits::born_by(session.store(), day, meter)?);
    }
    let games = values(session, set, meter)?;
    Ok(Exits::new(session.store(), &games, meter)?)
}

/// Values separated by commas that stand outside of braces, brackets and parentheses.
pub(super) fn values(
    session: &mut Session,
    text: &str,
    meter: &Meter,
) -> anyhow::Result<Vec<Game>> {
    split(text)
        .into_iter()
        .map(|part| parse(session, part, meter))
        .collect()
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth = 0i64;
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ',' if depth <= 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// One value in notation. A limit stays a limit; everything else says where in the text it is.
fn parse(session: &mut Session, text: &str, meter: &Meter) -> anyhow::Result<Game> {
    session
        .game(text, meter)
        .map_err(|error| explained(error, text).context(format!("`{text}` is not a short game")))
}

/// The value in notation.
pub(super) fn print(session: &Session, game: Game) -> anyhow::Result<String> {
    Ok(session.store().text(game, Style::Plain, Meter::none())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_braces_do_not_separate() {
        assert_eq!(split("0, {1,*|-1},(2)"), ["0", "{1,*|-1}", "(2)"]);
        assert_eq!(split(""), [""]);
    }
}
