import { existsSync, mkdtempSync, readdirSync, rmdirSync } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Course } from "../world/time/course.ts";
import { type OnProgress, writing } from "../seeding/progress.ts";
import { makeFolders } from "../seeding/output-file.ts";
import type { State } from "../world/store/state.ts";
import type { Snapshot } from "../world/world.ts";
import { reasonOf, remedyOf, conflict, ControlError, wrongFolder } from "./problem.ts";
import { type LineValue, writeLines, headName, sealed } from "./line-file.ts";
import { clonesOf, keyText, Origins } from "./difference.ts";
import type { KeptSandbox } from "./sandbox.ts";
import { baseFormat, formatVersion, isExported, manifestName, sandboxesName } from "./manifest.ts";
import { sandboxLine, sealOfBase, type Surroundings, type BaseOf } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { listedTables, type ListedTables, writeOrders } from "./orders.ts";

export type Exported = { readonly folder: string; readonly records: number };

export interface Exporting {
  readonly snapshot: Snapshot;
  /** World time. */
  readonly exported: number;
  readonly version: string;
  /** Of a data folder: each line has a checksum. */
  readonly base?: Base;
  readonly onProgress?: OnProgress | undefined;
}

/** A base, and what it has beside the accounts. */
export interface Base {
  readonly of: BaseOf;
  readonly around?: Surroundings | undefined;
  /** How the clocks of accounts go that are their own, by company id. */
  readonly courses: ReadonlyMap<string, Course>;
  readonly sandboxes: readonly KeptSandbox[];
}

/**
 * Writes a state of all accounts into a folder: what was there before is there until the new one is whole.
 *
 * @param folder an absolute path: new, empty, or an exported state
 * @throws ControlError in one line: what, where, and what to do
 */
export async function exportState(exporting: Exporting, folder: string): Promise<Exported> {
  requireFolder(folder);
  try {
    const { records } = await writeState(exporting, folder);
    return { folder, records };
  } catch (error) {
    throw failed(folder, error);
  }
}

/** Finds out whether a state can be written into a folder, without making it. @throws ControlError as `exportState` */
export function requireExportable(folder: string): void {
  requireFolder(folder);
  let beside = dirname(folder);
  while (!existsSync(beside)) beside = dirname(beside);
  try {
    rmdirSync(mkdtempSync(join(beside, ".service-emulator-")));
  } catch (error) {
    throw failed(folder, error);
  }
}

/** The same with a folder that may be replaced. @throws what the system said */
export async function writeState(exporting: Exporting, folder: string) {
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.new`);
  try {
    makeFolders(dirname(folder));
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const written = await writeAll(draft, exporting);
    await replace(folder, draft);
    return written;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

function requireFolder(folder: string): void {
  if (!isAbsolute(folder)) throw wrongFolder("expected an absolute path");
  let names: string[];
  try {
    names = existsSync(folder) ? readdirSync(folder) : [];
  } catch (error) {
    throw failed(folder, error);
  }
  // All that is in it goes.
  const other = names.find((name) => name !== manifestName && !/^account-\d+\.jsonl$/.test(name));
  if (names.length === 0 || (other === undefined && isExported(folder))) return;
  const what = `${folder} holds something else (${other ?? manifestName})`;
  throw conflict(`${what}: give a new folder, or one with a state`, "folder");
}

async function writeAll(draft: string, exporting: Exporting) {
  const { snapshot, version, exported, base, onProgress = () => {} } = exporting;
  const { accounts, oauth } = snapshot;
  const seal = base && sealOfBase(base.of);
  const told = writing(onProgress, recordsOf(accounts));
  const files: Manifest["accounts"][number][] = [];
  for (const [index, { settings, keys, state }] of accounts.entries()) {
    const file = `account-${index + 1}.jsonl`;
    const course = base?.courses.get(settings.companyId);
    const own = { settings, keys: keys.map(keyText), ...state.positions() };
    const path = join(draft, file);
    const listing = base && (await listedTables(state.tables()));
    const head = { ...own, ...(course && { course }) };
    const lines = linesOf(head, listing ?? state.tables(), base !== undefined);
    const written = await writeLines(path, lines, { seal, told });
    files.push({ companyId: settings.companyId, file, ...written });
    if (listing) await writeOrders(path, listing, { version, checksum: written.checksum });
  }
  const manifest = {
    format: base === undefined ? formatVersion : baseFormat,
    version,
    exportedAt: formatDatetime(exported),
    accounts: files,
    apps: oauth.apps.map((app) => ({ ...app, scopes: [...app.scopes] })),
    tokens: oauth.ready,
    ...(base && { base: base.of, ...(await writeBeside(draft, accounts, base)) }),
  } satisfies Manifest;
  const { sum: checksum } = sealed(manifest);
  const shown = base === undefined ? manifest : { ...manifest, sum: checksum };
  const text = `${JSON.stringify(shown, null, 2)}\n`;
  await writeFile(join(draft, manifestName), text, { mode: 0o600, flush: true });
  await sync(draft);
  const heads = base === undefined ? 1 : 2;
  return { records: files.reduce((sum, { lines }) => sum + lines - heads, 0), checksum };
}

const recordsOf = (accounts: Snapshot["accounts"]): number =>
  accounts
    .flatMap(({ state }) => [...state.tables().values()])
    .reduce((sum, { size }) => sum + size, 0);

async function writeBeside(draft: string, accounts: Snapshot["accounts"], base: Base) {
  const { of, around, sandboxes } = base;
  const surroundings = around && { around };
  if (sandboxes.length === 0) return surroundings;
  const origins = new Origins();
  origins.begin(of.mark, clonesOf(accounts));
  function* lines(): Generator<LineValue> {
    for (const each of sandboxes) yield [sandboxLine, origins.write(each)];
  }
  const path = join(draft, sandboxesName);
  return { ...surroundings, sandboxes: await writeLines(path, lines(), { seal: sealOfBase(of) }) };
}

/** In a base, what the account is stands at both ends: nothing else of it can be kept without. */
function* linesOf(
  head: object,
  tables: ListedTables | ReturnType<State["tables"]>,
  isSealed: boolean,
): Generator<LineValue> {
  yield isSealed ? [headName, head] : head;
  for (const [name, table] of tables) {
    for (const record of "records" in table ? table.records : table.all()) yield [name, record];
  }
  if (isSealed) yield [headName, head];
}

/** Puts a draft in the place of a folder; if that fails, the folder is as it was. */
async function replace(folder: string, draft: string): Promise<void> {
  const old = join(dirname(folder), `.${basename(folder)}.${process.pid}.old`);
  const was = existsSync(folder);
  if (was) await rename(folder, old);
  try {
    await rename(draft, folder);
  } catch (error) {
    if (was) await rename(old, folder);
    throw error;
  }
  await sync(dirname(folder));
  if (was) await rm(old, { recursive: true, force: true });
}

/** What is in a folder is there after a loss of power, too. Not every system has that to offer. */
async function sync(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function failed(folder: string, error: unknown): unknown {
  if (error instanceof ControlError || !(error instanceof Error) || !("code" in error))
    return error;
  const what = `cannot write ${folder}: ${reasonOf(error)}; nothing was changed`;
  return wrongFolder(`${what}: ${remedyOf(error, "give another folder")}`);
}
