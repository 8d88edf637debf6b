import { createReadStream, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { grantedScopes, type ScopeGrant } from "../contract/scopes.ts";
import type { Api } from "../verbs/call.ts";
import type { AccountSettings } from "../world/account.ts";
import type { ReadyToken } from "../world/grants.ts";
import { createKey } from "../world/keys.ts";
import type { Stored } from "../world/record.ts";
import { type Positions, State } from "../world/state.ts";
import type { Collection } from "../world/store.ts";
import { works } from "../world/work.ts";
import type { Snapshot } from "../world/world.ts";
import type { Emulation } from "./emulation.ts";
import { formatVersion, type Manifest, manifestName } from "./export.ts";
import { ControlError } from "./problem.ts";

/** What was read, and how much of it. */
export interface Imported {
  readonly folder: string;
  readonly accounts: readonly string[];
  readonly records: number;
}

/**
 * Puts an exported state in the place of the present one, accounts and keys included; all of it is
 * read before anything is put there. Clock, limits, faults and sandboxes stay as they are.
 *
 * @throws ControlError with file and line
 */
export async function importState(emulation: Emulation, folder: string): Promise<Imported> {
  const read = await readState(emulation.api, folder);
  emulation.world.restore(read);
  return {
    folder,
    accounts: read.accounts.map(({ settings }) => settings.companyId),
    records: read.records,
  };
}

/** A state that was read. */
export interface ReadState extends Snapshot {
  readonly records: number;
  /** World time. */
  readonly exportedAt: number;
}

/** Reads an exported state, without touching anything. @param folder an absolute path */
export async function readState(api: Api, folder: string): Promise<ReadState> {
  if (!isAbsolute(folder)) throw new ControlError("expected an absolute path", "folder");
  const manifest = readManifest(folder);
  const collections = collectionsOf(api);
  const accounts = [];
  let records = 0;
  for (const { file, lines } of manifest.accounts) {
    const account = await readAccount(join(folder, file), lines, collections);
    records += lines - 1;
    accounts.push(account);
  }
  const apps = (manifest.apps as { scopes: readonly never[] }[]).map((app) => ({
    ...app,
    scopes: new Set(app.scopes),
  }));
  const oauth = { apps: apps as never, ready: manifest.tokens as readonly ReadyToken[] };
  return { accounts, faults: [], oauth, records, exportedAt: Date.parse(manifest.exportedAt) };
}

/** All that an account's records may be in. */
export const collectionsOf = (api: Api): ReadonlyMap<string, Collection> =>
  new Map([...api.collections, [works.name, works as unknown as Collection]]);

function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new ControlError(
      `${folder} holds no exported state: ${manifestName} is missing`,
      "folder",
      {
        status: 404,
      },
    );
  }
  const manifest = parsed(text, path) as Partial<Manifest>;
  if (manifest.format !== formatVersion || !Array.isArray(manifest.accounts)) {
    throw new ControlError(
      `${path}: format ${manifest.format} is unknown here: ${formatVersion} is read`,
      "folder",
    );
  }
  return manifest as Manifest;
}

/** The first line of an account's file. */
interface Head extends Positions {
  readonly settings: AccountSettings;
  readonly keys: readonly { name: string; secret: string; grant: ScopeGrant }[];
}

async function readAccount(
  path: string,
  expected: number,
  collections: ReadonlyMap<string, Collection>,
): Promise<Snapshot["accounts"][number]> {
  let head: Head | undefined;
  let line = 0;
  const held = new Map<string, Stored[]>();
  for await (const text of linesIn(path)) {
    line += 1;
    const at = `${path}:${line}`;
    const value = parsed(text, at);
    if (head === undefined) head = headOf(value, at);
    else {
      const [name, record] = recordOf(value, collections, at);
      const records = held.get(name);
      if (records === undefined) held.set(name, [record]);
      else records.push(record);
    }
  }
  if (head === undefined || line !== expected) {
    throw new ControlError(`${path} has ${line} lines of ${expected}: it was cut off`, "folder");
  }
  const state = State.at(head);
  for (const [name, records] of held)
    state.table(collections.get(name) as Collection).load(records);
  const keys = head.keys.map(({ name, secret, grant }) => createKey(name, secret, grant));
  return { settings: head.settings, keys, state };
}

async function* linesIn(path: string): AsyncGenerator<string> {
  try {
    const input = createReadStream(path);
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new ControlError(`${path} cannot be read: ${(error as Error).message}`, "folder");
  }
}

function parsed(text: string, at: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(`${at}: no JSON`, "folder");
  }
}

function headOf(value: unknown, at: string): Head {
  const head = value as Partial<Head> | null;
  const sound =
    typeof head?.settings?.companyId === "string" &&
    Array.isArray(head.keys) &&
    head.keys.every(({ grant }) => grantedScopes(grant) !== undefined) &&
    typeof head.seq === "number" &&
    typeof head.dice === "object";
  if (!sound) throw new ControlError(`${at}: expected an account's settings and keys`, "folder");
  return head as Head;
}

function recordOf(
  value: unknown,
  collections: ReadonlyMap<string, Collection>,
  at: string,
): [name: string, record: Stored] {
  const [name, record] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof name !== "string" || !collections.has(name)) {
    throw new ControlError(`${at}: no collection '${String(name)}'`, "folder");
  }
  if (typeof (record as Partial<Stored> | undefined)?.id !== "string") {
    throw new ControlError(`${at}: expected a record with an id`, "folder");
  }
  return [name, record as Stored];
}
