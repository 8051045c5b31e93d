//! The file format, field by field.

use serde::{Deserialize, Serialize};

/// A whole `short-game` certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`FORMAT`](crate::FORMAT).
    pub format: String,
    /// The version of this kind.
    pub version: u64,
    /// `short-game`.
    pub kind: String,
    /// The claim as somebody typed it: a comment that proves nothing and is not checked.
    pub text: String,
    /// Numbers in their canonical forms, which are not played out; positions are counted behind them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<String>,
    /// The games, each once; options come before the games that have them.
    pub positions: Vec<Position>,
    /// What is claimed.
    pub claim: Claim,
    /// Why it holds.
    pub steps: Vec<Step>,
}

/// A game form: the Left options and the Right options, as indices into the list of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position(pub Vec<u32>, pub Vec<u32>);

/// What a certificate claims about its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// How two games compare.
    Relation {
        /// The game on the left of the symbol.
        left: u32,
        /// The symbol.
        relation: Symbol,
        /// The game on the right of the symbol.
        right: u32,
    },
    /// One game is the canonical form of another: they are equal, and no position of the form has a
    /// dominated or a reversible option.
    CanonicalForm {
        /// The canonical form.
        form: u32,
        /// The game it is the canonical form of.
        of: u32,
    },
}

/// A symbol between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Symbol {
    /// `G <= H`
    #[serde(rename = "<=")]
    LessOrEqual,
    /// `G >= H`
    #[serde(rename = ">=")]
    GreaterOrEqual,
    /// `G == H`
    #[serde(rename = "==")]
    Equal,
    /// `G != H`
    #[serde(rename = "!=")]
    NotEqual,
    /// `G < H`
    #[serde(rename = "<")]
    Less,
    /// `G > H`
    #[serde(rename = ">")]
    Greater,
    /// `G <> H`: confused with
    #[serde(rename = "<>")]
    Fuzzy,
    /// `G <| H`: less than or confused with, that is, not `G >= H`
    #[serde(rename = "<|")]
    LessOrFuzzy,
    /// `G |> H`: greater than or confused with, that is, not `G <= H`
    #[serde(rename = "|>")]
    GreaterOrFuzzy,
}

impl Symbol {
    /// All symbols.
    pub const ALL: [Symbol; 9] = [
        Symbol::LessOrEqual,
        Symbol::GreaterOrEqual,
        Symbol::Equal,
        Symbol::NotEqual,
        Symbol::Less,
        Symbol::Greater,
        Symbol::Fuzzy,
        Symbol::LessOrFuzzy,
        Symbol::GreaterOrFuzzy,
    ];

    /// The symbol as it is typed.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Symbol::LessOrEqual => "<=",
            Symbol::GreaterOrEqual => ">=",
            Symbol::Equal => "==",
            Symbol::NotEqual => "!=",
            Symbol::Less => "<",
            Symbol::Greater => ">",
            Symbol::Fuzzy => "<>",
            Symbol::LessOrFuzzy => "<|",
            Symbol::GreaterOrFuzzy => "|>",
        }
    }

    /// Does the symbol stand between `G` and `H`, given whether `G <= H` and whether `G >= H`?
    #[must_use]
    pub fn holds(self, le: bool, ge: bool) -> bool {
        match self {
            Symbol::LessOrEqual => le,
            Symbol::GreaterOrEqual => ge,
            Symbol::Equal => le && ge,
            Symbol::NotEqual => !(le && ge),
            Symbol::Less => le && !ge,
            Symbol::Greater => ge && !le,
            Symbol::Fuzzy => !le && !ge,
            Symbol::LessOrFuzzy => !ge,
            Symbol::GreaterOrFuzzy => !le,
        }
    }
}

impl Claim {
    /// The claim in words, with the names of the positions.
    pub(super) fn describe(&self, names: &[String]) -> String {
        let name = |position: u32| super::names::name(names, position);
        match *self {
            Claim::Relation {
                left,
                relation,
                right,
            } => format!("{} {} {}", name(left), relation.text(), name(right)),
            Claim::CanonicalForm { form, of } => {
                format!("{} is the canonical form of {}", name(form), name(of))
            }
        }
    }
}

/// One step of the proof. Positions are given by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// `G <= H`, because earlier steps refute every `G^L >= H` and every `H^R <= G`.
    Le(u32, u32),
    /// Not `G <= H`, because the third position is a Left option of `G` and, by an earlier step, `>= H`.
    NleLeft(u32, u32, u32),
    /// Not `G <= H`, because the third position is a Right option of `H` and, by an earlier step, `<= G`.
    NleRight(u32, u32, u32),
    /// `G <= H` or not, as the two numbers compare.
    Numbers(u32, u32),
}
