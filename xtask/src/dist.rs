//! `cargo xtask dist`: what a package ships.
//!
//! A binary built with the profile `dist` (whole-program optimisation, stripped), one manual page for each
//! verb, completions for the usual shells, the licences and the change log, in one archive under
//! `target/dist/`.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, bail};

use crate::runner::cargo;

const SHELLS: [(&str, &str); 4] = [
    ("bash", "sidle.bash"),
    ("zsh", "_sidle"),
    ("fish", "sidle.fish"),
    ("elvish", "sidle.elv"),
];

/// Files of the repository that go into the archive.
const TEXTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Builds and packs; false if something failed.
pub(crate) fn run(root: &Path) -> anyhow::Result<bool> {
    let built = cargo(root)
        .args([
            "build",
            "--profile",
            "dist",
            "--package",
            "sidle-cli",
            "--locked",
        ])
        .status()?;
    if !built.success() {
        return Ok(false);
    }
    let target = root.join("target");
    let binary = target
        .join("dist")
        .join(format!("sidle{}", std::env::consts::EXE_SUFFIX));
    let version = output(Command::new(&binary).arg("--version"))?;
    let version = String::from_utf8_lossy(&version).trim().replace(' ', "-");
    let name = format!(
        "{version}-{}-{}",
        std::env::consts::OS,
        std::env::consts::ARCH
    );
    let folder = target.join("dist").join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("completions"))?;
    fs::copy(&binary, folder.join(binary.file_name().context("a name")?))?;
    output(
        Command::new(&binary)
            .args(["man", "--all"])
            .arg(folder.join("man1")),
    )?;
    for (shell, file) in SHELLS {
        let script = output(Command::new(&binary).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    for text in TEXTS {
        fs::copy(root.join(text), folder.join(text)).with_context(|| text.to_owned())?;
    }
    let archive = format!("{name}.tar.gz");
    let packed = Command::new("tar")
        .args(["-czf", &archive, &name])
        .current_dir(target.join("dist"))
        .status()
        .context("`tar` cannot be started")?;
    let path = target.join("dist").join(&archive);
    if packed.success() {
        println!("{} ({} bytes)", path.display(), fs::metadata(&path)?.len());
    }
    Ok(packed.success())
}

fn output(command: &mut Command) -> anyhow::Result<Vec<u8>> {
    let ran = command.output().with_context(|| format!("{command:?}"))?;
    if !ran.status.success() {
        bail!(
            "{command:?} failed: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
    }
    Ok(ran.stdout)
}
