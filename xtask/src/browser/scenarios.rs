//! What the workbench promises, one scenario each.

use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::json;

use super::{
    boards::{add_board, board, board_by_keys, every_ruleset, explorer, game_by_keyboard, proof},
    keys,
    page::{Engine, Page},
};

/// A promise. The outcome is a note for the list, usually empty.
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    pub(crate) engines: &'static [Engine],
    pub(crate) run: fn(&Page<'_>) -> anyhow::Result<String>,
}

const BOTH: &[Engine] = &[Engine::Page, Engine::Native];
const PAGE: &[Engine] = &[Engine::Page];
const NATIVE: &[Engine] = &[Engine::Native];

const fn scenario(
    name: &'static str,
    engines: &'static [Engine],
    run: fn(&Page<'_>) -> anyhow::Result<String>,
) -> Scenario {
    Scenario { name, engines, run }
}

pub(crate) const ALL: &[Scenario] = &[
    scenario("first answer", BOTH, first_answer),
    scenario("formulas", BOTH, formulas),
    scenario("a mistake and its fix", BOTH, fix),
    scenario("completion and help", BOTH, completion),
    scenario("stop of a runaway cell", BOTH, stop),
    scenario("crash of the worker", PAGE, crash),
    scenario("two tabs", BOTH, two_tabs),
    scenario("offline", PAGE, offline),
    scenario("a link made and opened", BOTH, link),
    scenario("a link of the terminal", NATIVE, terminal_link),
    scenario("a board is edited", BOTH, board),
    scenario("a board is edited by keys", BOTH, board_by_keys),
    scenario("every ruleset has an editor", BOTH, every_ruleset),
    scenario("a game by keyboard alone", BOTH, game_by_keyboard),
    scenario("the explorer", BOTH, explorer),
    scenario("a proof is checked", BOTH, proof),
    scenario("published results", BOTH, results),
    scenario("lessons run", BOTH, lessons),
    scenario("autosave", BOTH, autosave),
    scenario("exports", BOTH, exports),
    scenario("text cannot run", BOTH, injection),
    scenario("narrow and wide", PAGE, widths),
    scenario("axe finds nothing serious", PAGE, axe),
];

/// From the start of the load to the value of a board.
fn first_answer(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "{1|0} + ^")?;
    page.state(1, "done")?;
    let milliseconds = page.run_async(
        "const { openEngine } = await import('./engine/engine.js'); \
         const begun = performance.now(); const engine = openEngine('measure'); \
         const { answer } = await engine.ask({ ask: 'value', of: { rules: 'Clobber', position: 'xox' } }); \
         engine.close(); if (answer.value !== '*') throw new Error(answer.value); return performance.now() - begun;",
    )?;
    Ok(format!(
        "first answer {:.0} ms after the start of the engine",
        milliseconds.as_f64().context("a time")?
    ))
}

fn formulas(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "{2||1|0}; ^*; 3/4")?;
    page.state(1, "done")?;
    page.wait(
        "a formula",
        "return document.querySelectorAll('.formula math mo, .formula math mi').length > 3",
    )?;
    page.sees(".formula", "↑")?;
    ensure!(page.count(".formula mfrac")? == 1, "3/4 is a fraction");
    page.press("thermograph")?;
    page.wait(
        "a thermograph",
        "const image = document.querySelector('figure img'); return image?.complete && image.naturalWidth > 100",
    )?;
    Ok(String::new())
}

fn fix(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "1 + Tinny(2)")?;
    page.state(1, "failed")?;
    page.sees(".mistake", "`Tinny` is not defined")?;
    page.wait(
        "a mark at its place",
        "return document.querySelector('.cm-lintRange-error')?.textContent === 'Tinny'",
    )?;
    page.press("Replace by Tiny")?;
    page.state(1, "done")?;
    page.sees(".cm-content", "1 + Tiny(2)")?;
    Ok(String::new())
}

fn completion(page: &Page<'_>) -> anyhow::Result<String> {
    page.script(1, "{1|0}.Temp")?;
    page.sees(".cm-tooltip-autocomplete", "Temperature")?;
    // The editor takes no completion that has only just appeared.
    std::thread::sleep(std::time::Duration::from_millis(300));
    page.keys(&keys::TAB.to_string())?;
    page.sees(".cm-content", "{1|0}.Temperature")?;
    page.keys("\u{E031}")?;
    page.sees("aside", "Temperature")?;
    Ok(String::new())
}

