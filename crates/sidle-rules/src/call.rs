//! Rulesets as they are named with their parameters: `GenToadsAndFrogs(maxJump => 2).DicoticVariant`.

use std::ops::Range;

use sidle_core::{Dyadic, Player};

use crate::{
    argument::Argument,
    card::{Card, Fallback},
    notation::NotationError,
    packed::COMPASS,
};

/// The name of a ruleset, its arguments and its variants.
///
/// ```
/// use sidle_rules::{Argument, Call};
/// let call = Call::read("GenToadsAndFrogs(2, maxJump => inf).DicoticVariant")?;
/// assert_eq!((call.name, &call.variants[..]), ("GenToadsAndFrogs", &["DicoticVariant"][..]));
/// let arguments = call.arguments.unwrap();
/// assert_eq!(arguments[1].name, Some("maxJump"));
/// assert_eq!(arguments[1].value, Argument::Infinity);
/// # Ok::<(), sidle_rules::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call<'t> {
    /// The name, perhaps with its package.
    pub name: &'t str,
    /// What stands in the parentheses; `None` without parentheses.
    pub arguments: Option<Vec<Passed<'t>>>,
    /// The words behind the points that follow.
    pub variants: Vec<&'t str>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed<'t> {
    /// The name of the parameter, if it is given.
    pub name: Option<&'t str>,
    /// The argument.
    pub value: Argument,
    /// Its bytes.
    pub span: Range<usize>,
}

/// Collections are nested no deeper.
const DEEPEST: usize = 8;
/// The words that end a name when they follow a point.
const VARIANT: &str = "Variant";

impl<'t> Call<'t> {
    /// Reads a call.
    ///
    /// # Errors
    /// For other texts, with the place of the fault.
    pub fn read(text: &'t str) -> Result<Call<'t>, NotationError> {
        let mut reader = Reader { text, at: 0 };
        let start = reader.blank();
        let mut words = vec![reader.word()?];
        let mut end = reader.at;
        let mut arguments = None;
        let mut variants = Vec::new();
        loop {
            if reader.take(".") {
                let word = reader.word()?;
                match arguments.is_some() || word.ends_with(VARIANT) {
                    true => variants.push(word),
                    false => {
                        words.push(word);
                        end = reader.at;
                    }
                }
            } else if arguments.is_none() && variants.is_empty() && reader.take("(") {
                arguments = Some(reader.arguments()?);
            } else {
                break;
            }
        }
        if reader.blank() < text.len() {
            return Err(reader.unexpected("the end of the name"));
        }
        Ok(Call {
            name: text[start..end].trim(),
            arguments,
            variants,
        })
    }

    /// The arguments of the parameters of a card, with the defaults of those that are not passed.
    ///
    /// # Errors
    /// For parameters that the card does not have, that are passed twice, or that are missing.
    pub fn bind(&self, card: &Card) -> Result<Vec<Argument>, NotationError> {
        let passed = self.arguments.as_deref().unwrap_or_default();
        let mut bound: Vec<Option<Argument>> = vec![None; card.parameters.len()];
        for (place, argument) in passed.iter().enumerate() {
            let named = |name| card.parameters.iter().position(|of| of.name == name);
            let place = match argument.name {
                Some(name) => named(name).ok_or_else(|| {
                    let names: Vec<&str> = card.parameters.iter().map(|of| of.name).collect();
                    NotationError::new(
                        format!("there is no parameter `{name}`"),
                        argument.span.clone(),
                    )
                    .with_help(format!("the parameters are {}", names.join(", ")))
                })?,
                None => place,
            };
            let Some(slot) = bound.get_mut(place) else {
                let most = card.parameters.len();
                let message = format!("there are only {most} parameters");
                return Err(NotationError::new(message, argument.span.clone()));
            };
            if slot.replace(argument.value.clone()).is_some() {
                let message = format!("`{}` is passed twice", card.parameters[place].name);
                return Err(NotationError::new(message, argument.span.clone()));
            }
        }
        let filled = bound.into_iter().zip(card.parameters);
        let filled = filled.map(|(argument, of)| match (argument, of.default) {
            (Some(argument), _) => Ok(argument),
            (None, Some(Fallback::Nothing)) => Ok(Argument::Nothing),
            (None, Some(Fallback::Bool(yes))) => Ok(Argument::Bool(yes)),
            (None, Some(Fallback::Integer(n))) => Ok(n.into()),
            (None, None) => Err(NotationError::new(
                format!("the parameter `{}` is missing", of.name),
                0..self.name.len(),
            )),
        });
        filled.collect()
    }
}

/// Reads literals.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Passes over white space.
    fn blank(&mut self) -> usize {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at
    }

