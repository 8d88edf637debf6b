import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The fixtures that come with the package, by the names under which they may be asked for. */
export const shippedSeeds = ["demo", "small", "empty", "year"] as const;

export const isShipped = (name: string): boolean =>
  shippedSeeds.some((shipped) => shipped === name);

/** The paths of those that are not shipped. */
export const fixtureFiles = (fixtures: readonly string[]): string[] =>
  fixtures.filter((name) => !isShipped(name)).map((name) => resolve(name));

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
