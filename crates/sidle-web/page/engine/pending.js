// @ts-check
// The requests that have no final event yet.

/**
 * @typedef {{field: string, start: number, end: number}} Place
 * @typedef {{kind: string, message: string, place?: Place, help?: string, stopped?: string}} WireError
 * @typedef {{id: number, event: string, [field: string]: any}} Message
 */

/** An error of the engine, with the fields that it has on the wire. */
export class EngineError extends Error {
  /** @param {WireError} error */
  constructor(error) {
    super(error.message);
    this.name = "EngineError";
    this.kind = error.kind;
    this.place = error.place;
    this.help = error.help;
    this.stopped = error.stopped;
  }
}

/** The error of a request whose caller stopped it. */
export function cancelled() {
  return new EngineError({ kind: "stopped", message: "stopped", stopped: "cancelled" });
}

/** One request and the events that came for it. */
export class Reply {
  /** @param {number} id @param {((message: Message) => void) | undefined} onEvent */
  constructor(id, onEvent) {
    this.id = id;
    this.onEvent = onEvent;
    /** @type {Record<string, string>} */
    this.parts = {};
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /**
   * Takes an event; true if it was the last one.
   * @param {Message} message
   */
  receive(message) {
    switch (message.event) {
      case "part":
        this.parts[message.name] = (this.parts[message.name] ?? "") + message.chunk;
        return false;
      case "done":
        this.resolve({ answer: message.answer, parts: this.parts });
        return true;
      case "failed":
        this.reject(new EngineError(message.error));
        return true;
      default:
        this.onEvent?.(message);
        return false;
    }
  }
}