    /// Takes a sign if it is next.
    fn take(&mut self, sign: &str) -> bool {
        self.blank();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn expect(&mut self, sign: &str) -> Result<(), NotationError> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{sign}`"))),
        }
    }

    fn unexpected(&self, wanted: &str) -> NotationError {
        let found = self.rest().chars().next();
        let message = match found {
            Some(c) => format!("expected {wanted}, found `{c}`"),
            None => format!("expected {wanted}, found the end"),
        };
        let width = found.map_or(0, char::len_utf8);
        NotationError::new(message, self.at..self.at + width)
    }

    /// The letters, digits and underscores that are next.
    fn word(&mut self) -> Result<&'t str, NotationError> {
        self.blank();
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.unexpected("a name"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// The arguments and the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<Passed<'t>>, NotationError> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            let start = self.blank();
            let name = self.name_of_parameter();
            let value = self.value(DEEPEST)?;
            arguments.push(Passed {
                name,
                value,
                span: start..self.at,
            });
            if self.take(")") {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }

    /// `name =>`, if that is next.
    fn name_of_parameter(&mut self) -> Option<&'t str> {
        let start = self.at;
        let name = self.word().ok();
        match name {
            Some(name) if self.take("=>") => Some(name),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Argument, NotationError> {
        if depth == 0 {
            return Err(NotationError::new(
                "collections are nested too deeply",
                self.at..self.at,
            ));
        }
        if self.take("[") {
            return self.items("]", depth).map(Argument::List);
        }
        if self.take("{") {
            return self.braces(depth);
        }
        if self.take("(") {
            return self.step();
        }
        for quote in ["\"", "'"] {
            if self.take(quote) {
                let Some(end) = self.rest().find(quote) else {
                    return Err(self.unexpected(quote));
                };
                let text = self.rest()[..end].to_owned();
                self.at += end + quote.len();
                return Ok(Argument::Text(text));
            }
        }
        self.scalar()
    }

    /// Values up to a closing sign.
    fn items(&mut self, close: &str, depth: usize) -> Result<Vec<Argument>, NotationError> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(self.value(depth - 1)?);
            if self.take(close) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }

    /// A set, or a map of players.
    fn braces(&mut self, depth: usize) -> Result<Argument, NotationError> {
        let start = self.at;
        let Some(first) = self.name_of_parameter() else {
            return self.items("}", depth).map(Argument::List);
        };
        let mut sides = [None, None];
        let mut name = Some(first);
        loop {
            let player = match name {
                Some("Left") => Player::Left,
                Some("Right") => Player::Right,
                _ => {
                    return Err(NotationError::new(
                        "expected `Left =>` or `Right =>`",
                        start..self.at,
                    ));
                }
            };
            sides[player.index()] = Some(self.value(depth - 1)?);
            if self.take("}") {
                break;
            }
            self.expect(",")?;
            name = self.name_of_parameter();
        }
        match sides {
            [Some(left), Some(right)] => Ok(Argument::PerPlayer(Box::new([left, right]))),
            _ => Err(NotationError::new(
                "both `Left` and `Right` are needed",
                start..self.at,
            )),
        }
    }

    /// The rest of `(row,column)`.
    fn step(&mut self) -> Result<Argument, NotationError> {
        let row = self.integer()?;
        self.expect(",")?;
        let column = self.integer()?;
        self.expect(")")?;
        Ok(Argument::Step((row, column)))
    }

    fn integer(&mut self) -> Result<i32, NotationError> {
        let start = self.blank();
        let text = self.number();
        let number = text.parse();
        number.map_err(|_| NotationError::new("expected a whole number", start..self.at.max(start)))
    }

    /// The sign, the digits and the slash that are next.
    fn number(&mut self) -> &'t str {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A number, or a value with a name.
    fn scalar(&mut self) -> Result<Argument, NotationError> {
        let start = self.blank();
        let is_number = self
            .rest()
            .starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if is_number {
            let number = self.number().parse::<Dyadic>();
            let number =
                number.map_err(|_| NotationError::new("this is not a number", start..self.at));
            return number.map(Argument::Number);
        }
        let mut word = self.word()?;
        // `game.graph.Color.Blue`, `Coordinates.North`.
        while self.take(".") {
            word = self.word()?;
        }
        named(word).ok_or_else(|| {
            NotationError::new(format!("there is no value `{word}` here"), start..self.at)
                .with_help(
                    "write numbers, `true`, `false`, texts in quotes, lists or steps such as (0,1)",
                )
        })
    }
}

/// The values that have names.
fn named(word: &str) -> Option<Argument> {
    let compass = [
        "North",
        "NorthEast",
        "East",
        "SouthEast",
        "South",
        "SouthWest",
        "West",
        "NorthWest",
    ];
    Some(match word {
        "Nothing" => Argument::Nothing,
        "true" => Argument::Bool(true),
        "false" => Argument::Bool(false),
        "inf" => Argument::Infinity,
        "Left" => Argument::Player(Player::Left),
        "Right" => Argument::Player(Player::Right),
        "Blue" => Argument::Colour(1),
        "Red" => Argument::Colour(2),
        "Green" => Argument::Colour(3),
        _ => {
            let place = compass.iter().position(|name| *name == word)?;
            let (down, right) = ([-1, -1, 0, 1, 1, 1, 0, -1], [0, 1, 1, 1, 0, -1, -1, -1]);
            let step = (down[place], right[place]);
            debug_assert!(COMPASS.contains(&step));
            Argument::Step(step)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let call = Call::read(
            "game.grid.GenClobber({(1,0), Coordinates.North}, {Left => [1,2], Right => {}}, Nothing, 1/2)",
        )
        .expect("a call");
        assert_eq!(call.name, "game.grid.GenClobber");
        let values: Vec<Argument> = call
            .arguments
            .unwrap()
            .into_iter()
            .map(|of| of.value)
            .collect();
        assert_eq!(
            values[0],
            Argument::List(vec![Argument::Step((1, 0)), Argument::Step((-1, 0))])
        );
        let sides = [
            Argument::List(vec![1.into(), 2.into()]),
            Argument::List(vec![]),
        ];
        assert_eq!(values[1], Argument::PerPlayer(Box::new(sides)));
        assert_eq!(values[3], Argument::Number("1/2".parse().unwrap()));
        let plain = Call::read(" Clobber ").expect("a call");
        assert_eq!((plain.name, plain.arguments), ("Clobber", None));
    }

    #[test]
    fn faults_have_places() {
        for (text, span) in [
            ("", 0..0),
            ("G(", 2..2),
            ("G(1 2)", 4..5),
            ("G(x)", 2..3),
            ("G(1)x", 4..5),
            ("G((1,y))", 5..5),
            ("G({Left => 1})", 3..13),
            ("G(\"x)", 3..4),
        ] {
            assert_eq!(Call::read(text).expect_err(text).span, span, "{text}");
        }
        let deep = format!("G({})", "[".repeat(100));
        assert!(Call::read(&deep).is_err());
    }
}
