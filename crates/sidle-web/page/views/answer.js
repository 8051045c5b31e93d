// @ts-check
// The answers of a script cell: formulas, boards, thermographs, mistakes with their fixes.

import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { Formula, Picture } from "./math.js";

/** @param {{text: string, label: string}} props */
export function CopyButton({ text, label }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<button type="button" class="small" onClick=${copy}>${done ? "copied" : label}</button>`;
}

/** @param {string} name @param {string} content @param {string} type */
export function download(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A picture of a result that the engine draws. @param {{engine: any, session: string, result: any}} props */
function Board({ engine, session, result }) {
  const [svg, setSvg] = useState("");
  useEffect(() => {
    let current = true;
    engine.ask({ ask: "draw", of: { line: `$${result.kept}`, session } }).then(
      (/** @type {any} */ { answer }) => current && setSvg(answer.svg),
      () => {},
    );
    return () => { current = false; };
  }, [result]);
  return svg ? html`<${Picture} svg=${svg} alt=${result.text} />` : null;
}

/** @param {{engine: any, session: string, result: any, onExplore: (line: string) => void}} props */
function Result({ engine, session, result, onExplore }) {
  const [plot, setPlot] = useState("");
  if (result.type === "nothing") {
    return null;
  }
  const isGame = result.type === "game" || result.type === "number";
  const draw = async () => {
    const question = { ask: "thermograph", session, games: [result.text] };
    const reply = await engine.ask(question, { include: ["picture"], limits: { time_ms: 10_000 } }).catch(() => undefined);
    setPlot(plot === "" ? reply?.parts.picture ?? "" : "");
  };
  return html`<div class="result">
    <${Formula} mathml=${result.mathml} text=${result.unicode ?? result.text} />
    ${result.type === "form" && result.kept ? html`<${Board} engine=${engine} session=${session} result=${result} />` : null}
    <span class="tools">
      <${CopyButton} text=${result.text} label="text" />
      ${result.latex ? html`<${CopyButton} text=${result.latex} label="LaTeX" />` : null}
      ${isGame ? html`<button type="button" class="small" onClick=${draw}>thermograph</button>` : null}
      ${isGame || result.type === "form" ? html`<button type="button" class="small" onClick=${() => onExplore(result.text)}>explore</button>` : null}
    </span>
    ${plot ? html`<figure><${Picture} svg=${plot} alt=${`Thermograph of ${result.text}`} />
      <button type="button" class="small" onClick=${() => download("thermograph.svg", plot, "image/svg+xml")}>SVG</button></figure>` : null}
  </div>`;
}

/**
 * The replacements that an error proposes.
 * @param {any} error
 * @returns {{label: string, text: string, insert: boolean}[]}
 */
export function fixes(error) {
  const words = [...(error.help ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  if (/^did you mean /.test(error.help ?? "")) {
    return words.map((word) => ({ label: `Replace by ${word}`, text: word, insert: false }));
  }
  if (/^close it with /.test(error.help ?? "")) {
    return words.map((word) => ({ label: `Insert ${word}`, text: word, insert: true }));
  }
  return [];
}

/** @param {{error: any, onFix: (fix: {text: string, insert: boolean}) => void}} props */
export function Mistake({ error, onFix }) {
  return html`<div class="mistake" role="alert">
    <strong>${error.message}</strong>
    ${error.help ? html`<div>${error.help}</div>` : null}
    ${error.place?.field === "line" ? fixes(error).map((fix) => html`<button type="button" class="small fix" onClick=${() => onFix(fix)}>${fix.label}</button>`) : null}
  </div>`;
}

/** @param {any} progress */
function amount(progress) {
  const share = progress.total > 0 ? `${progress.done} of ${progress.total}, ` : "";
  return `${share}${progress.nodes.toLocaleString("en")} nodes`;
}

/** @param {{engine: any, session: string, outcome: any, stale: boolean, onFix: any, onExplore: any}} props */
export function Answers({ engine, session, outcome, stale, onFix, onExplore }) {
  const { state, results, printed, error, progress } = outcome;
  return html`<div class=${`answers ${state} ${stale ? "stale" : ""}`} data-state=${state}>
    ${stale ? html`<div class="mark">changed since it ran</div>` : null}
    ${state === "queued" ? html`<div class="mark">waiting</div>` : null}
    ${state === "running" ? html`<div class="mark">running ${progress ? amount(progress) : "…"}</div>` : null}
    ${state === "stopped" ? html`<div class="mark">stopped</div>` : null}
    ${printed.length > 0 ? html`<pre class="printed">${printed.join("\n")}</pre>` : null}
    ${results.map((/** @type {any} */ result) => html`<${Result} engine=${engine} session=${session} result=${result} onExplore=${onExplore} />`)}
    ${state === "failed" && error ? html`<${Mistake} error=${error} onFix=${onFix} />` : null}
  </div>`;
}
