// @ts-check
// The engine in a child process of `sidle workbench`, over a WebSocket.
//
// The server numbers its messages. A client that reconnects says how many it has, and gets the rest; the first message
// of the server says how many messages of the client arrived, and the client sends the last one again if it was lost.

/** Milliseconds between attempts to connect. */
const RETRY = 700;
/** Milliseconds until a request that was cancelled costs the child process its life. */
const PATIENCE = 2000;

/** @param {string} name @returns {(callbacks: any) => any} */
export function socketTransport(name) {
  return (callbacks) => {
    const sheet = `${name}-${crypto.randomUUID()}`;
    let received = 0;
    let sent = 0;
    let last = "";
    let closed = false;
    /** @type {WebSocket} */
    let socket;
    const post = (/** @type {string} */ text) => {
      if (socket.readyState === WebSocket.OPEN) {
        socket.send(text);
      }
    };
    const control = (/** @type {any} */ message) => {
      if (message.hello !== undefined) {
        if (message.hello.received < sent) {
          post(last);
        }
        callbacks.ready();
      } else if (message.ended !== undefined) {
        callbacks.crashed(message.ended);
        callbacks.ready();
      }
    };
    const connect = () => {
      const address = new URL(`engine?sheet=${sheet}&after=${received}`, document.baseURI);
      address.protocol = "ws:";
      socket = new WebSocket(address);
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.hello === undefined) {
          received += 1;
        }
        if (message.event === undefined) {
          control(message);
        } else {
          callbacks.message(message);
        }
      };
      socket.onclose = () => {
        if (!closed) {
          callbacks.lost("no connection to `sidle workbench`");
          setTimeout(connect, RETRY);
        }
      };
    };
    connect();
    return {
      send: (/** @type {object} */ message) => {
        sent += 1;
        last = JSON.stringify(message);
        post(last);
      },
      interrupt: (/** @type {number} */ id) => {
        post(JSON.stringify({ cancel: id }));
        setTimeout(() => post(JSON.stringify({ end: id })), PATIENCE);
      },
      close: () => {
        closed = true;
        socket.close();
      },
    };
  };
}
