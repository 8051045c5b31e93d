//! Lines from a pipe, echoed after their prompt so that the output reads as a session.

use std::io;

use super::{Source, Typed};
use crate::{
    lines,
    verbs::{limits::Limits, output},
};

pub(super) struct Piped;

impl Source for Piped {
    fn read(&mut self, prompt: &str, limits: &Limits) -> anyhow::Result<Typed> {
        let mut input = io::stdin().lock();
        let bytes = match lines::next(&mut input, limits)? {
            None => return Ok(Typed::End),
            Some(Ok(line)) => line.bytes,
            Some(Err(reason)) => {
                lines::skip(&mut input)?;
                output::line(&format!("error: {reason}"))?;
                return Ok(Typed::Dropped);
            }
        };
        let line = String::from_utf8_lossy(&bytes).into_owned();
        output::line(&format!("{prompt}{line}"))?;
        Ok(Typed::Line(line))
    }
}
