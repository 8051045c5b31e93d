// @ts-check
// The only live region of the page.

let turn = 0;

/** @param {string} text read by a screen reader, also when it repeats the last one */
export function speak(text) {
  const region = document.getElementById("speech");
  if (region) {
    turn += 1;
    region.textContent = turn % 2 === 0 ? text : `${text}\u00a0`;
  }
}
