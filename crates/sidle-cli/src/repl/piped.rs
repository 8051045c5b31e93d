//! Lines from a pipe, echoed after their prompt so that the output reads as a session.

use std::io;

use sidle::lang::Session;

use super::{Source, Typed};
use crate::{lines, verbs::output};

pub(super) struct Piped;

impl Source for Piped {
    fn read(&mut self, prompt: &str, _: &Session) -> anyhow::Result<Typed> {
        let Some(bytes) = lines::next(&mut io::stdin().lock())? else {
            return Ok(Typed::End);
        };
        let line = String::from_utf8_lossy(&bytes).into_owned();
        output::line(&format!("{prompt}{line}"))?;
        Ok(Typed::Line(line))
    }
}
