import type { Emulator } from "../../emulator.ts";
import { emulationOf } from "../../explorer.ts";
import type { ClientTime } from "../../world/time/client-time.ts";
import { childEnd, type Output, type Timeout } from "./child.ts";
import { type Skipped, skippedText } from "./skipped.ts";
import { SkipWaits } from "./skip-waits.ts";

/** A command, and how it runs beside its emulator. */
export interface Running {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: Timeout | undefined;
  /** Whether its waits take no time. */
  readonly skipWaits: boolean;
  readonly cwd?: string | undefined;
}

/**
 * Runs a command against an emulator that is there for it alone.
 *
 * @param told what became of its waits, if they are skipped
 * @returns its exit code, as `childEnd` does
 */
export async function runCommand(
  emulator: Emulator,
  { command, env, timeout, skipWaits, cwd }: Running,
  output: Output,
  told: (line: string) => void = () => {},
): Promise<number> {
  if (!skipWaits) return childEnd(command, env, output, timeout, undefined, cwd);
  const { time } = emulationOf(emulator);
  const urls = [emulator.url, emulator.interception?.url].flatMap((url) => url ?? []);
  const { value, skipped } = await skipping({ time, urls, env }, (skip, more) =>
    childEnd(command, { ...env, ...more }, output, timeout, skip, cwd),
  );
  told(skippedText(skipped));
  return value;
}

/** Of a command whose waits take no time. */
interface Skipping {
  readonly time: ClientTime;
  /** Where it may ask the emulator. */
  readonly urls: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Runs something whose waits take no time. @param run is handed what a command needs beside its environment */
export async function skipping<T>(
  { time, urls, env: known }: Skipping,
  run: (skip: SkipWaits, env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<{ value: T; skipped: Skipped }> {
  const skip = new SkipWaits(
    time,
    urls.map((url) => Number(new URL(url).port)),
  );
  try {
    const env = await skip.begin({ ...process.env, ...known });
    const value = await run(skip, env);
    return { value, skipped: await skip.end() };
  } finally {
    await skip.end();
  }
}
