import { collectionsOf, readState } from "../control/import.ts";
import type { Emulation } from "../control/emulation.ts";
import { ControlError } from "../control/problem.ts";
import type { Api } from "../verbs/call.ts";
import type { Snapshot, World } from "../world/world.ts";
import { DataFolderError, reasonOf } from "./data-folder-error.ts";
import { DataLog, type DataOptions, type Told } from "./data-log.ts";
import { basePath, type Layout, layoutOf, logPath, makeFolder, removeAll } from "./layout.ts";
import { applyLine } from "./line.ts";
import { lock, type LockOptions } from "./lock.ts";
import { readSegment } from "./segment.ts";

/** A folder that this process alone writes to, and what was found in it. */
export interface DataFolder {
  readonly log: DataLog;
  /** Whether there was a state in it: it stands in the place of the fixtures'. */
  readonly isEmpty: boolean;
  /** What differs from process to process (`WorldSettings.epoch`). */
  readonly epoch: number;
  /** Puts the state into a new world. */
  readonly begin: (world: World) => void;
  /** From now on all that happens is written; resolves once the present state is. */
  readonly start: (emulation: Emulation) => Promise<void>;
}

/**
 * Opens a data folder, or makes it.
 *
 * @param folder an absolute path
 * @throws DataFolderError for one that another process has, that is damaged, or that cannot be used
 */
export async function openDataFolder(
  api: Api,
  folder: string,
  options: DataOptions & LockOptions,
): Promise<DataFolder> {
  await makeFolder(folder);
  let free = () => {};
  try {
    // A folder that holds something else gets no lock file either.
    await layoutOf(folder);
    free = await lock(folder, options);
    const layout = await layoutOf(folder);
    await removeAll(folder, layout.left);
    const found = await read(api, folder, layout, options.tell);
    return dataFolder(folder, layout, found, options, free);
  } catch (error) {
    free();
    if (error instanceof DataFolderError) throw error;
    if (error instanceof ControlError) throw new DataFolderError(error.message);
    throw new DataFolderError(`cannot use ${folder}: ${reasonOf(error)}; give another folder`);
  }
}

type Found = Awaited<ReturnType<typeof read>>;

function dataFolder(
  folder: string,
  { base = 0, logs }: Layout,
  found: Found,
  options: DataOptions,
  free: () => void,
): DataFolder {
  const next = (logs.at(-1) ?? Math.max(0, base - 1)) + 1;
  const { lines = 0, records = 0 } = found ?? {};
  const log = new DataLog({ folder, base, next, lines, records }, options, free);
  return {
    log,
    isEmpty: found === undefined,
    epoch: Math.max(0, next - 1),
    begin: (world) => {
      if (found === undefined) return;
      world.restore(found.snapshot);
      world.restoreGrants(found.snapshot);
    },
    start: async (emulation) => {
      log.attach(emulation);
      if (found === undefined) log.replaced();
      else if (emulation.world.clock.now() < found.at) {
        for (const account of emulation.world.accounts.values()) account.turnBack();
      }
      await log.saved();
    },
  };
}

/** The base, with all that was written since; undefined if there is none. */
async function read(api: Api, folder: string, { base, logs }: Layout, tell: Told) {
  if (base === undefined) return undefined;
  const state = await readState(api, basePath(folder, base));
  const accounts = new Map(state.accounts.map((each) => [each.settings.companyId, each]));
  const collections = collectionsOf(api);
  let [lines, at] = [0, state.exportedAt];
  for (const number of logs) {
    const path = logPath(folder, number);
    const { texts, cut } = await readSegment(path);
    if (cut > 0) {
      tell.note(`${path}: cut ${cut} bytes of a last line that was broken off, and never answered`);
    }
    for (const [index, text] of texts.entries()) {
      try {
        at = applyLine(text, accounts, collections);
      } catch (error) {
        const where = `${path}:${index + 1} is damaged (${(error as Error).message})`;
        throw new DataFolderError(`${where}: put a copy in its place, or give another folder`);
      }
    }
    lines += texts.length;
  }
  const snapshot: Snapshot = { ...state, accounts: [...accounts.values()] };
  return { snapshot, lines, at, records: state.records };
}
