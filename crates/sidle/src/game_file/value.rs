//! Values of vertices and of their sums.

use serde::Serialize;

use super::{GameFile, GameFileError};
use crate::{
    core::Meter,
    values::loopy::{Effort, LoopyValue, VerifyError},
};

/// How hard to try, and whether to check.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    /// How much to spend on a side that does not become a stopper by itself.
    pub effort: Effort,
    /// Compare the value with the graph by an independent path.
    pub verify: bool,
}

/// What is said of a value, in the shape of docs/formats.md.
#[derive(Clone, Debug, Serialize)]
pub struct ValueAnswer {
    /// The vertex, if the value is that of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex: Option<String>,
    /// `short`, `stopper`, `stopper-sided` or `sided`.
    pub kind: &'static str,
    /// The value in notation.
    pub value: String,
    /// Its onside.
    pub onside: String,
    /// Its offside.
    pub offside: String,
    /// Its outcome.
    pub outcome: String,
    /// Whether it agrees with the graph, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<bool>,
}

impl GameFile {
    /// The value of a vertex.
    pub fn value(
        &self,
        vertex: u32,
        asked: Asked,
        meter: &Meter,
    ) -> Result<ValueAnswer, GameFileError> {
        let value = self.loopy_value(vertex, asked, meter)?;
        self.answer(vertex, value, asked, meter)
    }

    /// The value itself, as a handle of the store.
    pub fn loopy_value(
        &self,
        vertex: u32,
        asked: Asked,
        meter: &Meter,
    ) -> Result<LoopyValue, GameFileError> {
        let loopy = self.loopy();
        Ok(loopy.try_graph_value(&self.graph, vertex, asked.effort, meter)?)
    }

    /// The values of all named vertices, in order.
    pub fn values(&self, asked: Asked, meter: &Meter) -> Result<Vec<LoopyValue>, GameFileError> {
        let loopy = self.loopy();
        let mut values = loopy.try_graph_values(&self.graph, asked.effort, meter)?;
        values.truncate(self.file.names.len());
        Ok(values)
    }

    /// What is said of the value that a vertex has.
    pub fn answer(
        &self,
        vertex: u32,
        value: LoopyValue,
        asked: Asked,
        meter: &Meter,
    ) -> Result<ValueAnswer, GameFileError> {
        let mut answer = self.described(value, meter)?;
        answer.vertex = self.file.names.get(vertex as usize).cloned();
        answer.verified = self.verified(vertex, value, asked, meter)?;
        Ok(answer)
    }

    /// The sum of some vertices, minus others.
    pub fn sum(
        &self,
        added: &[u32],
        subtracted: &[u32],
        asked: Asked,
        meter: &Meter,
    ) -> Result<ValueAnswer, GameFileError> {
        let loopy = self.loopy();
        let mut total: LoopyValue = self.session.store().zero().into();
        let mut verified = None;
        let added = added.iter().map(|&vertex| (vertex, false));
        let subtracted = subtracted.iter().map(|&vertex| (vertex, true));
        for (vertex, negative) in added.chain(subtracted) {
            let mut value = self.loopy_value(vertex, asked, meter)?;
            let checked = self.verified(vertex, value, asked, meter)?;
            if checked == Some(false) || verified.is_none() {
                verified = checked;
            }
            if negative {
                value = loopy.try_negative_value(value, meter)?;
            }
            total = loopy.try_add(total, value, asked.effort, meter)?;
        }
        let mut answer = self.described(total, meter)?;
        answer.verified = verified;
        Ok(answer)
    }

    /// Does the value agree with the graph? `None` if that was not asked for.
    pub fn verified(
        &self,
        vertex: u32,
        value: LoopyValue,
        asked: Asked,
        meter: &Meter,
    ) -> Result<Option<bool>, GameFileError> {
        if !asked.verify {
            return Ok(None);
        }
        match self.loopy().verify(&self.graph, vertex, value, meter) {
            Ok(()) => Ok(Some(true)),
            Err(VerifyError::Differs(_)) => Ok(Some(false)),
            Err(VerifyError::Stopped(reason)) => Err(reason.into()),
        }
    }

    fn described(&self, value: LoopyValue, meter: &Meter) -> Result<ValueAnswer, GameFileError> {
        Ok(ValueAnswer {
            vertex: None,
            kind: value.kind(),
            value: self.text(value, meter)?,
            onside: self.side_text(value.onside(), meter)?,
            offside: self.side_text(value.offside(), meter)?,
            outcome: self.loopy().try_outcome(value, meter)?.to_string(),
            verified: None,
        })
    }
}
