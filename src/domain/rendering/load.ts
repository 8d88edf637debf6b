import type { Account } from "../../world/account.ts";

type Engine = typeof import("./template.ts");

const loaded: { engine?: Engine } = {};

/** Loads the template language, which no start pays for. @returns undefined if it is there already */
export function loadRendering(): Promise<void> | undefined {
  if (loaded.engine !== undefined) return undefined;
  return import("./template.ts").then((engine) => {
    loaded.engine = engine;
  });
}

export function rendering(): Engine {
  if (loaded.engine === undefined) throw new Error("the template language is not loaded");
  return loaded.engine;
}

/** The items of an account's own catalog, by their owner's ids, as `{% catalog %}` reads them. */
export const catalogOf =
  (account: Account) =>
  (external: string): object | undefined =>
    account.state.tableNamed("catalog-item")?.get(`$custom:::$default:::${external}`);
