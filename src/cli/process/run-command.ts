import type { Emulator } from "../../emulator.ts";
import { emulationOf } from "../../explorer.ts";
import type { ClientTime } from "../../world/time/client-time.ts";
import { childEnd, linesOf, type Output, type Running } from "./child.ts";
import type { Variables } from "./child-environment.ts";
import { type Skipped, skippedText } from "./skipped.ts";
import { SkipWaits } from "./skip-waits.ts";
import type { Interception } from "../../server/intercept/interceptor.ts";
import { seenBy, type SeenByProxy } from "../../server/intercept/seen.ts";
import type { Readable } from "node:stream";
import type { Reference } from "../../report/reference.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import type { EmulatorOptions } from "../../option-types.ts";
import type { Asked } from "../options/configure.ts";

/** Runs a command against an emulator that is there for it alone. @param told what became of its waits */
export async function runCommand(
  emulator: Emulator,
  { skipWaits, ...running }: Running & { readonly skipWaits: boolean },
  output: Output,
  told: (line: string) => void = () => {},
): Promise<number> {
  if (!skipWaits) return childEnd(running, output);
  const { env } = running;
  const { time } = emulationOf(emulator);
  const urls = [emulator.url, emulator.interception?.url].flatMap((url) => url ?? []);
  const { value, skipped } = await skipping({ time, urls, env }, (skip, more) =>
    childEnd({ ...running, env: { ...env, ...more } }, output, skip),
  );
  told(skippedText(skipped));
  return value;
}

interface Skipping {
  readonly time: ClientTime;
  readonly urls: readonly string[];
  readonly env: Variables;
}

/** Runs something whose waits take no time. @param run is handed what a command needs beside its environment */
export async function skipping<T>(
  { time, urls, env: known }: Skipping,
  run: (skip: SkipWaits, env: Variables) => Promise<T>,
): Promise<{ value: T; skipped: Skipped }> {
  const ports = urls.map((url) => Number(new URL(url).port));
  const skip = new SkipWaits(time, ports);
  try {
    const env = await skip.begin({ ...process.env, ...known });
    const value = await run(skip, env);
    return { value, skipped: await skip.end() };
  } finally {
    await skip.end();
  }
}

/** A proxy for each run of a command, so that all that a run asks is its own. */
export function proxiesOf(interception: Interception) {
  let seen = together([]);
  return {
    seen: () => seen,
    async with<T>(account: string, run: (url: string) => Promise<T>): Promise<T> {
      const proxy = await interception.open(account);
      try {
        return await run(proxy.url);
      } finally {
        seen = together([seen, proxy.seen()]);
        await proxy.close();
      }
    },
  };
}

function together(all: readonly SeenByProxy[]): SeenByProxy {
  const requests = all.reduce((sum, each) => sum + each.requests, 0);
  return seenBy(requests, (kind) => {
    const counts = new Map<string, number>();
    for (const { name, count } of all.flatMap((each) => each[kind]))
      counts.set(name, (counts.get(name) ?? 0) + count);
    return [...counts].map(([name, count]) => ({ name, count }));
  });
}

/** Runs a command twice without faults, unseen. @param why before a line about the runs @throws Failure if it fails */
export async function referenceRuns(
  emulator: Emulator,
  run: (output: Output) => Promise<number>,
  quiet = false,
  why = "--compare",
): Promise<Reference> {
  let runs = 0;
  return emulator.reference(async () => {
    runs += 1;
    if (!quiet) tell(`${why}: run ${runs} of 2 without faults`);
    let output: readonly string[] = [];
    const exitCode = await run(async (stdout: Readable) => {
      output = await linesOf(stdout);
    });
    if (exitCode === 0) return output.join("\n");
    const what = `the command failed without faults (exit code ${exitCode})`;
    const fix =
      why === "--compare"
        ? "Run it without --compare to see what it prints."
        : "Make it pass first: run it with exec";
    throw new Failure(`${why}: ${what}. ${fix}`, 2);
  });
}

/** What the scenario wants, unless the user wants something else: that is said, since it may be forgotten. */
export function wantedSettings(
  wanted: EmulatorOptions,
  { values: { quiet = false }, isGiven, sourceOf }: Asked<{ readonly quiet?: boolean }>,
): EmulatorOptions {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    // A state is all that there is: it takes the place of fixtures.
    const given = name === "fixtures" && isGiven("state") ? "state" : name;
    if (!isGiven(given)) settings[name] = value;
    else if (!quiet) tell(`${sourceOf(given)} takes the place of the scenario's ${name}`);
  }
  return settings;
}
