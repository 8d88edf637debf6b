import { readFileSync, existsSync } from "node:fs";
import { join, resolve, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultVendorName } from "../contract/vendor-names.ts";
import { readCompiled } from "./compiled-plan.ts";
import type { SeedPlan } from "./plan.ts";
import type { PlanOptions } from "./read-plan.ts";

export const defaultSeed = 1;

const isShipped = (name: string): boolean => shippedSeeds.some((shipped) => shipped === name);

/** Paths, or names of shipped ones: one of those alone, with the default seed, was compiled with the package. @throws FixtureError for the first thing wrong */
export async function loadSeed({
  fixtures,
  seed,
  vendorName = defaultVendorName,
  ...options
}: PlanOptions & {
  fixtures: readonly string[];
  seed: number;
  /** A compiled one names the service as nobody has renamed it. */
  vendorName?: string | undefined;
}): Promise<SeedPlan> {
  const [only] = fixtures;
  const { amounts } = options;
  if (
    amounts === undefined &&
    fixtures.length === 1 &&
    only !== undefined &&
    isShipped(only) &&
    seed === defaultSeed &&
    vendorName === defaultVendorName
  ) {
    const compiled = compiledPlan(only);
    if (compiled !== undefined) return compiled;
  }
  const { readPlan } = await import("./read-plan.ts");
  return readPlan(
    fixtures.map((name) =>
      isShipped(name) ? shippedFile(name) : { file: resolve(name), shown: name },
    ),
    seed,
    options,
  );
}

export const fixtureFiles = (fixtures: readonly string[]): string[] =>
  fixtures.filter((name) => !isShipped(name)).map((name) => resolve(name));

/** The compiled plan beside the bundle; there is none where the sources run. */
function compiledPlan(name: string): SeedPlan | undefined {
  if (!import.meta.url.includes("/dist/")) return undefined;
  try {
    return readCompiled(readFileSync(new URL(`./seeds/${name}.jsonl`, import.meta.url), "latin1"));
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

/** The fixtures that come with the package, by the names under which they may be asked for. */
export const shippedSeeds = ["demo", "small", "empty", "year"] as const;

/** Those that are compiled when the package is built: the others are read, and their past is run, at the start. */
export const compiledSeeds = [
  "demo",
  "small",
  "empty",
] as const satisfies readonly (typeof shippedSeeds)[number][];

/** The folder of this package, whether its sources run or a bundle of them. */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const about = join(folder, "package.json");
    if (existsSync(about)) {
      const { name } = JSON.parse(readFileSync(about, "utf8")) as { name?: string };
      if (name === "service-emulator") return folder;
    }
    if (folder === dirname(folder)) throw new Error(`no package above ${start}`);
  }
}
