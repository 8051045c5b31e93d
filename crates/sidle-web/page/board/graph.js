// @ts-check
// Graphs as the engine describes them: layout and drawing. Editing is by notation and by moves.

import { html } from "../vendor/htm-preact-3.1.1.js";

const WIDTH = 360;
const HEIGHT = 240;
const STEPS = 200;

/**
 * Places by springs, from a circle. The same graph always gets the same places.
 * @param {number} count
 * @param {{from: number, to: number}[]} edges
 */
export function layout(count, edges) {
  const at = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / Math.max(1, count);
    return { x: Math.cos(angle + 0.3), y: Math.sin(angle + 0.3) };
  });
  const ideal = 1.6 / Math.sqrt(Math.max(1, count));
  for (let step = 0; step < STEPS; step += 1) {
    const force = at.map(() => ({ x: 0, y: 0 }));
    const push = (/** @type {number} */ a, /** @type {number} */ b, /** @type {(d: number) => number} */ law) => {
      const [dx, dy] = [at[b].x - at[a].x, at[b].y - at[a].y];
      const distance = Math.hypot(dx, dy) || 1e-3;
      const size = law(distance) / distance;
      force[a].x += size * dx; force[a].y += size * dy;
      force[b].x -= size * dx; force[b].y -= size * dy;
    };
    for (let a = 0; a < count; a += 1) {
      for (let b = a + 1; b < count; b += 1) {
        push(a, b, (d) => (-ideal * ideal) / d);
      }
    }
    for (const { from, to } of edges) {
      if (from !== to) {
        push(from, to, (d) => (d * d) / ideal);
      }
    }
    const heat = 0.2 * (1 - step / STEPS);
    force.forEach(({ x, y }, i) => {
      const size = Math.hypot(x, y) || 1;
      at[i].x += (x / size) * Math.min(size, heat);
      at[i].y += (y / size) * Math.min(size, heat);
    });
  }
  return fit(at);
}

/** @param {{x: number, y: number}[]} at */
function fit(at) {
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  return at.map(({ x, y }) => ({ x: 30 + ((WIDTH - 60) * (x - left)) / wide, y: 30 + ((HEIGHT - 60) * (y - top)) / high }));
}

/** @param {{shape: any, label: string}} props */
export function Graph({ shape, label }) {
  const places = layout(shape.vertices.length, shape.edges);
  // Edges between the same vertices are drawn beside each other.
  /** @type {Map<string, number>} */
  const seen = new Map();
  const edge = (/** @type {any} */ { from, to, owner }) => {
    const key = [Math.min(from, to), Math.max(from, to)].join();
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const [a, b] = [places[from], places[to]];
    if (from === to) {
      const r = 11 + 5 * nth;
      return html`<circle cx=${a.x} cy=${a.y - r} r=${r} class=${`edge ${owner}`} />`;
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const bend = (nth % 2 ? -1 : 1) * Math.ceil(nth / 2) * 22;
    const middle = { x: (a.x + b.x) / 2 + (bend * (b.y - a.y)) / length, y: (a.y + b.y) / 2 - (bend * (b.x - a.x)) / length };
    return html`<path d=${`M${a.x} ${a.y}Q${middle.x} ${middle.y} ${b.x} ${b.y}`} class=${`edge ${owner}`}
      marker-end=${shape.arrows ? "url(#tip)" : undefined} />`;
  };
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${label}>
    <defs><marker id="tip" viewBox="0 0 10 10" refX="22" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z" /></marker></defs>
    ${shape.edges.map(edge)}
    ${places.map(({ x, y }, i) => (shape.ground && i === 0
      ? html`<path d=${`M${x - 16} ${y}h32`} class="ground" />`
      : html`<g><circle cx=${x} cy=${y} r="9" class=${`vertex ${shape.vertices[i].owner}`} /><text x=${x} y=${y + 4} text-anchor="middle">${shape.vertices[i].name}</text></g>`))}
  </svg>`;
}
