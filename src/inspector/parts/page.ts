import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { Calls } from "../client/calls.ts";
import { commandOf } from "../client/commands.ts";
import type { Params } from "../client/control.ts";
import type { Store } from "../store/store.ts";
import type { Key, Keys, Ui } from "../store/ui.ts";

/** What every view is given: what is known of the emulator, and what the page itself has. */
export interface Page {
  readonly store: Store;
  readonly ui: Ui;
}

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a component is part of. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error("there is no page around this component");
  return page;
}

/** What keys do while a component is shown: as soon as it is drawn, since the next key may follow at once. */
export function useKeys(keys: Keys): void {
  const { ui } = usePage();
  useLayoutEffect(() => {
    ui.keys.value = keys;
  });
  useLayoutEffect(
    () => () => {
      ui.keys.value = {};
    },
    [ui],
  );
}

/** The keys that lead from one row to the next, and back; from none, to the first. */
export function stepKeys<R>(
  rows: readonly R[],
  chosen: R | undefined,
  open: (row: R) => void,
): Record<"j" | "k", Key> {
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

/** The command line that shows what the view shows. */
export function useCommand(...words: readonly string[]): void {
  const { ui } = usePage();
  const command = commandOf(...words);
  useEffect(() => {
    ui.ofView.value = command;
  }, [ui, command]);
}

/** What was asked for: nothing yet, or it, or why not. */
interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: string;
}

/**
 * Asks for something when a component is shown, and again whenever one of these has changed. What was there stays until
 * the next is.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, problem: "" });
  useEffect(() => {
    let isWanted = true;
    load()
      .then((value) => isWanted && setState({ value, problem: "" }))
      .catch((error: Error) => isWanted && setState({ value: undefined, problem: error.message }));
    return () => {
      isWanted = false;
    };
  }, inputs);
  return state;
}

/** Makes a call when a component is shown, and again when it is another or something has happened. */
export function useCall<Name extends keyof Calls>(
  name: Name,
  params: Params = {},
): Loaded<Calls[Name]> {
  const { store } = usePage();
  const inputs = [name, JSON.stringify(params), store.renewed.value];
  return useLoaded(() => store.control.call(name, params), inputs);
}

/** Makes a call, whose answer does not change while the emulator runs. */
export function useOnce<Name extends keyof Calls>(name: Name): Calls[Name] | undefined {
  const { store } = usePage();
  return useLoaded(() => store.control.call(name), [name]).value;
}
