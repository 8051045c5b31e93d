// @ts-check
// The worker: the WebAssembly module and its messages.

/** @type {Int32Array | undefined} */
let shared;
/** @type {any} */
let engine;

/** Sends the messages that wait in the module. */
function deliver() {
  const { memory, next_message, message_buffer } = engine;
  for (let length = next_message(); length > 0; length = next_message()) {
    const bytes = new Uint8Array(memory.buffer, message_buffer(0), length);
    postMessage(JSON.parse(new TextDecoder().decode(bytes)));
  }
}

/** Called by the module whenever it checks its limits: progress goes out, and 1 stops the request. */
function stop() {
  deliver();
  return shared ? Atomics.load(shared, 0) : 0;
}

/** @param {string} text */
function serve(text) {
  const bytes = new TextEncoder().encode(text);
  // The call may grow the memory, which makes a new buffer.
  const at = engine.message_buffer(bytes.length);
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.serve();
  if (shared) {
    Atomics.store(shared, 0, 0);
  }
  deliver();
}

async function load() {
  const imports = { sidle: { now: () => performance.now(), stop } };
  const response = fetch(new URL("../sidle.wasm", import.meta.url));
  try {
    const { instance } = await WebAssembly.instantiateStreaming(response, imports);
    engine = instance.exports;
  } catch {
    // Some static hosts send the module with another media type.
    const again = await fetch(new URL("../sidle.wasm", import.meta.url));
    const { instance } = await WebAssembly.instantiate(await again.arrayBuffer(), imports);
    engine = instance.exports;
  }
}

onmessage = async ({ data }) => {
  if ("shared" in data) {
    shared = data.shared;
    try {
      await load();
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ missing: `the engine cannot be loaded: ${error}` });
    }
    return;
  }
  try {
    serve(data.text);
  } catch (error) {
    // A trap leaves the module in an unknown state.
    postMessage({ crashed: `the engine crashed: ${error}` });
  }
};
