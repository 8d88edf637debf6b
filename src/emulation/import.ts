import { isAbsolute, join } from "node:path";
import { crc32 } from "node:zlib";
import { type ScopeGrant, scopes } from "../contract/scopes.ts";
import {
  boolean,
  integer,
  list,
  literal,
  number,
  object,
  oneOf,
  record,
  string,
} from "../contract/shape.ts";
import type { Api } from "../verbs/call.ts";
import type { AccountSettings } from "../world/account-settings.ts";
import type { ReadyToken } from "../world/grants.ts";
import { createKey } from "../world/keys.ts";
import { jsonProblem, shapeProblem, textOfPath } from "../world/read-shape.ts";
import type { Stored } from "../world/record.ts";
import { type Positions, State } from "../world/state.ts";
import type { Collection } from "../world/store.ts";
import type { Snapshot } from "../world/world.ts";
import { reasonOf } from "./disk-error.ts";
import type { Emulation } from "./emulation.ts";
import { IrregularFile, linesIn } from "./json-lines.ts";
import { checksumText, type Manifest, manifestName, parsed, readManifest } from "./manifest.ts";
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
  const accounts = [];
  let records = 0;
  for (const each of manifest.accounts) {
    const account = await readAccount(folder, each, api.collections);
    if (account.settings.companyId !== each.companyId) {
      throw new ControlError(`${join(folder, each.file)}:1: expected ${each.companyId}`, "folder");
    }
    records += each.lines - 1;
    accounts.push(account);
  }
  const apps = manifest.apps.map((app) => ({ ...app, scopes: new Set(app.scopes) }));
  const oauth = { apps: apps as never, ready: manifest.tokens as readonly ReadyToken[] };
  return { accounts, faults: [], oauth, records, exportedAt: Date.parse(manifest.exportedAt) };
}

/** The first line of an account's file. */
const headShape = object({
  settings: object({
    companyId: string({ minLength: 1 }),
    sms: boolean(),
    "orderMetric?": string(),
    "customObjects?": boolean(),
    "withoutPredictions?": literal("omit", "null"),
    "controlToken?": string(),
    "limits?": oneOf(literal("real", "off"), number()),
  }),
  keys: list(
    object({
      name: string(),
      secret: string({ minLength: 1 }),
      grant: oneOf(literal("full", "read-only"), list(literal(...scopes))),
    }),
  ),
  seed: string(),
  seq: integer(),
  lastIdMs: number(),
  dice: record(list(number(), { min: 4, max: 4 })),
});

/** A shorter line, in characters, cannot nest so deep that whoever walks through it runs out of stack. */
const shallowMax = 2000;

interface Head extends Positions {
  readonly settings: AccountSettings;
  readonly keys: readonly { name: string; secret: string; grant: ScopeGrant }[];
}

async function readAccount(
  folder: string,
  { file, lines, checksum }: Manifest["accounts"][number],
  collections: ReadonlyMap<string, Collection>,
): Promise<Snapshot["accounts"][number]> {
  const path = join(folder, file);
  let head: Head | undefined;
  let [line, sum] = [0, 0];
  const held = new Map<string, Map<string, Stored>>();
  const seen = (bytes: Buffer) => (sum = crc32(bytes, sum));
  for await (const { text, number } of readable(linesIn(path, seen), path)) {
    line = number;
    const at = `${path}:${line}`;
    const value = parsed(text, at);
    if (head === undefined) head = headOf(value, at);
    else {
      if ((text?.length ?? 0) > shallowMax && jsonProblem(value) !== undefined) {
        throw new ControlError(`${at}: nests too deep`, "folder");
      }
      const [name, stored] = recordOf(value, collections, at);
      const records = held.get(name) ?? new Map<string, Stored>();
      if (records.has(stored.id)) {
        throw new ControlError(`${at}: ${name} ${stored.id} is there twice`, "folder");
      }
      held.set(name, records.set(stored.id, stored));
    }
  }
  if (head === undefined || line !== lines) {
    throw new ControlError(`${path} has ${line} lines of ${lines}: it was cut off`, "folder");
  }
  if (checksum !== undefined && checksum !== checksumText(sum)) {
    throw new ControlError(
      `${path} is not as it was written: restore a copy, or remove its checksum from ${manifestName} if you changed it`,
      "folder",
    );
  }
  const state = State.at(head);
  for (const [name, records] of held)
    state.table(collections.get(name) as Collection).load([...records.values()]);
  const keys = head.keys.map(({ name, secret, grant }) => createKey(name, secret, grant));
  return { settings: head.settings, keys, state };
}

/** What the system says of a file, as an error of the import's. */
async function* readable<T>(lines: AsyncGenerator<T>, path: string): AsyncGenerator<T> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof ControlError) throw error;
    const what =
      error instanceof IrregularFile ? error.message : `cannot be read: ${reasonOf(error)}`;
    throw new ControlError(`${path} ${what}`, "folder");
  }
}

function headOf(value: unknown, at: string): Head {
  const problem = shapeProblem(headShape, value);
  if (problem !== undefined) {
    throw new ControlError(`${at}: ${textOfPath(problem.path)}: ${problem.message}`, "folder");
  }
  return value as Head;
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
  const { id, seq } = (record ?? {}) as Partial<Stored>;
  if (typeof id !== "string" || typeof seq !== "number") {
    throw new ControlError(`${at}: expected a record with an id and a seq`, "folder");
  }
  return [name, record as Stored];
}
