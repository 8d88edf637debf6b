import { isAbsolute, join } from "node:path";
import { crc32 } from "node:zlib";
import { scopes } from "../contract/scopes.ts";
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
import type { Api } from "../verbs/invocation.ts";
import type { AccountSettings } from "../world/account-settings.ts";
import type { Course } from "../world/time/course.ts";
import type { ReadyToken } from "../world/grants.ts";
import { createKey } from "../world/keys.ts";
import { jsonProblem, shapeProblem, textOfPath } from "../world/read-shape.ts";
import type { Stored } from "../world/store/record.ts";
import { type Positions, State } from "../world/store/state.ts";
import type { Collection } from "../world/store/store.ts";
import type { Snapshot } from "../world/world.ts";
import type { Emulation } from "./emulation.ts";
import { linesIn } from "./json-lines.ts";
import {
  baseFormat,
  type BaseOf,
  type Manifest,
  manifestName,
  parsed,
  readManifest,
  sandboxesName,
} from "./manifest.ts";
import { type KeyText, Origins, type SandboxText, clonesOf } from "./origins.ts";
import { ControlError } from "./problem.ts";
import { readable } from "./readable.ts";
import type { KeptSandbox } from "./sandbox.ts";
import { checksumText, headName } from "./seal.ts";
import { courseShape, type Surroundings } from "./surroundings.ts";

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
  /** Which base of which data folder it is, and the checksum by which it is named there. */
  readonly base?: BaseOf & { readonly checksum: string };
  readonly around?: Surroundings;
  /** How the clocks of accounts go that are their own, by company id. */
  readonly courses?: ReadonlyMap<string, Course>;
  readonly sandboxes?: readonly KeptSandbox[];
}

/** Reads an exported state, without touching anything. @param folder an absolute path */
export async function readState(api: Api, folder: string): Promise<ReadState> {
  if (!isAbsolute(folder)) throw new ControlError("expected an absolute path", "folder");
  const manifest = readManifest(folder);
  const accounts = [];
  const courses = new Map<string, Course>();
  let records = 0;
  for (const each of manifest.accounts) {
    const { account, reader } = await readAccount(folder, manifest, each, api.collections);
    if (account.settings.companyId !== each.companyId) {
      throw new ControlError(`${join(folder, each.file)}:1: expected ${each.companyId}`, "folder");
    }
    records += reader.records;
    if (reader.course !== undefined) courses.set(each.companyId, reader.course);
    accounts.push(account);
  }
  const sandboxes = await readSandboxes(folder, manifest, accounts, api.collections);
  return { accounts, ...besideOf(manifest), courses, ...(sandboxes && { sandboxes }), records };
}

async function readSandboxes(
  folder: string,
  { base, sandboxes }: Manifest,
  accounts: Snapshot["accounts"],
  collections: ReadonlyMap<string, Collection>,
): Promise<KeptSandbox[] | undefined> {
  if (base === undefined || sandboxes === undefined) return undefined;
  const path = join(folder, sandboxesName);
  const origins = new Origins();
  origins.begin(base.mark, clonesOf(accounts));
  const found: KeptSandbox[] = [];
  let sum = 0;
  const seen = (bytes: Buffer) => (sum = crc32(bytes, sum));
  for await (const { text, number, whole } of readable(linesIn(path, seen), path)) {
    const at = `${path}:${number}`;
    const [, sandbox] = parsed(text, at) as [string, SandboxText];
    try {
      found.push(origins.read(sandbox, collections));
    } catch (error) {
      throw new ControlError(`${at}: ${(error as Error).message}`, "folder");
    }
    if (!whole) sum = crc32("\n", sum);
  }
  if (checksumText(sum) === sandboxes.checksum) return found;
  throw new ControlError(`${path} is not as it was written: restore a copy`, "folder");
}

