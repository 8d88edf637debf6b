import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../emulator.ts";
import { startOf } from "../durable/process-state.ts";
import { readyEvent } from "./ready.ts";

/** A running emulator of this user's, as it told where it is. */
export interface Located extends Omit<ReturnType<typeof readyEvent>, "event"> {
  /** When its process began. */
  readonly started: string;
  /** The folder in which it was started. */
  readonly folder: string;
  readonly authScheme: string;
  readonly controlToken?: string;
  /** Where what it prints goes, if it was detached. */
  readonly log?: string;
}

/** Where a detached emulator is told its log, so that it can tell others. */
export const logVariable = "SERVICE_EMULATOR_LOG_FILE";

/** The folder of this user's locators and logs: they hold keys, so nobody else may read them. */
const locatorFolder = (): string =>
  join(tmpdir(), `service-emulator-${userInfo().uid < 0 ? userInfo().username : userInfo().uid}`);

/** Where what an emulator's clients must trust is kept, unless its user has named a file. */
export const trustFile = (folder: string, pid: number): string => join(folder, `${pid}.pem`);

/** Makes the folder, unless somebody else has put something in its place. */
export function openFolder(): string {
  const folder = locatorFolder();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid } = userInfo();
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (uid >= 0 && stat.uid !== uid)) {
    throw new Error(`${folder} is somebody else's`);
  }
  chmodSync(folder, 0o700);
  return folder;
}

/** Tells where an emulator is, until the process ends. One that cannot be told of runs all the same. */
export function locate(emulator: Emulator, authScheme: string, caFile?: string): void {
  const file = relocate(emulator, authScheme, caFile);
  if (file !== undefined) process.on("exit", () => rmSync(file, { force: true }));
}

/** The same again, since something about it has changed. @returns the file that tells of it */
export function relocate(
  emulator: Emulator,
  authScheme: string,
  caFile?: string,
): string | undefined {
  const log = process.env[logVariable];
  try {
    const file = join(openFolder(), `${process.pid}.json`);
    const { event: _event, ...ready } = readyEvent(emulator, caFile);
    const located: Located = {
      ...ready,
      started: startOf(process.pid) ?? "",
      folder: process.cwd(),
      authScheme,
      ...(emulator.controlToken !== undefined && { controlToken: emulator.controlToken }),
      ...(log !== undefined && { log }),
    };
    const draft = `${file}.tmp`;
    writeFileSync(draft, JSON.stringify(located), { mode: 0o600 });
    renameSync(draft, file);
    return file;
  } catch {
    // A read-only folder for temporary files, say.
    return undefined;
  }
}

/** Those that run, the youngest last; what others left behind when they were killed goes. */
export function locateAll(): Located[] {
  const folder = locatorFolder();
  return namesIn(folder).flatMap((name) => {
    const file = join(folder, name);
    const located = readLocated(file);
    if (located === undefined) return [];
    if (startOf(located.pid) === located.started) return [located];
    rmSync(file, { force: true });
    rmSync(trustFile(folder, located.pid), { force: true });
    return [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
  } catch {
    return [];
  }
}

function readLocated(file: string): Located | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Located;
  } catch {
    return undefined;
  }
}

/** The one that is meant where nothing is said: of this folder, or the only one. */
export function locateOne(all: readonly Located[] = locateAll()): Located | undefined {
  const here = all.filter(({ folder }) => folder === process.cwd());
  if (here.length === 1) return here[0];
  return all.length === 1 ? all[0] : undefined;
}
