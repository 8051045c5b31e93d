//! Tokens on digraphs: where they are, and what is said of a position.

use std::borrow::Cow;

use serde::Serializer;
use serde_json::value::RawValue;

use super::{NimValue, drawing, picture_form};
use crate::{
    draw::{Picture, TooLarge},
    graph::{Names, annihilation::Sigma, gamma::LoopyNimber, label::Label},
    questions::prelude::*,
};

/// A move by the names of its ends.
pub type NamedMove = [String; 2];

/// The value of a position of tokens, who wins, and by which moves.
#[derive(Clone, Debug, Serialize)]
pub struct TokenAnswer {
    /// The value.
    pub value: NimValue,
    /// The finite values of the options, if the value is infinite.
    pub finite_options: Vec<u64>,
    /// Who wins.
    #[serde(serialize_with = "crate::wire::text")]
    pub outcome: Label,
    /// The moves to a P-position. The first one, chosen every time, provably ends the game.
    pub winning_moves: Vec<NamedMove>,
    /// The moves to a D-position.
    pub drawing_moves: Vec<NamedMove>,
    /// The moves to an N-position.
    #[serde(skip)]
    pub losing_moves: Vec<NamedMove>,
    /// In annihilation games, the linear extension of the value.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub linear: Option<LinearValue>,
    #[serde(skip)]
    picture: Result<Picture, TooLarge>,
    #[serde(skip)]
    certificate: Option<Blob>,
}

/// The linear extension of the values of an annihilation game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinearValue {
    /// Linear over the tokens, and equal to the value where that is finite.
    #[serde(serialize_with = "any_size")]
    pub sigma: Sigma,
    /// The finite values are those below 2^t.
    pub t: u32,
}

/// A number of any size.
fn any_size<S: Serializer>(sigma: &Sigma, to: S) -> Result<S::Ok, S::Error> {
    let number = RawValue::from_string(sigma.to_string());
    number.map_err(serde::ser::Error::custom)?.serialize(to)
}

impl TokenAnswer {
    /// The answer for a position of this value. `moves` are all moves with the outcome after them, the recommended one
    /// first.
    pub(super) fn new(
        value: LoopyNimber,
        moves: &[(NamedMove, Label)],
        picture: Result<Picture, TooLarge>,
    ) -> TokenAnswer {
        let to = |wanted| -> Vec<NamedMove> {
            let chosen = moves.iter().filter(|(_, label)| *label == wanted);
            chosen.map(|(named, _)| named.clone()).collect()
        };
        TokenAnswer {
            outcome: value.outcome(),
            value: value.finite().into(),
            finite_options: match value {
                LoopyNimber::Finite(_) => Vec::new(),
                LoopyNimber::Infinite(set) => set,
            },
            winning_moves: to(Label::P),
            drawing_moves: to(Label::D),
            losing_moves: to(Label::N),
            linear: None,
            picture,
            certificate: None,
        }
    }

    /// The value with its finite options.
    #[must_use]
    pub fn nimber(&self) -> LoopyNimber {
        match self.value {
            NimValue::Finite(value) => LoopyNimber::Finite(value),
            NimValue::Infinite(_) => LoopyNimber::infinite(self.finite_options.iter().copied()),
        }
    }

    pub(super) fn with_certificate(self, certificate: Blob) -> TokenAnswer {
        TokenAnswer {
            certificate: Some(certificate),
            ..self
        }
    }

    /// The lists of moves, each with what it is called and with the outcome after a move.
    fn lists(&self) -> [(&'static str, Label, &[NamedMove]); 3] {
        [
            ("wins", Label::P, &self.winning_moves),
            ("draws", Label::D, &self.drawing_moves),
            ("loses", Label::N, &self.losing_moves),
        ]
    }
}

impl Report for TokenAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = vec![format!("value    {}", self.nimber())];
        if let Some(LinearValue { sigma, t }) = &self.linear {
            lines.push(format!("sigma    {sigma} (finite below 2^{t})"));
        }
        let outcome = self.outcome;
        lines.push(format!("outcome  {outcome}: {}", meaning(outcome)));
        for (name, _, moves) in self.lists() {
            let moves: Vec<String> = moves.iter().map(shown).collect();
            if !moves.is_empty() {
                lines.push(format!("{name:<8} {}", moves.join(", ")));
            }
        }
        lines.join("\n")
    }

    fn table(&self) -> Option<Table> {
        let mut table = Table::new(["from", "to", "outcome"]);
        for (_, outcome, moves) in self.lists() {
            for [from, to] in moves {
                table.push([from.clone(), to.clone(), outcome.to_string()]);
            }
        }
        Some(table)
    }

    fn picture(&self) -> Option<Drawing> {
        drawing(self.text(Style::Plain), self.picture.as_ref().ok()?)
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }

    fn form(&self, name: &str) -> Option<Blob> {
        let answer = self.clone();
        Some(match name {
            "text" => Blob::new("text/plain", move |out| {
                writeln!(out, "{}", answer.text(Style::Plain))
            }),
            "csv" => Blob::new("text/csv", move |out| {
                let table = answer.table().unwrap_or_default();
                writeln!(out, "{}", table.csv())
            }),
            "json" => Blob::json(answer),
            _ => return picture_form(name, move || answer.picture.clone()),
        })
    }
}

/// A move as text.
pub(super) fn shown([from, to]: &NamedMove) -> String {
    format!("{from} -> {to}")
}

/// An outcome in words.
pub(super) fn meaning(label: Label) -> &'static str {
    match label {
        Label::P => "the previous player wins; every move loses",
        Label::N => "the next player wins",
        Label::D => "a draw",
    }
}

/// The vertices named in `text`. A text with white space is split there only, and one that is itself a name
/// is that vertex, so that names with commas can be written too; otherwise commas separate.
pub(super) fn vertices(names: &Names, text: &str) -> Result<Vec<u32>, Error> {
    let pieces: Vec<&str> = if text.contains(char::is_whitespace) {
        text.split_whitespace().collect()
    } else if names.find(text).is_some() {
        vec![text]
    } else {
        text.split(',').filter(|piece| !piece.is_empty()).collect()
    };
    pieces.iter().map(|piece| vertex(names, piece)).collect()
}

/// The vertex of that name in a graph with 32-bit ids.
pub(super) fn vertex(names: &Names, name: &str) -> Result<u32, Error> {
    let found = names.find(name).map(|index| index as u32);
    found.ok_or_else(|| {
        let some: Vec<_> = names.iter().take(8).collect();
        let more = if names.len() > some.len() {
            ", …"
        } else {
            ""
        };
        let message = format!("there is no vertex `{name}`");
        let help = format!(
            "the graph has {} vertices: {}{more}",
            names.len(),
            some.join(", ")
        );
        Error::new(ErrorKind::UnknownName, message).with_help(help)
    })
}

/// The first of the vertices, which are increasing, that is named twice.
pub(super) fn repeated<'n>(names: &'n Names, vertices: &[u32]) -> Option<Cow<'n, str>> {
    let pair = vertices.windows(2).find(|pair| pair[0] == pair[1])?;
    Some(names.name(pair[0] as usize))
}
