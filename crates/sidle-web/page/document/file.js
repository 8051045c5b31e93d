// @ts-check
// Worksheet files, `NAME.sidlews`, and scripts of CGScript as worksheets.

import { LONGEST, MOST_CELLS, newId } from "./document.js";

/** @typedef {import("./document.js").Worksheet} Worksheet @typedef {import("./document.js").Cell} Cell */

export const FORMAT = "sidle-worksheet";
export const VERSION = 1;

/** @param {Worksheet} sheet @returns {string} */
export function toFile(sheet) {
  return `${JSON.stringify(toData(sheet), undefined, 2)}\n`;
}

/** @param {Worksheet} sheet */
export function toData(sheet) {
  const cells = sheet.cells.map(({ id: _, ...cell }) => cell);
  return { format: FORMAT, version: VERSION, title: sheet.title, cells };
}

/**
 * Reads a worksheet. Unknown fields are dropped; the cells get new ids.
 * @param {any} data
 * @returns {Worksheet}
 */
export function fromData(data) {
  if (data?.format !== FORMAT) {
    throw new Error("this is not a worksheet of Sidle");
  }
  if (data.version !== VERSION) {
    throw new Error(`this worksheet has version ${data.version}; this page reads version ${VERSION}`);
  }
  if (!Array.isArray(data.cells) || data.cells.length > MOST_CELLS) {
    throw new Error(`a worksheet has at most ${MOST_CELLS} cells`);
  }
  return { title: text(data.title ?? "Worksheet", 200), cells: data.cells.map(cell) };
}

/** @param {any} value @param {number} longest @returns {string} */
function text(value, longest) {
  if (typeof value !== "string" || value.length > longest) {
    throw new Error(`the worksheet has a text that is missing or longer than ${longest} characters`);
  }
  return value;
}

/** @param {any} data @returns {Cell} */
function cell(data) {
  const id = newId();
  switch (data?.kind) {
    case "script":
    case "text":
      return { id, kind: data.kind, source: text(data.source, LONGEST) };
    case "board":
      return { id, kind: "board", rules: text(data.rules, 1000), position: text(data.position, LONGEST) };
    default:
      throw new Error("the worksheet has a cell of an unknown kind");
  }
}

/**
 * Reads a file: a worksheet, or a script, whose text becomes one cell.
 * @param {string} name
 * @param {string} content
 * @returns {Worksheet}
 */
export function fromFile(name, content) {
  const title = name.replace(/\.[^.]*$/, "");
  if (/\.(cgs|txt)$/.test(name)) {
    return { title, cells: [{ id: newId(), kind: "script", source: text(content, LONGEST) }] };
  }
  let data;
  try {
    data = JSON.parse(content);
  } catch (error) {
    throw new Error(`this is not a worksheet of Sidle: ${error}`);
  }
  return fromData(data);
}
