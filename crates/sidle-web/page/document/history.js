// @ts-check
// Undo and redo: the inverse changes with a label each. Answers of the engine are never in it.

import { apply } from "./document.js";

/** @typedef {import("./document.js").Change} Change @typedef {import("./document.js").Worksheet} Worksheet */

/** The most steps that can be undone. */
const MOST = 500;

/** A worksheet with its past. */
export class History {
  /** @param {Worksheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    /** @type {{label: string, inverse: Change}[]} */
    this.past = [];
    /** @type {{label: string, inverse: Change}[]} */
    this.future = [];
  }

  /** @param {Change} change @param {string} label */
  make(change, label) {
    const { sheet, inverse } = apply(this.sheet, change);
    this.sheet = sheet;
    this.future = [];
    const last = this.past.at(-1);
    // A text that is being typed is one step.
    const goesOn = label === "edit text" && last?.label === label && change.change === "set"
      && last.inverse.change === "set" && last.inverse.id === change.id;
    if (!goesOn) {
      this.past.push({ label, inverse });
      this.past.splice(0, this.past.length - MOST);
    }
  }

  /** @returns {string | undefined} the label of the step */
  undo() {
    return this.#step(this.past, this.future);
  }

  /** @returns {string | undefined} */
  redo() {
    return this.#step(this.future, this.past);
  }

  /** @param {{label: string, inverse: Change}[]} from @param {{label: string, inverse: Change}[]} to */
  #step(from, to) {
    const step = from.pop();
    if (step === undefined) {
      return undefined;
    }
    const { sheet, inverse } = apply(this.sheet, step.inverse);
    this.sheet = sheet;
    to.push({ label: step.label, inverse });
    return step.label;
  }
}
