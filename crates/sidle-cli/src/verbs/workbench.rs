//! `sidle workbench`: the page with worksheets and boards, on this machine.

use std::{
    env,
    io::{self, Write},
    path::{Component, Path},
    process::{Command, ExitCode, Stdio},
    thread,
};

use anyhow::{Context, bail};
use clap::Args;
use sidle_web::server::{Closer, Config, Server};

use super::limits;

const EXAMPLES: &str = "\
Examples:
  sidle workbench
  sidle workbench ideas.sidlews
  sidle workbench --no-open --port 8000

The page is served on 127.0.0.1 to the person who opens the printed address; the address can be used once.
Worksheets are opened and saved below the current folder only. Ctrl-C ends the server and its engines.";

/// Open worksheets and boards in a browser
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A worksheet (`.sidlews`) or a script (`.cgs`) below the current folder
    file: Option<String>,

    /// Print the address on the first line of standard output, and open no browser
    #[arg(long)]
    no_open: bool,

    /// The port; a free one if not given
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,

    /// Memory of each engine (`512MiB`, `2G`); more ends the computation. Without this three quarters of what is
    /// available
    #[arg(help_heading = "Limits", long, value_name = "BYTES", value_parser = limits::bytes)]
    max_memory: Option<u64>,
}

/// What an interrupted program returns.
const INTERRUPTED: i32 = 130;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(file) = &arguments.file {
        check(file)?;
    }
    let mut engine = vec!["batch".to_owned()];
    if let Some(bytes) = arguments.max_memory {
        engine.extend(["--max-memory".to_owned(), bytes.to_string()]);
    }
    let program = env::current_exe().context("the place of this program is not known")?;
    let server = Server::bind(Config {
        port: arguments.port,
        folder: env::current_dir()?,
        file: arguments.file.clone(),
        engine: (program, engine),
    })
    .context("cannot serve the workbench")?;
    end_on_signal(server.closer())?;
    let address = server.address();
    let mut out = io::stdout().lock();
    writeln!(out, "{address}")?;
    out.flush()?;
    drop(out);
    if !arguments.no_open {
        open(&address);
    }
    server.run().context("the workbench ended")?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses a file that the page could not open.
fn check(file: &str) -> anyhow::Result<()> {
    let path = Path::new(file);
    let below = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !below {
        bail!("{file}: the workbench opens files below the current folder only");
    }
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("sidlews" | "cgs")) {
        bail!("{file}: a worksheet ends in .sidlews, a script in .cgs");
    }
    Ok(())
}

/// Starts the browser of the system. If there is none, the printed address remains.
fn open(address: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Ok(mut child) = started {
        thread::spawn(move || child.wait());
    }
}

/// Ends the engines and the process on Ctrl-C and on a request to terminate.
#[cfg(unix)]
fn end_on_signal(closer: Closer) -> anyhow::Result<()> {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        if signals.forever().next().is_some() {
            closer.close();
            std::process::exit(INTERRUPTED);
        }
    });
    Ok(())
}

/// Ends the engines and the process on Ctrl-C.
#[cfg(not(unix))]
fn end_on_signal(closer: Closer) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        closer.close();
        std::process::exit(INTERRUPTED);
    })?;
    Ok(())
}
