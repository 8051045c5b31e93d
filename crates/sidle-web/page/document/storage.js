// @ts-check
// The last worksheet of this tab, kept by the browser. Two tabs do not overwrite each other.

import { fromData, toData } from "./file.js";

const KEY = "sidle-worksheet";
const WAIT = 400;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {import("./document.js").Worksheet} sheet */
export function autosave(sheet) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const data = JSON.stringify(toData(sheet));
    for (const storage of [sessionStorage, localStorage]) {
      try {
        storage.setItem(KEY, data);
      } catch {
        // Full or forbidden: the worksheet can still be saved as a file.
      }
    }
  }, WAIT);
}

/** The worksheet of this tab, or else the last one of any tab. */
export function restore() {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const data = storage.getItem(KEY);
      if (data) {
        return fromData(JSON.parse(data));
      }
    } catch {
      // What cannot be read is not restored.
    }
  }
  return undefined;
}
