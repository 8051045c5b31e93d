//! The nim values of a take-and-break or coin-turning game, and their period.

use std::{ops::Not, path::PathBuf, sync::Arc};

use serde::Serializer;

use super::{
    code::{code, misfit},
    nim_text,
};
use crate::{
    certificates,
    impartial::{
        code::Code,
        nim::{
            CheckpointError, ExceptionTable, Method, Pace, PeriodAnswer, Sequence, Statistics,
            Trust, Values, advance, read_checkpoint, spawning::Spawning, until_periodic,
            write_checkpoint,
        },
    },
    questions::prelude::*,
    saved::{Interval, SavedFile},
};

/// Asks for the nim values of a take-and-break game, and for a proof of their period. The code may also be that of a
/// coin-turning game; then only its values are known.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NimSequenceQuestion {
    /// The code, such as `0.77`, or a name, such as `kayles`.
    pub code: String,
    /// The values of so many heaps, heap 0 first.
    pub values: usize,
    /// Search for a period or another regularity with a proof.
    pub until_periodic: bool,
    /// The search stops after so many heaps; the default depends on the number of heaps that a move may leave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// How values are computed.
    #[serde(skip_serializing_if = "is_default")]
    pub method: Method,
    /// Also list the heaps whose values differ from the period; implies `until_periodic`.
    #[serde(skip_serializing_if = "Not::not")]
    pub exceptions: bool,
    /// Also name the first cousins, in which a heap has one token less each.
    #[serde(skip_serializing_if = "Not::not")]
    pub cousins: bool,
    /// Also count the largest and the rare values.
    #[serde(skip_serializing_if = "Not::not")]
    pub statistics: bool,
    /// Refuse an answer without a certificate, and say why there is none; implies `until_periodic`.
    #[serde(skip_serializing_if = "Not::not")]
    pub certify: bool,
    /// Save the values in this file, and resume from it if it exists. Its values are computed again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
    /// Compute only a sample of the values in the checkpoint again.
    #[serde(skip_serializing_if = "Not::not")]
    pub trust: bool,
    /// How often the checkpoint is written: 10,000 if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval_ms: Option<u64>,
}

fn is_default(method: &Method) -> bool {
    *method == Method::Automatic
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

    fn is_about_periods(&self) -> bool {
        self.until_periodic || self.exceptions || self.certify
    }
}

/// Nim values, and what is proved about those that follow.
#[derive(Clone, Debug, Serialize)]
pub struct NimSequenceAnswer {
    /// The code in its normal form.
    pub code: String,
    /// The period or regularity, if one was searched for.
    #[serde(flatten)]
    pub period: Option<PeriodAnswer>,
    /// The values of one period and those that differ from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exceptions: Option<ExceptionTable>,
    /// The codes of the first cousins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_cousins: Option<Vec<String>>,
    /// The largest values and the sparse space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// How many values were read from a checkpoint and only sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub believed: Option<usize>,
    /// How many values were computed before the stop; where a period was searched for, this is among its fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<usize>,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
    /// The values, heap 0 first: as many as were asked for. After a stop at most [`NimValues::MOST_AFTER_STOP`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<NimValues>,
    #[serde(skip)]
    sequence: Option<Arc<Sequence>>,
}

/// The values of the first heaps of a game. It serializes as a list.
#[derive(Clone, Debug)]
pub struct NimValues {
    count: usize,
    list: ValueList,
}

#[derive(Clone, Debug)]
enum ValueList {
    Heaps(Arc<Sequence>),
    Coins(Arc<[u64]>),
}

impl NimValues {
    /// So many values are listed after a stop, when little time is left.
    pub const MOST_AFTER_STOP: usize = 10_000;

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The values, heap 0 first.
    #[must_use]
    pub fn iter(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.list {
            ValueList::Heaps(sequence) => {
                Box::new(sequence.values().iter().take(self.count).map(u64::from))
            }
            ValueList::Coins(values) => Box::new(values.iter().take(self.count).copied()),
        }
    }

