import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Calls } from "../client/calls.ts";
import { commandOf } from "../client/commands.ts";
import type { Params } from "../client/control.ts";
import type { Store } from "../store/store.ts";
import type { Keys, Ui } from "../store/ui.ts";

/** What every view is given: what is known of the emulator, and what the page itself has. */
export type Page = { readonly store: Store; readonly ui: Ui };

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("there is no page around this component");
  return page;
}

/** What keys do while a component is shown: as soon as it is drawn, since the next key may follow at once. */
export function useKeys(keys: Keys): void {
  const { ui } = usePage();
  const say = (said: Keys) => (): void => {
    ui.keys.value = said;
  };
  useLayoutEffect(say(keys));
  useLayoutEffect(() => say({}), [ui]);
}

/** The keys that lead from one row to the next, and back; from none, to the first. */
export function stepKeys<R>(rows: readonly R[], chosen: R | undefined, open: (row: R) => void) {
  const move = (by: number) => (): void => {
    const at = rows.findIndex((row) => row === chosen) + by;
    const next = rows[Math.max(0, Math.min(at, rows.length - 1))];
    if (next !== undefined) open(next);
  };
  return { j: { label: "next", run: move(1) }, k: { label: "back", run: move(-1) } };
}

/** A choice among some, which stands in the address: it outlives a reload. */
export function useAsked<Name extends string>(
  name: string,
  options: Readonly<Record<Name, string>>,
  usual: NoInfer<Name>,
): readonly [Name, (chosen: Name) => void] {
  const { ui } = usePage();
  const asked = ui.asked(name);
  const chosen = Object.hasOwn(options, asked) ? (asked as Name) : usual;
  return [chosen, (next) => ui.ask(name, next === usual ? "" : next)];
}

export function useCommand(...words: readonly string[]): void {
  const { ui } = usePage();
  const command = commandOf(...words);
  useEffect(() => {
    ui.ofView.value = command;
  }, [ui, command]);
}

type Loaded<T> = { value: T | undefined; problem: string; error?: Error };

/** Asks when a component is shown, and when an input is another. @param pauseMs of more in less, the last is asked */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], pauseMs?: number) {
  const { store } = usePage();
  const [state, setState] = useState<Loaded<T>>({ value: undefined, problem: "" });
  useEffect(() => {
    let isWanted = true;
    const ask = (): void =>
      void load()
        .then((value) => isWanted && setState({ value, problem: "" }))
        .catch(
          (error: Error) =>
            isWanted && setState({ value: undefined, problem: error.message, error }),
        );
    const cancel = pauseMs === undefined ? ask() : store.pulse.after(pauseMs, ask);
    return () => {
      isWanted = false;
      cancel?.();
    };
  }, inputs);
  return state;
}

/** Makes a call when a component is shown, and again when it is another or one of these has changed. Default: whatever happens. */
export function useCall<Name extends keyof Calls>(
  name: Name,
  params: Params = {},
  inputs?: readonly unknown[],
): Loaded<Calls[Name]> {
  const { store } = usePage();
  const all = [name, JSON.stringify(params), ...(inputs ?? [store.renewed.value])];
  return useLoaded(() => store.control.call(name, params), all);
}

/** Makes a call, whose answer does not change while the emulator runs. */
export const useOnce = <Name extends keyof Calls>(name: Name): Calls[Name] | undefined =>
  useCall(name, {}, []).value;

/** Keeps what was computed, so that nothing moves under the eyes. @param isOld whether it does no longer, in a new two seconds or not */
export function useCalm<T>(compute: () => T, isOld: (kept: T, isNext: boolean) => boolean): T {
  const beat = usePage().store.calm.value;
  const kept = useRef<{ readonly beat: number; readonly of: T } | undefined>(undefined);
  const { current } = kept;
  if (current === undefined || isOld(current.of, current.beat !== beat))
    kept.current = { beat, of: compute() };
  return kept.current?.of as T;
}
