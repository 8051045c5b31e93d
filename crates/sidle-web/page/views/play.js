// @ts-check
// A match over the wire: the page holds the moves, the engine says what is legal and what is best.

import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { Board } from "../board/board.js";
import { Graph } from "../board/graph.js";
import { difference, rowsOf } from "../board/rows.js";
import { speak } from "../board/speak.js";

const LIMITS = { time_ms: 20_000 };
/** @type {Record<string, string>} */
const STANDINGS = { wins: "can win", draws: "can draw", loses: "loses against best play" };

/** @param {any} reason */
function because(reason) {
  if (reason === "wins") {
    return "it wins";
  }
  if (reason === "draws") {
    return "it draws, and no move wins";
  }
  return "every move loses; after this one the fewest replies win";
}

/**
 * @typedef {{first: "Left" | "Right", moves: string[], left: string, right: string}} Match
 */

/** @param {any} engine @param {object} start @param {Match} match */
function useStanding(engine, start, match) {
  const [state, setState] = useState(/** @type {any} */ ({}));
  const key = JSON.stringify([match.first, match.moves]);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const question = { ask: "play", start, first: match.first, moves: match.moves };
      const { answer } = await engine.ask(question, { limits: LIMITS, signal: control.signal });
      const drawn = await engine.ask({ ask: "draw", of: { .../** @type {any} */ (start), position: answer.position } }, { limits: LIMITS, signal: control.signal })
        .catch(() => undefined);
      setState({ key, answer, shape: drawn?.answer.shape });
    };
    ask().catch((error) => control.signal.aborted || setState({ key, error }));
    return () => control.abort();
  }, [key]);
  return { ...state, current: state.key === key };
}

/**
 * Legal moves by clicks on the cells that they change: after each click the moves that change all clicked cells remain.
 * @param {any} board
 * @param {any} shape
 * @param {string[]} legal
 * @param {string[]} clicked
 */
export function narrow(board, shape, legal, clicked) {
  const changes = legal.map((to) => ({ to, cells: difference(board, rowsOf({ ...shape, rows: to }) ?? board) }));
  return changes.filter(({ cells }) => clicked.every((cell) => cells.includes(cell)));
}

/** @param {{shape: any, legal: string[], onMove: (to: string) => void, label: string}} props */
function PlayBoard({ shape, legal, onMove, label }) {
  const [clicked, setClicked] = useState(/** @type {string[]} */ ([]));
  const board = rowsOf(shape);
  if (!board) {
    return shape?.kind === "graph" ? html`<${Graph} shape=${shape} label=${label} />` : null;
  }
  const open = narrow(board, shape, legal, clicked);
  const marks = new Map(open.flatMap(({ cells }) => cells.map((cell) => /** @type {[string, string]} */ ([cell, "target"]))));
  for (const cell of clicked) {
    marks.set(cell, "chosen");
  }
  const pick = (/** @type {number} */ row, /** @type {number} */ column) => {
    const cell = `${row},${column}`;
    if (clicked.includes(cell)) {
      setClicked(clicked.filter((each) => each !== cell));
      return;
    }
    const next = narrow(board, shape, legal, [...clicked, cell]);
    const exact = next.filter(({ cells }) => cells.length === clicked.length + 1);
    if (next.length === 0) {
      setClicked([]);
      speak("no move there");
    } else if (next.length === 1 || (exact.length === 1 && clicked.length > 0)) {
      setClicked([]);
      onMove((exact[0] ?? next[0]).to);
    } else {
      setClicked([...clicked, cell]);
      speak(`${next.length} moves remain`);
    }
  };
  const key = (/** @type {number} */ _row, /** @type {number} */ _column, /** @type {string} */ pressed) => {
    if (pressed === "Escape") {
      setClicked([]);
      return true;
    }
    return false;
  };
  const describe = (/** @type {number} */ row, /** @type {number} */ column) =>
    ({ chosen: "chosen", target: "a move" })[marks.get(`${row},${column}`) ?? ""] ?? "";
  return html`<div class="scroll"><${Board} board=${board} label=${label} marks=${marks} onPick=${pick} onKey=${key} describe=${describe} /></div>`;
}

/**
 * Values and means after each move, for the record and its graph.
 * @param {any} engine
 * @param {{rules: string, position: string}} start
 * @param {string[]} moves
 */
function useValues(engine, start, moves) {
  const [values, setValues] = useState(/** @type {Record<string, {value: string, mean?: number}>} */ ({}));
  const next = [start.position, ...moves].find((position) => values[position] === undefined);
  useEffect(() => {
    if (next === undefined) {
      return undefined;
    }
    const control = new AbortController();
    const keep = (/** @type {{value: string, mean?: number}} */ found) => setValues((all) => ({ ...all, [next]: found }));
    const question = { ask: "value", of: { ...start, position: next }, data: true, temperature: true };
    engine.ask(question, { limits: { time_ms: 1500 }, signal: control.signal }).then(
      (/** @type {any} */ { answer }) => keep({ value: answer.value ?? "?", mean: fraction(answer.game?.mean) }),
      () => control.signal.aborted || keep({ value: "?" }),
    );
    return () => control.abort();
  }, [next]);
  return values;
}

/** @param {string | undefined} text such as `-3/4` */
function fraction(text) {
  const [above, below = "1"] = (text ?? "").split("/");
  return above === "" ? undefined : Number(above) / Number(below);
}