    /// Writes the values with a character between them.
    pub(super) fn write(&self, between: char, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        match &self.list {
            ValueList::Heaps(sequence) => sequence.values().write(self.count, between, out),
            ValueList::Coins(_) => {
                for (heap, value) in self.iter().enumerate() {
                    match heap {
                        0 => write!(out, "{value}")?,
                        _ => write!(out, "{between}{value}")?,
                    }
                }
                Ok(())
            }
        }
    }
}

impl Serialize for NimValues {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl Ask for NimSequenceQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<NimSequenceAnswer, Error> {
        let code = match code(&self.code) {
            Ok(code) => code,
            // A number alone is rather a code without its point than the code of a coin-turning game.
            Err(error) if self.code.bytes().all(|byte| byte.is_ascii_digit()) => return Err(error),
            Err(error) => {
                let rules = self.code.parse::<Spawning>().map_err(|_| error)?;
                return self.coins(&rules, job);
            }
        };
        let saved = SavedFile::lock(self.checkpoint.as_deref(), workspace)?;
        let (mut sequence, believed) = self.begin(code, saved.as_ref(), job)?;
        let stopped = match self.run(&mut sequence, saved.as_ref(), job) {
            Ok(()) => None,
            Err(error) => Some(error.stopped.ok_or(error)?),
        };
        if let Some(saved) = &saved {
            let written = write_checkpoint(saved.path(), sequence.code(), sequence.values());
            written.map_err(|error| saved.error(error))?;
        }
        if self.certify {
            certificates::nim_sequence(&sequence)?;
        }
        let sequence = Arc::new(sequence);
        let count = match stopped {
            Some(_) => self.values.min(NimValues::MOST_AFTER_STOP),
            None => self.values,
        };
        let values = NimValues {
            count: count.min(sequence.values().len()),
            list: ValueList::Heaps(sequence.clone()),
        };
        let cousins = || {
            let cousins = sequence.code().first_cousins();
            cousins.iter().map(Code::to_string).collect()
        };
        Ok(NimSequenceAnswer {
            code: sequence.code().to_string(),
            period: self.is_about_periods().then(|| PeriodAnswer::of(&sequence)),
            exceptions: self
                .exceptions
                .then(|| ExceptionTable::of(&sequence))
                .flatten(),
            first_cousins: self.cousins.then(cousins),
            statistics: self.statistics.then(|| Statistics::of(&sequence)),
            believed,
            searched: stopped
                .filter(|_| !self.is_about_periods())
                .map(|_| sequence.values().len()),
            stopped,
            values: (self.values > 0 || !self.is_about_periods()).then_some(values),
            sequence: Some(sequence),
        })
    }
}

impl NimSequenceQuestion {
    /// The sequence, with the values of a checkpoint if there is one; and how many of them were only sampled.
    fn begin(
        &self,
        code: Code,
        saved: Option<&SavedFile>,
        job: &Job,
    ) -> Result<(Sequence, Option<usize>), Error> {
        let (sequence, believed) = match saved.filter(|saved| saved.exists()) {
            None => (Sequence::with_method(code, self.method), None),
            Some(saved) => {
                let trust = match self.trust {
                    true => Trust::Sample,
                    false => Trust::Nothing {
                        threads: job.threads().get(),
                    },
                };
                let read = read_checkpoint(saved.path(), &code, trust, job.meter());
                let values: Values = read.map_err(|error| match error {
                    CheckpointError::Stopped(reason) => Error::from(reason)
                        .with_help("the checkpoint was not verified; `trust` resumes without"),
                    error => saved.error(error),
                })?;
                let believed = self.trust.then_some(values.len());
                (Sequence::resume(code, self.method, values), believed)
            }
        };
        let sequence = sequence.map_err(|error| misfit(&error, &self.code))?;
        Ok((sequence, believed))
    }

