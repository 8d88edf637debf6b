import { join } from "node:path";
import { type ReadState, besideOf, readState } from "../emulation/import.ts";
import { linesIn } from "../emulation/json-lines.ts";
import { sandboxesName, manifestName, NewerVersionError } from "../emulation/manifest.ts";
import { sealOfBase, type Manifest } from "../emulation/manifest.ts";
import { clonesOf, Origins, type SandboxText } from "../emulation/difference.ts";
import type { KeptSandbox } from "../emulation/sandbox.ts";
import { isSealedLine, headName } from "../emulation/line-file.ts";
import type { Api } from "../verbs/invocation.ts";
import { baseName, basePath, type FolderFile } from "./layout.ts";
import { type LostRecords, recordsNamedIn } from "./lost.ts";
import { readdirSync } from "node:fs";
import { AccountReader } from "../emulation/account-reader.ts";
import { ControlError } from "../emulation/problem.ts";
import { atOnce } from "../world/time/slices.ts";
import { manifestOf, strayBase } from "./identity.ts";
import type { Course } from "../world/time/course.ts";

/** Reads the sandboxes of a damaged base that are as they were written, and do not differ from one that is not. */
async function salvageSandboxes(
  path: string,
  { file, seal, manifest }: { file: string; seal: number; manifest: Manifest | undefined },
  accounts: ReadState["accounts"],
  { collections }: Api,
  lost: LostRecords,
): Promise<KeptSandbox[]> {
  const origins = new Origins();
  const found: KeptSandbox[] = [];
  let isBegun = false;
  try {
    for await (const { bytes, number: line } of linesIn(join(path, sandboxesName))) {
      const text = bytes.toString();
      const [, id] = /"companyId":"([^"]+)"/.exec(text) ?? [];
      try {
        if (!isSealedLine(text, seal)) throw new Error("it is not as it was written");
        const [, sandbox] = JSON.parse(text) as [string, SandboxText];
        if (!isBegun) origins.begin(sandbox.since, clonesOf(accounts));
        isBegun = true;
        found.push(origins.read(sandbox, collections));
      } catch {
        lost.add({ file, line }, id === undefined ? [] : [{ account: id, kind: "sandbox", id }]);
      }
    }
  } catch {
    if (manifest?.sandboxes !== undefined) lost.add({ file, line: null }, []);
  }
  return found;
}

interface BaseKnown {
  readonly folder: string;
  readonly number: number;
  readonly id: string | undefined;
  readonly file: FolderFile | undefined;
}

/** Reads what of a base is as it was written; undefined: nothing, or it is of another folder. @throws ControlError */
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
  const fileOf = (name: string) => `${baseName(number)}/${name}`;
  const accounts: ReadState["accounts"][number][] = [];
  const courses = new Map<string, Course>();
  let records = 0;
  for (const [at, name] of filesOf(path, manifest).entries()) {
    const reader = new AccountReader(api.collections);
    const file = fileOf(name);
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
    records += reader.records;
    if (whole === undefined) {
      lost.add({ file, line: null }, []);
      continue;
    }
    accounts.push(whole);
    if (reader.course !== undefined) courses.set(whole.settings.companyId, reader.course);
  }
  if (accounts.length === 0) return undefined;
  if (manifest === undefined) lost.add({ file: fileOf(manifestName), line: null }, []);
  const about = { file: fileOf(sandboxesName), seal, manifest };
  const sandboxes = await salvageSandboxes(path, about, accounts, api, lost);
  return { ...beside, accounts, courses, sandboxes, records };
}

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

/** Reads all sound lines of an account; what the account is comes first. */
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
  const isLater = ([text]: [string, number]) => Number(!text.startsWith(`["${headName}",`));
  for (const [text, line] of [...sound].sort((a, b) => isLater(a) - isLater(b))) {
    try {
      reader.take(text, path);
    } catch {
      damaged.push({ line, text });
    }
  }
  return { damaged, lines };
}
