//! A session of the language with the limits and the style the user asked for.

use std::{mem::ManuallyDrop, process::ExitCode, sync::Arc, time::Instant};

use sidle::{
    Error,
    core::Meter,
    lang::{Diagnostic, DiagnosticKind, Session},
};

use crate::{
    failure::{Failure, ScriptLine, exit_code, rendered},
    folders,
    process::{interrupt, watchdog},
    progress::{reached, run_with_progress},
    verbs::{limits::Limits, output, style::Style},
};

/// A stop with how far the computation had come.
pub(crate) fn how_far(error: Diagnostic, meter: &Meter) -> Diagnostic {
    match (error.kind, &error.help) {
        (DiagnosticKind::Stopped(reason), None) => Diagnostic {
            help: reached(&meter.snapshot(), reason),
            ..error
        },
        _ => error,
    }
}

/// A verb that was stopped tells what it found at once or not at all.
pub(crate) fn tell_soon(error: &Diagnostic) {
    if let DiagnosticKind::Stopped(reason) = error.kind
        && !watchdog::is_session()
    {
        watchdog::stopped(reason);
    }
}

/// A session for one verb.
pub(crate) struct Calculator {
    /// There is one calculator in a process, and it lives as long: to free millions of games one by one would only make
    /// its end wait.
    session: ManuallyDrop<Session>,
    limits: Limits,
    style: Style,
    /// When the verb began: all its steps share one clock.
    pub(crate) begun: Instant,
}

impl Calculator {
    /// A fresh session, after `startup.cgs` if one of the folders has it. The limits hold from here on, also while a file is
    /// opened or written, until the process ends or waits for its input.
    pub(crate) fn new(limits: &Limits, style: &Style) -> Calculator {
        let mut calculator = Calculator {
            session: ManuallyDrop::new(folders::session()),
            limits: limits.clone(),
            style: style.clone(),
            begun: Instant::now(),
        };
        calculator.start();
        calculator
    }

    /// Runs `startup.cgs`; what is wrong with it is told and disturbs nothing else.
    fn start(&mut self) {
        const CALL: &str = "startup();";
        let meter = self.meter();
        if self.session.has_script("startup", &meter)
            && let Err(error) = self.session.evaluate(CALL, &meter)
        {
            output::note(rendered(CALL, &error.into(), None));
        }
    }

    /// Prints an error with its place; the exit code says what sort it is.
    pub(crate) fn report(
        &self,
        source: &str,
        error: &Diagnostic,
        place: Option<ScriptLine<'_>>,
    ) -> anyhow::Result<ExitCode> {
        tell_soon(error);
        let error = Error::from(error.clone());
        if self.style.json {
            output::json_line(&Failure::new(source, &error, place))?;
        } else {
            output::note(rendered(source, &error, place));
        }
        Ok(exit_code(&error))
    }

    /// The meter of a step: of a session it is the first, of a verb one of several.
    fn meter(&self) -> Arc<Meter> {
        match watchdog::is_session() {
            true => self.limits.meter(),
            false => self.limits.meter_since(self.begun),
        }
    }

    /// Works with the session under the limits; Ctrl-C stops it. A session that goes on rests afterwards; in a verb the limits
    /// go on counting while the answer is written.
    pub(crate) fn work<T>(&mut self, work: impl FnOnce(&mut Session, &Meter) -> T) -> T {
        let meter = self.meter();
        let session = &mut self.session;
        let done = run_with_progress(&meter, "solving", || work(session, &meter));
        if watchdog::is_session() {
            interrupt::end();
        }
        done
    }
}
