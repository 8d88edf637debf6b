import { open } from "node:fs/promises";
import type { Emulation } from "../emulation/emulation.ts";
import { setLimits } from "../control/limits.ts";
import { makeFolders } from "../seeding/output-file.ts";
import type { Surroundings } from "../emulation/manifest.ts";
import type { Api } from "../verbs/invocation.ts";
import { begunClock } from "../world/time/course.ts";
import type { World } from "../world/world.ts";
import { DataFolderError } from "./data-folder-error.ts";
import { DataLog, type DataOptions, type Notices } from "./data-log.ts";
import { layoutOf, logPath, removeAll, removeLeft, unusable } from "./layout.ts";
import { lock, type LockOptions } from "./lock.ts";
import { look, type Survey } from "./look.ts";
import type { StateFound } from "./rebuilding.ts";

export interface DataFolder {
  readonly log: DataLog;
  /** Whether there was a state in it: it stands in the place of the fixtures'. */
  readonly isEmpty: boolean;
  /** What there was beside the accounts when the last process ended. */
  readonly around: Surroundings | undefined;
  /** What differs from process to process (`WorldSettings.epoch`). */
  readonly epoch: number;
  readonly begin: (world: World) => void;
  /** From now on all that happens is written; resolves once the present state is. */
  readonly start: (emulation: Emulation) => Promise<void>;
}

/** Opens a data folder, or makes it. @throws DataFolderError for one that another has, or that cannot be used */
export async function openDataFolder(api: Api, folder: string, options: DataOptions & LockOptions) {
  let free = () => {};
  try {
    makeFolders(folder, 0o700);
    // A folder that holds something else gets no lock file either.
    await layoutOf(folder);
    free = await lock(folder, options);
    const found = await look(api, folder, options.onProgress);
    if (found.damage !== undefined) {
      const what = `${found.damage.message}; nothing was changed: put a copy in its place, or see what`;
      throw new DataFolderError(`${what} can be kept with service-emulator state check ${folder}`);
    }
    // Nothing is changed before all of it was found good.
    await tidy(folder, found, options.tell);
    return dataFolder(folder, found, options, free);
  } catch (error) {
    free();
    throw unusable(folder, error);
  }
}

/** Cuts off a line that was never answered, removes what is over, and tells what cannot be known. */
async function tidy(folder: string, { layout, logs, torn, unbegun }: Survey, tell: Notices) {
  if (torn !== undefined) {
    const path = logPath(folder, torn.log);
    const cut = await cutOff(path, torn.from);
    tell.note(`${path}: cut ${cut} bytes of a last line that was broken off, and never answered`);
  }
  await removeLeft(folder, layout);
  await removeAll(folder, [...layout.drafts, ...(unbegun === undefined ? [] : [unbegun])]);
  const last = logs.at(-1);
  if (last === undefined || last.closed) return;
  const path = logPath(folder, last.total.log);
  tell.note(
    `${path} was not closed, as after a crash: all that is there is whole, but lines lost from its end would not show`,
  );
}

/** @returns how many bytes went */
async function cutOff(path: string, from: number): Promise<number> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    await file.truncate(from);
    await file.sync();
    return size - from;
  } finally {
    await file.close();
  }
}

function dataFolder(
  folder: string,
  { layout: { base = 0 }, id, base: baseMark, previous, state: found, file }: Survey,
  options: DataOptions,
  free: () => void,
): DataFolder {
  const next = Math.max(1, base, (previous?.log ?? 0) + 1);
  const newest = { log: file?.log ?? 0, ...(file?.mark !== undefined && { mark: file.mark }) };
  const before = { folder, id, base, baseMark, next, newest, previous, found };
  const log = new DataLog(before, options, free);
  return {
    log,
    isEmpty: found === undefined,
    around: found?.around,
    epoch: Math.max(0, next - 1),
    begin: (world) => {
      if (found !== undefined) restore(found, world);
    },
    start: async (emulation) => {
      if (found !== undefined) goOn(found, emulation);
      log.attach(emulation);
      if (found === undefined) log.replaced();
      await log.saved();
    },
  };
}

/** Puts the accounts into a new world, each by its own clock if it had one: what is due is due by that. */
function restore({ snapshot, courses }: StateFound, world: World): void {
  for (const { settings } of snapshot.accounts) {
    const course = courses.get(settings.companyId);
    if (course !== undefined)
      world
        .addAccount(settings)
        .setClock(begunClock({ time: world.clock.time, course: course }), true);
  }
  world.restore(snapshot);
  world.restoreGrants(snapshot);
}

/** What is there beside the accounts goes on as it was. */
function goOn({ sandboxes, around, at }: StateFound, emulation: Emulation): void {
  const { world } = emulation;
  for (const each of sandboxes) emulation.sandboxes.take(each);
  const { operations = {}, tiers = {} } = around?.limits ?? {};
  if (Object.keys({ ...operations, ...tiers }).length > 0)
    setLimits(emulation, { operations, tiers });
  if (world.clock.now() >= at) return;
  for (const account of world.accounts.values()) if (!account.hasOwnClock) account.turnBack();
}
