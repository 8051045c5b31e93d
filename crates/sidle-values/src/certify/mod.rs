//! Certificates: claims about short games together with a proof that anybody can check.
//!
//! The games of a claim are *forms*, as somebody typed them: `{1,*|0}` is certified with both its
//! Left options, dominated or not. Write the forms down in a [`Forms`], then ask it for the
//! [`Certificate`] of a [`Claim`]; its `Display` is the JSON that `docs/formats.md` specifies (kind
//! `short-game`) and that `sidle-check`, which shares no code with this crate, verifies.
//!
//! The store is the oracle that finds the winning moves; the certificate lists them.

mod forms;
mod steps;
mod write;

use sidle_core::StopReason;

pub use self::{
    forms::{Form, Forms},
    steps::Step,
    write::Certificate,
};

/// A symbol between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// `G <= H`
    LessOrEqual,
    /// `G >= H`
    GreaterOrEqual,
    /// `G == H`
    Equal,
    /// `G != H`
    NotEqual,
    /// `G < H`
    Less,
    /// `G > H`
    Greater,
    /// `G <> H`: confused with
    Fuzzy,
    /// `G <| H`: less than or confused with
    LessOrFuzzy,
    /// `G |> H`: greater than or confused with
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

    /// Which answers to "`G <= H`?" and "`H <= G`?" the symbol stands for; `None` where either will do.
    fn facts(self) -> (Option<bool>, Option<bool>) {
        match self {
            Symbol::LessOrEqual => (Some(true), None),
            Symbol::GreaterOrEqual => (None, Some(true)),
            Symbol::Equal => (Some(true), Some(true)),
            Symbol::Less => (Some(true), Some(false)),
            Symbol::Greater => (Some(false), Some(true)),
            Symbol::Fuzzy => (Some(false), Some(false)),
            Symbol::LessOrFuzzy => (None, Some(false)),
            Symbol::GreaterOrFuzzy => (Some(false), None),
            // Shown by one of the two directions: the caller chooses.
            Symbol::NotEqual => (None, None),
        }
    }
}

/// What a certificate is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// How two games compare.
    Relation(Form, Symbol, Form),
    /// The canonical form of a game is what the store says it is.
    CanonicalForm(Form),
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// A false claim has no certificate. The true relation is given.
    #[error("the claim is false: the truth is `{0}`")]
    False(sidle_core::Relation),
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}
