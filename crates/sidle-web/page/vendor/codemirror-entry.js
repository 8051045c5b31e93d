export { EditorState, Prec, Compartment } from "@codemirror/state";
export { EditorView, keymap, drawSelection, placeholder, hoverTooltip } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { autocompletion, completionKeymap, acceptCompletion } from "@codemirror/autocomplete";
export { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching } from "@codemirror/language";
export { setDiagnostics, lintKeymap } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
