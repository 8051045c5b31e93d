// The part of the vendored file that the page uses, for checkers of types.

export function html(strings: TemplateStringsArray, ...values: any[]): any;
export function render(tree: any, place: Element): void;
export function useState<T>(start: T): [T, (next: T | ((last: T) => T)) => void];
export function useEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: any[]): void;
export function useMemo<T>(make: () => T, inputs: any[]): T;
export function useRef<T>(start: T): { current: T };
