// @ts-check
// Markdown as elements of the page, never as HTML text: headings, lists, quotes, code, emphasis, links.

import { html } from "../vendor/htm-preact-3.1.1.js";

const INLINE = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*)|(\[[^\]]+\]\([^)\s]+\))/;

/** @param {string} text @returns {any[]} */
function inline(text) {
  const parts = [];
  for (let rest = text; rest !== "";) {
    const match = INLINE.exec(rest);
    if (!match) {
      parts.push(rest);
      break;
    }
    parts.push(rest.slice(0, match.index), marked(match[0]));
    rest = rest.slice(match.index + match[0].length);
  }
  return parts;
}

/** @param {string} text */
function marked(text) {
  if (text.startsWith("`")) {
    return html`<code>${text.slice(1, -1)}</code>`;
  }
  if (text.startsWith("**")) {
    return html`<strong>${inline(text.slice(2, -2))}</strong>`;
  }
  if (text.startsWith("*")) {
    return html`<em>${inline(text.slice(1, -1))}</em>`;
  }
  const [, words, address] = /** @type {RegExpExecArray} */ (/^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(text));
  // An address that could run a script stays text.
  return /^(https?:\/\/|#)/.test(address)
    ? html`<a href=${address} rel="noopener noreferrer" target="_blank">${inline(words)}</a>` : text;
}

/** @param {string[]} lines @returns {any} */
function block(lines) {
  const [first] = lines;
  const heading = /^(#{1,4})\s+(.*)$/.exec(first);
  if (heading) {
    const rest = lines.length > 1 ? block(lines.slice(1)) : null;
    // The page has the first two levels.
    return [html`<${`h${Math.min(6, heading[1].length + 2)}`}>${inline(heading[2])}</>`, rest];
  }
  if (first.startsWith("```")) {
    return html`<pre><code>${lines.slice(1).filter((line) => !line.startsWith("```")).join("\n")}</code></pre>`;
  }
  if (/^[-*]\s/.test(first)) {
    return html`<ul>${items(lines, /^[-*]\s+/)}</ul>`;
  }
  if (/^\d+\.\s/.test(first)) {
    return html`<ol>${items(lines, /^\d+\.\s+/)}</ol>`;
  }
  if (first.startsWith(">")) {
    return html`<blockquote>${inline(lines.map((line) => line.replace(/^>\s?/, "")).join(" "))}</blockquote>`;
  }
  return html`<p>${inline(lines.join(" "))}</p>`;
}

/** @param {string[]} lines @param {RegExp} mark */
function items(lines, mark) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (mark.test(line) || found.length === 0) {
      found.push(line.replace(mark, ""));
    } else {
      found[found.length - 1] += ` ${line.trim()}`;
    }
  }
  return found.map((item) => html`<li>${inline(item)}</li>`);
}

/** The blocks of a text: between empty lines, and code between fences. @param {string} source */
export function blocks(source) {
  /** @type {string[][]} */
  const found = [];
  let open = false;
  /** @type {string[]} */
  let lines = [];
  const close = () => {
    if (lines.length > 0) {
      found.push(lines);
      lines = [];
    }
  };
  for (const line of source.split("\n")) {
    if (line.startsWith("```")) {
      if (!open) {
        close();
      }
      lines.push(line);
      open = !open;
      if (!open) {
        close();
      }
    } else if (line.trim() === "" && !open) {
      close();
    } else {
      lines.push(line);
    }
  }
  close();
  return found;
}

/** @param {{source: string}} props */
export function Markdown({ source }) {
  return html`<div class="markdown">${blocks(source).map(block)}</div>`;
}