/** The mean after each move. @param {{means: (number | undefined)[]}} props */
function MeanGraph({ means }) {
  const known = means.filter((mean) => mean !== undefined);
  if (known.length < 2) {
    return null;
  }
  const most = Math.max(1, ...known.map(Math.abs));
  const x = (/** @type {number} */ at) => 10 + (300 * at) / Math.max(1, means.length - 1);
  const y = (/** @type {number} */ mean) => 50 - (38 * mean) / most;
  const points = means.flatMap((mean, at) => (mean === undefined ? [] : [[x(at), y(mean)]]));
  const words = means.map((mean) => mean ?? "?").join(", ");
  return html`<svg class="means" viewBox="0 0 320 100" role="img" aria-label=${`mean after each move: ${words}`}>
    <path d="M10 50h300" class="axis" /><text x="2" y="14">Left</text><text x="2" y="98">Right</text>
    <polyline points=${points.map((point) => point.join()).join(" ")} />
    ${points.map(([px, py]) => html`<circle cx=${px} cy=${py} r="3" />`)}</svg>`;
}

/** @param {{name: "left" | "right", match: Match, setMatch: (match: Match) => void}} props */
function Seat({ name, match, setMatch }) {
  return html`<label>${name === "left" ? "Left" : "Right"}${" "}<select value=${match[name]}
    onChange=${(/** @type {any} */ event) => setMatch({ ...match, [name]: event.target.value })}>
    <option value="you">you</option><option value="engine">engine</option><option value="beginner">beginner</option></select></label>`;
}

/** @param {{engine: any, start: {rules: string, position: string}}} props */
export function Play({ engine, start }) {
  const [match, setMatch] = useState(/** @type {Match} */ ({ first: "Left", moves: [], left: "you", right: "engine" }));
  const [hint, setHint] = useState("");
  const { answer, shape, error, current } = useStanding(engine, start, match);
  const values = useValues(engine, start, match.moves);
  const mover = current ? answer?.mover : undefined;
  const engineMoves = mover !== undefined && match[/** @type {"left"} */ (mover.toLowerCase())] !== "you" && !answer.winner;
  const move = (/** @type {string} */ to) => {
    setHint("");
    setMatch({ ...match, moves: [...match.moves, to] });
    speak(`${mover} moves to ${to || "the empty position"}`);
  };
  const advise = async () => {
    const question = { ask: "play", start, first: match.first, moves: match.moves, advise: true };
    const reply = await engine.ask(question, { limits: LIMITS });
    return reply.answer;
  };
  useEffect(() => {
    let wanted = true;
    if (engineMoves) {
      // A beginner plays every other move without looking, so that a class can win.
      const blind = match[/** @type {"left"} */ (mover.toLowerCase())] === "beginner" && Math.random() < 0.5;
      const choose = (/** @type {any} */ advice) =>
        advice.legal[blind ? Math.floor(Math.random() * advice.legal.length) : advice.best.number];
      advise().then((advice) => wanted && move(choose(advice)), (problem) => wanted && setHint(problem.message));
    }
    return () => { wanted = false; };
  }, [engineMoves, match.moves.length, match.first]);
  const showHint = async () => {
    const advice = await advise();
    setHint(advice.best ? `${advice.mover} ${STANDINGS[advice.standing] ?? ""}. Try ${advice.legal[advice.best.number] || "the empty position"}: ${because(advice.best.reason)}.` : "no move is left");
  };
  const takeBack = () => {
    const seats = [match.left, match.right];
    const count = seats.some((seat) => seat !== "you") && seats.includes("you") && match.moves.length > 1 ? 2 : 1;
    setHint("");
    setMatch({ ...match, moves: match.moves.slice(0, -count) });
  };
  const state = error ? error.message : !answer ? "…" : answer.winner ? `${answer.winner} has won` : engineMoves ? "the engine is thinking" : `${answer.mover} to move`;
  return html`<div class="play">
    <div class="bar">
      <${Seat} name="left" match=${match} setMatch=${setMatch} /><${Seat} name="right" match=${match} setMatch=${setMatch} />
      <label>first${" "}<select value=${match.first} onChange=${(/** @type {any} */ event) => setMatch({ ...match, first: event.target.value, moves: [] })}>
        <option value="Left">Left</option><option value="Right">Right</option></select></label>
      <button type="button" class="small" disabled=${match.moves.length === 0} onClick=${takeBack}>take back</button>
      <button type="button" class="small" disabled=${!current || answer?.winner} onClick=${showHint}>hint</button>
      <button type="button" class="small" onClick=${() => setMatch({ ...match, moves: [] })}>new game</button>
    </div>
    <p class="standing" role="status">${state}</p>
    ${hint ? html`<p class="hint" role="status">${hint}</p>` : null}
    ${answer ? html`<${PlayBoard} key=${match.moves.length} shape=${shape} legal=${current && !engineMoves ? answer.legal : []} onMove=${move} label=${`${answer.mover} to move`} />` : null}
    ${answer && current && !engineMoves && !answer.winner ? html`<details open=${!rowsOf(shape)}><summary>${answer.legal.length} moves</summary>
      <div class="legal">${answer.legal.map((/** @type {string} */ to) => html`<button type="button" class="small" onClick=${() => move(to)}>${to || "(empty)"}</button>`)}</div></details>` : null}
    ${match.moves.length > 0 ? html`<ol class="record">${match.moves.map((to, i) => html`<li>${(i % 2 === 0) === (match.first === "Left") ? "Left" : "Right"}: <code>${to || "(empty)"}</code> <span class="dim">${values[to]?.value ?? "…"}</span></li>`)}</ol>
      <${MeanGraph} means=${[start.position, ...match.moves].map((position) => values[position]?.mean)} />` : null}
  </div>`;
}
