import { readdirSync, readFileSync } from "node:fs";
import { pause } from "../../world/time/deadline.ts";
import { statOf } from "../../durable/process-state.ts";

/** The variable by which all that a command starts is known, whatever group it moves to. */
export const runVariable = "SERVICE_EMULATOR_RUN";

/** How long what a command leaves behind has to end by itself. */
export const graceMs = 2000;
const stepMs = 50;

/** A command that was run: its mark, and its process group, if it has one of its own. */
export interface Run {
  readonly mark: string;
  readonly group: number | undefined;
}

/**
 * Asks what a command has left running to end, and then makes it.
 *
 * @param told before there is anything to wait for
 */
export async function endWhatIsLeft(run: Run, told: () => void): Promise<void> {
  let left = leftOf(run);
  if (left.length === 0) return;
  told();
  signal(left, "SIGTERM");
  for (let waited = 0; waited < graceMs; waited += stepMs) {
    await pause(stepMs);
    left = leftOf(run);
    if (left.length === 0) return;
  }
  signal(left, "SIGKILL");
}

/** What is still there: process ids, or the group as a negative one where nothing else can be asked. */
function leftOf(run: Run): readonly number[] {
  if (process.platform === "linux") return [...processes()].filter((pid) => isOf(run, pid));
  return run.group !== undefined && isThere(-run.group) ? [-run.group] : [];
}

function* processes(): Generator<number> {
  for (const name of readdirSync("/proc")) {
    if (/^\d+$/.test(name) && Number(name) !== process.pid) yield Number(name);
  }
}

/** By its mark, which a process inherits, or by its group. What has ended and nobody waits for is gone. */
function isOf({ mark, group }: Run, pid: number): boolean {
  try {
    const stat = statOf(pid);
    if (stat.state === "Z" || stat.state === "X") return false;
    if (stat.group === group) return true;
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${runVariable}=${mark}\0`);
  } catch {
    // It has ended meanwhile, or is somebody else's.
    return false;
  }
}

function signal(ids: readonly number[], name: NodeJS.Signals): void {
  for (const id of ids) send(id, name);
}

const isThere = (id: number): boolean => send(id, 0);

/** @returns whether there was anybody to send it to */
export function send(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}