    /// Computes values and searches for a period, and saves the values at intervals.
    fn run(
        &self,
        sequence: &mut Sequence,
        saved: Option<&SavedFile>,
        job: &Job,
    ) -> Result<(), Error> {
        let meter = job.meter();
        let limit = self.limit.unwrap_or_else(|| sequence.usual_limit());
        let total = match self.is_about_periods() {
            true => limit,
            false => self.values,
        };
        meter.announce(total as u64);
        let mut interval = Interval::new(job, self.interval_ms);
        let mut last = interval.now();
        let mut reached = sequence.values().len();
        let mut step = |sequence: &Sequence| {
            meter.advance((sequence.values().len() - reached) as u64);
            reached = sequence.values().len();
            let Some(saved) = saved else {
                return Ok(Pace::Longer);
            };
            if interval.is_over() {
                let written = write_checkpoint(saved.path(), sequence.code(), sequence.values());
                written.map_err(|error| saved.error(error))?;
            }
            // So short that a checkpoint is late by a part of its interval only.
            let took = interval.now().saturating_sub(last);
            last = interval.now();
            Ok::<_, Error>(match took > interval.length() / 4 {
                true => Pace::Shorter,
                false => Pace::Longer,
            })
        };
        if self.is_about_periods() {
            until_periodic(sequence, limit, meter, &mut step)?;
        }
        advance(sequence, self.values, meter, &mut step)
    }

    /// The nim values of a coin-turning game: no theorem here proves a period of them.
    fn coins(&self, rules: &Spawning, job: &Job) -> Result<NimSequenceAnswer, Error> {
        let asked = [
            ("until_periodic", self.until_periodic),
            ("certify", self.certify),
            ("exceptions", self.exceptions),
            ("statistics", self.statistics),
            ("cousins", self.cousins),
            ("checkpoint", self.checkpoint.is_some()),
        ];
        if let Some((field, _)) = asked.iter().find(|(_, asked)| *asked) {
            let message = format!(
                "`{field}` is for take-and-break codes; `{}` is a code of a coin-turning game",
                self.code
            );
            return Err(Error::new(ErrorKind::NotApplicable, message));
        }
        let most = u32::try_from(self.values.saturating_sub(1));
        let most =
            most.map_err(|_| Error::new(ErrorKind::Request, "so many heaps are too many"))?;
        let values = rules.nim_values(most, job.meter())?;
        Ok(NimSequenceAnswer {
            code: self.code.clone(),
            period: None,
            exceptions: None,
            first_cousins: None,
            statistics: None,
            believed: None,
            searched: None,
            stopped: None,
            values: Some(NimValues {
                count: self.values.min(values.len()),
                list: ValueList::Coins(values.into()),
            }),
            sequence: None,
        })
    }
}

impl NimSequenceAnswer {
    /// Writes the answer in words and notation; the values may be gigabytes.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_text(&self, out: &mut dyn std::io::Write) -> std::io::Result<()> {
        nim_text::write(self, out)
    }
}

impl Report for NimSequenceAnswer {
    fn text(&self, _: Style) -> String {
        let mut text = Vec::new();
        // A list cannot fail to be written to.
        let _ = self.write_text(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// The values against the sizes of the heaps, with the rare values set off.
    #[cfg(feature = "draw")]
    fn picture(&self) -> Option<crate::Drawing> {
        let sequence = self.sequence.as_ref()?;
        let space = sequence.space();
        let title = match &space {
            None => self.code.clone(),
            Some(space) => format!(
                "{} (rare values, mask {:b}, set off)",
                self.code, space.mask
            ),
        };
        let rare = |heap: usize, value: u32| space.is_some_and(|space| space.is_rare(value, heap));
        let values: Vec<u32> = sequence.values().iter().collect();
        Some(crate::Drawing {
            svg: crate::draw::plot_sequence(&title, values.iter().copied(), rare),
            text: title,
        })
    }

    fn certificate(&self) -> Option<Blob> {
        let certificate = certificates::nim_sequence(self.sequence.as_ref()?).ok()?;
        Some(Blob::json(certificate))
    }
}
