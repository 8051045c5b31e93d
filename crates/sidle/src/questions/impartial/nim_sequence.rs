//! The nim values of a take-and-break game, and their period.

use serde::{Deserialize, Serialize};

use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Report, Workspace,
    core::StopReason,
    impartial::{
        code::Code,
        nim::{Pace, PeriodAnswer, Sequence, advance, until_periodic},
    },
    values::notation::Style,
};

/// Asks for the nim values of a take-and-break game, and for a proof of their period.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NimSequenceQuestion {
    /// The code, such as `0.77`, or a name, such as `kayles`.
    pub code: String,
    /// The values of so many heaps, heap 0 first.
    pub values: usize,
    /// Search for a period or another regularity with a proof.
    pub until_periodic: bool,
    /// The search stops after so many heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

impl NimSequenceQuestion {
    /// The question about the first values of a game.
    pub fn new(code: impl Into<String>, values: usize) -> NimSequenceQuestion {
        NimSequenceQuestion {
            code: code.into(),
            values,
            ..NimSequenceQuestion::default()
        }
    }
}

/// Nim values, and what is proved about those that follow.
#[derive(Clone, Debug, Serialize)]
pub struct NimSequenceAnswer {
    /// The code in its normal form.
    pub code: String,
    /// The values, heap 0 first: as many as were asked for, or as were found before a limit was reached.
    pub values: Vec<u32>,
    /// The period or regularity, if one was searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodAnswer>,
    /// How many values were computed.
    pub searched: usize,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
}

impl Ask for NimSequenceQuestion {
    const KIND: &'static str = "nim-sequence";

    type Answer = NimSequenceAnswer;

    fn ask(&self, _: &Workspace, job: &Job) -> Result<NimSequenceAnswer, Error> {
        let meter = job.meter();
        let code = code(&self.code)?;
        let misfit = |error| Error::new(ErrorKind::NotApplicable, format!("{error}"));
        let mut sequence = Sequence::new(code).map_err(misfit)?;
        let limit = self.limit.unwrap_or_else(|| sequence.usual_limit());
        meter.announce(if self.until_periodic {
            limit
        } else {
            self.values
        } as u64);
        let mut reached = 0;
        let mut step = |sequence: &Sequence| {
            meter.advance((sequence.values().len() - reached) as u64);
            reached = sequence.values().len();
            Ok::<_, StopReason>(Pace::Longer)
        };
        let mut work = || {
            if self.until_periodic {
                until_periodic(&mut sequence, limit, meter, &mut step)?;
            }
            advance(&mut sequence, self.values, meter, &mut step)
        };
        let stopped = work().err();
        Ok(NimSequenceAnswer {
            code: sequence.code().to_string(),
            values: sequence.values().iter().take(self.values).collect(),
            period: self.until_periodic.then(|| PeriodAnswer::of(&sequence)),
            searched: sequence.values().len(),
            stopped,
        })
    }
}

/// Reads a code or a usual name.
fn code(text: &str) -> Result<Code, Error> {
    if let Some(code) = Code::by_name(text) {
        return Ok(code);
    }
    let read = text.parse::<Code>();
    read.map_err(|error| {
        Error::new(ErrorKind::Notation, error.to_string()).at("code", error.span())
    })
}

impl Report for NimSequenceAnswer {
    fn text(&self, _: Style) -> String {
        let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
        let mut lines = Vec::new();
        if let Some(period) = &self.period {
            lines.push(match (period.period, period.preperiod) {
                (Some(length), Some(from)) => {
                    format!("{}: period {length} from heap {from} on", self.code)
                }
                _ => format!("{}: {}", self.code, period.proof),
            });
        }
        if !values.is_empty() {
            lines.push(values.join(" "));
        }
        lines.extend(self.stopped.map(|reason| reason.to_string()));
        lines.join("\n")
    }
}
