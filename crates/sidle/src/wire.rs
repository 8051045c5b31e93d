//! The wire: questions and answers as JSON, for a worker, a socket, a child process or a file.
//!
//! A client sends [`Incoming`] messages, one a line where the transport has lines: questions with ids of the client's
//! choice, and cancellations. For every question it gets [`Outgoing`] messages with that id, the last of which is the
//! only `done` or `failed`. A cancellation may cross the last message; it is then ignored.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
};

use serde::{Deserialize, Serialize, Serializer};

use crate::{
    Error, ErrorKind, Job, Limits, Part, Workspace,
    core::Progress,
    error::stop_name,
    parts,
    questions::{Answer, Question},
    workspace::internal,
};

/// The version of the wire. It changes whenever a question or an answer changes incompatibly.
pub const WIRE_VERSION: u32 = 1;

/// A message of the client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
// Nearly all messages are requests, and none is kept.
#[allow(clippy::large_enum_variant)]
pub enum Incoming {
    /// A question.
    Ask(Request),
    /// Stop a question that was sent before.
    Cancel(Cancel),
}

/// A question with its id.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Chosen by the client; the answer carries it.
    #[serde(default)]
    pub id: u64,
    /// The version of the wire that the client speaks, if it wants to be sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The question.
    pub question: Question,
    /// Its limits.
    #[serde(default)]
    pub limits: Limits,
    /// The parts of the answer that are wanted besides it, each sent as `part` events: `text`, `unicode`, `latex`,
    /// `mathml`, `table` (CSV), `picture` (SVG), `certificate`, or a format of the answer by its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
}

/// Stops a question.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cancel {
    /// The id of the question.
    pub cancel: u64,
}

impl Incoming {
    /// Reads a message.
    ///
    /// # Errors
    /// For JSON that is not a message, with the field that is wrong.
    pub fn read(json: &str) -> Result<Incoming, Error> {
        // The reader would take an array as the fields in their order: `[3]` as a cancellation.
        if json.trim_start().starts_with('[') {
            return Err(Error::new(
                ErrorKind::Request,
                "a message is an object, not an array",
            ));
        }
        // An untagged enum would not say which field is wrong.
        let is_cancel = serde_json::from_str::<Cancel>(json);
        let read = match is_cancel {
            Ok(cancel) => return Ok(Incoming::Cancel(cancel)),
            Err(_) => serde_json::from_str::<Request>(json),
        };
        read.map(Incoming::Ask).map_err(|error| {
            let mut message = error.to_string();
            // The message names the field; its column is that of a line nobody typed.
            if error.is_data()
                && let Some(place) = message.rfind(" at line ")
            {
                message.truncate(place);
            }
            Error::new(ErrorKind::Request, message)
        })
    }
}

/// A message to the client.
#[derive(Debug, Serialize)]
pub struct Outgoing {
    /// The id of the question.
    pub id: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl Outgoing {
    /// The end of a request that cannot be read, with its id if that can be.
    #[must_use]
    pub fn unreadable(message: &str, error: Error) -> Outgoing {
        let fields = serde_json::from_str::<serde_json::Value>(message).ok();
        let id = fields.and_then(|fields| fields.get("id")?.as_u64());
        Outgoing {
            id: id.unwrap_or(0),
            event: Event::Failed { error },
        }
    }
}

/// What happens while a question is answered.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// How far the computation is.
    Progress(ProgressEvent),
    /// A part of the answer that is known already.
    Row {
        /// The part.
        row: serde_json::Value,
    },
    /// A line that a program printed.
    Printed {
        /// The line.
        text: String,
    },
    /// A piece of a part of the answer that the request includes.
    Part(Part),
    /// Something to be told to the user that belongs to no answer: an error in `startup.cgs`.
    Notice {
        /// What happened.
        text: String,
    },
    /// The answer: the last event of a question.
    Done {
        /// The answer.
        answer: Box<Answer>,
    },
    /// There is no answer: the last event of a question.
    Failed {
        /// Why.
        error: Error,
    },
}

