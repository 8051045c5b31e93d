//! `cargo xtask test`: the steps every change must pass, each shown as it runs, then a summary.

use std::{
    env, fmt,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::bail;

use crate::{
    browser, dependencies, licence, metadata::Metadata, python, rooms, runner, statics, vendored,
    wasm, wire,
};

/// How a step ended.
enum Ending {
    Passed(String),
    Failed(String),
    Skipped(String),
}

struct Step {
    name: &'static str,
    run: fn(&Path, Length) -> anyhow::Result<Ending>,
}

/// How much is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// What every change must pass.
    Usual,
    /// With the exhaustive worlds and the tests that take minutes.
    Long,
}

/// In the order in which they fail fastest.
const STEPS: [Step; 14] = [
    Step {
        name: "format",
        run: format,
    },
    Step {
        name: "rooms",
        run: directions,
    },
    Step {
        name: "wire",
        run: schema,
    },
    Step {
        name: "licences",
        run: licences,
    },
    Step {
        name: "cargo-deny",
        run: deny,
    },
    Step {
        name: "clippy",
        run: clippy,
    },
    Step {
        name: "msrv",
        run: oldest,
    },
    Step {
        name: "tests",
        run: tests,
    },
    Step {
        name: "doctests",
        run: doctests,
    },
    Step {
        name: "features",
        run: features,
    },
    Step {
        name: "docs",
        run: docs,
    },
    Step {
        name: "wasm",
        run: module,
    },
    Step {
        name: "browser",
        run: workbench,
    },
    Step {
        name: "python",
        run: package,
    },
];

/// Runs the named steps, or all of them; true if none failed.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<bool> {
    let (flags, only): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|word| *word == "--long");
    let length = if flags.is_empty() {
        Length::Usual
    } else {
        Length::Long
    };
    if let Some(unknown) = only
        .iter()
        .find(|name| STEPS.iter().all(|s| s.name != name.as_str()))
    {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        bail!("there is no step `{unknown}`; steps: {}", names.join(", "));
    }
    let start = Instant::now();
    let mut endings = Vec::new();
    for step in &STEPS {
        if !only.is_empty() && !only.iter().any(|name| *name == step.name) {
            continue;
        }
        println!("\n==> {}", step.name);
        let begin = Instant::now();
        let ending =
            (step.run)(root, length).unwrap_or_else(|error| Ending::Failed(format!("{error:#}")));
        println!("{ending}");
        endings.push((step.name, ending, begin.elapsed()));
    }
    Ok(summary(&endings, start.elapsed()))
}

fn summary(endings: &[(&str, Ending, Duration)], total: Duration) -> bool {
    println!("\n==> summary");
    for (name, ending, time) in endings {
        println!("{name:<12} {:>7.1} s  {ending}", time.as_secs_f64());
    }
    let failed = endings
        .iter()
        .filter(|(_, ending, _)| matches!(ending, Ending::Failed(_)))
        .count();
    let skipped = endings
        .iter()
        .filter(|(_, ending, _)| matches!(ending, Ending::Skipped(_)))
        .count();
    println!(
        "{} steps in {:.1} s: {} passed, {failed} failed, {skipped} skipped",
        endings.len(),
        total.as_secs_f64(),
        endings.len() - failed - skipped,
    );
    failed == 0
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, text) = match self {
            Ending::Passed(text) => ("ok", text),
            Ending::Failed(text) => ("FAILED", text),
            Ending::Skipped(text) => ("skipped", text),
        };
        if text.is_empty() {
            write!(f, "{word}")
        } else {
            write!(f, "{word}: {text}")
        }
    }
}

fn format(root: &Path, _: Length) -> anyhow::Result<Ending> {
    if let Some(reason) = missing(root, "fmt", "rustfmt") {
        return Ok(Ending::Skipped(reason));
    }
    let mut command = runner::cargo(root);
    command.args(["fmt", "--all", "--check"]);
    simple(&mut command, "run `cargo fmt --all`")
}

fn directions(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let metadata = Metadata::read(root)?;
    let mut complaints = rooms::check(root, &metadata)?;
    complaints.extend(dependencies::check(root, &metadata)?);
    complaints.extend(statics::check(root)?);
    complaints.extend(vendored::check(root)?);
    Ok(verdict(
        &complaints,
        "the crates use what docs/architecture.md allows and docs/dependencies.md explains, no other statics, and the vendored files of the table",
    ))
}

