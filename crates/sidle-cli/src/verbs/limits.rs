//! The limits every long-running verb takes: `--timeout`, `--max-nodes`, `--max-memory`.
//!
//! Flatten [`Limits`] into a verb's arguments, make the meter once when the work begins, and hand
//! it down. A computation that stops early returns its [`StopReason`]
//! through `?`; the binary then ends with code 3.

use std::{
    fmt,
    num::NonZeroUsize,
    path::Path,
    process::ExitCode,
    sync::{Arc, atomic::Ordering::SeqCst},
    time::{Duration, Instant},
};

use clap::Args;
use sidle::{
    Job, Sink,
    core::{Meter, StopReason},
};

use crate::{
    files,
    process::{ending, interrupt, memory, watchdog},
};

/// Limits on one computation. Without them nothing is limited but the memory of the process.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Limits {
    /// Stop after this long: `10` (seconds), `0.5`, `250ms`, `2m`, `1h`
    #[arg(help_heading = "Limits", long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,

    /// Stop when this many nodes have been made, which are games, positions and vertices,
    /// those of a file that is read included: `5000000`, `200k`, `5M`
    #[arg(help_heading = "Limits", long, value_name = "COUNT", value_parser = count)]
    pub(crate) max_nodes: Option<u64>,

    /// Stop when the program takes this much memory: `500M`, `4G`, `none`; without
    /// this three quarters of what is available
    #[arg(help_heading = "Limits", long, value_name = "BYTES", value_parser = memory_limit)]
    pub(crate) max_memory: Option<u64>,
}

/// The limits of a verb that makes no nodes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ProcessLimits {
    /// Stop after this long: `10` (seconds), `0.5`, `250ms`, `2m`, `1h`
    #[arg(help_heading = "Limits", long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,

    /// Stop when the program takes this much memory: `500M`, `4G`, `none`; without
    /// this three quarters of what is available
    #[arg(help_heading = "Limits", long, value_name = "BYTES", value_parser = memory_limit)]
    max_memory: Option<u64>,
}

impl ProcessLimits {
    /// A job with these limits; Ctrl-C cancels it.
    pub(crate) fn job(&self) -> Job {
        self.limits().job()
    }

    fn limits(&self) -> Limits {
        Limits {
            timeout: self.timeout,
            max_nodes: None,
            max_memory: self.max_memory,
        }
    }

    /// The job of a verb that reads `inputs` and writes `outputs`; see [`files::claim`].
    pub(crate) fn begin_job<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a Path>,
        outputs: impl IntoIterator<Item = Option<&'a Path>>,
    ) -> anyhow::Result<Job> {
        self.limits().begin_job(inputs, outputs)
    }
}

/// What a line may take in a session that is full, so that its names can be given up.
const RESERVE: u64 = 1 << 20;

impl Limits {
    /// The limit on memory holds from now on, before anything is computed: also what is read takes room.
    fn hold_memory(&self) -> u64 {
        memory::count_maps(self.max_memory.is_some());
        memory::set_limit(self.max_memory.unwrap_or_else(memory::default_limit))
    }

    /// A meter with these limits whose clock starts now; Ctrl-C cancels it.
    pub(crate) fn meter(&self) -> Arc<Meter> {
        self.meter_since(Instant::now())
    }

    /// A job with these limits; Ctrl-C cancels it.
    pub(crate) fn job(&self) -> Job {
        watched(self.new_job(Instant::now()))
    }

    /// The same for work that has begun before, whose events go to a sink.
    pub(crate) fn job_since(&self, start: Instant, sink: impl Sink + 'static) -> Job {
        watched(self.new_job(start).with_sink(sink))
    }

    fn new_job(&self, start: Instant) -> Job {
        let mut most = self.hold_memory();
        if watchdog::is_session() {
            most = most.max(memory::allow(RESERVE));
        }
        let interrupted = interrupt::begin();
        let left = self
            .timeout
            .map(|limit| limit.saturating_sub(start.elapsed()));
        watchdog::watch(left);
        Job::unlimited()
            .with_limits(sidle::Limits {
                time_ms: left.map(|limit| limit.as_millis() as u64),
                nodes: self.max_nodes,
                bytes: None,
            })
            .with_poll(move || interrupted.load(SeqCst))
            .with_gauge(memory::taken, most)
            .with_alarm(watchdog::alarm())
    }

    /// The job of a verb that reads `inputs` and writes `outputs`; see [`files::claim`].
    pub(crate) fn begin_job<'a>(
        &self,
        inputs: impl IntoIterator<Item = &'a Path>,
        outputs: impl IntoIterator<Item = Option<&'a Path>>,
    ) -> anyhow::Result<Job> {
        files::claim(inputs, outputs)?;
        Ok(self.job())
    }

    /// The same for work that has begun before.
    pub(crate) fn meter_since(&self, start: Instant) -> Arc<Meter> {
        self.meter_beside(start, RESERVE)
    }

    /// The same for work of a session that may take so many bytes beside what the session takes already, whatever the limit
    /// says.
    pub(crate) fn meter_beside(&self, start: Instant, reserve: u64) -> Arc<Meter> {
        let mut most = self.hold_memory();
        if watchdog::is_session() {
            most = most.max(memory::allow(reserve));
        }
        let mut meter = Meter::new()
            .with_cancel(interrupt::begin())
            .with_gauge(memory::taken, most)
            .with_alarm(watchdog::alarm());
        let left = |limit: Duration| limit.saturating_sub(start.elapsed());
        watchdog::watch(self.timeout.map(left));
        if let Some(limit) = self.timeout {
            meter = meter.with_deadline(move || start.elapsed(), limit);
        }
        if let Some(limit) = self.max_nodes {
            meter = meter.with_max_nodes(limit);
        }
        let meter = Arc::new(meter);
        ending::computing(&meter);
        meter
    }
}