fn stop(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "a := 41")?;
    page.state(1, "done")?;
    page.press("+ script")?;
    page.evaluate(2, "while true do 1 end")?;
    page.state(2, "running")?;
    page.press("Stop")?;
    page.state(2, "stopped")?;
    page.press("+ script")?;
    page.evaluate(3, "a + 1")?;
    page.state(3, "done")?;
    page.sees(".cell:nth-of-type(3) .formula", "42")?;
    page.sees(".cell:nth-of-type(1) .formula", "41")?;
    Ok(String::new())
}

fn crash(page: &Page<'_>) -> anyhow::Result<String> {
    page.visit(&page.host.fragile())?;
    page.ready()?;
    page.evaluate(1, "a := 6")?;
    page.state(1, "done")?;
    page.press("+ script")?;
    page.evaluate(2, "crash")?;
    page.state(2, "failed")?;
    page.sees(".cell:nth-of-type(2) .mistake", "the engine crashed")?;
    page.evaluate(2, "a * 7")?;
    page.state(2, "done")?;
    page.sees(".cell:nth-of-type(2) .formula", "42")?;
    Ok(String::new())
}

fn two_tabs(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "a := 1")?;
    page.state(1, "done")?;
    let first = page.new_tab()?;
    page.visit(&page.address)?;
    page.ready()?;
    page.evaluate(1, "a")?;
    page.state(1, "failed")?;
    page.switch(&first)?;
    page.evaluate(1, "a + 1")?;
    page.state(1, "done")?;
    page.sees(".formula", "2")?;
    Ok(String::new())
}

fn offline(page: &Page<'_>) -> anyhow::Result<String> {
    page.run_async("await navigator.serviceWorker.ready; return true;")?;
    page.wait(
        "the files to be kept",
        "return navigator.serviceWorker.controller !== null",
    )?;
    page.host.set_off(true);
    let outcome = page.reload().and_then(|()| page.ready()).and_then(|()| {
        page.evaluate(1, "1 + 1")?;
        page.state(1, "done")
    });
    page.host.set_off(false);
    outcome.map(|()| String::new())
}

fn link(page: &Page<'_>) -> anyhow::Result<String> {
    page.evaluate(1, "11 * 11")?;
    page.state(1, "done")?;
    page.press("Share")?;
    let fragment = page.wait(
        "the link",
        "return location.hash.length > 20 && location.hash",
    )?;
    let first = page.new_tab()?;
    let address = page
        .address
        .split('#')
        .next()
        .unwrap_or_default()
        .to_owned();
    page.visit(&format!(
        "{address}{}",
        fragment.as_str().unwrap_or_default()
    ))?;
    page.ready()?;
    page.sees(".message", "Nothing in it has been run")?;
    page.sees(".cm-content", "11 * 11")?;
    ensure!(
        page.count(".answers[data-state=idle]")? == 1,
        "an opened link runs nothing"
    );
    page.press("Run all")?;
    page.sees(".formula", "121")?;
    page.switch(&first)?;
    page.visit("about:blank")?;
    page.visit(&format!("{address}#w1.AAAA"))?;
    page.sees(".message", "this cannot be opened")?;
    Ok(String::new())
}

fn terminal_link(page: &Page<'_>) -> anyhow::Result<String> {
    let file = page.root.join("target/browser/folder/linked.cgs");
    std::fs::write(&file, "12 * 12")?;
    let output = Command::new(page.root.join("target/debug/sidle"))
        .arg("link")
        .arg(&file)
        .output()?;
    let fragment = String::from_utf8(output.stdout)?;
    let address = page.address.split('#').next().unwrap_or_default();
    page.visit("about:blank")?;
    page.visit(&format!("{address}{}", fragment.trim()))?;
    page.ready()?;
    page.sees(".cm-content", "12 * 12")?;
    page.press("Run all")?;
    page.sees(".formula", "144")?;
    Ok(String::new())
}

fn results(page: &Page<'_>) -> anyhow::Result<String> {
    page.press("Lessons")?;
    page.press("Published results")?;
    page.sees(".chapter h3", "Scoring, Doug, Craig")?;
    page.click(".chapter button")?;
    page.wait(
        "rows",
        "return document.querySelectorAll('.chapter .agrees').length > 10",
    )?;
    ensure!(page.count(".chapter .differs")? == 0, "all rows agree");
    Ok(String::new())
}

