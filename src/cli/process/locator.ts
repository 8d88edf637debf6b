import { chmodSync, closeSync, lstatSync, openSync, renameSync, rmSync } from "node:fs";
import { writeFileSync, mkdtempSync } from "node:fs";
import type { Emulator } from "../../emulator.ts";
import { ownUid, trustProblem, readTrusted } from "../../durable/trusted-file.ts";
import { pidSpace, startOf, orElse, type PidSpace } from "../../durable/process-state.ts";
import { makeFolders } from "../../seeding/output-file.ts";
import { Failure } from "../terminal/terminal.ts";
import { folderProblem, locatorFile, locatorFolder, unusable, locateAll } from "./located.ts";
import type { Located } from "./located.ts";
import { readyEvent } from "./ready.ts";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a detached emulator is told its log, so that it can tell others. */
export const logVariable = "SERVICE_EMULATOR_LOG_FILE";

/** @throws Failure if it is not this user's alone, or what the system says */
export function openFolder(): string {
  const folder = locatorFolder();
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) makeFolders(folder, 0o700);
  // Of before it was looked at who else may use it.
  else if (stat.isDirectory() && stat.uid === ownUid()) chmodSync(folder, 0o700);
  const problem = folderProblem();
  if (problem !== undefined) throw new Failure(problem, 3);
  return folder;
}

/**
 * Tells the other commands where an emulator is until its process ends, as often as it is called; `note` hears why they
 * will not find it. @throws Failure for a detached one at first, which is waited for
 */
export function locator(
  emulator: Emulator,
  authScheme: string,
  trusted: Pick<Located, "caFile" | "trust"> | undefined,
): (note: (message: string) => void) => void {
  // Its file stays open: that a process holds it shows that it is the one of which the file tells.
  let handle: number | undefined;
  const log = process.env[logVariable];
  const located = (): Partial<Record<keyof Located, unknown>> => {
    const { event: _event, ...ready } = readyEvent(emulator);
    const { controlToken, interception } = emulator;
    const started = startOf(process.pid) ?? "";
    const own = { started, ...pidSpace(), folder: process.cwd(), authScheme, controlToken, log };
    return { ...ready, ...own, ...trusted, proxy: interception?.url };
  };
  return (note) => {
    const [before, isAwaited] = [handle, handle === undefined && log !== undefined];
    try {
      const file = locatorFile(openFolder(), process.pid);
      const draft = `${file}.tmp`;
      rmSync(draft, { force: true });
      handle = openSync(draft, "wx", 0o600);
      writeFileSync(handle, JSON.stringify(located()));
      renameSync(draft, file);
      if (before === undefined) process.on("exit", () => rmSync(file, { force: true }));
      else closeSync(before);
    } catch (error) {
      // A read-only folder for temporary files, say.
      if (isAwaited) throw notTold(error);
      const what = `other commands need --url ${emulator.url} to find this emulator`;
      note(`${what}: ${whyNot(error)}`);
    }
  };
}

export const notTold = (error: unknown): Failure => new Failure(`--detach: ${whyNot(error)}`, 3);

/** Why nothing can be written into this user's folder, and what to do. */
const whyNot = (error: unknown): string =>
  error instanceof Failure ? error.message : unusable(`write to ${locatorFolder()}`, error);

const prefix = "emulator-run-";

const ownerName = "owner.json";

interface Owner extends PidSpace {
  readonly pid: number;
  readonly started: string;
}

/** Makes a folder for temporary files of this process. Whoever makes it, removes it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const { pid } = process;
  const owner: Owner = { pid, started: startOf(pid) ?? "", ...pidSpace() };
  writeFileSync(join(folder, ownerName), JSON.stringify(owner), { mode: 0o600 });
  return folder;
}

/** Removes what killed processes of this user's left, as far as that goes; never rejects. */
export async function sweepTemporary(): Promise<void> {
  try {
    // What tells of emulators goes with them.
    locateAll();
    const here = pidSpace();
    for (const name of await readdir(tmpdir())) {
      const folder = join(tmpdir(), name);
      const isLeft = name.startsWith(prefix) && isOfNobody(folder, here);
      if (isLeft) await rm(folder, { recursive: true, force: true });
    }
  } catch {
    // Another may do it at the same time.
  }
}

/** Whether it is of a process that is gone. In another container, or on another machine, the number is another's. */
const isOfNobody = (folder: string, here: PidSpace): boolean =>
  orElse(false, () => {
    if (trustProblem(lstatSync(folder), { is: "folder" }) !== undefined) return false;
    const { bytes } = readTrusted(join(folder, ownerName), { is: "file", bytesMax: 10_000 });
    const { pid, started, boot, namespace } = JSON.parse(bytes.toString()) as Owner;
    const isHere = boot === here.boot && namespace === here.namespace;
    return isHere && Number.isSafeInteger(pid) && startOf(pid) !== started;
  });
