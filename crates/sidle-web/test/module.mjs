// Runs the WebAssembly module under Node: the section files of the door, a deadline, a stop, progress.
//   node module.mjs MODULE.wasm
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { performance } from "node:perf_hooks";

/** The module with a host whose `stop` can be replaced. */
async function load(path) {
  const host = { stop: () => 0 };
  const imports = { sidle: { now: () => performance.now(), stop: () => host.stop() } };
  const { instance, module } = await WebAssembly.instantiate(await readFile(path), imports);
  const named = WebAssembly.Module.imports(module).map((entry) => `${entry.module}.${entry.name}`);
  assert.deepEqual(named.sort(), ["sidle.now", "sidle.stop"]);
  const { memory, message_buffer, serve, next_message } = instance.exports;
  const take = () => {
    const messages = [];
    for (let length = next_message(); length > 0; length = next_message()) {
      const at = message_buffer(0);
      const bytes = new Uint8Array(memory.buffer, at, length);
      messages.push(JSON.parse(new TextDecoder().decode(bytes)));
    }
    return messages;
  };
  host.send = (message) => {
    const bytes = new TextEncoder().encode(message);
    // The call may grow the memory, which makes a new buffer.
    const at = message_buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    serve();
    return take();
  };
  host.ask = (question, limits = {}) => host.send(JSON.stringify({ id: 1, question, limits }));
  host.take = take;
  return host;
}

const position = (rules, position) => ({ ask: "value", of: { rules, position } });
const hard = position("Domineering", Array(7).fill(".......").join("|"));
const begun = performance.now();
const host = await load(process.argv[2]);
let passed = 0;

function test(name, run) {
  run();
  passed += 1;
  console.log(`test ${name} ... ok`);
}

test("values", () => {
  const [last] = host.ask(position("Clobber", "xox"));
  assert.equal(last.answer.value, "*");
  console.log(`first answer ${(performance.now() - begun).toFixed(0)} ms after start`);
});

test("lines of a session", () => {
  host.ask({ ask: "evaluate", line: "g := {2||1|0}" });
  const [last] = host.ask({ ask: "evaluate", line: "g + g" });
  assert.equal(last.answer.results[0].text, "{3||2,{3|2}|1}");
});

test("nim-sequences", () => {
  const [last] = host.ask({ ask: "nim-sequence", code: "kayles", until_periodic: true });
  assert.equal(last.answer.period, 12);
});

test("a deadline", () => {
  const begun = performance.now();
  const messages = host.ask(hard, { time_ms: 300 });
  const took = performance.now() - begun;
  assert.equal(messages.at(-1).answer.stopped, "time");
  assert.ok(messages.length > 1, "progress comes before the answer");
  assert.ok(took >= 290 && took < 800, `${took} ms`);
});

test("a stop, and messages while a request runs", () => {
  let progress = 0;
  host.stop = () => {
    progress += host.take().filter((message) => message.event === "progress").length;
    return progress >= 2 ? 1 : 0;
  };
  const [last] = host.ask(hard);
  assert.equal(last.answer.stopped, "cancelled");
  assert.equal(progress, 2);
  host.stop = () => 0;
  assert.equal(host.ask(position("Nim", "3,3"))[0].answer.value, "0");
});

/** The sections of a file: their questions as messages, and the events that answer each. */
function sections(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const name = /^--- (.*) ---$/.exec(line)?.[1];
    const steps = found.at(-1)?.steps;
    if (name !== undefined) {
      found.push({ name, steps: [] });
    } else if (line.startsWith('{"ask"')) {
      steps.push({ message: `{"id":1,"question":${line}}`, events: [] });
    } else if (line.startsWith('{"question"')) {
      steps.push({ message: `{"id":1,${line.slice(1)}`, events: [] });
    } else if (line !== "" && steps !== undefined) {
      steps.at(-1).events.push(JSON.parse(line));
    }
  }
  return found;
}

const folder = new URL("../../sidle/tests/questions/", import.meta.url);
for (const file of (await readdir(folder)).sort()) {
  for (const { name, steps } of sections(await readFile(new URL(file, folder), "utf8"))) {
    // The module has no files.
    if (steps.some(({ message }) => message.includes('"path"'))) {
      continue;
    }
    test(`${file}: ${name}`, () => {
      for (const { message, events } of steps) {
        const answered = host.send(message).filter(({ event }) => event !== "progress");
        assert.deepEqual(answered, events.map((event) => ({ id: 1, ...event })));
      }
    });
  }
}

test("errors", () => {
  const [last] = host.ask({ ask: "evaluate", line: "1 + Tinny(2)" });
  assert.equal(last.event, "failed");
  assert.deepEqual(last.error.place, { field: "line", start: 4, end: 9 });
});

console.log(`${passed} passed, 0 failed`);
