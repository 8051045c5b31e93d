// @ts-check
// The engine as the page sees it: one question after the other, over a transport.
//
// A transport has `send(message)`, `interrupt(id)` and `close()`, and calls back with messages of the wire. `interrupt`
// ends the running request: with `false` the engine keeps its sessions, with `true` it has lost them and starts again.

import { cancelled, EngineError, Reply } from "./pending.js";
import { socketTransport } from "./socket-engine.js";
import { workerTransport } from "./worker-engine.js";

/**
 * @typedef {{state: "loading"} | {state: "ready"} | {state: "busy"} | {state: "lost", message: string}} Status
 * @typedef {{limits?: object, include?: string[], signal?: AbortSignal, onEvent?: (message: any) => void}} Options
 * @typedef {{answer: any, parts: Record<string, string>}} Answered
 */

/** An engine: in the page, or the program that serves the page. */
export class Engine {
  /** @param {(callbacks: object) => any} transport @param {(status: Status) => void} [onStatus] */
  constructor(transport, onStatus = () => {}) {
    this.onStatus = onStatus;
    /** @type {Status} */
    this.status = { state: "loading" };
    /** Grows whenever the engine has lost its sessions. */
    this.generation = 0;
    this.next = 1;
    /** @type {{reply: Reply, message: object}[]} */
    this.queue = [];
    /** @type {Reply | undefined} */
    this.running = undefined;
    this.transport = transport({
      ready: () => this.#ready(),
      message: (/** @type {any} */ message) => this.#receive(message),
      crashed: (/** @type {string} */ message) => this.#crashed(message),
      lost: (/** @type {string} */ message) => this.#set({ state: "lost", message }),
    });
  }

  /**
   * Asks a question of the wire.
   * @param {object} question
   * @param {Options} [options]
   * @returns {Promise<Answered>}
   */
  ask(question, { limits = {}, include = [], signal, onEvent } = {}) {
    if (signal?.aborted) {
      return Promise.reject(cancelled());
    }
    const reply = new Reply(this.next, onEvent);
    this.next += 1;
    this.queue.push({ reply, message: { id: reply.id, question, limits, include } });
    signal?.addEventListener("abort", () => this.#abort(reply), { once: true });
    this.#advance();
    return reply.promise;
  }

  /** Ends the engine. */
  close() {
    this.transport.close();
  }

  #set(/** @type {Status} */ status) {
    this.status = status;
    this.onStatus(status);
  }

  #ready() {
    this.#set({ state: this.running ? "busy" : "ready" });
    this.#advance();
  }

  #advance() {
    if (this.running || this.status.state === "loading" || this.status.state === "lost") {
      return;
    }
    const first = this.queue.shift();
    if (first === undefined) {
      if (this.status.state === "busy") {
        this.#set({ state: "ready" });
      }
      return;
    }
    this.running = first.reply;
    this.#set({ state: "busy" });
    this.transport.send(first.message);
  }

  #receive(/** @type {any} */ message) {
    // A cancellation may cross the last event of its request.
    if (this.running?.id === message.id && this.running?.receive(message)) {
      this.running = undefined;
      this.#advance();
    }
  }

  #abort(/** @type {Reply} */ reply) {
    const place = this.queue.findIndex((waiting) => waiting.reply === reply);
    if (place >= 0) {
      this.queue.splice(place, 1);
      reply.reject(cancelled());
    } else if (this.running === reply) {
      this.transport.interrupt(reply.id, () => {
        if (this.running === reply) {
          this.#restarted(cancelled());
        }
      });
    }
  }

  /** The transport had to start again. */
  #restarted(/** @type {EngineError} */ error) {
    this.generation += 1;
    const reply = this.running;
    this.running = undefined;
    this.#set({ state: "loading" });
    reply?.reject(error);
  }

  #crashed(/** @type {string} */ message) {
    const help = "The engine was started again; the other cells keep their answers.";
    this.#restarted(new EngineError({ kind: "internal", message, help }));
  }
}

/**
 * Is this page served by `sidle workbench`? Its index has a mark; a page of a static host has none.
 * @returns {boolean}
 */
export function isServed() {
  return document.documentElement.dataset.engine === "socket";
}

/**
 * The engine of a worksheet: the program that serves the page, or a worker.
 * @param {string} name
 * @param {(status: Status) => void} [onStatus]
 */
export function openEngine(name, onStatus) {
  return new Engine(isServed() ? socketTransport(name) : workerTransport(), onStatus);
}