fn schema(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let complaints = wire::check(root)?;
    Ok(verdict(
        &complaints,
        "schema and index of questions are those of the source",
    ))
}

fn licences(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let metadata = Metadata::read(root)?;
    let complaints = licence::check(root, &metadata)?;
    let good = format!(
        "{} packages, all under licences that deny.toml allows",
        metadata.foreign().len()
    );
    Ok(verdict(&complaints, &good))
}

/// The same rules by an independent program, for those who have it: compiling it takes longer than
/// this whole suite, and the step before has already read every licence.
fn deny(root: &Path, _: Length) -> anyhow::Result<Ending> {
    if !runner::works(runner::cargo(root).args(["deny", "--version"])) {
        return Ok(Ending::Skipped(
            "cargo-deny is not installed (`cargo install cargo-deny --locked`); the step `licences` has checked the same list".to_owned(),
        ));
    }
    let mut command = runner::cargo(root);
    command.args(["deny", "--offline", "check", "licenses", "bans", "sources"]);
    simple(&mut command, "see above")
}

fn clippy(root: &Path, _: Length) -> anyhow::Result<Ending> {
    if let Some(reason) = missing(root, "clippy", "clippy") {
        return Ok(Ending::Skipped(reason));
    }
    let mut command = runner::cargo(root);
    command.args(["clippy", "--workspace", "--all-targets", "--locked"]);
    command.args(["--", "-D", "warnings"]);
    simple(&mut command, "see above")
}

/// The oldest compiler the manifests promise, where it is installed: a second toolchain is too much
/// to ask of everybody.
fn oldest(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let metadata = Metadata::read(root)?;
    let members = metadata.members();
    // A toolchain is called `1.89`, whatever its patch.
    let oldest = members.iter().find_map(|p| p.rust_version.as_ref());
    let Some(version) = oldest.map(|v| format!("{}.{}", v.major, v.minor)) else {
        return Ok(Ending::Failed("no manifest has a rust-version".to_owned()));
    };
    let cargo = || {
        let mut command = Command::new("rustup");
        command.current_dir(root).args(["run", &version, "cargo"]);
        // Set by the Cargo that runs this program, and would lead back to it.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        command
    };
    if !runner::works(cargo().arg("--version")) {
        return Ok(Ending::Skipped(format!(
            "Rust {version} is not installed (`rustup toolchain install {version}`)"
        )));
    }
    let mut command = cargo();
    command.args(["check", "--workspace", "--locked"]);
    simple(&mut command, "see above")
}

fn tests(root: &Path, length: Length) -> anyhow::Result<Ending> {
    let mut command = runner::cargo(root);
    command.args(["test", "--workspace", "--locked", "--no-fail-fast"]);
    // Not `--all-targets`, which would run the benchmarks.
    command.args(["--lib", "--bins", "--tests", "--examples"]);
    if length == Length::Long {
        // The tests themselves ask for this variable.
        command.env("SIDLE_EXHAUSTIVE", "1");
        command.args(["--release", "--", "--include-ignored"]);
    }
    counted(&mut command)
}

fn doctests(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let mut command = runner::cargo(root);
    command.args(["test", "--workspace", "--locked", "--no-fail-fast", "--doc"]);
    counted(&mut command)
}

/// The crate `sidle` without its features: it answers about every ruleset, and the language is not among its dependencies.
fn features(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let bare = ["--package", "sidle", "--no-default-features", "--locked"];
    let mut tree = runner::cargo(root);
    tree.arg("tree")
        .args(bare)
        .args(["--edges", "normal", "--prefix", "none"]);
    let tree = tree.output()?;
    let names = String::from_utf8_lossy(&tree.stdout);
    for left_out in ["sidle-lang", "sidle-logic", "sidle-impartial", "sidle-draw"] {
        if !tree.status.success() || names.lines().any(|line| line.starts_with(left_out)) {
            return Ok(Ending::Failed(format!(
                "sidle needs {left_out} without its features"
            )));
        }
    }
    let mut command = runner::cargo(root);
    command
        .arg("test")
        .args(bare)
        .args(["--test", "without_language"]);
    counted(&mut command)
}

