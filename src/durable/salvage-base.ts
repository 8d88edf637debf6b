import { readdirSync } from "node:fs";
import { join } from "node:path";
import { AccountReader } from "../emulation/account-reader.ts";
import { besideOf, readState, type ReadState } from "../emulation/import.ts";
import { linesIn } from "../emulation/json-lines.ts";
import {
  type Manifest,
  manifestName,
  NewerVersionError,
  sealOfBase,
} from "../emulation/manifest.ts";
import { ControlError } from "../emulation/problem.ts";
import { headName, isSealedLine } from "../emulation/line-file.ts";
import { atOnce } from "../world/time/slices.ts";
import type { Api } from "../verbs/invocation.ts";
import type { FolderFile } from "./folder-file.ts";
import { manifestOf, strayBase } from "./identity.ts";
import type { Course } from "../world/time/course.ts";
import { baseName, basePath } from "./layout.ts";
import { type LostRecords, recordsNamedIn } from "./lost.ts";
import { salvageSandboxes } from "./salvage-sandboxes.ts";

interface BaseKnown {
  readonly folder: string;
  readonly number: number;
  /** The folder's id. */
  readonly id: string | undefined;
  readonly file: FolderFile | undefined;
}

/**
 * Reads all of a base that is as it was written, whatever the rest is.
 *
 * @param about its folder, and what is known of that
 * @param lost is told of what is not
 * @returns undefined if nothing of it can be kept, or it is of another folder
 * @throws ControlError for one of a later version
 */
export async function salvageBase(
  api: Api,
  { folder, number, id = "", file }: BaseKnown,
  lost: LostRecords,
): Promise<ReadState | undefined> {
  const path = basePath(folder, number);
  const isStray = async ({ base }: Pick<ReadState, "base">) =>
    (await strayBase(folder, number, base, file)) !== undefined;
  try {
    const state = await readState(api, path);
    return (await isStray(state)) ? undefined : state;
  } catch (error) {
    if (!(error instanceof ControlError) || error instanceof NewerVersionError) throw error;
  }
  const manifest = manifestOf(path);
  const beside = manifest ? besideOf(manifest) : besideNothing;
  if (manifest !== undefined && (await isStray(beside))) return undefined;
  const seal = sealOfBase({ folder: id, number });
  const accounts: ReadState["accounts"][number][] = [];
  const courses = new Map<string, Course>();
  let records = 0;
  for (const [at, name] of filesOf(path, manifest).entries()) {
    const reader = new AccountReader(api.collections);
    const file = `${baseName(number)}/${name}`;
    const account = manifest?.accounts[at];
    const { damaged, lines } = await salvageAccount(join(path, name), seal, reader);
    const whole = atOnce(reader.account());
    const last = account?.lines ?? lines;
    for (const { line, text } of damaged) {
      // What the account is stands at both ends.
      if (whole !== undefined && (line === 1 || line === last)) continue;
      const named = recordsNamedIn(text, account?.companyId ?? null, api.collections);
      lost.add({ file, line }, named);
    }
    for (let line = lines; line < last; line += 1) lost.add({ file, line: null }, []);
    if (whole === undefined) lost.add({ file, line: null }, []);
    else accounts.push(whole);
    const { course } = reader;
    if (whole !== undefined && course !== undefined) courses.set(whole.settings.companyId, course);
    records += reader.records;
  }
  if (accounts.length === 0) return undefined;
  if (manifest === undefined)
    lost.add({ file: `${baseName(number)}/${manifestName}`, line: null }, []);
  const sandboxes = await salvageSandboxes(path, { number, seal, manifest }, accounts, api, lost);
  return { ...beside, accounts, courses, sandboxes, records };
}

/** Of a base whose manifest is damaged. */
const besideNothing: ReturnType<typeof besideOf> = {
  faults: [],
  oauth: { apps: [], ready: [] } as never,
  exportedAt: 0,
};

const filesOf = (path: string, manifest: Manifest | undefined): string[] =>
  manifest?.accounts.map(({ file }) => file) ??
  readdirSync(path)
    .filter((name) => /^account-\d+\.jsonl$/.test(name))
    .sort((a, b) => Number.parseInt(a.slice(8), 10) - Number.parseInt(b.slice(8), 10));

/** Feeds a reader with all lines of an account that are as they were written; what the account is comes first. */
async function salvageAccount(path: string, seal: number, reader: AccountReader) {
  const sound = new Map<string, number>();
  const damaged: { line: number; text: string }[] = [];
  let lines = 0;
  try {
    for await (const { bytes, number: line } of linesIn(path)) {
      const text = bytes.toString();
      lines = line;
      if (isSealedLine(text, seal)) sound.set(text, line);
      else damaged.push({ line, text });
    }
  } catch {
    // Missing, or no file: nothing of it is there.
  }
  const [heads, others] = [true, false].map((isHead) =>
    [...sound].filter(([text]) => text.startsWith(headBegins) === isHead),
  );
  for (const [text, line] of [...(heads ?? []), ...(others ?? [])]) {
    try {
      reader.take(text, path);
    } catch {
      damaged.push({ line, text });
    }
  }
  return { damaged, lines };
}

const headBegins = `["${headName}",`;
