//! `cargo xtask pictures`: views of the workbench for the documentation, in `docs/pictures/`.

use std::{fs, path::Path, thread, time::Duration};

use serde_json::json;

use super::page::Page;

type View = fn(&Page<'_>) -> anyhow::Result<()>;

/// Names of files, and how to come to the views.
pub(super) const VIEWS: &[(&str, View)] = &[
    ("workbench-worksheet", worksheet),
    ("workbench-board", board),
    ("workbench-play", play),
    ("workbench-explorer", explorer),
    ("workbench-graph", graph),
    ("workbench-results", results),
    ("workbench-dark", dark),
    ("workbench-phone", phone),
];

/// Takes the picture of a view.
pub(super) fn take(page: &Page<'_>, root: &Path, name: &str, view: View) -> anyhow::Result<()> {
    page.resize(1180, 760)?;
    view(page)?;
    thread::sleep(Duration::from_millis(600));
    let picture = page.picture()?;
    fs::write(root.join(format!("docs/pictures/{name}.png")), picture)?;
    Ok(())
}

/// Opens a worksheet through a link.
fn open(page: &Page<'_>, title: &str, cells: &serde_json::Value) -> anyhow::Result<()> {
    let worksheet =
        json!({ "format": "sidle-worksheet", "version": 1, "title": title, "cells": cells });
    let fragment = page.run_async(&format!(
        "const {{ toLink }} = await import('./document/link.js'); const {{ fromData }} = await import('./document/file.js'); \
         return toLink(fromData({worksheet}));"
    ))?;
    let script = format!("location.hash = {fragment}; return true");
    page.run(&script)?;
    page.sees(".message", "Nothing in it has been run")?;
    page.press("close")?;
    page.press("Run all")?;
    page.wait(
        "all answers",
        "return [...document.querySelectorAll('.answers')].every((each) => each.dataset.state === 'done')",
    )?;
    if page.count(".board-cell")? > 0 {
        page.known()?;
    }
    Ok(())
}

fn worksheet(page: &Page<'_>) -> anyhow::Result<()> {
    let cells = json!([
        { "kind": "text", "source": "# A sum of hot games\n\nLeft moves first in the sum of two switches and a small positive game." },
        { "kind": "script", "source": "g := {3|1} + {2|-2} + ^*\ng.Temperature" },
        { "kind": "script", "source": "{2||1|0}; 3/4; ^^*; game.grid.Clobber(\"xoxo|oxox\")" },
    ]);
    open(page, "Hot games", &cells)?;
    page.press("thermograph")?;
    page.wait(
        "a thermograph",
        "return document.querySelector('figure img')?.complete",
    )?;
    Ok(())
}

fn board(page: &Page<'_>) -> anyhow::Result<()> {
    let cells = json!([
        { "kind": "board", "rules": "game.grid.Domineering", "position": ".....|.#...|....." },
    ]);
    open(page, "Domineering", &cells)?;
    page.press("thermograph")?;
    Ok(())
}

fn play(page: &Page<'_>) -> anyhow::Result<()> {
    let cells = json!([
        { "kind": "board", "rules": "game.grid.HareAndHounds", "position": "#x..#|x...o|#x..#" },
    ]);
    open(page, "Hare and Hounds", &cells)?;
    page.press("play")?;
    page.press("hint")?;
    page.sees(".hint", "Try")?;
    page.click("[data-cell='1,0']")?;
    Ok(())
}

fn explorer(page: &Page<'_>) -> anyhow::Result<()> {
    let cells = json!([
        { "kind": "board", "rules": "game.grid.Clobber", "position": "xoxo" },
    ]);
    open(page, "Options", &cells)?;
    page.press("explore")?;
    page.sees(".explorer .node", "dominated")?;
    page.click(".explorer .node")?;
    page.wait(
        "options of an option",
        "return document.querySelectorAll('.explorer li li').length > 0",
    )?;
    Ok(())
}

fn graph(page: &Page<'_>) -> anyhow::Result<()> {
    let cells = json!([
        { "kind": "board", "rules": "game.graph.Hackenbush", "position": "l(r(l;e);el(r;r))" },
        { "kind": "board", "rules": "game.heap.Nim", "position": "3,5,6,9" },
    ]);
    open(page, "Graphs and heaps", &cells)
}

fn results(page: &Page<'_>) -> anyhow::Result<()> {
    page.press("Lessons")?;
    page.press("Published results")?;
    page.sees(".chapter h3", "Scoring, Doug, Craig")?;
    page.click(".chapter button")?;
    page.wait(
        "rows",
        "return document.querySelectorAll('.chapter .agrees').length > 10",
    )?;
    Ok(())
}

fn dark(page: &Page<'_>) -> anyhow::Result<()> {
    page.scheme("dark")?;
    page.press("Lessons")?;
    page.press("Hot games and thermographs")?;
    page.press("Run all")?;
    page.known()?;
    page.press("thermograph")?;
    page.run("scrollTo(0, 0); return true")?;
    Ok(())
}

fn phone(page: &Page<'_>) -> anyhow::Result<()> {
    page.resize(390, 800)?;
    let cells = json!([
        { "kind": "board", "rules": "game.grid.Domineering", "position": ".....|.....|...#." },
    ]);
    open(page, "Domineering", &cells)
}
