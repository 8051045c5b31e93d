//! Where exits come from, as typed.

use anyhow::{Context, bail};
use sidle::{
    core::{Meter, Player},
    values::{
        Game, Store,
        unicycle::{Exits, ExitsError, Finder},
    },
};

/// One set of exits with the search over it.
pub(super) struct Stage {
    /// As typed.
    pub(super) name: String,
    pub(super) exits: Exits,
    pub(super) finder: Finder,
}

impl Stage {
    pub(super) fn read(store: &Store, set: &str, meter: &Meter) -> anyhow::Result<Stage> {
        let set = set.trim();
        let exits =
            exits(store, set, meter).with_context(|| format!("cannot take exits from `{set}`"))?;
        let finder = Finder::new(exits.table().clone(), meter)?;
        Ok(Stage {
            name: set.to_owned(),
            exits,
            finder,
        })
    }
}

fn exits(store: &Store, set: &str, meter: &Meter) -> anyhow::Result<Exits> {
    if let Some(count) = set.strip_prefix("nimbers:") {
        let count = count
            .parse()
            .context("write the number of nimbers, such as `nimbers:4`")?;
        return Exits::nimbers(store, count, meter).map_err(stop);
    }
    if let Some(day) = set.strip_prefix("day:") {
        let day = day.parse().context("write a day, such as `day:1`")?;
        return Exits::born_by(store, day, meter).map_err(stop);
    }
    Exits::new(store, &values(store, set)?, meter).map_err(stop)
}

/// A limit as such, so that the exit code tells it from bad input.
pub(super) fn stop(error: ExitsError) -> anyhow::Error {
    match error {
        ExitsError::Stopped(reason) => reason.into(),
        other => other.into(),
    }
}

/// Values separated by commas that stand outside of braces, brackets and parentheses.
pub(super) fn values(store: &Store, text: &str) -> anyhow::Result<Vec<Game>> {
    split(text)
        .into_iter()
        .map(|part| parse(store, part))
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

/// A value in the notation of numbers and nimbers.
fn parse(store: &Store, text: &str) -> anyhow::Result<Game> {
    if let Some(star) = text.strip_prefix('*') {
        let star = if star.is_empty() { Ok(1) } else { star.parse() };
        return Ok(store.nimber(star.context("not a nimber")?));
    }
    match text.parse() {
        Ok(number) => Ok(store.number(&number)),
        Err(_) => bail!("`{text}` is no number and no nimber"),
    }
}

/// The value in notation.
pub(super) fn print(store: &Store, game: Game) -> String {
    if let Some(number) = store.as_number(game) {
        return number.to_string();
    }
    match store.as_nimber(game) {
        Some(1) => "*".to_owned(),
        Some(star) => format!("*{star}"),
        None => {
            let side = |player| {
                let options = store.options(game, player);
                options
                    .map(|x| print(store, x))
                    .collect::<Vec<_>>()
                    .join(",")
            };
            format!("{{{}|{}}}", side(Player::Left), side(Player::Right))
        }
    }
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
