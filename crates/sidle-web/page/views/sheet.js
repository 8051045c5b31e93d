// @ts-check
// The worksheet: its menu, its cells, and what all of them share.

import { html } from "../vendor/htm-preact-3.1.1.js";
import { Cell } from "./cell.js";
import { Results } from "./results.js";

/** @param {string} label @param {() => void} act @param {object} [more] */
const item = (label, act, more = {}) => html`<button type="button" ...${more} onClick=${(/** @type {Event} */ event) => {
  /** @type {HTMLElement} */ (event.currentTarget).closest("details")?.removeAttribute("open");
  act();
}}>${label}</button>`;

/** @param {{name: string, children?: any}} props */
function Menu({ name, children }) {
  return html`<details class="menu"><summary>${name}</summary><div>${children}</div></details>`;
}

/** @param {{sheet: any}} props */
function Bar({ sheet }) {
  const { past, future } = sheet.history;
  const busy = sheet.runner.isBusy();
  return html`<header class="top">
    <h1><img src="icon.svg" alt="" width="26" height="26" /> Sidle</h1>
    <input class="title" aria-label="title of the worksheet" value=${sheet.title}
      onChange=${(/** @type {any} */ event) => sheet.make({ change: "title", title: event.target.value }, "change title")} />
    <nav aria-label="worksheet">
      <${Menu} name="File">
        ${item("New", sheet.open.empty)}${item("Open …", sheet.open.file)}${item("Save", sheet.save.worksheet)}
        ${item("Export script (.cgs)", sheet.save.script)}${item("Export HTML", sheet.save.html)}
        ${item("Export LaTeX", sheet.save.latex)}${item("Export notebook (.ipynb)", sheet.save.notebook)}
      </>
      <${Menu} name="Lessons">${sheet.lessons.map((/** @type {any} */ { name, title }) => item(title, () => sheet.open.lesson(name)))}
        ${item("Published results", sheet.showResults)}</>
      <button type="button" disabled=${past.length === 0} title=${past.at(-1)?.label ?? ""} onClick=${sheet.undo}>Undo</button>
      <button type="button" disabled=${future.length === 0} title=${future.at(-1)?.label ?? ""} onClick=${sheet.redo}>Redo</button>
      ${busy ? html`<button type="button" class="stop" onClick=${sheet.stop}>Stop</button>`
        : html`<button type="button" class="primary" onClick=${sheet.runAll}>Run all</button>`}
      <button type="button" onClick=${sheet.share}>Share</button>
    </nav>
    <span class=${`status ${sheet.status.state}`} role="status" data-status=${sheet.status.state}>${sheet.status.state === "lost" ? sheet.status.message : sheet.status.state}</span>
  </header>`;
}

/** @param {{sheet: any, at: number}} props */
function Add({ sheet, at }) {
  const add = (/** @type {string} */ kind) => () => sheet.add(kind, at);
  return html`<div class="add"><button type="button" class="small" onClick=${add("script")}>+ script</button>
    <button type="button" class="small" onClick=${add("text")}>+ text</button>
    <button type="button" class="small" onClick=${add("board")}>+ board</button></div>`;
}

/** @param {{sheet: any}} props */
export function Sheet({ sheet }) {
  return html`<${Bar} sheet=${sheet} />
    ${sheet.message ? html`<p class="message" role="status">${sheet.message} <button type="button" class="small" onClick=${sheet.dismiss}>close</button></p>` : null}
    ${sheet.link ? html`<p class="message">Link: <input class="link" readonly aria-label="link to this worksheet" value=${sheet.link} onFocus=${(/** @type {any} */ event) => event.target.select()} /></p>` : null}
    ${sheet.results ? html`<${Results} engine=${sheet.live} onClose=${sheet.showResults} />` : null}
    <main>${sheet.cells.map((/** @type {any} */ cell, /** @type {number} */ at) => html`<${Cell} key=${cell.id} cell=${cell} at=${at} sheet=${sheet} />`)}
      <${Add} sheet=${sheet} at=${sheet.cells.length} /></main>
    ${sheet.page ? html`<aside aria-label="help"><button type="button" class="small" onClick=${() => sheet.help("")}>close</button><pre>${sheet.page}</pre></aside>` : null}`;
}
