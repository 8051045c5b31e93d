//! What `cargo metadata` says about the workspace and everything it uses.

use std::path::Path;

use anyhow::Context;
use cargo_metadata::{CargoOpt, MetadataCommand, Package};

/// The packages of the dependency graph.
#[derive(Debug)]
pub(crate) struct Metadata(cargo_metadata::Metadata);

impl Metadata {
    /// Asks Cargo.
    pub(crate) fn read(root: &Path) -> anyhow::Result<Metadata> {
        let read = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .features(CargoOpt::AllFeatures)
            .other_options(["--locked".to_owned()])
            .exec();
        Ok(Metadata(read.context("cargo metadata")?))
    }

    /// The packages of this workspace, in the order of their names.
    pub(crate) fn members(&self) -> Vec<&Package> {
        sorted(self.0.workspace_packages())
    }

    /// The packages from elsewhere, in the order of their names.
    pub(crate) fn foreign(&self) -> Vec<&Package> {
        let members = &self.0.workspace_members;
        let packages = self.0.packages.iter();
        sorted(packages.filter(|p| !members.contains(&p.id)).collect())
    }
}

fn sorted(mut packages: Vec<&Package>) -> Vec<&Package> {
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    packages
}