/** What a manifest says beside where its accounts are. */
export function besideOf({
  apps,
  tokens,
  exportedAt,
  base,
  around,
  sum,
}: Manifest): Omit<ReadState, "accounts" | "courses" | "records"> {
  const scoped = apps.map((app) => ({ ...app, scopes: new Set(app.scopes) }));
  const oauth = { apps: scoped as never, ready: tokens as readonly ReadyToken[] };
  const mark = base && sum !== undefined && { base: { ...base, checksum: sum } };
  return {
    faults: [],
    oauth,
    exportedAt: Date.parse(exportedAt),
    ...mark,
    ...(around && { around }),
  };
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
  "course?": courseShape,
});

/** A shorter line, in characters, cannot nest so deep that whoever walks through it runs out of stack. */
const shallowMax = 2000;

interface Head extends Positions {
  readonly settings: AccountSettings;
  readonly keys: readonly KeyText[];
  readonly course?: Course;
}

/** Puts an account together from the lines of its file. */
export class AccountReader {
  readonly #collections: ReadonlyMap<string, Collection>;
  readonly #held = new Map<string, Map<string, Stored>>();
  /** The collection of the last record, and what it has. */
  #name = "";
  #records = new Map<string, Stored>();
  #head: Head | undefined;
  /** How many records it has so far. */
  records = 0;

  /** How its clock goes, if it is its own. */
  get course(): Course | undefined {
    return this.#head?.course;
  }

  constructor(collections: ReadonlyMap<string, Collection>) {
    this.#collections = collections;
  }

  /** What the account is comes first. @throws ControlError for what is no line of an account */
  take(text: string | undefined, at: string): void {
    const value = parsed(text, at);
    const isHead = Array.isArray(value) && value[0] === headName;
    if (this.#head === undefined) this.#head = headOf(isHead ? value[1] : value, at);
    else if (!isHead) this.#takeRecord(value, text, at);
  }

  #takeRecord(value: unknown, text: string | undefined, at: string): void {
    if ((text?.length ?? 0) > shallowMax && jsonProblem(value) !== undefined) {
      throw new ControlError(`${at}: nests too deep`, "folder");
    }
    const [name, stored] = recordOf(value, this.#collections, at);
    // Those of a collection stand together.
    if (name !== this.#name) {
      this.#name = name;
      this.#records = this.#held.get(name) ?? new Map();
      this.#held.set(name, this.#records);
    }
    if (this.#records.has(stored.id)) {
      throw new ControlError(`${at}: ${name} ${stored.id} is there twice`, "folder");
    }
    this.#records.set(stored.id, stored);
    this.records += 1;
  }

  /** @returns undefined if nothing has said what it is */
  account(): Snapshot["accounts"][number] | undefined {
    const head = this.#head;
    if (head === undefined) return undefined;
    const state = State.at(head);
    for (const [name, records] of this.#held)
      state.table(this.#collections.get(name) as Collection).load([...records.values()]);
    const keys = head.keys.map(({ name, secret, grant }) => createKey(name, secret, grant));
    return { settings: head.settings, keys, state };
  }
}

async function readAccount(
  folder: string,
  manifest: Manifest,
  { file, lines, checksum }: Manifest["accounts"][number],
  collections: ReadonlyMap<string, Collection>,
): Promise<{ account: Snapshot["accounts"][number]; reader: AccountReader }> {
  const path = join(folder, file);
  const reader = new AccountReader(collections);
  let [line, sum] = [0, 0];
  const seen = (bytes: Buffer) => (sum = crc32(bytes, sum));
  for await (const { text, number, whole } of readable(linesIn(path, seen), path)) {
    line = number;
    reader.take(text, `${path}:${line}`);
    // It lacks no more than its end.
    if (!whole) sum = crc32("\n", sum);
  }
  const account = reader.account();
  if (account === undefined || line !== lines) {
    throw new ControlError(`${path} has ${line} lines of ${lines}: it was cut off`, "folder");
  }
  if (checksum !== undefined && checksum !== checksumText(sum)) {
    const edited = `, or remove its checksum from ${manifestName} if you changed it`;
    const remedy = `restore a copy${manifest.format === baseFormat ? "" : edited}`;
    throw new ControlError(`${path} is not as it was written: ${remedy}`, "folder");
  }
  return { account, reader };
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
