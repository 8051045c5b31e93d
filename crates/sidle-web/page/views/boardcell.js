// @ts-check
// A cell with a position: the editor of its board, what is known about it, play, and the explorer.

import { html, useEffect, useMemo, useState } from "../vendor/htm-preact-3.1.1.js";
import { Board } from "../board/board.js";
import { Graph } from "../board/graph.js";
import { Heaps, heapsOf } from "../board/heaps.js";
import { clear, coordinate, difference, drag, look, mirror, nameOf, notation, place, resize, rowsOf, size } from "../board/rows.js";
import { speak } from "../board/speak.js";
import { Piece } from "../board/board.js";
import { Explorer } from "./explorer.js";
import { Play } from "./play.js";
import { useKnown, ValuePanel } from "./value.js";

/** @param {string} name */
export const shortName = (name) => name.split(".").at(-1) ?? name;

/**
 * How the engine describes a position for drawing.
 * @param {any} engine
 * @param {{rules: string, position: string}} of
 */
export function useShape(engine, of) {
  const [shape, setShape] = useState(/** @type {{key: string, shape?: any, error?: any}} */ ({ key: "" }));
  const key = JSON.stringify(of);
  useEffect(() => {
    let current = true;
    engine.ask({ ask: "draw", of }, { limits: { time_ms: 5000 } }).then(
      (/** @type {any} */ { answer }) => current && setShape({ key, shape: answer.shape }),
      (/** @type {any} */ error) => current && setShape((last) => ({ key, shape: last.shape && error.kind === "notation" ? last.shape : undefined, error })),
    );
    return () => { current = false; };
  }, [key]);
  return shape.key === key ? shape : { ...shape, shape: ahead(shape, of) };
}

/**
 * What an edit will look like before the engine has said so: the next edit may come sooner than its answer.
 * @param {{key: string, shape?: any}} last
 * @param {{rules: string, position: string}} of
 */
function ahead({ key, shape }, of) {
  const isSame = key !== "" && JSON.parse(key).rules === of.rules;
  const letters = shape?.kind === "lines" ? ".x" : shape?.letters;
  const isRows = letters !== undefined && [...of.position].every((letter) => letter === "|" || letters.includes(letter));
  return isSame && isRows ? { ...shape, rows: of.position } : shape;
}

/** @param {{board: any, letter: string, setLetter: (letter: string) => void}} props */
function Palette({ board, letter, setLetter }) {
  return html`<div class="palette" role="radiogroup" aria-label="piece to place">
    ${[...board.letters].map((each) => html`<button type="button" role="radio" aria-checked=${each === letter}
      aria-label=${nameOf(each, board)} title=${`${nameOf(each, board)} (${each})`} class=${`square ${look(each, board.letters)}`} onClick=${() => setLetter(each)}>
      ${board.lines ? each : html`<${Piece} look=${look(each, board.letters)} letter=${each} />`}</button>`)}
  </div>`;
}

/** @param {{board: any, onChange: (position: string, label: string) => void}} props */
function Tools({ board, onChange }) {
  const [rows, columns] = size(board);
  const sized = (/** @type {number} */ high, /** @type {number} */ wide) => () => onChange(notation(resize(board, high, wide)), "resize board");
  const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act) =>
    html`<button type="button" class="small" aria-label=${label} title=${label} onClick=${act}>${text}</button>`;
  return html`<div class="tools board-tools">
    ${button("one row more", "+ row", sized(rows + 1, columns))}${button("one row less", "− row", sized(rows - 1, columns))}
    ${button("one column more", "+ column", sized(rows, columns + 1))}${button("one column less", "− column", sized(rows, columns - 1))}
    ${button("mirror left and right", "⇋", () => onChange(notation(mirror(board, "left-right")), "mirror board"))}
    ${button("mirror up and down", "⥮", () => onChange(notation(mirror(board, "up-down")), "mirror board"))}
    ${button("clear the board", "clear", () => onChange(notation(clear(board)), "clear board"))}
  </div>`;
}

/**
 * The editor of a position that is drawn as rows.
 * @param {{board: any, label: string, marks: Map<string, string>, onChange: (position: string, label: string) => void}} props
 */
function RowsEditor({ board, label, marks, onChange }) {
  const [letter, setLetter] = useState(board.letters[1] ?? board.letters[0]);
  const chosen = board.letters.includes(letter) ? letter : board.letters[1] ?? board.letters[0];
  const put = (/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ next) => {
    onChange(notation(place(board, row, column, next)), `place ${nameOf(next, board)}`);
    speak(`${coordinate(row, column)}: ${nameOf(next, board)}`);
  };
  const pick = (/** @type {number} */ row, /** @type {number} */ column) =>
    put(row, column, board.rows[row][column] === chosen ? board.letters[0] : chosen);
  const key = (/** @type {number} */ row, /** @type {number} */ column, /** @type {string} */ pressed) => {
    if (pressed === "Delete" || pressed === "Backspace") {
      put(row, column, board.letters[0]);
      return true;
    }
    if (pressed.length === 1 && board.letters.includes(pressed)) {
      put(row, column, pressed);
      return true;
    }
    return false;
  };
  const moved = (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
    if (board.rows[from[0]][from[1]] !== board.letters[0]) {
      onChange(notation(drag(board, from, to)), "drag piece");
    }
  };
  return html`<${Palette} board=${board} letter=${chosen} setLetter=${setLetter} />
    <div class="scroll"><${Board} board=${board} label=${label} marks=${marks} onPick=${pick} onKey=${key} onDrag=${moved} /></div>
    <${Tools} board=${board} onChange=${onChange} />`;
}

