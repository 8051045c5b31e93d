// @ts-check
// A board of cells: one button each, one tab stop, arrows to walk. It has no rules: the host says what a click means.

import { html, useRef, useState } from "../vendor/htm-preact-3.1.1.js";
import { coordinate, look, nameOf } from "./rows.js";

/** @param {{look: string, letter: string}} props */
export function Piece({ look: seen, letter }) {
  const [name, small] = seen.split(" ");
  const r = small ? 5 : 8;
  switch (name) {
    case "left":
      return html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r=${r} class="left" /></svg>`;
    case "right":
      // A ring inside, so that the two colours can be told apart without colour.
      return html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r=${r} class="right" /><circle cx="12" cy="12" r=${r / 2} class="ring" /></svg>`;
    case "either":
      return html`<svg viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="5" width="14" height="14" transform="rotate(45 12 12)" class="either" /></svg>`;
    case "heads":
    case "tails":
      return html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5" class=${name} /><text x="12" y="16" text-anchor="middle">${name === "heads" ? "H" : "T"}</text></svg>`;
    case "letter":
      return html`<span aria-hidden="true">${letter}</span>`;
    default:
      return null;
  }
}

/**
 * @typedef {object} BoardProps
 * @property {import("./rows.js").Rows} board
 * @property {string} label
 * @property {(row: number, column: number) => void} onPick
 * @property {(from: [number, number], to: [number, number]) => void} [onDrag]
 * @property {(row: number, column: number, key: string) => boolean} [onKey] true if the key meant something
 * @property {Map<string, string>} [marks] classes of cells by `row,column`
 * @property {(row: number, column: number) => string} [describe] more words for a cell
 */

/** @param {BoardProps} props */
export function Board({ board, label, onPick, onDrag, onKey, marks, describe }) {
  const [focus, setFocus] = useState([0, 0]);
  /** @type {{current: HTMLElement | null}} */
  const table = useRef(null);
  /** @type {{current: [number, number] | undefined}} */
  const from = useRef(undefined);
  const at = [Math.min(focus[0], board.rows.length - 1), 0];
  at[1] = Math.min(focus[1], board.rows[at[0]].length - 1);
  const walk = (/** @type {number} */ row, /** @type {number} */ column) => {
    const r = Math.max(0, Math.min(board.rows.length - 1, row));
    const c = Math.max(0, Math.min(board.rows[r].length - 1, column));
    setFocus([r, c]);
    /** @type {HTMLElement | null | undefined} */
    const cell = table.current?.querySelector(`[data-cell="${r},${c}"]`);
    cell?.focus();
  };
  const key = (/** @type {KeyboardEvent} */ event, /** @type {number} */ row, /** @type {number} */ column) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {"ArrowUp"} */ (event.key)];
    if (step) {
      walk(row + step[0], column + step[1]);
    } else if (event.key === "Home" || event.key === "End") {
      walk(row, event.key === "Home" ? 0 : board.rows[row].length - 1);
    } else if (!onKey?.(row, column, event.key)) {
      return;
    }
    event.preventDefault();
  };
  const release = (/** @type {PointerEvent} */ event) => {
    const start = from.current;
    from.current = undefined;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    if (!start || !under || !table.current?.contains(under)) {
      return;
    }
    const [row, column] = /** @type {HTMLElement} */ (under).dataset.cell?.split(",").map(Number) ?? [0, 0];
    if (row !== start[0] || column !== start[1]) {
      onDrag?.(start, [row, column]);
    }
  };
  const button = (/** @type {string} */ letter, /** @type {number} */ row, /** @type {number} */ column) => {
    const seen = look(letter, board.letters);
    const mark = marks?.get(`${row},${column}`) ?? "";
    const line = board.lines ? `line ${row % 2 ? "upright" : "level"} ${letter === board.letters[0] ? "open" : "drawn"}` : seen;
    const more = describe?.(row, column) ?? "";
    const words = `${coordinate(row, column)}: ${nameOf(letter, board)}${more ? `, ${more}` : ""}`;
    return html`<td role="gridcell"><button type="button" class=${`square ${line} ${mark}`} data-cell=${`${row},${column}`}
      aria-label=${words} tabindex=${row === at[0] && column === at[1] ? 0 : -1}
      onClick=${() => { setFocus([row, column]); onPick(row, column); }}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => key(event, row, column)}
      onPointerDown=${(/** @type {PointerEvent} */ event) => {
        from.current = [row, column];
        /** @type {HTMLElement} */ (event.currentTarget).releasePointerCapture?.(event.pointerId);
      }}>${board.lines ? null : html`<${Piece} look=${seen} letter=${letter} />`}</button></td>`;
  };
  return html`<table class=${`board ${board.lines ? "lines" : "cells"}`} role="grid" aria-label=${label} ref=${table}
    onPointerUp=${release}>
    <tbody>${board.rows.map((row, r) => html`<tr role="row" class=${board.lines && r % 2 ? "upright" : ""}>${row.map((letter, c) => button(letter, r, c))}</tr>`)}</tbody>
  </table>`;
}