fn docs(root: &Path, _: Length) -> anyhow::Result<Ending> {
    let mut command = runner::cargo(root);
    command.args(["doc", "--workspace", "--no-deps", "--locked"]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    simple(&mut command, "see above")
}

/// The engine in WebAssembly. On the machines of continuous integration a missing tool is a failure.
fn module(root: &Path, _: Length) -> anyhow::Result<Ending> {
    Ok(match wasm::test(root)? {
        wasm::Run::Passed(text) => Ending::Passed(text),
        wasm::Run::Failed(text) => Ending::Failed(text),
        wasm::Run::Missing(text) if env::var_os("CI").is_some() => Ending::Failed(text),
        wasm::Run::Missing(text) => Ending::Skipped(text),
    })
}

/// The workbench in a browser. On the machines of continuous integration a missing browser is a failure.
fn workbench(root: &Path, _: Length) -> anyhow::Result<Ending> {
    Ok(match browser::test(root, &[])? {
        browser::Run::Passed(text) => Ending::Passed(text),
        browser::Run::Failed(text) => Ending::Failed(text),
        browser::Run::Missing(text) if env::var_os("CI").is_some() => Ending::Failed(text),
        browser::Run::Missing(text) => Ending::Skipped(text),
    })
}

/// The Python package in a fresh environment.
fn package(root: &Path, _: Length) -> anyhow::Result<Ending> {
    Ok(match python::test(root)? {
        python::Run::Passed(text) => Ending::Passed(text),
        python::Run::Failed(text) => Ending::Failed(text),
        python::Run::Missing(text) if env::var_os("CI").is_some() => Ending::Failed(text),
        python::Run::Missing(text) => Ending::Skipped(text),
    })
}

fn verdict(complaints: &[String], good: &str) -> Ending {
    if complaints.is_empty() {
        return Ending::Passed(good.to_owned());
    }
    for complaint in complaints {
        println!("  {complaint}");
    }
    Ending::Failed(format!("{} complaints, see above", complaints.len()))
}

fn simple(command: &mut Command, advice: &str) -> anyhow::Result<Ending> {
    let (good, _) = runner::watch(command, |_| false)?;
    Ok(if good {
        Ending::Passed(String::new())
    } else {
        Ending::Failed(advice.to_owned())
    })
}

/// Runs tests and adds up the closing lines of all test programs.
fn counted(command: &mut Command) -> anyhow::Result<Ending> {
    let (good, closing) = runner::watch(command, |line| line.starts_with("test result:"))?;
    let [passed, failed, ignored]: [u64; 3] =
        ["passed", "failed", "ignored"].map(|word| closing.iter().map(|l| count(l, word)).sum());
    let programs = closing.len();
    let text =
        format!("{programs} test programs: {passed} passed, {failed} failed, {ignored} ignored");
    Ok(if good && failed == 0 && passed > 0 {
        Ending::Passed(text)
    } else {
        Ending::Failed(text)
    })
}

/// The number before `word` in a closing line such as `test result: ok. 3 passed; 0 failed; …`.
fn count(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line
        .split([' ', ';', '.'])
        .filter(|w| !w.is_empty())
        .collect();
    words
        .windows(2)
        .find(|pair| pair[1] == word)
        .and_then(|pair| pair[0].parse().ok())
        .unwrap_or(0)
}

/// Makes sure that a component of the toolchain is there; if it cannot be, says why.
fn missing(root: &Path, subcommand: &str, component: &str) -> Option<String> {
    let installed = || runner::works(runner::cargo(root).args([subcommand, "--version"]));
    if installed() {
        return None;
    }
    println!("installing the component {component} with rustup");
    let added = runner::works(Command::new("rustup").args(["component", "add", component]));
    if added && installed() {
        return None;
    }
    Some(format!(
        "{component} is not installed and `rustup component add {component}` does not work here"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted() {
        let line = "test result: ok. 12 passed; 1 failed; 3 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        assert_eq!(
            ["passed", "failed", "ignored", "measured", "lost"].map(|word| count(line, word)),
            [12, 1, 3, 0, 0]
        );
    }
}
