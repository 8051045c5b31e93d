//! A progress line on the terminal for anything that takes longer than a second.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sidle::core::{Meter, Progress, StopReason};

const PATIENCE: Duration = Duration::from_secs(1);
const FRAME: Duration = Duration::from_millis(100);

/// Runs `work` on this thread while another one watches `meter` and, on a terminal and after a
/// second, shows how far it is. Nothing is drawn when the standard error is no terminal.
pub(crate) fn run_with_progress<T>(meter: &Meter, label: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        // Dropping the sender, also while a panic unwinds, is the signal to stop drawing.
        let (done, watched) = mpsc::channel::<()>();
        scope.spawn(move || watch(meter, label, &watched));
        let answer = work();
        drop(done);
        answer
    })
}

fn watch(meter: &Meter, label: &str, done: &mpsc::Receiver<()>) {
    if done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_prefix(label.to_owned());
    loop {
        show(&bar, &meter.snapshot());
        if done.recv_timeout(FRAME) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    bar.finish_and_clear();
}

fn show(bar: &ProgressBar, progress: &Progress) {
    let template = if progress.total > 0 {
        bar.set_length(progress.total);
        bar.set_position(progress.done.min(progress.total));
        "{prefix} {bar:20} {percent}% · {elapsed} · Ctrl-C stops · {wide_msg}"
    } else {
        "{spinner} {prefix} · {elapsed} · Ctrl-C stops · {wide_msg}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    let seconds = bar.elapsed().as_secs_f64().max(0.001);
    let rate = HumanCount((progress.nodes as f64 / seconds) as u64);
    bar.set_message(format!("{} · {rate} nodes/s", counters(progress)));
    bar.tick();
}

/// How far a computation had come when a limit stopped it, if it had begun.
pub(crate) fn reached(progress: &Progress, reason: StopReason) -> Option<String> {
    let units = match progress.total {
        0 => None,
        total => Some(format!(
            "{} of {}",
            HumanCount(progress.done.min(total)),
            HumanCount(total)
        )),
    };
    if progress.steps == 0 && progress.nodes == 0 {
        return units.map(|units| format!("it had come to {units}"));
    }
    // What the nodes take is not all: beside a limit on memory that was reached it would be taken for that.
    let bytes = match reason {
        StopReason::Memory => 0,
        _ => progress.bytes,
    };
    let progress = Progress { bytes, ..*progress };
    let units = units.map_or_else(String::new, |units| format!("{units}, "));
    Some(format!("it had come to {units}{}", counters(&progress)))
}

/// How many nodes there are, what they take, and how deep a search is.
fn counters(progress: &Progress) -> String {
    let nodes = counted(progress.nodes, "node");
    let mut text = if progress.bytes == 0 {
        format!("{}, {nodes}", counted(progress.steps, "step"))
    } else {
        let take = if progress.nodes == 1 { "takes" } else { "take" };
        format!("{nodes}, which {take} {}", HumanBytes(progress.bytes))
    };
    if progress.depth > 0 {
        text += &format!(", depth {}", progress.depth);
    }
    text
}

/// `1 node`, `2 nodes`.
fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_far_is_told_in_words() {
        let mut progress = Progress::default();
        assert_eq!(reached(&progress, StopReason::Time), None);
        (progress.nodes, progress.bytes) = (1, 57);
        let told = |progress: &Progress, reason| reached(progress, reason).unwrap_or_default();
        assert_eq!(
            told(&progress, StopReason::Time),
            "it had come to 1 node, which takes 57 B"
        );
        (progress.nodes, progress.steps, progress.depth) = (2000, 1, 3);
        assert_eq!(
            told(&progress, StopReason::Memory),
            "it had come to 1 step, 2,000 nodes, depth 3"
        );
        (progress.done, progress.total) = (1500, 20_000);
        assert_eq!(
            told(&progress, StopReason::Memory),
            "it had come to 1,500 of 20,000, 1 step, 2,000 nodes, depth 3"
        );
        (progress.nodes, progress.steps) = (0, 0);
        assert_eq!(
            told(&progress, StopReason::Time),
            "it had come to 1,500 of 20,000"
        );
    }
}
