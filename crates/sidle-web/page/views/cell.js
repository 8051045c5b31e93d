// @ts-check
// One cell of a worksheet.

import { html, useState } from "../vendor/htm-preact-3.1.1.js";
import { Answers } from "./answer.js";
import { BoardCell } from "./boardcell.js";
import { Editor, fromBytes } from "./editor.js";
import { Explorer } from "./explorer.js";
import { Markdown } from "./markdown.js";

/** @param {{cell: any, change: (fields: object, label: string) => void}} props */
function TextCell({ cell, change }) {
  const [open, setOpen] = useState(cell.source === "");
  const close = () => setOpen(cell.source.trim() === "");
  if (!open) {
    return html`<div class="text-cell" onDblClick=${() => setOpen(true)}><${Markdown} source=${cell.source} />
      <button type="button" class="small edit-text" aria-label="edit this text" onClick=${() => setOpen(true)}>edit</button></div>`;
  }
  return html`<div class="text-cell"><textarea aria-label="text" rows=${Math.max(3, cell.source.split("\n").length + 1)} value=${cell.source}
    onInput=${(/** @type {any} */ event) => change({ source: event.target.value }, "edit text")}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" || (event.key === "Enter" && (event.shiftKey || event.ctrlKey))) {
        event.preventDefault();
        close();
      }
    }} onBlur=${close}></textarea></div>`;
}

/** @param {any} props */
function ScriptCell({ cell, at, sheet, change }) {
  const { runner, live, help } = sheet;
  const [explored, setExplored] = useState("");
  const outcome = runner.outcome(cell.id);
  const place = outcome.error?.place;
  const mistake = outcome.state === "failed" && outcome.source === cell.source && place?.field === "line"
    ? { start: place.start, end: place.end, message: outcome.error.message } : undefined;
  const complete = async (/** @type {string} */ text, /** @type {number} */ cursor) => {
    // While a cell runs its session is busy, and completions come from an empty one.
    const engine = runner.isBusy() ? live : runner.engine;
    const reply = await engine.ask({ ask: "complete", session: runner.session, text, cursor }).catch(() => undefined);
    return reply?.answer;
  };
  const fix = (/** @type {{text: string, insert: boolean}} */ { text, insert }) => {
    const from = fromBytes(cell.source, insert ? place.end : place.start);
    const source = cell.source.slice(0, from) + text + cell.source.slice(fromBytes(cell.source, place.end));
    change({ source }, "apply fix");
    sheet.run({ ...cell, source });
  };
  return html`<div class="script-cell">
    <${Editor} value=${cell.source} label="script" mistake=${mistake} complete=${complete} onHelp=${help}
      onChange=${(/** @type {string} */ source) => source !== cell.source && change({ source }, "edit text")}
      onRun=${(/** @type {boolean} */ next) => { sheet.run(sheet.cell(cell.id)); if (next) { sheet.focusNext(cell.id); } }} />
    <${Answers} engine=${runner.engine} session=${runner.session} outcome=${outcome} stale=${runner.isStale(sheet.cells, at)}
      onFix=${fix} onExplore=${(/** @type {string} */ line) => setExplored(explored === line ? "" : line)} />
    ${explored ? html`<${Explorer} key=${explored} engine=${runner.engine} of=${{ line: explored, session: runner.session }} />` : null}
  </div>`;
}

/** @param {any} props */
export function Cell({ cell, at, sheet }) {
  const change = (/** @type {object} */ fields, /** @type {string} */ label) => sheet.make({ change: "set", id: cell.id, fields }, label);
  const last = sheet.cells.length - 1;
  const kinds = { script: "script", text: "text", board: "board" };
  const name = `${kinds[/** @type {"script"} */ (cell.kind)]} cell ${at + 1}`;
  const state = sheet.runner.outcome(cell.id).state;
  return html`<section class=${`cell kind-${cell.kind}`} data-cell-id=${cell.id} aria-label=${name}>
    <div class="side">
      ${cell.kind === "script" ? (state === "running" || state === "queued"
        ? html`<button type="button" class="run" aria-label=${`stop ${name}`} title="Stop" onClick=${sheet.stop}>■</button>`
        : html`<button type="button" class="run" aria-label=${`run ${name}`} title="Run (Shift+Enter)" onClick=${() => sheet.run(cell)}>▶</button>`) : null}
      <details class="menu"><summary aria-label=${`change ${name}`}>⋯</summary><div>
        <button type="button" disabled=${at === 0} onClick=${() => sheet.make({ change: "move", from: at, to: at - 1 }, "move cell")}>Move up</button>
        <button type="button" disabled=${at === last} onClick=${() => sheet.make({ change: "move", from: at, to: at + 1 }, "move cell")}>Move down</button>
        <button type="button" onClick=${() => sheet.make({ change: "remove", at }, "remove cell")}>Remove</button>
      </div></details>
    </div>
    <div class="body">
      ${cell.kind === "script" ? html`<${ScriptCell} cell=${cell} at=${at} sheet=${sheet} change=${change} />` : null}
      ${cell.kind === "text" ? html`<${TextCell} cell=${cell} change=${change} />` : null}
      ${cell.kind === "board" ? html`<${BoardCell} cell=${cell} engine=${sheet.live} rulesets=${sheet.rulesets} change=${change} />` : null}
    </div>
  </section>`;
}
