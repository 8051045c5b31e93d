// @ts-check
// Formulas and pictures of the engine, put into the page without trusting them.

import { html, useEffect, useRef, useState } from "../vendor/htm-preact-3.1.1.js";

const MATHML = "http://www.w3.org/1998/Math/MathML";
const ELEMENTS = new Set(["math", "mrow", "mi", "mn", "mo", "mtext", "msub", "msup", "msubsup", "mover", "munder",
  "munderover", "mfrac", "mspace", "mtable", "mtr", "mtd", "mstyle", "mpadded", "msqrt"]);
const ATTRIBUTES = new Set(["stretchy", "lspace", "rspace", "mathvariant", "width", "accent", "fence", "separator",
  "linebreak", "displaystyle", "largeop", "symmetric", "minsize", "maxsize"]);

/**
 * A copy with the elements and attributes of MathML alone.
 * @param {Node} node
 * @returns {Node | undefined}
 */
function copy(node) {
  if (node.nodeType === Node.TEXT_NODE) {
    return document.createTextNode(node.textContent ?? "");
  }
  const element = /** @type {Element} */ (node);
  if (node.nodeType !== Node.ELEMENT_NODE || element.namespaceURI !== MATHML || !ELEMENTS.has(element.localName)) {
    return undefined;
  }
  const made = document.createElementNS(MATHML, element.localName);
  for (const { name, value } of element.attributes) {
    if (ATTRIBUTES.has(name)) {
      made.setAttribute(name, value);
    }
  }
  for (const child of element.childNodes) {
    const copied = copy(child);
    if (copied) {
      made.append(copied);
    }
  }
  return made;
}

/** @param {{mathml?: string, text: string}} props */
export function Formula({ mathml, text }) {
  /** @type {{current: HTMLElement | null}} */
  const place = useRef(null);
  useEffect(() => {
    const parsed = mathml && new DOMParser().parseFromString(mathml, "application/xml").documentElement;
    const made = parsed ? copy(parsed) : undefined;
    place.current?.replaceChildren(made ?? document.createTextNode(text));
  }, [mathml, text]);
  return html`<span class="formula" ref=${place} title=${text}></span>`;
}

/** An SVG of the engine as an image: nothing in it can run. @param {{svg: string, alt: string}} props */
export function Picture({ svg, alt }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return url ? html`<img class="picture" src=${url} alt=${alt} />` : null;
}
