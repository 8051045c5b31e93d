// @ts-check
// The answers of the cells: running, stopping, and running again what a lost session held.
//
// All cells share one session. When the engine has lost it, the next run first runs again, in the order in which they
// ran, the cells that had run without an error.

const FORMS = ["text", "unicode", "latex", "mathml"];

/**
 * @typedef {{state: "idle" | "queued" | "running" | "done" | "failed" | "stopped", source?: string, results: any[],
 *   printed: string[], error?: any, progress?: any, order: number, replayed?: boolean}} Outcome
 */

/** @returns {Outcome} */
const idle = () => ({ state: "idle", results: [], printed: [], order: 0 });

/** The cells of a worksheet as they have been run. */
export class Runner {
  /** @param {import("../engine/engine.js").Engine} engine @param {() => void} changed */
  constructor(engine, changed) {
    this.engine = engine;
    this.changed = changed;
    /** @type {Map<string, Outcome>} */
    this.outcomes = new Map();
    this.session = "worksheet";
    this.generation = 0;
    this.order = 0;
    /** @type {Promise<void>} */
    this.tail = Promise.resolve();
    /** @type {AbortController | undefined} */
    this.control = undefined;
    this.stopped = 0;
  }

  /** @param {string} id @returns {Outcome} */
  outcome(id) {
    return this.outcomes.get(id) ?? idle();
  }

  /**
   * Has the cell changed since it ran, or has a cell above it run later?
   * @param {import("./document.js").Cell[]} cells
   * @param {number} at
   */
  isStale(cells, at) {
    const cell = cells[at];
    const { state, source, order } = this.outcome(cell.id);
    if (cell.kind !== "script" || state === "idle" || state === "queued" || state === "running") {
      return false;
    }
    return source !== cell.source || cells.slice(0, at).some(({ id }) => this.outcome(id).order > order);
  }

  /** @param {import("./document.js").Cell} cell */
  run(cell) {
    if (cell.kind !== "script" || cell.source.trim() === "") {
      return this.tail;
    }
    const { source } = cell;
    const turn = this.stopped;
    this.#set(cell.id, { ...this.outcome(cell.id), state: "queued" });
    this.tail = this.tail.then(async () => {
      if (turn !== this.stopped) {
        this.#set(cell.id, { ...this.outcome(cell.id), state: "stopped" });
        return;
      }
      await this.#replay(cell.id);
      await this.#run(cell.id, source, false);
    });
    return this.tail;
  }

  /** Ends the running cell and forgets those that wait. */
  stop() {
    this.stopped += 1;
    this.control?.abort();
  }

  /** Is a cell running or waiting? */
  isBusy() {
    return [...this.outcomes.values()].some(({ state }) => state === "running" || state === "queued");
  }

  /** Forgets all answers and the session. */
  async reset() {
    this.stop();
    await this.tail;
    this.outcomes.clear();
    this.order = 0;
    await this.engine.ask({ ask: "forget", session: this.session }).catch(() => {});
    this.changed();
  }

  /** @param {string} except the cell that runs next */
  async #replay(except) {
    if (this.generation === this.engine.generation) {
      return;
    }
    this.generation = this.engine.generation;
    const ran = [...this.outcomes].filter(([id, { state, order }]) => state === "done" && order > 0 && id !== except);
    ran.sort(([, a], [, b]) => a.order - b.order);
    for (const [id, { source }] of ran) {
      await this.#run(id, source ?? "", true);
    }
  }

  /** @param {string} id @param {string} source @param {boolean} replayed */
  async #run(id, source, replayed) {
    const order = (this.order += 1);
    /** @type {Outcome} */
    const outcome = { state: "running", source, results: [], printed: [], order, replayed };
    this.#set(id, outcome);
    this.control = new AbortController();
    const onEvent = (/** @type {any} */ message) => {
      if (message.event === "printed" || message.event === "notice") {
        outcome.printed.push(message.text);
      } else if (message.event === "progress") {
        outcome.progress = message;
      }
      this.#set(id, { ...outcome });
    };
    const question = { ask: "evaluate", session: this.session, line: source, forms: FORMS, keep: true };
    try {
      const { answer } = await this.engine.ask(question, { signal: this.control.signal, onEvent });
      this.#set(id, { ...outcome, state: "done", results: answer.results });
    } catch (error) {
      const state = /** @type {any} */ (error).stopped === "cancelled" ? "stopped" : "failed";
      this.#set(id, { ...outcome, state, error });
    }
    this.control = undefined;
  }

  /** @param {string} id @param {Outcome} outcome */
  #set(id, outcome) {
    this.outcomes.set(id, outcome);
    this.changed();
  }
}
