// @ts-check
// A worksheet: its cells, and the changes that can be made to it. Answers are not part of it.

/**
 * @typedef {{id: string, kind: "script", source: string}} ScriptCell
 * @typedef {{id: string, kind: "text", source: string}} TextCell
 * @typedef {{id: string, kind: "board", rules: string, position: string, first?: "Left" | "Right"}} BoardCell
 * @typedef {ScriptCell | TextCell | BoardCell} Cell
 * @typedef {{title: string, cells: Cell[]}} Worksheet
 * @typedef {{change: "insert", at: number, cell: Cell} | {change: "remove", at: number}
 *   | {change: "set", id: string, fields: object} | {change: "move", from: number, to: number}
 *   | {change: "title", title: string}} Change
 */

/** The longest text of a cell, in characters. */
export const LONGEST = 200_000;
/** The most cells of a worksheet. */
export const MOST_CELLS = 1000;

/** @returns {string} */
export function newId() {
  return Math.random().toString(36).slice(2, 10);
}

/** @param {string} kind @param {object} [fields] @returns {Cell} */
export function newCell(kind, fields = {}) {
  const empty = kind === "board" ? { rules: "game.grid.Clobber", position: "xoxo|oxox" } : { source: "" };
  return /** @type {Cell} */ ({ id: newId(), kind, ...empty, ...fields });
}

/** @returns {Worksheet} */
export function emptyWorksheet() {
  return { title: "Worksheet", cells: [newCell("script")] };
}

/**
 * The worksheet after a change, and the change that takes it back. The old worksheet stays as it is.
 * @param {Worksheet} sheet
 * @param {Change} change
 * @returns {{sheet: Worksheet, inverse: Change}}
 */
export function apply(sheet, change) {
  const cells = [...sheet.cells];
  switch (change.change) {
    case "insert":
      cells.splice(change.at, 0, change.cell);
      return { sheet: { ...sheet, cells }, inverse: { change: "remove", at: change.at } };
    case "remove": {
      const [cell] = cells.splice(change.at, 1);
      return { sheet: { ...sheet, cells }, inverse: { change: "insert", at: change.at, cell } };
    }
    case "move": {
      const [cell] = cells.splice(change.from, 1);
      cells.splice(change.to, 0, cell);
      return { sheet: { ...sheet, cells }, inverse: { change: "move", from: change.to, to: change.from } };
    }
    case "title":
      return { sheet: { ...sheet, title: change.title }, inverse: { change: "title", title: sheet.title } };
    case "set": {
      const at = cells.findIndex((cell) => cell.id === change.id);
      /** @type {any} */
      const old = cells[at];
      const before = Object.fromEntries(Object.keys(change.fields).map((name) => [name, old[name]]));
      cells[at] = { ...old, ...change.fields };
      return { sheet: { ...sheet, cells }, inverse: { change: "set", id: change.id, fields: before } };
    }
  }
}