/// The counters of a computation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressEvent {
    /// Elementary steps.
    pub steps: u64,
    /// New nodes.
    pub nodes: u64,
    /// Bytes of these nodes.
    pub bytes: u64,
    /// Units of work finished, out of `total`.
    pub done: u64,
    /// Units of work announced; 0 if unknown.
    pub total: u64,
    /// The depth of a search.
    pub depth: u64,
}

impl From<Progress> for ProgressEvent {
    fn from(progress: Progress) -> ProgressEvent {
        ProgressEvent {
            steps: progress.steps,
            nodes: progress.nodes,
            bytes: progress.bytes,
            done: progress.done,
            total: progress.total,
            depth: progress.depth,
        }
    }
}

/// Numbers, players, outcomes and positions are texts on the wire, in the notation of the field.
pub(crate) fn text<T: ToString, S: Serializer>(of: &T, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&of.to_string())
}

/// The same, and `null` for what is not there.
pub(crate) fn optional_text<T: ToString, S: Serializer>(
    of: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match of {
        Some(of) => text(of, to),
        None => to.serialize_none(),
    }
}

/// A list of the same.
pub(crate) fn texts<T: ToString, S: Serializer>(of: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(of.iter().map(ToString::to_string))
}

/// Types that are read from their names, as those names.
pub(crate) mod name {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<T: Display, S: Serializer>(of: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(of)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let name = String::deserialize(from)?;
        name.parse().map_err(D::Error::custom)
    }
}

/// The same for fields that may be missing.
pub(crate) mod optional_name {
    use std::{fmt::Display, str::FromStr};

    use serde::{Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        of: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        super::optional_text(of, to)
    }

    pub(crate) fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        super::name::deserialize(from).map(Some)
    }
}

/// A reason to stop, on the wire.
pub(crate) fn stop_reason<S: Serializer>(
    reason: &Option<crate::core::StopReason>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match reason {
        Some(reason) => to.serialize_some(stop_name(*reason)),
        None => to.serialize_none(),
    }
}

impl Workspace {
    /// Answers a request. `out` gets its events, and exactly one `done` or `failed`, which is the last.
    ///
    /// The clock, the cancellation and the poll are those of `job`, the limits the smaller ones of both.
    pub fn serve(
        &self,
        request: &Request,
        job: &Job,
        out: impl Fn(Outgoing) + Send + Sync + 'static,
    ) {
        let id = request.id;
        let out = Arc::new(out);
        // Progress of a thread that is still running must not follow the last event.
        let ended = Arc::new(AtomicBool::new(false));
        let sink = {
            let (out, ended) = (out.clone(), ended.clone());
            move |event| {
                if !ended.load(SeqCst) {
                    out(Outgoing { id, event });
                }
            }
        };
        let job = job.for_request(request.limits, sink);
        let answer = self.answer(request, &job);
        // What follows is not work that progress is reported of.
        ended.store(true, SeqCst);
        let answer = answer.and_then(|answer| {
            let send = |part| {
                let event = Event::Part(part);
                out(Outgoing { id, event });
            };
            let parts = || {
                (request.include.iter()).for_each(|name| parts::send(&answer, name, &job, &send));
            };
            let sent = catch_unwind(AssertUnwindSafe(parts));
            sent.map_err(|panic| internal(request.question.kind(), &*panic))?;
            Ok(answer)
        });
        let last = match answer {
            Ok(answer) => Event::Done {
                answer: Box::new(answer),
            },
            Err(error) => Event::Failed { error },
        };
        out(Outgoing { id, event: last });
        #[cfg(feature = "lang")]
        if let Some((taken, limit)) = job.memory()
            && self.is_crowded(taken, limit)
        {
            self.tidy(&job, limit);
        }
    }

    fn answer(&self, request: &Request, job: &Job) -> Result<Answer, Error> {
        match request.version {
            Some(version) if version != WIRE_VERSION => Err(Error::new(
                ErrorKind::Request,
                format!(
                    "this is version {WIRE_VERSION} of the wire, and version {version} was asked for"
                ),
            )),
            _ => request.question.ask(self, job),
        }
    }
}
