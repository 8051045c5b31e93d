//! `cargo xtask test browser`: the workbench in a real Chromium, driven over WebDriver.

mod boards;
mod chromium;
mod host;
mod keys;
mod page;
mod pictures;
mod scenarios;
mod webdriver;

use std::{
    path::Path,
    process::{Child, Command, Stdio},
    time::Instant,
};

use anyhow::{Context, bail};

use crate::{runner, site, wasm};
use page::{Engine, Page};

/// What became of the step.
pub(crate) enum Run {
    Passed(String),
    Failed(String),
    /// A tool is missing.
    Missing(String),
}

/// `cargo xtask browser`: true if no scenario failed.
pub(crate) fn run(root: &Path, only: &[String]) -> anyhow::Result<bool> {
    let (good, text) = match test(root, only)? {
        Run::Passed(text) => (true, text),
        Run::Failed(text) | Run::Missing(text) => (false, text),
    };
    println!("{text}");
    Ok(good)
}

/// `cargo xtask pictures`: true if all pictures were taken.
pub(crate) fn take_pictures(root: &Path, only: &[String]) -> anyhow::Result<bool> {
    let (browser, module) = match (chromium::find(), wasm::build(root)?) {
        (Ok(browser), Ok(module)) => (browser, module),
        (Err(reason), _) | (_, Err(reason)) => {
            println!("{reason}");
            return Ok(false);
        }
    };
    let host = host::Host::start(site::lay_out(root, &module)?)?;
    let driver = chromium::Driver::start(&browser)?;
    for (name, view) in pictures::VIEWS {
        if only.is_empty() || only.iter().any(|word| name.contains(word.as_str())) {
            let page = Page::open(driver.session()?, &host, &host.address(), root)?;
            pictures::take(&page, root, name, *view)?;
            println!("docs/pictures/{name}.png");
        }
    }
    Ok(true)
}

/// `sidle workbench`, which ends with this value.
struct Served {
    child: Child,
    address: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the scenarios, or those whose names contain one of the words.
pub(crate) fn test(root: &Path, only: &[String]) -> anyhow::Result<Run> {
    let browser = match chromium::find() {
        Ok(browser) => browser,
        Err(reason) => return Ok(Run::Missing(reason)),
    };
    let module = match wasm::build(root)? {
        Ok(module) => module,
        Err(reason) => return Ok(Run::Missing(reason)),
    };
    let site = site::lay_out(root, &module)?;
    let host = host::Host::start(site)?;
    let chosen = |engine: Engine, name: &str| {
        let full = format!("{}: {name}", engine.name());
        only.is_empty() || only.iter().any(|word| full.contains(word.as_str()))
    };
    // The address of the server can be used once, so each scenario has a server of its own.
    let native = scenarios::ALL.iter().any(|scenario| {
        scenario.engines.contains(&Engine::Native) && chosen(Engine::Native, scenario.name)
    });
    if native {
        build(root)?;
    }
    let driver = chromium::Driver::start(&browser)?;
    let mut passed = 0;
    let mut failed = Vec::new();
    for engine in [Engine::Page, Engine::Native] {
        let tests = scenarios::ALL
            .iter()
            .filter(|scenario| scenario.engines.contains(&engine));
        for scenario in tests {
            let name = format!("{}: {}", engine.name(), scenario.name);
            if !chosen(engine, scenario.name) {
                continue;
            }
            let begun = Instant::now();
            let outcome = driver.session().and_then(|session| {
                let served = (engine == Engine::Native)
                    .then(|| serve(root))
                    .transpose()?;
                let address = served
                    .as_ref()
                    .map_or_else(|| host.address(), |s| s.address.clone());
                let page = Page::open(session, &host, &address, root)?;
                let outcome = (scenario.run)(&page);
                if outcome.is_err() {
                    page.keep_picture(&root.join(format!(
                        "target/browser/{}.png",
                        name.replace([' ', ':', ','], "-")
                    )));
                }
                outcome
            });
            let took = begun.elapsed().as_secs_f64();
            match outcome {
                Ok(note) => {
                    passed += 1;
                    println!("test {name} ... ok ({took:.1} s) {note}");
                }
                Err(error) => {
                    println!("test {name} ... FAILED ({took:.1} s)\n  {error:#}");
                    failed.push(name);
                }
            }
        }
    }
    let text = format!("{passed} passed, {} failed", failed.len());
    Ok(if failed.is_empty() && passed > 0 {
        Run::Passed(text)
    } else {
        Run::Failed(format!("{text}: {}", failed.join("; ")))
    })
}

/// Builds the binary as the tests do.
fn build(root: &Path) -> anyhow::Result<()> {
    let mut build = runner::cargo(root);
    // The whole workspace, so that what the tests have built is used again.
    build.args(["build", "--locked", "--workspace", "--bin", "sidle"]);
    let (good, _) = runner::watch(&mut build, |_| false)?;
    if !good {
        bail!("the binary does not compile");
    }
    Ok(())
}

/// Starts the server.
fn serve(root: &Path) -> anyhow::Result<Served> {
    let folder = root.join("target/browser/folder");
    std::fs::create_dir_all(&folder)?;
    let mut child = Command::new(root.join("target/debug/sidle"))
        .args(["workbench", "--no-open"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .context("`sidle workbench` cannot be started")?;
    let stdout = child.stdout.take().context("the output was piped")?;
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line)?;
    let address = line.trim().to_owned();
    let served = Served { child, address };
    if !served.address.starts_with("http://127.0.0.1:") {
        bail!(
            "`sidle workbench` printed `{}` instead of an address",
            served.address
        );
    }
    Ok(served)
}
