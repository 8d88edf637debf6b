type Engine = typeof import("./template.ts");

/** What was loaded once never changes. */
const loaded: { engine?: Engine } = {};

/** Loads the template language, which no start pays for. @returns undefined if it is there already */
export function loadRendering(): Promise<void> | undefined {
  if (loaded.engine !== undefined) return undefined;
  return import("./template.ts").then((engine) => {
    loaded.engine = engine;
  });
}

/** The template language, for what waited for `loadRendering`. */
export function rendering(): Engine {
  if (loaded.engine === undefined) throw new Error("the template language is not loaded");
  return loaded.engine;
}
