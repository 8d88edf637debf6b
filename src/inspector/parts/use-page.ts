import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import type { Store } from "../store/store.ts";
import type { Keys, Ui } from "../store/ui.ts";

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

/** What keys do while a component is shown. */
export function useKeys(keys: Keys): void {
  const { ui } = usePage();
  useEffect(() => {
    ui.keys.value = keys;
  });
  useEffect(
    () => () => {
      ui.keys.value = {};
    },
    [ui],
  );
}

/** The command line that shows what the view shows. */
export function useCommand(command: string): void {
  const { ui } = usePage();
  useEffect(() => {
    ui.ofView.value = command;
  }, [ui, command]);
}
