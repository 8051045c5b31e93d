//! Explanations: how a value comes about, step by step, and why two games compare as they do.

mod draft;
mod labels;
mod loopy;
mod steps;
mod strategy;
mod value;

#[cfg(feature = "logic")]
pub(crate) use self::steps::steps_are_verified;
pub use self::{
    labels::*,
    loopy::*,
    steps::{Explanation, ExplanationReading, ExplanationStep, ExplanationStepKind},
    strategy::{Strategy, StrategyMove, StrategyReply},
    value::*,
};
