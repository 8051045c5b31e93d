// @ts-check
// Boards as rows of letters, and what can be done to them. No rules of any game are here.

/** @typedef {{rows: string[][], letters: string, lines: boolean}} Rows */

/** The most cells of a side. */
export const LONGEST_SIDE = 60;

/**
 * The rows of the shape that the engine describes; nothing if the position is not drawn as rows.
 * @param {any} shape
 * @returns {Rows | undefined}
 */
export function rowsOf(shape) {
  switch (shape?.kind) {
    case "board":
      return { rows: split(shape.rows), letters: shape.letters, lines: false };
    case "lines":
      return { rows: split(shape.rows), letters: ".x", lines: true };
    default:
      return undefined;
  }
}

/** @param {string} text */
function split(text) {
  return text.split("|").map((row) => [...row]);
}

/** @param {Rows} board */
export function notation(board) {
  return board.rows.map((row) => row.join("")).join("|");
}

/**
 * @param {Rows} board
 * @param {number} row
 * @param {number} column
 * @param {string} letter
 * @returns {Rows}
 */
export function place(board, row, column, letter) {
  const rows = board.rows.map((cells) => [...cells]);
  rows[row][column] = letter;
  return { ...board, rows };
}

/**
 * Moves a piece; the cell that it leaves is empty.
 * @param {Rows} board
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export function drag(board, from, to) {
  const piece = board.rows[from[0]][from[1]];
  return place(place(board, from[0], from[1], board.letters[0]), to[0], to[1], piece);
}

/**
 * The board with more or fewer rows and columns, at the bottom and on the right.
 * @param {Rows} board
 * @param {number} rows
 * @param {number} columns
 */
export function resize(board, rows, columns) {
  const fill = board.letters[0];
  const [high, wide] = [clamp(rows), clamp(columns)];
  // Rows of lines alternate: n horizontal ones, then n + 1 vertical ones.
  const height = board.lines ? 2 * high + 1 : high;
  const width = (/** @type {number} */ row) => (board.lines ? wide + (row % 2) : wide);
  const made = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width(row) }, (_, column) => board.rows[row]?.[column] ?? fill));
  return { ...board, rows: made };
}

/** @param {number} side */
function clamp(side) {
  return Math.max(1, Math.min(LONGEST_SIDE, side));
}

/** @param {Rows} board @returns {[number, number]} */
export function size(board) {
  const widest = Math.max(...board.rows.map((row) => row.length));
  return board.lines ? [(board.rows.length - 1) / 2, widest - 1] : [board.rows.length, widest];
}

/** @param {Rows} board @param {"left-right" | "up-down"} way */
export function mirror(board, way) {
  const rows = way === "up-down" ? [...board.rows].reverse() : board.rows.map((row) => [...row].reverse());
  return { ...board, rows };
}

/** @param {Rows} board */
export function clear(board) {
  return { ...board, rows: board.rows.map((row) => row.map(() => board.letters[0])) };
}

/**
 * The cells in which two boards differ, as `row,column`.
 * @param {Rows} board
 * @param {Rows} other
 */
export function difference(board, other) {
  const cells = [];
  const height = Math.max(board.rows.length, other.rows.length);
  for (let row = 0; row < height; row += 1) {
    const width = Math.max(board.rows[row]?.length ?? 0, other.rows[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      if (board.rows[row]?.[column] !== other.rows[row]?.[column]) {
        cells.push(`${row},${column}`);
      }
    }
  }
  return cells;
}

/**
 * What a letter looks like: the same as in the pictures of the engine.
 * @param {string} letter
 * @param {string} letters
 */
export function look(letter, letters) {
  if (letters.startsWith("th")) {
    return letter.toLowerCase() === "h" ? "heads" : "tails";
  }
  if (letter === letters[0] || letter === ".") {
    return "empty";
  }
  if (letter === "#") {
    return "blocked";
  }
  const small = letters.includes(letter.toUpperCase()) && letters.includes(letter.toLowerCase())
    && letter === letter.toLowerCase();
  if (/[eE]/.test(letter) || (/[xX]/.test(letter) && !letters.includes("o"))) {
    return "either";
  }
  if (/[xXtTlL]/.test(letter)) {
    return small ? "left small" : "left";
  }
  if (/[oOfFrR]/.test(letter)) {
    return small ? "right small" : "right";
  }
  return "letter";
}

/** @type {Record<string, string>} */
const NAMES = {
  empty: "empty",
  blocked: "blocked",
  left: "blue",
  right: "red",
  "left small": "small blue",
  "right small": "small red",
  either: "green",
  heads: "heads",
  tails: "tails",
};

/** @param {string} letter @param {Rows} board @returns {string} */
export function nameOf(letter, board) {
  if (board.lines) {
    return letter === board.letters[0] ? "open" : "drawn";
  }
  const seen = look(letter, board.letters);
  return seen === "letter" ? letter : NAMES[seen];
}

/** @param {number} row @param {number} column */
export function coordinate(row, column) {
  return `row ${row + 1}, column ${column + 1}`;
}
