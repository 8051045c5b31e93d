// @ts-check
// Published results: claim, citation, the value that is computed here, and a button to run it.

import { html, useEffect, useState } from "../vendor/htm-preact-3.1.1.js";

const LIMITS = { time_ms: 120_000 };

/** @param {{row: any}} props */
function Row({ row }) {
  return html`<tr class=${row.agrees ? "agrees" : "differs"}><td>${row.claim}</td><td>${row.citation}</td><td><code>${row.computed}</code></td><td>${row.agrees ? "agrees" : `printed: ${row.expected}`}</td></tr>`;
}

/** @param {{engine: any, chapter: any}} props */
function Chapter({ engine, chapter }) {
  const [rows, setRows] = useState(/** @type {any[]} */ ([]));
  const [state, setState] = useState("");
  const run = async () => {
    setRows([]);
    setState("running …");
    /** @type {any[]} */
    const found = [];
    const onEvent = (/** @type {any} */ { event, row }) => {
      if (event === "row") {
        found.push(row);
        setRows([...found]);
      }
    };
    try {
      const { answer } = await engine.ask({ ask: "reproduce", chapters: [chapter.chapter] }, { limits: LIMITS, onEvent });
      setState(answer.stopped ? "stopped by the time limit" : "");
    } catch (error) {
      setState(`${/** @type {any} */ (error).message}`);
    }
  };
  return html`<section class="chapter"><h3>${chapter.title}</h3><p class="dim">${chapter.source}</p>
    <button type="button" class="small" onClick=${run}>Run</button> <span role="status">${state}</span>
    ${rows.length > 0 ? html`<div class="scroll"><table><thead><tr><th>claim</th><th>citation</th><th>computed</th><th>verdict</th></tr></thead><tbody>${rows.map((row) => html`<${Row} row=${row} />`)}</tbody></table></div>` : null}
  </section>`;
}

/** @param {{engine: any, onClose: () => void}} props */
export function Results({ engine, onClose }) {
  const [chapters, setChapters] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    engine.ask({ ask: "reproduce", list: true }).then((/** @type {any} */ { answer }) => setChapters(answer.chapters), () => {});
  }, []);
  return html`<section class="results" aria-label="published results"><h2>Published results</h2>
    <button type="button" class="small" onClick=${onClose}>close</button>
    ${chapters.map((chapter) => html`<${Chapter} key=${chapter.chapter} engine=${engine} chapter=${chapter} />`)}</section>`;
}
