// @ts-check
// The engine in a worker of the page.
//
// A worker that computes reads no messages. On a page that is isolated from other origins a shared flag stops it, and it
// keeps its sessions; elsewhere it is ended, and a new one starts without them.

/** Milliseconds until a worker that was asked to stop is ended. */
const PATIENCE = 1000;

/** @returns {(callbacks: any) => any} */
export function workerTransport() {
  return (callbacks) => {
    const shared = globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    /** @type {Worker} */
    let worker;
    const start = () => {
      worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.ready) {
          callbacks.ready();
        } else if (data.crashed !== undefined) {
          restart();
          callbacks.crashed(data.crashed);
        } else if (data.missing !== undefined) {
          callbacks.lost(data.missing);
        } else {
          callbacks.message(data);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        callbacks.lost(event.message || "the worker of the engine does not start");
      };
      worker.postMessage({ shared });
    };
    const restart = () => {
      worker.terminate();
      start();
    };
    start();
    return {
      send: (/** @type {object} */ message) => {
        if (shared) {
          Atomics.store(shared, 0, 0);
        }
        worker.postMessage({ text: JSON.stringify(message) });
      },
      interrupt: (/** @type {number} */ _id, /** @type {() => void} */ lost) => {
        if (!shared) {
          restart();
          lost();
          return;
        }
        const running = worker;
        Atomics.store(shared, 0, 1);
        setTimeout(() => {
          if (running === worker && Atomics.load(shared, 0) === 1) {
            restart();
            lost();
          }
        }, PATIENCE);
      },
      close: () => worker.terminate(),
    };
  };
}
