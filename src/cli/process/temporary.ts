import { lstatSync, mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trustProblem, readTrusted } from "../../durable/trusted-file.ts";
import { type PidSpace, pidSpace, startOf } from "../../durable/process-state.ts";
import { locateAll } from "./located.ts";

const prefix = "emulator-run-";

/** The file in a temporary folder that says which process it is of. */
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

/** Removes what was left by processes of this user's that were killed. What cannot be removed stays; never rejects. */
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
function isOfNobody(folder: string, here: PidSpace): boolean {
  try {
    if (trustProblem(lstatSync(folder), { is: "folder" }) !== undefined) return false;
    const { bytes } = readTrusted(join(folder, ownerName), { is: "file", bytesMax: 10_000 });
    const { pid, started, boot, namespace } = JSON.parse(bytes.toString()) as Owner;
    const isHere = boot === here.boot && namespace === here.namespace;
    return isHere && Number.isSafeInteger(pid) && startOf(pid) !== started;
  } catch {
    return false;
  }
}