/// The job, whose meter tells how far it is should the process be ended from outside.
fn watched(job: Job) -> Job {
    ending::computing(job.shared_meter());
    job
}

/// What most verbs take besides their own arguments: how the answer is written, and the limits.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct CommonOptions<Form: Args> {
    #[command(flatten)]
    pub(crate) form: Form,

    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// How an answer is written that may go to a file.
pub(crate) trait Placed {
    /// The file, if one was named.
    fn place(&self) -> Option<&Path>;
}

impl<Form: Args + Placed> CommonOptions<Form> {
    /// The job of a verb that reads `inputs` and writes `others` besides its answer; see [`files::claim`].
    pub(crate) fn begin_job<'a>(
        &'a self,
        inputs: impl IntoIterator<Item = &'a Path>,
        others: impl IntoIterator<Item = Option<&'a Path>>,
    ) -> anyhow::Result<Job> {
        let outputs = [self.form.place()].into_iter().chain(others);
        self.limits.begin_job(inputs, outputs)
    }
}

/// The exit code of an answer: 3 if a limit was reached, else 0.
pub(crate) fn exit_code(stopped: Option<StopReason>) -> ExitCode {
    ExitCode::from(if stopped.is_some() { 3 } else { 0 })
}

/// As the calculator shows them.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.timeout.map(|limit| format!("time {limit:?}"));
        let nodes = self.max_nodes.map(|limit| format!("{limit} nodes"));
        let memory = self.max_memory.map(|limit| match limit {
            u64::MAX => "any memory".to_owned(),
            limit => format!("{limit} bytes"),
        });
        let parts: Vec<String> = [time, nodes, memory].into_iter().flatten().collect();
        if parts.is_empty() {
            f.write_str("no limits")
        } else {
            write!(f, "limits: {}", parts.join(", "))
        }
    }
}

pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = split_unit(text);
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| "write a number of seconds, such as `10` or `0.5`, or `250ms`".to_owned())?;
    Duration::try_from_secs_f64(number * scale).map_err(|error| error.to_string())
}

/// More threads than this help nobody.
const MOST_THREADS: usize = 1024;

/// A number of threads, of every verb that takes one.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().and_then(NonZeroUsize::new);
    number
        .filter(|number| number.get() <= MOST_THREADS)
        .ok_or_else(|| format!("write a number from 1 to {MOST_THREADS}"))
}

/// So many threads, or one for each processor.
pub(crate) fn or_all(threads: Option<NonZeroUsize>) -> NonZeroUsize {
    let all = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    threads.unwrap_or_else(all)
}

pub(crate) fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000)
}

fn memory_limit(text: &str) -> Result<u64, String> {
    if text == "none" {
        return Ok(u64::MAX);
    }
    bytes(text)
}

pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let text = text
        .strip_suffix("iB")
        .or_else(|| text.strip_suffix('B'))
        .unwrap_or(text);
    scaled(text, 1024)
}

/// A whole number with an optional `k`, `M`, `G` or `T`, each `base` times the one before.
fn scaled(text: &str, base: u64) -> Result<u64, String> {
    let (digits, unit) = split_unit(text);
    let power = match unit {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(format!("`{unit}` is not a unit; use k, M, G or T")),
    };
    let number: u64 = digits
        .replace('_', "")
        .parse()
        .map_err(|_| "write a whole number, such as `200000` or `5M`".to_owned())?;
    number
        .checked_mul(base.pow(power))
        .ok_or_else(|| "this is too large".to_owned())
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_units() {
        assert_eq!(duration("10"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "x", "-1", "3d", "1e999", "s", "nan"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn threads_are_few() {
        assert_eq!(threads("1024").map(NonZeroUsize::get), Ok(1024));
        for bad in [
            "",
            "0",
            "-1",
            "1025",
            "100000",
            "2k",
            "99999999999999999999",
        ] {
            assert!(threads(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_are_shown() {
        let mut limits = Limits::default();
        assert_eq!(limits.to_string(), "no limits");
        limits.timeout = Some(Duration::from_millis(1500));
        limits.max_nodes = Some(7);
        assert_eq!(limits.to_string(), "limits: time 1.5s, 7 nodes");
    }

    #[test]
    fn counts_and_bytes_differ_in_their_base() {
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(bytes("2k"), Ok(2048));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        for bad in ["", "-1", "1.5", "5X", "99999999999999999999", "99999999T"] {
            assert!(count(bad).is_err(), "{bad}");
        }
    }
}
