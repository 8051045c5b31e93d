//! Runs every transcript in the documentation: the blocks fenced as `console` in `README.md` and
//! `docs/*.md`. CONTRIBUTING.md describes what such a block may hold.
#![cfg(unix)]
#![allow(clippy::print_stdout)]

mod blocks;
mod pattern;
mod play;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use blocks::Block;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    let docs = fs::read_dir(root().join("docs")).expect("the folder docs");
    pages.extend(
        docs.map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    pages.sort();
    pages
}

/// With `SIDLE_BLESS` set the pages are rewritten with what the binary prints (blocks with an
/// ellipsis stay as they are), for a person to read over.
#[test]
fn every_transcript_is_what_the_binary_prints() {
    let bless = env::var_os("SIDLE_BLESS").is_some();
    let mut failures = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let name = page.strip_prefix(root()).expect("in the project").display();
        let mut blessed = text.clone();
        for block in blocks::find(&text) {
            count += 1;
            let Err(failure) = play::check(&block) else {
                continue;
            };
            failures.push(format!("{name}, block at line {}:\n{failure}", block.line));
            if bless && !block.text.contains('…') {
                let actual = play::transcript(&block).expect("a transcript");
                blessed = blessed.replace(&block.text, &actual);
            }
        }
        if blessed != text {
            fs::write(&page, blessed).expect("the page can be written");
        }
    }
    println!("{count} transcripts");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(count > 40, "only {count} transcripts");
}

#[test]
fn the_front_page_shows_a_calculator_session() {
    let text = fs::read_to_string(root().join("README.md")).expect("README.md");
    let lines: usize = blocks::find(&text)
        .iter()
        .filter(|block| block.is_calculator())
        .map(Block::inputs)
        .sum();
    assert!(
        lines >= 5,
        "only {lines} lines of calculator on the front page"
    );
}
