//! `cargo xtask site`: the workbench for any static host, in `target/site/`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context;

use crate::wasm;

/// The files of the page, from the root of the workspace.
pub(crate) const PAGE: &str = "crates/sidle-web/page";

/// Builds the module and lays out the site; true if it is there.
pub(crate) fn run(root: &Path) -> anyhow::Result<bool> {
    match wasm::build(root)? {
        Ok(module) => {
            let site = lay_out(root, &module)?;
            println!("{}", site.display());
            Ok(true)
        }
        Err(reason) => {
            println!("{reason}");
            Ok(false)
        }
    }
}

/// Copies page and module into `target/site/`, with the list of files that the page keeps for use offline.
pub(crate) fn lay_out(root: &Path, module: &Path) -> anyhow::Result<PathBuf> {
    let site = root.join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site).with_context(|| site.display().to_string())?;
    }
    let page = root.join(PAGE);
    let mut files = Vec::new();
    for file in files_below(&page)? {
        let name = file.strip_prefix(&page)?.to_owned();
        let types = name.to_string_lossy().ends_with(".d.ts");
        if types || name.starts_with("test") {
            continue;
        }
        let to = site.join(&name);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&file, &to).with_context(|| file.display().to_string())?;
        files.push(name.to_string_lossy().replace('\\', "/"));
    }
    fs::copy(module, site.join("sidle.wasm")).with_context(|| module.display().to_string())?;
    files.push("sidle.wasm".to_owned());
    let worker = site.join("offline.js");
    let text = fs::read_to_string(&worker).with_context(|| worker.display().to_string())?;
    let version = version(&site, &files)?;
    let text = text
        .replace("[/* files */]", &serde_json::to_string(&files)?)
        .replace("development", &version);
    fs::write(&worker, text)?;
    Ok(site)
}

/// All files below a folder, sorted.
pub(crate) fn files_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Changes whenever a file does, so that a page that was kept is replaced.
fn version(site: &Path, files: &[String]) -> anyhow::Result<String> {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for file in files {
        for byte in fs::read(site.join(file))? {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}