fn lessons(page: &Page<'_>) -> anyhow::Result<String> {
    for title in [
        "Values and ↑",
        "Hot games and thermographs",
        "Loops and a ko",
    ] {
        page.press("Lessons")?;
        page.press(title)?;
        page.wait(
            "the lesson",
            &format!(
                "return document.querySelector('.title').value === {}",
                json!(title)
            ),
        )?;
        page.press("Run all")?;
        page.wait(
            "all cells to be done",
            "const answers = [...document.querySelectorAll('.answers')]; \
             return answers.length > 1 && answers.every((each) => each.dataset.state === 'done' || each.dataset.state === 'failed')",
        )?;
        ensure!(
            page.count(".answers[data-state=failed]")? == 0,
            "{title}: {}",
            page.text(".mistake")?
        );
        ensure!(
            !page.text(".formula")?.contains("false"),
            "{title} says nothing false"
        );
    }
    Ok(String::new())
}

fn autosave(page: &Page<'_>) -> anyhow::Result<String> {
    page.script(1, "17 + 4")?;
    page.wait(
        "the autosave",
        "return (sessionStorage.getItem('sidle-worksheet') ?? '').includes('17 + 4')",
    )?;
    page.reload()?;
    page.ready()?;
    page.sees(".cm-content", "17 + 4")?;
    ensure!(
        page.count(".answers[data-state=idle]")? == 1,
        "nothing runs by itself"
    );
    Ok(String::new())
}

fn exports(page: &Page<'_>) -> anyhow::Result<String> {
    let outcome = page.run_async(
        r##"
        const files = await import('./document/file.js');
        const exports = await import('./document/export.js');
        const { apply, newCell } = await import('./document/document.js');
        const same = (a, b, what) => { if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error(`${what}: ${JSON.stringify(a)} ${JSON.stringify(b)}`); };
        const cells = [newCell('script', { source: 'x := "</pre>"' }), newCell('text', { source: '50 % <b>\n_x' }), newCell('board', { rules: 'Clobber', position: 'xo|ox' })];
        const sheet = { title: 'A & B', cells };
        same(files.toData(files.fromFile('a.sidlews', files.toFile(sheet))), files.toData(sheet), 'worksheet');
        same(files.fromFile('b.cgs', '1 + 1').cells[0].source, '1 + 1', 'script');
        const results = () => [{ type: 'game', text: '^*', unicode: '↑⋆', latex: '\\uparrow\\ast' }];
        const html = exports.toHtml(sheet, results);
        if (html.includes('<b>') || html.includes('"</pre>') || !html.includes('A &amp; B')) throw new Error(html);
        const latex = exports.toLatex(sheet, results);
        if (!latex.includes('50 \\% <b>') || !latex.includes('\\_x') || !latex.includes('\\[ \\uparrow\\ast \\]')) throw new Error(latex);
        const notebook = JSON.parse(exports.toNotebook(sheet, results));
        same(notebook.cells.map((cell) => cell.cell_type), ['code', 'markdown', 'markdown'], 'notebook');
        same(notebook.cells[0].outputs[0].data['text/latex'], '$\\uparrow\\ast$', 'notebook');
        if (!exports.toScript(sheet).includes('// 50 % <b>\n// _x')) throw new Error('script');
        for (const change of [{ change: 'insert', at: 1, cell: newCell('text') }, { change: 'remove', at: 0 }, { change: 'move', from: 0, to: 2 }, { change: 'set', id: cells[0].id, fields: { source: '2' } }, { change: 'title', title: 'C' }]) {
            const once = apply(sheet, change);
            same(apply(once.sheet, once.inverse).sheet, sheet, change.change);
        }
        for (const bad of ['{}', '{"format":"sidle-worksheet","version":2,"cells":[]}', '{"format":"sidle-worksheet","version":1,"cells":[{"kind":"x"}]}', 'no']) {
            let refused = false;
            try { files.fromFile('c.sidlews', bad); } catch { refused = true; }
            if (!refused) throw new Error(`accepted: ${bad}`);
        }
        return 'good';
        "##,
    )?;
    ensure!(outcome == "good", "{outcome}");
    Ok(String::new())
}

