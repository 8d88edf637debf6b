import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { defaultVendorName } from "../contract/vendor-names.ts";
import { readCompiled } from "./compiled-plan.ts";
import { isShipped, packageRoot } from "./shipped.ts";
import type { PlanOptions } from "./read-plan.ts";
import type { SeedPlan } from "./plan.ts";

export const defaultSeed = 1;

/** Paths, or names of shipped ones: one of those alone, with the default seed, was compiled with the package. @throws FixtureError for the first thing wrong */
export async function loadSeed({
  fixtures,
  seed,
  vendorName = defaultVendorName,
  ...options
}: PlanOptions & {
  fixtures: readonly string[];
  seed: number;
  vendorName?: string | undefined;
}): Promise<SeedPlan> {
  const [only = "", ...others] = fixtures;
  // A compiled one names the service as nobody has renamed it.
  const isUsual = seed === defaultSeed && vendorName === defaultVendorName;
  const isCompiled = isUsual && options.amounts === undefined && others.length === 0;
  const compiled = isCompiled && isShipped(only) ? compiledPlan(only) : undefined;
  if (compiled !== undefined) return compiled;
  const { readPlan } = await import("./read-plan.ts");
  const fileOf = (name: string) =>
    isShipped(name) ? shippedFile(name) : { file: resolve(name), shown: name };
  return readPlan(fixtures.map(fileOf), seed, options);
}

/** Of the compiled plans that were read: emulators that begin alike, as those of tests do, share them: each saves 3 ms (`bench --only emulators`). */
const texts = new Map<string, string>();

/** The compiled plan beside the bundle; there is none where the sources run. */
function compiledPlan(name: string): SeedPlan | undefined {
  if (!import.meta.url.includes("/dist/")) return undefined;
  try {
    const file = new URL(`./seeds/${name}.jsonl.br`, import.meta.url);
    const text = texts.get(name) ?? brotliDecompressSync(readFileSync(file)).toString("latin1");
    const plan = readCompiled(text);
    texts.set(name, text);
    return plan;
  } catch {
    // Not compiled, or spoilt: the fixture itself says the same.
    return undefined;
  }
}

/** Where a shipped fixture is, and how errors name it. */
export function shippedFile(name: string): { file: string; shown: string } {
  const shown = `fixtures/seeds/${name}.yaml`;
  return { file: join(packageRoot(), shown), shown };
}
