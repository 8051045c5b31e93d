// @ts-check
// The wiring of the workbench: engines, worksheet, storage, address.

import { emptyWorksheet, newCell } from "./document/document.js";
import { toHtml, toLatex, toNotebook, toScript } from "./document/export.js";
import { fromData, fromFile, toFile } from "./document/file.js";
import { History } from "./document/history.js";
import { LESSONS } from "./document/lessons.js";
import { fromLink, toLink } from "./document/link.js";
import { Runner } from "./document/run.js";
import { autosave, restore } from "./document/storage.js";
import { readServed, servedName, writeServed } from "./document/served.js";
import { isServed, openEngine } from "./engine/engine.js";
import { html, render } from "./vendor/htm-preact-3.1.1.js";
import { download } from "./views/answer.js";
import { Sheet } from "./views/sheet.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const engine = openEngine("sheet", () => draw());
const live = openEngine("live");
const runner = new Runner(engine, () => draw());
let history = new History(emptyWorksheet());
/** @type {any} */
const shown = { message: "", link: "", page: "", results: false, rulesets: [] };
let asked = false;
let begun = false;
let arrived = false;

function drawNow() {
  if (!begun) {
    begun = true;
    root.replaceChildren();
  }
  render(html`<${Sheet} sheet=${model()} />`, root);
}

/** Draws once for all changes of a frame. */
function draw() {
  if (!asked) {
    asked = true;
    // A hidden tab has no frames.
    (document.hidden ? setTimeout : requestAnimationFrame)(() => {
      asked = false;
      drawNow();
    });
  }
}

/** @param {object} fields */
function show(fields) {
  Object.assign(shown, fields);
  draw();
}

/** @param {import("./document/document.js").Change} change @param {string} label */
function make(change, label) {
  history.make(change, label);
  autosave(history.sheet);
  // At once: the next key may come before the next frame, and it acts on what is drawn.
  drawNow();
}

/** @param {import("./document/document.js").Worksheet} sheet @param {string} [message] */
async function open(sheet, message = "") {
  await runner.reset();
  history = new History(sheet);
  autosave(sheet);
  show({ message, link: "", results: false });
}

async function openFile() {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".sidlews,.cgs,.txt,.json" });
  input.onchange = async () => {
    const file = input.files?.[0];
    try {
      await open(fromFile(file?.name ?? "", (await file?.text()) ?? ""));
    } catch (error) {
      show({ message: `${/** @type {any} */ (error).message}` });
    }
  };
  input.click();
}

/** @param {string} topic */
async function help(topic) {
  const reply = topic ? await live.ask({ ask: "help", topic }).catch((error) => ({ answer: { page: error.message } })) : undefined;
  show({ page: reply?.answer.page ?? "" });
}

/** @param {"undo" | "redo"} way */
function step(way) {
  const label = history[way]();
  autosave(history.sheet);
  show({ message: label ? `${way === "undo" ? "Undone" : "Done again"}: ${label}` : "" });
}

/** @param {(sheet: any, results: any) => string} write @param {string} end @param {string} type */
const saved = (write, end, type) => () =>
  download(`${history.sheet.title || "worksheet"}.${end}`, write(history.sheet, (/** @type {string} */ id) => runner.outcome(id).results), type);

const fixed = {
  runner, live, make, help, lessons: LESSONS,
  run: (/** @type {any} */ cell) => runner.run(cell),
  runAll: () => history.sheet.cells.forEach((cell) => runner.run(cell)),
  stop: () => runner.stop(),
  undo: () => step("undo"),
  redo: () => step("redo"),
  add: (/** @type {string} */ kind, /** @type {number} */ at) => make({ change: "insert", at, cell: newCell(kind) }, "add cell"),
  cell: (/** @type {string} */ id) => history.sheet.cells.find((cell) => cell.id === id),
  focusNext: (/** @type {string} */ id) => {
    const at = history.sheet.cells.findIndex((cell) => cell.id === id);
    /** @type {HTMLElement | null} */
    const next = root.querySelector(`[data-cell-id="${history.sheet.cells[at + 1]?.id}"] .cm-content`);
    next?.focus();
  },
  share: async () => {
    const fragment = await toLink(history.sheet);
    window.history.replaceState(null, "", fragment);
    const link = isServed() ? fragment : new URL(fragment, document.baseURI).href;
    await navigator.clipboard?.writeText(link).catch(() => {});
    show({ link });
  },
  showResults: () => show({ results: !shown.results }),
  dismiss: () => show({ message: "" }),
  open: {
    empty: () => open(emptyWorksheet()),
    file: openFile,
    lesson: (/** @type {string} */ name) => open(fromData(LESSONS.find((lesson) => lesson.name === name)?.worksheet)),
  },
  save: {
    worksheet: async () => {
      const name = servedName();
      if (!name?.endsWith(".sidlews")) {
        saved(toFile, "sidlews", "application/json")();
        return;
      }
      show({ message: await writeServed(name, toFile(history.sheet)) });
    },
    script: saved(toScript, "cgs", "text/plain"),
    html: saved(toHtml, "html", "text/html"),
    latex: saved(toLatex, "tex", "application/x-tex"),
    notebook: saved(toNotebook, "ipynb", "application/json"),
  },
};

function model() {
  const { title, cells } = history.sheet;
  return { ...fixed, ...shown, title, cells, history, status: engine.status };
}

/** The file that `sidle workbench` was started with; one that is not there yet is made when it is saved. */
async function openServed() {
  const name = servedName();
  const text = name ? await readServed(name) : undefined;
  if (name && text !== undefined) {
    await open(fromFile(name, text));
  } else if (name) {
    show({ message: `${name} is new; Save makes it.` });
  }
}

/** What the address names is shown, and nothing of it runs by itself. */
async function arrive() {
  try {
    const linked = await fromLink(location.hash);
    if (linked) {
      await open(linked, "This worksheet came with a link. Nothing in it has been run.");
    } else if (!arrived) {
      await openServed();
    }
  } catch (error) {
    show({ message: `this cannot be opened: ${/** @type {any} */ (error).message}` });
  }
  arrived = true;
}

async function start() {
  const restored = restore();
  if (restored) {
    history = new History(restored);
  }
  await arrive();
  addEventListener("hashchange", arrive);
  addEventListener("keydown", (event) => {
    const editing = /** @type {HTMLElement} */ (event.target).closest?.(".cm-editor, input, textarea");
    if (!editing && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) {
      event.preventDefault();
      step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
    }
  });
  draw();
  if (!isServed()) {
    // A page that was loaded once works without a network.
    navigator.serviceWorker?.register("offline.js").catch(() => {});
  }
  const { answer } = await live.ask({ ask: "rulesets" });
  show({ rulesets: answer.rulesets });
}

start();
