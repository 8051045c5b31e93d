//! What `cargo metadata` says about the workspace and everything it uses.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::runner;

/// The packages of the dependency graph.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
}

/// One package with what its manifest says.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) license: Option<String>,
    pub(crate) rust_version: Option<String>,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) targets: Vec<Target>,
}

/// One line of a dependency section.
#[derive(Debug, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    kind: Option<String>,
}

/// Something Cargo builds.
#[derive(Debug, Deserialize)]
pub(crate) struct Target {
    pub(crate) name: String,
    kind: Vec<String>,
}

impl Metadata {
    /// Asks Cargo.
    pub(crate) fn read(root: &Path) -> anyhow::Result<Metadata> {
        let output = runner::cargo(root)
            .args(["metadata", "--format-version", "1", "--locked"])
            .output()
            .context("cargo metadata cannot be started")?;
        if !output.status.success() {
            bail!(
                "cargo metadata: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        serde_json::from_slice(&output.stdout).context("cargo metadata speaks another format")
    }

    /// The packages of this workspace, in the order of their names.
    pub(crate) fn members(&self) -> Vec<&Package> {
        self.sorted(|package| self.workspace_members.contains(&package.id))
    }

    /// The packages from elsewhere, in the order of their names.
    pub(crate) fn foreign(&self) -> Vec<&Package> {
        self.sorted(|package| !self.workspace_members.contains(&package.id))
    }

    fn sorted(&self, keep: impl Fn(&Package) -> bool) -> Vec<&Package> {
        let mut packages: Vec<&Package> = self.packages.iter().filter(|p| keep(p)).collect();
        packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        packages
    }
}

impl Dependency {
    /// Whether only tests, examples and benchmarks use it.
    pub(crate) fn is_dev(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

impl Target {
    /// Whether it is a benchmark program.
    pub(crate) fn is_bench(&self) -> bool {
        self.kind.iter().any(|kind| kind == "bench")
    }
}
