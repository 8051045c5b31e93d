// @ts-check
// Files of the folder in which `sidle workbench` was started.

/** The file that the page opens first. */
export function servedName() {
  return document.documentElement.dataset.file;
}

/** @param {string} name */
const address = (name) => new URL(`file?name=${encodeURIComponent(name)}`, document.baseURI);

/** The text of a file; nothing if there is none. @param {string} name @returns {Promise<string | undefined>} */
export async function readServed(name) {
  const response = await fetch(address(name));
  if (response.status === 404) {
    return undefined;
  }
  const text = await response.text();
  if (!response.ok) {
    throw new Error(text.trim());
  }
  return text;
}

/** Replaces a file. @param {string} name @param {string} text @returns {Promise<string>} what to say about it */
export async function writeServed(name, text) {
  const response = await fetch(address(name), { method: "PUT", body: text }).catch(() => undefined);
  return response?.ok ? `saved ${name}` : `${name} is not saved: ${response ? (await response.text()).trim() : "no connection"}`;
}
