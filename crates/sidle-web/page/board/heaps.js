// @ts-check
// Heaps: a number each, to be typed or stepped.

import { html } from "../vendor/htm-preact-3.1.1.js";

/** The most beads that are drawn for one heap. */
const MOST_DRAWN = 40;

/**
 * The sizes, if the engine says that the position is a row of heaps, or if it is written as numbers between commas.
 * @param {any} shape
 * @param {string} position
 * @returns {number[] | undefined}
 */
export function heapsOf(shape, position) {
  if (shape) {
    return shape.kind === "row" ? shape.heaps : undefined;
  }
  return /^\s*\d+(\s*,\s*\d+)*\s*$/.test(position) ? position.split(",").map(Number) : undefined;
}

/** @param {{heaps: number[], fixed: boolean, onChange: (heaps: number[]) => void}} props */
export function Heaps({ heaps, fixed, onChange }) {
  const set = (/** @type {number} */ at, /** @type {number} */ value) =>
    onChange(heaps.map((heap, i) => (i === at ? Math.max(0, Math.min(1e9, Math.trunc(value) || 0)) : heap)));
  return html`<div class="heaps">
    ${heaps.map((heap, at) => html`<div class="heap">
      <div class="beads" aria-hidden="true">${Array.from({ length: Math.min(heap, MOST_DRAWN) }, () => html`<i />`)}</div>
      <input type="number" min="0" value=${heap} aria-label=${`number ${at + 1}`}
        onChange=${(/** @type {any} */ event) => set(at, event.target.valueAsNumber)} />
      ${fixed || heaps.length === 1 ? null : html`<button type="button" class="small" aria-label=${`remove number ${at + 1}`}
        onClick=${() => onChange(heaps.filter((_, i) => i !== at))}>×</button>`}
    </div>`)}
    ${fixed ? null : html`<button type="button" class="small" onClick=${() => onChange([...heaps, 1])}>+ heap</button>`}
  </div>`;
}