/** @param {{rulesets: any[], rules: string, onChange: (rules: string) => void}} props */
function RulesetMenu({ rulesets, rules, onChange }) {
  const packages = [...new Set(rulesets.map(({ name }) => name.split(".")[1]))];
  const known = rulesets.some(({ name }) => name === rules);
  return html`<select aria-label="ruleset" value=${rules} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
    ${known ? null : html`<option value=${rules}>${shortName(rules)}</option>`}
    ${packages.map((name) => html`<optgroup label=${name}>${rulesets.filter((each) => each.name.split(".")[1] === name)
      .map((each) => html`<option value=${each.name}>${shortName(each.name)}</option>`)}</optgroup>`)}
  </select>`;
}

/** @param {{cell: any, engine: any, rulesets: any[], change: (fields: object, label: string) => void}} props */
export function BoardCell({ cell, engine, rulesets, change }) {
  const { rules, position } = cell;
  const of = useMemo(() => ({ rules, position }), [rules, position]);
  const { shape, error, key } = useShape(engine, of);
  const [mode, setMode] = useState("edit");
  const [hover, setHover] = useState(/** @type {string | undefined} */ (undefined));
  const [winners, setWinners] = useState("");
  const [known, longer] = useKnown(engine, mode === "play" ? undefined : of);
  const card = rulesets.find(({ name }) => name === rules);
  const set = (/** @type {string} */ next, /** @type {string} */ label) => change({ position: next }, label);
  const board = rowsOf(shape);
  const heaps = board ? undefined : heapsOf(shape, position);
  const wrong = error && error.kind !== "not-applicable" && key === JSON.stringify(of) ? error : undefined;
  const target = board && hover !== undefined ? rowsOf({ ...shape, rows: hover }) : undefined;
  const marks = new Map(board && target ? difference(board, target).map((at) => [at, "marked"]) : []);
  if (board && !target && winners) {
    for (const { player, wins, to } of known.moves ?? []) {
      const after = player === winners && wins ? rowsOf({ ...shape, rows: to }) : undefined;
      for (const at of after ? difference(board, after) : []) {
        marks.set(at, "marked");
      }
    }
  }
  const label = `${shortName(rules)}, ${position}`;
  // The lines of a pasted text are rows; a field of one line would join them.
  const paste = (/** @type {ClipboardEvent} */ event) => {
    const rows = (event.clipboardData?.getData("text/plain") ?? "").trim().split(/\s*\n\s*/);
    if (rows.length > 1) {
      event.preventDefault();
      set(rows.join("|"), "paste position");
    }
  };
  const editor = () => {
    if (board) {
      return html`<${RowsEditor} board=${board} label=${label} marks=${marks} onChange=${set} />
        <label class="winners">frame winning moves of${" "}<select value=${winners} onChange=${(/** @type {any} */ event) => setWinners(event.target.value)}>
          <option value="">nobody</option><option value="Left">Left</option><option value="Right">Right</option></select></label>`;
    }
    if (heaps) {
      const fixed = card !== undefined && card.notation.startsWith("two numbers");
      return html`<${Heaps} heaps=${heaps} fixed=${fixed} onChange=${(/** @type {number[]} */ next) => set(next.join(","), "change heaps")} />`;
    }
    return shape?.kind === "graph" ? html`<${Graph} shape=${shape} label=${label} />` : null;
  };
  return html`<div class="board-cell">
    <div class="bar">
      <${RulesetMenu} rulesets=${rulesets} rules=${rules} onChange=${(/** @type {string} */ next) => {
        const example = rulesets.find(({ name }) => name === next)?.example ?? position;
        change({ rules: next, position: example }, "choose ruleset");
      }} />
      <input class="notation" aria-label="position" spellcheck=${false} value=${position}
        onChange=${(/** @type {any} */ event) => set(event.target.value.trim(), "type position")} onPaste=${paste} />
      <span class="modes" role="group" aria-label="what to do with the position">${["edit", "play", "explore"].map((each) => html`<button type="button"
        aria-pressed=${mode === each} onClick=${() => setMode(each)}>${each}</button>`)}</span>
    </div>
    ${card ? html`<p class="rules">${card.rules}${" "}<span class="dim">${card.notation}</span></p>` : null}
    ${wrong ? html`<div class="mistake"><strong>${wrong.message}</strong>${wrong.help ? html`<div>${wrong.help}</div>` : null}</div>` : null}
    ${mode === "edit" ? html`<div class="columns"><div>${editor()}</div>
      <${ValuePanel} engine=${engine} of=${of} known=${known} longer=${longer} onHover=${setHover}
        onMove=${(/** @type {string} */ to) => set(to, "move")} /></div>` : null}
    ${mode === "play" ? html`<${Play} key=${label} engine=${engine} start=${of} />` : null}
    ${mode === "explore" ? html`<${Explorer} key=${label} engine=${engine} of=${of} />` : null}
  </div>`;
}
