// @ts-check
// Worksheets in the fragment of an address: `#w1.` and the compressed file in base64url. Nothing of it is sent to a server.

import { fromData, toData } from "./file.js";

const MARK = "w1.";
/** The most bytes that a link may unpack to. */
const LARGEST = 4_000_000;

/** @param {ReadableStream} stream @param {number} largest */
async function bytes(stream, largest) {
  const reader = stream.getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    length += value.length;
    if (length > largest) {
      await reader.cancel();
      throw new Error("the link holds too much");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * The fragment of a worksheet, with `#`.
 * @param {import("./document.js").Worksheet} sheet
 */
export async function toLink(sheet) {
  const json = new Blob([JSON.stringify(toData(sheet))]);
  const packed = await bytes(json.stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `#${MARK}${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * The worksheet of a fragment; nothing if there is none.
 * @param {string} fragment
 */
export async function fromLink(fragment) {
  if (!fragment.startsWith(`#${MARK}`)) {
    return undefined;
  }
  const base64 = fragment.slice(MARK.length + 1).replaceAll("-", "+").replaceAll("_", "/");
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return fromData(JSON.parse(new TextDecoder().decode(await bytes(stream, LARGEST))));
}