/// Names of boards, Markdown, links, formulas and pictures are text wherever they come from.
fn injection(page: &Page<'_>) -> anyhow::Result<String> {
    let attack = "<img src=x onerror='window.attacked=1'><script>window.attacked=1</script>";
    let worksheet = json!({ "format": "sidle-worksheet", "version": 1, "title": attack, "cells": [
        { "kind": "text", "source": format!("# {attack}\n\n{attack}\n\n[a](javascript:window.attacked=1) [b](https://example.org) `{attack}`") },
        { "kind": "script", "source": format!("\"{}\"", attack.replace('"', "'")) },
        { "kind": "board", "rules": attack, "position": attack },
    ] });
    let fragment = page.run_async(&format!(
        "const {{ toLink }} = await import('./document/link.js'); const {{ fromData }} = await import('./document/file.js'); \
         return toLink(fromData({worksheet}));"
    ))?;
    let address = page
        .address
        .split('#')
        .next()
        .unwrap_or_default()
        .to_owned();
    page.visit("about:blank")?;
    page.visit(&format!(
        "{address}{}",
        fragment.as_str().unwrap_or_default()
    ))?;
    page.ready()?;
    page.press("Run all")?;
    page.sees(".cell .formula", "onerror")?;
    page.sees(".markdown", "javascript:window.attacked=1")?;
    ensure!(page.count(".markdown a")? == 1, "one address is harmless");
    ensure!(
        page.count(".cell img[src=x], .cell script, .markdown img")? == 0,
        "no element was made"
    );
    // What an engine sends is not trusted either.
    let made = page.run_async(
        r##"
        const { html, render } = await import('./vendor/htm-preact-3.1.1.js');
        const { Formula, Picture } = await import('./views/math.js');
        const place = document.createElement('div'); document.body.append(place);
        const mathml = '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi onclick="window.attacked=1">x</mi><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.attacked=1"/><maction href="javascript:1"><mi>y</mi></maction></math>';
        const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1" width="9" height="9"><script>window.attacked=1</script></svg>';
        render(html`<${Formula} mathml=${mathml} text="x" /><${Picture} svg=${svg} alt="p" />`, place);
        await new Promise((resolve) => setTimeout(resolve, 400));
        return [place.querySelectorAll('[onclick], [onerror], [href], maction, svg, script').length, place.querySelectorAll('math mi').length, place.querySelectorAll('img.picture').length];
        "##,
    )?;
    ensure!(made == json!([0, 1, 1]), "{made}");
    let inline = page.run(
        "const script = document.createElement('script'); script.textContent = 'window.attacked = 1'; document.body.append(script); \
         return window.attacked ?? 0",
    )?;
    ensure!(inline == 0, "the policy of the page refuses inline scripts");
    Ok(String::new())
}

fn widths(page: &Page<'_>) -> anyhow::Result<String> {
    add_board(page, "game.grid.Domineering", "........|........")?;
    page.known()?;
    page.evaluate(1, "[1/2, ^*, {3|2||1}, {5|4||3|2|||1}]")?;
    page.state(1, "done")?;
    for (width, height) in [(360, 740), (768, 1024), (3840, 2160)] {
        page.resize(width, height)?;
        let wide = page.run(
            "const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.scroll')); \
             return document.documentElement.scrollWidth <= innerWidth && innerWidth > 0 ? '' : `${innerWidth}: ${wide.map((each) => each.className || each.tagName).slice(0, 9)}`",
        )?;
        ensure!(
            wide == "",
            "the page scrolls sideways at {width} pixels: {wide}"
        );
    }
    Ok(String::new())
}

fn axe(page: &Page<'_>) -> anyhow::Result<String> {
    let axe = std::fs::read_to_string(page.root.join("crates/sidle-web/page/test/axe-4.14.1.js"))
        .context("axe")?;
    page.press("Lessons")?;
    page.press("Values and ↑")?;
    page.press("Run all")?;
    page.known()?;
    let mut looked_at = 0;
    for scheme in ["light", "dark"] {
        page.scheme(scheme)?;
        for mode in ["edit", "play", "explore"] {
            page.press(mode)?;
            std::thread::sleep(std::time::Duration::from_millis(700));
            page.run(&format!("{axe}; return true"))?;
            let found = page.run_async(
                "const { violations } = await axe.run(document, { resultTypes: ['violations'] }); \
                 return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical') \
                   .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`)",
            )?;
            let found = found.as_array().context("a list")?;
            ensure!(found.is_empty(), "{scheme}, {mode}: {found:#?}");
            looked_at += 1;
        }
    }
    Ok(format!("{looked_at} views"))
}
