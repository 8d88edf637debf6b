import { isAbsolute, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Api } from "../verbs/invocation.ts";
import type { Course } from "../world/time/course.ts";
import type { ReadyToken } from "../world/grants.ts";
import { type OnProgress, reading } from "../seeding/progress.ts";
import { machine } from "../world/time/machine-time.ts";
import { inTurns } from "../world/time/slices.ts";
import type { Snapshot } from "../world/world.ts";
import { AccountReader } from "./account-reader.ts";
import type { Emulation } from "./emulation.ts";
import { IrregularFile, linesIn, partsIn } from "./json-lines.ts";
import { baseFormat, manifestName, parsed, readManifest, sandboxesName } from "./manifest.ts";
import type { BaseOf, Manifest, Surroundings } from "./manifest.ts";
import { Origins, type SandboxText, clonesOf } from "./difference.ts";
import { readOrdered } from "./orders.ts";
import { ControlError, wrongFolder, reasonOf } from "./problem.ts";
import type { KeptSandbox } from "./sandbox.ts";
import { checksumText } from "./line-file.ts";

export interface Imported {
  readonly folder: string;
  readonly accounts: readonly string[];
  readonly records: number;
}

/** Puts an exported state in the place of the present one, once all of it is read. Clock, limits, faults and sandboxes stay as they are. @throws ControlError with file and line */
export async function importState(emulation: Emulation, folder: string): Promise<Imported> {
  const read = await readState(emulation.api, folder);
  emulation.world.restore(read);
  const accounts = read.accounts.map(({ settings }) => settings.companyId);
  return { folder, accounts, records: read.records };
}

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
export async function readState(
  api: Api,
  folder: string,
  onProgress: OnProgress = () => {},
): Promise<ReadState> {
  if (!isAbsolute(folder)) throw wrongFolder("expected an absolute path");
  const manifest = readManifest(folder);
  const accounts = [];
  const courses = new Map<string, Course>();
  const lines = manifest.accounts.reduce((sum, each) => sum + each.lines, 0);
  const told = reading(onProgress, lines);
  let records = 0;
  for (const each of manifest.accounts) {
    const { account, reader } = await readAccount(folder, manifest, each, api.collections, told);
    if (account.settings.companyId !== each.companyId)
      throw wrongFolder(`${join(folder, each.file)}:1: expected ${each.companyId}`);
    records += reader.records;
    if (reader.course !== undefined) courses.set(each.companyId, reader.course);
    accounts.push(account);
  }
  told(2 * lines);
  const sandboxes = await readSandboxes(folder, manifest, accounts, api.collections);
  return { accounts, ...besideOf(manifest), courses, ...(sandboxes && { sandboxes }), records };
}

async function readSandboxes(
  folder: string,
  { base, sandboxes }: Manifest,
  accounts: Snapshot["accounts"],
  collections: Api["collections"],
) {
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
      throw wrongFolder(`${at}: ${(error as Error).message}`);
    }
    if (!whole) sum = crc32("\n", sum);
  }
  if (checksumText(sum) === sandboxes.checksum) return found;
  throw wrongFolder(`${path} is not as it was written: restore a copy`);
}

export function besideOf(said: Manifest): Omit<ReadState, "accounts" | "courses" | "records"> {
  const { apps, tokens, base, around, sum } = said;
  const scoped = apps.map((app) => ({ ...app, scopes: new Set(app.scopes) }));
  const oauth = { apps: scoped as never, ready: tokens as readonly ReadyToken[] };
  const mark = base && sum !== undefined && { base: { ...base, checksum: sum } };
  const exportedAt = Date.parse(said.exportedAt);
  return { faults: [], oauth, exportedAt, ...mark, ...(around && { around }) };
}

async function readAccount(
  folder: string,
  manifest: Manifest,
  about: Manifest["accounts"][number],
  collections: Api["collections"],
  told: (lines: number) => void,
) {
  const { file, lines, checksum } = about;
  const path = join(folder, file);
  const reader = new AccountReader(collections);
  const ordered = await readOrdered(path, about, collections);
  if (ordered !== undefined) {
    reader.take(ordered.head, `${path}:1`);
    const account = await inTurns(reader.account(), machine.now);
    if (account !== undefined) {
      ordered.fill(account.state);
      reader.records = ordered.records;
      return { account, reader };
    }
  }
  let [line, sum] = [0, 0];
  const seen = (bytes: Buffer) => (sum = crc32(bytes, sum));
  for await (const lines of readable(partsIn(path, seen), path)) {
    told(lines.length);
    for (const { text, number, whole } of lines) {
      line = number;
      reader.take(text, `${path}:${line}`);
      // It lacks no more than its end.
      if (!whole) sum = crc32("\n", sum);
    }
  }
  const account = await inTurns(reader.account(told), machine.now);
  if (account === undefined || line !== lines)
    throw wrongFolder(`${path} has ${line} lines of ${lines}: it was cut off`);
  if (checksum !== undefined && checksum !== checksumText(sum)) {
    const edited = `, or remove its checksum from ${manifestName} if you changed it`;
    const remedy = `restore a copy${manifest.format === baseFormat ? "" : edited}`;
    throw wrongFolder(`${path} is not as it was written: ${remedy}`);
  }
  return { account, reader };
}

/** What the system says of a file, as an error of the import's. */
async function* readable<T>(lines: AsyncGenerator<T>, path: string): AsyncGenerator<T> {
  try {
    yield* lines;
  } catch (error) {
    if (error instanceof ControlError) throw error;
    const what =
      error instanceof IrregularFile ? error.message : `cannot be read: ${reasonOf(error)}`;
    throw wrongFolder(`${path} ${what}`);
  }
}
