//! `cargo xtask test`, `bench`, `fuzz`, `soak`, `wire`, `site`, `browser`, `pictures` and `dist`: everything that is run on
//! this workspace.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod browser;
mod dependencies;
mod dist;
mod fuzz;
mod licence;
mod metadata;
mod python;
mod rooms;
mod runner;
mod site;
mod soak;
mod statics;
mod suite;
mod vendored;
mod wasm;
mod wire;

use std::{env, path::Path, process::ExitCode};

const USAGE: &str = "\
cargo xtask test            everything a change must pass: format, lints, tests, doctests, docs,
                            dependency directions, licences
cargo xtask test STEP…      only these steps (names as in the summary)
cargo xtask test --long …   with every exhaustive world and every test that is otherwise left out; in
                            release, for an hour or so
cargo xtask bench           every benchmark, in release, one table at the end
cargo xtask bench NAME…     only the benchmarks whose name contains NAME
cargo xtask bench … -- ARG… hands the arguments on to the benchmark programs
cargo xtask fuzz [SECONDS] [TARGET…]
                            every fuzz target for so long (60), or only these; keeps what it finds
cargo xtask soak [LINES]    one calculator and so many random lines (1,000,000): every line answered, memory flat
cargo xtask wire [--bless]  the schema of the wire, the index of questions and the modules of the Python package, made
                            from the source of the types
cargo xtask site            the workbench for any static host, in target/site/
cargo xtask browser [WORD…] the scenarios of the workbench whose names contain a word, in a real Chromium
cargo xtask pictures [WORD…] screenshots of the workbench for the documentation
cargo xtask dist            a stripped binary with manual pages and completions, in an archive";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the workspace");
    let outcome = match command {
        "test" => suite::run(root, rest),
        "bench" => bench::run(root, rest),
        "fuzz" => fuzz::run(root, rest),
        "soak" => soak::run(root, rest),
        "wire" => wire::run(root, rest),
        "site" => site::run(root),
        "browser" => browser::run(root, rest),
        "pictures" => browser::take_pictures(root, rest),
        "dist" => dist::run(root),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(true)
        }
        other => {
            eprintln!("error: there is no task `{other}`\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
