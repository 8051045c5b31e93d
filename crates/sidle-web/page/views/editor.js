// @ts-check
// The editor of a script: completion by the engine, mistakes at their place.

import { html, useEffect, useLayoutEffect, useRef } from "../vendor/htm-preact-3.1.1.js";
import {
  acceptCompletion, autocompletion, bracketMatching, completionKeymap, defaultKeymap, EditorState, EditorView,
  HighlightStyle, history, historyKeymap, keymap, Prec, setDiagnostics, StreamLanguage, syntaxHighlighting, tags,
} from "../vendor/codemirror-6.43.15.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Places on the wire are bytes. @param {string} text @param {number} index */
export function toBytes(text, index) {
  return encoder.encode(text.slice(0, index)).length;
}

/** @param {string} text @param {number} bytes */
export function fromBytes(text, bytes) {
  return decoder.decode(encoder.encode(text).slice(0, bytes)).length;
}

const WORDS = new Set(["and", "as", "begin", "break", "by", "catch", "class", "continue", "def", "do", "else", "elseif",
  "end", "enum", "extends", "for", "foreach", "from", "if", "import", "in", "is", "mutable", "not", "of", "or", "override",
  "return", "static", "super", "then", "this", "throw", "to", "try", "var", "where", "while", "true", "false", "nothing"]);

const cgscript = StreamLanguage.define({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) {
        stream.skipToEnd();
      }
      return "comment";
    }
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = true;
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) {
      return "string";
    }
    if (stream.match(/^\d+/)) {
      return "number";
    }
    const word = /** @type {any} */ (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u));
    if (word) {
      return WORDS.has(word[0]) ? "keyword" : /^\p{Lu}/u.test(word[0]) ? "typeName" : "variableName";
    }
    stream.next();
    return null;
  },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "code-comment" },
  { tag: tags.string, class: "code-string" },
  { tag: tags.number, class: "code-number" },
  { tag: tags.keyword, class: "code-keyword" },
  { tag: tags.typeName, class: "code-type" },
]);

/**
 * @typedef {object} EditorProps
 * @property {string} value
 * @property {string} label
 * @property {(value: string) => void} onChange
 * @property {(next: boolean) => void} onRun
 * @property {(word: string) => void} [onHelp]
 * @property {(text: string, cursor: number) => Promise<{start: number, completions: string[]} | undefined>} [complete]
 * @property {{start: number, end: number, message: string} | undefined} [mistake] bytes of the value
 */

/** @param {EditorView} view the word beside the cursor */
function wordAt(view) {
  const { head } = view.state.selection.main;
  const range = view.state.wordAt(head);
  return range ? view.state.sliceDoc(range.from, range.to) : view.state.sliceDoc(Math.max(0, head - 1), head).trim();
}

/** @param {{current: EditorProps}} props */
function extensions(props) {
  const run = (/** @type {boolean} */ next) => () => {
    props.current.onRun(next);
    return true;
  };
  const source = async (/** @type {any} */ context) => {
    const text = context.state.doc.toString();
    const word = context.matchBefore(/[\p{L}\p{N}_.]+/u);
    if (!props.current.complete || (!word && !context.explicit)) {
      return null;
    }
    const found = await props.current.complete(text, toBytes(text, context.pos));
    if (!found || found.completions.length === 0) {
      return null;
    }
    return { from: fromBytes(text, found.start), options: found.completions.map((label) => ({ label })), validFor: /^\w*$/ };
  };
  return [
    Prec.highest(keymap.of([
      { key: "Shift-Enter", run: run(true) },
      { key: "Mod-Enter", run: run(false) },
      { key: "F1", run: (/** @type {EditorView} */ view) => { props.current.onHelp?.(wordAt(view)); return true; } },
      { key: "Tab", run: acceptCompletion },
    ])),
    history(),
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    bracketMatching(),
    autocompletion({ override: [source] }),
    cgscript,
    syntaxHighlighting(colours),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": props.current.label }),
    EditorView.updateListener.of((/** @type {any} */ update) => {
      if (update.docChanged) {
        props.current.onChange(update.state.doc.toString());
      }
    }),
  ];
}

/** @param {EditorProps} props */
export function Editor(props) {
  /** @type {{current: HTMLElement | null}} */
  const place = useRef(null);
  /** @type {{current: EditorView | null}} */
  const view = useRef(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const state = EditorState.create({ doc: props.value, extensions: extensions(latest) });
    view.current = new EditorView({ state, parent: /** @type {any} */ (place.current) });
    return () => view.current?.destroy();
  }, []);
  // Before anything else can be typed: a later effect would bring back an older text.
  useLayoutEffect(() => {
    const shown = view.current;
    if (shown && shown.state.doc.toString() !== props.value) {
      shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: props.value } });
    }
  }, [props.value]);
  const { mistake, value } = props;
  useEffect(() => {
    const shown = view.current;
    if (shown) {
      const length = shown.state.doc.length;
      const place = (/** @type {number} */ bytes) => Math.min(length, fromBytes(value, bytes));
      const marks = mistake ? [{ from: place(mistake.start), to: place(mistake.end), severity: "error", message: mistake.message }] : [];
      shown.dispatch(setDiagnostics(shown.state, /** @type {any} */ (marks)));
    }
  }, [mistake?.start, mistake?.end, mistake?.message]);
  return html`<div class="editor" ref=${place}></div>`;
}
