// @ts-check
// A position as a tree of its options: values, and what becomes of each in the canonical form.

import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";
import { download } from "./answer.js";
import { Picture } from "./math.js";

const LIMITS = { time_ms: 10_000 };

/** @param {any} standing @param {any[]} options */
function words(standing, options) {
  if (!standing || standing === "canonical") {
    return standing ?? "";
  }
  const name = (/** @type {any} */ number) => options[number]?.to ?? "another option";
  if (standing.dominated) {
    return `dominated by ${name(standing.dominated.by)}`;
  }
  if (standing.reversible) {
    return `reversible through ${standing.reversible.through || "the empty position"}`;
  }
  return `the same value as ${name(standing["same-as"]?.option)}`;
}

/** @param {any} standing */
const sort = (standing) => (typeof standing === "string" ? standing : standing ? Object.keys(standing)[0] : "");

/** @param {{engine: any, of: object, depth: number}} props */
function Options({ engine, of, depth }) {
  const [reply, setReply] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    const control = new AbortController();
    engine.ask({ ask: "options", of }, { limits: LIMITS, signal: control.signal })
      .then((/** @type {any} */ { answer }) => setReply({ answer }), (/** @type {any} */ error) => setReply({ error }));
    return () => control.abort();
  }, []);
  if (!reply) {
    return html`<p class="dim">…</p>`;
  }
  if (reply.error) {
    return html`<p class="mistake">${reply.error.message}</p>`;
  }
  const { options, value } = reply.answer;
  const values = [value, ...options.map((/** @type {any} */ option) => option.value)].filter(Boolean);
  return options.length === 0 ? html`<p class="dim">no options</p>`
    : html`${depth === 0 ? html`<${Thermographs} engine=${engine} games=${[...new Set(values)]} />` : null}<ul>${options.map((/** @type {any} */ option) => html`<${Option} engine=${engine} of=${of} option=${option} options=${options} depth=${depth} />`)}</ul>`;
}

/** The most thermographs beside each other. */
const MOST = 6;

/** The thermographs of a position and its options. @param {{engine: any, games: string[]}} props */
function Thermographs({ engine, games }) {
  const [svg, setSvg] = useState("");
  const [problem, setProblem] = useState("");
  const show = () => {
    if (svg) {
      setSvg("");
      return;
    }
    engine.ask({ ask: "thermograph", games: games.slice(0, MOST) }, { limits: LIMITS, include: ["picture"] })
      .then((/** @type {any} */ { parts }) => setSvg(parts.picture ?? ""), (/** @type {any} */ error) => setProblem(error.message));
  };
  return html`<div><button type="button" class="small" aria-expanded=${svg !== ""} onClick=${show}>thermographs</button> <span role="status">${problem}</span>
    ${svg ? html`<figure><${Picture} svg=${svg} alt=${`Thermographs of ${games.slice(0, MOST).join(", ")}`} />
      <button type="button" class="small" onClick=${() => download("thermographs.svg", svg, "image/svg+xml")}>SVG</button></figure>` : null}</div>`;
}

/** Moves the focus along the visible items. @param {KeyboardEvent} event */
function walk(event) {
  const item = /** @type {HTMLElement} */ (event.currentTarget);
  const tree = item.closest(".explorer");
  const items = /** @type {HTMLElement[]} */ ([...(tree?.querySelectorAll("button.node") ?? [])]);
  const at = items.indexOf(item);
  const next = { ArrowDown: items[at + 1], ArrowUp: items[at - 1], Home: items[0], End: items.at(-1) }[event.key];
  const open = item.getAttribute("aria-expanded");
  if (next) {
    next.focus();
  } else if ((event.key === "ArrowRight" && open === "false") || (event.key === "ArrowLeft" && open === "true")) {
    item.click();
  } else {
    return;
  }
  event.preventDefault();
}

/** @param {{engine: any, of: any, option: any, options: any[], depth: number}} props */
function Option({ engine, of, option, options, depth }) {
  const [open, setOpen] = useState(false);
  const next = of.rules ? { rules: of.rules, position: option.to } : { line: option.to, session: of.session };
  return html`<li>
    <button type="button" aria-expanded=${open} class=${`node of-${option.player.toLowerCase()} ${sort(option.standing)}`} onClick=${() => setOpen(!open)} onKeyDown=${walk}>
      <span class="player">${option.player === "Left" ? "L" : "R"}</span>
      <code>${option.to || "(empty)"}</code><span class="of-value">${option.value ?? "…"}</span>
      <span class="dim">${words(option.standing, options)}</span></button>
    ${open ? html`<${Options} engine=${engine} of=${next} depth=${depth + 1} />` : null}
  </li>`;
}

/** @param {{engine: any, of: any}} props */
export function Explorer({ engine, of }) {
  const [value, setValue] = useState("");
  useEffect(() => {
    const control = new AbortController();
    engine.ask({ ask: "value", of }, { limits: LIMITS, signal: control.signal })
      .then((/** @type {any} */ { answer }) => setValue(answer.value ?? "not within the limit"), (/** @type {any} */ error) => setValue(error.message));
    return () => control.abort();
  }, []);
  return html`<div class="explorer"><div><code>${of.position ?? of.line}</code> = <strong>${value}</strong></div>
    <${Options} engine=${engine} of=${of} depth=${0} /></div>`;
}
