// @ts-check
// What is known about a position, beside the board: value, outcome, mean, temperature, nim value, moves.

import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { CopyButton, download } from "./answer.js";
import { Formula, Picture } from "./math.js";

/** The time of an answer that nobody has asked for, and of one that somebody has. */
const SHORT = 2000;
const LONG = 120_000;
/** Milliseconds that a board must rest before it is looked at. */
const REST = 120;

/** @type {Record<string, string>} */
const OUTCOMES = {
  N: "the next player wins",
  P: "the previous player wins",
  L: "Left wins",
  R: "Right wins",
};

/**
 * @typedef {{value?: string, mathml?: string, latex?: string, outcome?: string, mean?: string | null, temperature?: string | null,
 *   moves?: any[], nim?: string, stopped?: boolean, error?: any, busy: boolean}} Known
 */

/**
 * @param {any} engine
 * @param {object} of
 * @param {number} time
 * @param {AbortSignal} signal
 * @param {(known: Known) => void} show
 */
async function find(engine, of, time, signal, show) {
  const options = { limits: { time_ms: time }, signal };
  /** @type {Known} */
  const known = { busy: true };
  const step = async (/** @type {object} */ question, /** @type {object} */ more, /** @type {(reply: any) => void} */ take) => {
    try {
      take(await engine.ask(question, { ...options, ...more }));
      return true;
    } catch (error) {
      const { stopped, kind } = /** @type {any} */ (error);
      known.stopped ||= stopped !== undefined;
      if (stopped === undefined && kind !== "not-applicable") {
        known.error ??= error;
      }
      return false;
    } finally {
      if (!signal.aborted) {
        show({ ...known });
      }
    }
  };
  const answered = await step({ ask: "value", of }, { include: ["mathml", "latex"] }, ({ answer, parts }) => {
    Object.assign(known, { value: answer.value ?? undefined, mathml: parts.mathml, latex: parts.latex });
    known.stopped ||= answer.stopped !== undefined;
  });
  if (answered && known.value !== undefined) {
    await step({ ask: "moves", of }, {}, ({ answer }) => {
      const { outcome, mean, temperature, moves } = answer;
      Object.assign(known, { outcome, mean, temperature, moves });
    });
    await step({ ask: "nim-value", of }, {}, ({ answer }) => { known.nim = answer.nim_value; });
    // A partizan position has no nim value, and that is no mistake.
    known.error = undefined;
  } else if (!known.error) {
    await step({ ask: "outcome", of }, {}, ({ answer }) => { known.outcome = answer.outcome ?? undefined; });
  }
  if (!signal.aborted) {
    show({ ...known, busy: false });
  }
}

/**
 * What the engine knows about a position, asked again whenever it changes.
 * @param {any} engine
 * @param {object | undefined} of
 * @returns {[Known, () => void]}
 */
export function useKnown(engine, of) {
  const [known, show] = useState(/** @type {Known} */ ({ busy: true }));
  const [longer, setLonger] = useState("");
  const key = JSON.stringify(of ?? null);
  useEffect(() => {
    if (!of) {
      return undefined;
    }
    const control = new AbortController();
    show((/** @type {Known} */ last) => ({ ...last, busy: true }));
    const rest = setTimeout(() => find(engine, of, longer === key ? LONG : SHORT, control.signal, show), REST);
    return () => {
      clearTimeout(rest);
      control.abort();
    };
  }, [key, longer === key]);
  return [known, () => setLonger(key)];
}

/** @param {{name: string, children?: any}} props */
function Fact({ name, children }) {
  return html`<div class="fact"><dt>${name}</dt><dd>${children}</dd></div>`;
}

/** @param {{engine: any, value: string}} props */
function Thermograph({ engine, value }) {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    const control = new AbortController();
    const question = { ask: "thermograph", games: [value] };
    engine.ask(question, { include: ["picture"], limits: { time_ms: SHORT }, signal: control.signal })
      .then((/** @type {any} */ { parts }) => setSvg(parts.picture ?? ""), () => setSvg(""));
    return () => control.abort();
  }, [value]);
  return svg === "" ? null : html`<figure><${Picture} svg=${svg} alt=${`Thermograph of ${value}`} />
    <button type="button" class="small" onClick=${() => download("thermograph.svg", svg, "image/svg+xml")}>SVG</button></figure>`;
}

