//! Scenarios of boards: the editor, play, the explorer, proofs.

use anyhow::{Context, ensure};
use serde_json::json;

use super::{keys, page::Page};

pub(super) fn add_board(page: &Page<'_>, rules: &str, position: &str) -> anyhow::Result<()> {
    page.press("+ board")?;
    page.wait(
        "the list of rulesets",
        "return document.querySelectorAll('select[aria-label=ruleset] option').length > 20",
    )?;
    page.set("select[aria-label=ruleset]", rules)?;
    page.set("input[aria-label=position]", position)
}

pub(super) fn board(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Clobber", "xo.")?;
    page.sees(".fact dd", "∗")?;
    // The first letter of the palette is empty, the second one Left's.
    page.click(".palette button:nth-child(2)")?;
    page.click("[data-cell='0,2']")?;
    page.wait(
        "the notation",
        "return document.querySelector('.notation').value === 'xox'",
    )?;
    page.known()?;
    page.sees(".fact dd", "next player wins")?;
    page.set(".winners select", "Left")?;
    page.wait(
        "the winning moves of Left",
        "return document.querySelectorAll('table.board .marked').length === 3",
    )?;
    page.press("one row more")?;
    page.wait(
        "a second row",
        "return document.querySelector('.notation').value === 'xox|...'",
    )?;
    page.press("mirror up and down")?;
    page.wait(
        "the mirror image",
        "return document.querySelector('.notation').value === '...|xox'",
    )?;
    for _ in 0..3 {
        page.press("Undo")?;
    }
    page.wait(
        "all steps undone",
        "return document.querySelector('.notation').value === 'xo.'",
    )?;
    page.press("Redo")?;
    page.wait(
        "one step done again",
        "return document.querySelector('.notation').value === 'xox'",
    )?;
    page.set("input[aria-label=position]", "xqx")?;
    page.sees(".mistake", "unknown letter `q`")?;
    page.run(
        "const data = new DataTransfer(); data.setData('text/plain', 'xoxo\\nox.o\\n'); const field = document.querySelector('.notation'); \
         field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));",
    )?;
    page.wait(
        "pasted rows",
        "return document.querySelectorAll('table.board td').length === 8",
    )?;
    Ok(String::new())
}

pub(super) fn board_by_keys(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Clobber", "x..")?;
    page.wait(
        "the board",
        "return document.querySelectorAll('table.board td').length === 3",
    )?;
    page.run("document.querySelector('[data-cell=\"0,0\"]').focus()")?;
    page.keys(&format!("{}o{}x", keys::RIGHT, keys::RIGHT))?;
    page.wait(
        "the letters",
        "return document.querySelector('.notation').value === 'xox'",
    )?;
    page.sees("#speech", "row 1, column 3: blue")?;
    Ok(String::new())
}

pub(super) fn every_ruleset(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Domineering", "..|..")?;
    let names = page.run(
        "return [...document.querySelectorAll('select[aria-label=ruleset] option')].map((option) => option.value)",
    )?;
    let names = names.as_array().context("the rulesets")?;
    ensure!(names.len() >= 40, "{} rulesets", names.len());
    for name in names {
        let name = name.as_str().context("a name")?;
        page.set("select[aria-label=ruleset]", name)?;
        let short = name.rsplit('.').next().unwrap_or(name);
        page.wait(
            &format!("the editor of {name}"),
            &format!(
                "return document.querySelector('select[aria-label=ruleset]').value === {} && document.querySelector('.board-cell > .mistake') === null \
                 && document.querySelector('.columns table.board[aria-label^=\"{short},\"], .columns .heaps, .columns svg.graph[aria-label^=\"{short},\"]') !== null",
                json!(name)
            ),
        )?;
    }
    Ok(format!("{} rulesets", names.len()))
}

pub(super) fn game_by_keyboard(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Clobber", "xoxo")?;
    page.run("document.querySelector('.modes button:nth-child(2)').focus()")?;
    page.keys(&keys::ENTER.to_string())?;
    page.sees(".standing", "Left to move")?;
    page.run("document.querySelector('.play .board [tabindex=\"0\"]').focus()")?;
    // Left's third stone takes the one on its right; nothing else leads there, so two cells say which move is meant.
    page.keys(&format!("{0}{0}{1}{0}{1}", keys::RIGHT, keys::ENTER))?;
    page.wait(
        "the answer of the engine",
        "return document.querySelectorAll('.record li').length >= 2",
    )?;
    page.sees(".record li", "xo.x")?;
    for _ in 0..6 {
        let over =
            page.run("return document.querySelector('.standing').textContent.includes('has won')")?;
        if over == true {
            break;
        }
        let moves = page.count(".record li")?;
        page.wait(
            "a move for the keyboard",
            "return document.querySelector('.legal button') !== null || document.querySelector('.standing').textContent.includes('has won')",
        )?;
        if page.run("const details = document.querySelector('.play details'); if (details) { details.open = true; } const button = document.querySelector('.legal button'); button?.focus(); return button !== null")? == false {
            break;
        }
        page.keys(&keys::ENTER.to_string())?;
        page.wait(
            "the next move",
            &format!("return document.querySelectorAll('.record li').length > {moves}"),
        )?;
    }
    page.sees(".standing", "has won")?;
    page.wait(
        "the value after each move",
        "return document.querySelectorAll('.means circle').length >= 3 && !document.querySelector('.record').textContent.includes('…')",
    )?;
    page.press("take back")?;
    page.sees(".standing", "to move")?;
    page.press("hint")?;
    page.sees(".hint", "Try")?;
    Ok(String::new())
}

pub(super) fn explorer(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Clobber", "xoxo")?;
    page.press("explore")?;
    page.sees(".explorer strong", "+-{*,^}")?;
    page.sees(".explorer .node", "dominated by .xxo")?;
    page.press("thermographs")?;
    page.wait(
        "the thermographs",
        "const image = document.querySelector('.explorer figure img'); return image?.complete && image.naturalWidth > 300",
    )?;
    page.run("document.querySelector('.explorer .node').focus()")?;
    page.keys(&format!("{0}{1}", keys::RIGHT, keys::DOWN))?;
    page.wait(
        "the options of an option",
        "return document.querySelectorAll('.explorer li li').length > 0",
    )?;
    page.keys(&keys::LEFT.to_string())?;
    Ok(String::new())
}

pub(super) fn proof(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Clobber", "xoxo")?;
    page.known()?;
    page.press("prove and check the outcome")?;
    page.sees(
        ".proof [role=status]",
        "outcome N: the independent checker accepts the proof",
    )?;
    Ok(String::new())
}
