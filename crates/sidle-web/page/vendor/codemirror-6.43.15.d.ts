// The part of the vendored file that the page uses, for checkers of types.

export class EditorState { static create(config: object): EditorState; [name: string]: any; }
export class EditorView { constructor(config: object); static [name: string]: any; [name: string]: any; }
export const acceptCompletion: any;
export const autocompletion: any;
export const bracketMatching: any;
export const completionKeymap: any[];
export const defaultKeymap: any[];
export const HighlightStyle: any;
export const history: any;
export const historyKeymap: any[];
export const keymap: any;
export const Prec: any;
export const setDiagnostics: any;
export const StreamLanguage: { define<S>(parser: { startState(): S; token(stream: any, state: S): string | null }): any };
export const syntaxHighlighting: any;
export const tags: any;
