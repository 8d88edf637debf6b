import { createHash } from "node:crypto";
import { once } from "node:events";
import { relative } from "node:path";
import { watch } from "chokidar";
import type { Emulator } from "../../emulator.ts";
import { blocksOf } from "../../seeding/input/input-file.ts";
import { filesOf } from "../../seeding/fixture/read.ts";
import { pause } from "../../world/time/deadline.ts";
import { Failure } from "../terminal/terminal.ts";

/** For so long nothing must have changed: an editor writes in steps, and somebody saves several files. */
const quietMs = 100;

export interface WatchTold {
  /** @param files what had changed, from the current folder */
  readonly reseeded: (files: readonly string[]) => void;
  /** In one line, what is wrong; the state is as before. */
  readonly wrong: (message: string) => void;
}

/** Begins anew with the fixtures whenever a file of theirs changes. @throws Failure if there is nothing to watch */
export async function watchFixtures(
  emulator: Emulator,
  fixtures: readonly string[],
  told: WatchTold,
): Promise<() => Promise<void>> {
  const files = await filesOf(fixtures);
  if (files.length === 0)
    throw new Failure("--watch has no file to watch: give one with --fixtures", 2);
  // Deno hears no more of a file in whose place an editor has put another: there, it is looked at time and again.
  const usePolling = process.versions["deno"] !== undefined;
  const watcher = watch(files, { ignoreInitial: true, usePolling });
  await once(watcher, "ready").catch((error: Error) => {
    throw new Failure(`--watch: ${error.message}`, 3);
  });
  watcher.on("error", (error) => told.wrong(`--watch: ${(error as Error).message}`));

  let last = await fingerprint(files);
  const changed = new Set<string>();
  let changes = 0;
  let busy = false;
  const again = async (names: readonly string[]) => {
    try {
      await emulator.reload();
    } catch (error) {
      return told.wrong(`${(error as Error).message}; the state stays as it was`);
    }
    try {
      told.reseeded(names);
    } catch (error) {
      told.wrong((error as Error).message);
    }
  };
  const settle = async () => {
    busy = true;
    while (changed.size > 0) {
      for (let seen = -1; seen !== changes;) {
        seen = changes;
        await pause(quietMs);
      }
      const names = [...changed].toSorted();
      changed.clear();
      const now = await filesOf(fixtures);
      watcher.add(now);
      const print = await fingerprint(now);
      // Saved once more as it was, or told of twice.
      if (print === last) continue;
      last = print;
      await again(names);
    }
    busy = false;
  };
  watcher.on("all", (_, path) => {
    changed.add(relative(process.cwd(), path));
    changes += 1;
    if (!busy) void settle();
  });
  return () => watcher.close();
}

const bytesMax = 10_000_000_000;

/** What files hold; one that is not there has a print, too. */
async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(JSON.stringify(file));
    try {
      for await (const block of blocksOf(file, bytesMax)) hash.update(block);
    } catch {
      hash.update("gone");
    }
  }
  return hash.digest("hex");
}