/** @param {{engine: any, of: object}} props a certificate of the outcome, checked by the independent checker */
function Proof({ engine, of }) {
  const [state, setState] = useState("");
  const [certificate, setCertificate] = useState("");
  const prove = async () => {
    setState("proving …");
    try {
      const limits = { time_ms: LONG };
      const { answer, parts } = await engine.ask({ ask: "outcome", of, certify: true }, { limits, include: ["certificate"] });
      setCertificate(parts.certificate ?? "");
      const checked = await engine.ask({ ask: "check", of: { text: parts.certificate }, name: "outcome.json" }, { limits });
      const [verdict] = checked.answer.certificates;
      setState(verdict?.valid ? `outcome ${answer.outcome}: the independent checker accepts the proof (${verdict.steps} steps)`
        : `the checker refuses the proof: ${verdict?.reason ?? verdict?.error ?? "no certificate"}`);
    } catch (error) {
      setState(`${/** @type {any} */ (error).message}`);
    }
  };
  return html`<div class="proof"><button type="button" class="small" onClick=${prove}>prove and check the outcome</button>
    ${certificate ? html`<button type="button" class="small" onClick=${() => download("outcome.json", certificate, "application/json")}>certificate</button>` : null}
    <span role="status">${state}</span></div>`;
}

/**
 * @param {{engine: any, of: object, known: Known, longer: () => void, onMove?: (to: string) => void,
 *   onHover?: (to: string | undefined) => void}} props
 */
export function ValuePanel({ engine, of, known, longer, onMove, onHover }) {
  const { value, outcome, mean, temperature, moves, nim, stopped, error, busy } = known;
  const [plot, setPlot] = useState(false);
  return html`<div class=${`value ${busy ? "busy" : ""}`} data-busy=${busy ? "yes" : "no"}>
    <dl>
      ${value !== undefined ? html`<${Fact} name="value"><${Formula} mathml=${known.mathml} text=${value} /> <${CopyButton} text=${value} label="text" /></>` : null}
      ${outcome ? html`<${Fact} name="outcome">${outcome}${OUTCOMES[outcome] ? `: ${OUTCOMES[outcome]}` : ""}</>` : null}
      ${mean ? html`<${Fact} name="mean">${mean}</>` : null}
      ${temperature ? html`<${Fact} name="temperature">${temperature}</>` : null}
      ${nim ? html`<${Fact} name="nim value">${nim}</>` : null}
    </dl>
    ${error ? html`<div class="mistake"><strong>${error.message}</strong>${error.help ? html`<div>${error.help}</div>` : null}</div>` : null}
    ${stopped && !busy ? html`<div class="mark">a short limit stopped this <button type="button" class="small" onClick=${longer}>work longer</button></div>` : null}
    <div class="tools">
      ${value !== undefined && mean ? html`<button type="button" class="small" aria-expanded=${plot} onClick=${() => setPlot(!plot)}>thermograph</button>` : null}
    </div>
    ${plot && value !== undefined ? html`<${Thermograph} engine=${engine} value=${value} />` : null}
    ${outcome ? html`<${Proof} key=${JSON.stringify(of)} engine=${engine} of=${of} />` : null}
    ${moves && moves.length > 0 ? html`<details class="moves"><summary>${moves.length} moves</summary>
      <div class="scroll"><table><thead><tr><th>player</th><th>move</th><th>value</th><th>incentive</th><th>wins</th></tr></thead>
      <tbody>${moves.map((move) => html`<tr class=${move.player === "Left" ? "of-left" : "of-right"}>
        <td>${move.player}</td>
        <td>${onMove ? html`<button type="button" class="small" onClick=${() => onMove(move.to)}
          onPointerEnter=${() => onHover?.(move.to)} onPointerLeave=${() => onHover?.(undefined)}
          onFocus=${() => onHover?.(move.to)} onBlur=${() => onHover?.(undefined)}>${move.to || "(empty)"}</button>` : move.to}</td>
        <td>${move.value}</td><td>${move.incentive ?? ""}</td><td>${move.wins ? "yes" : ""}</td></tr>`)}</tbody></table></div></details>` : null}
  </div>`;
}
