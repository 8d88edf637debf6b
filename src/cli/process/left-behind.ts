import { readdirSync, readFileSync } from "node:fs";
import { pause } from "../../world/time/deadline.ts";
import { orElse, statOf } from "../../durable/process-state.ts";

/** The variable by which all that a command starts is known, whatever group it moves to. */
export const runVariable = "SERVICE_EMULATOR_RUN";

export const graceMs = 2000;
const stepMs = 50;

export interface Run {
  readonly mark: string;
  readonly group: number | undefined;
}

/** Asks what is left to end, and then makes it. @param told before there is anything to wait for */
export async function endWhatIsLeft(run: Run, told: () => void): Promise<void> {
  let left = leftOf(run);
  if (left.length === 0) return;
  told();
  for (const id of left) send(id, "SIGTERM");
  for (let waited = 0; waited < graceMs; waited += stepMs) {
    await pause(stepMs);
    left = leftOf(run);
    if (left.length === 0) return;
  }
  for (const id of left) send(id, "SIGKILL");
}

/** What is still there: process ids, or the group as a negative one where nothing else can be asked. */
function leftOf(run: Run): readonly number[] {
  if (process.platform === "linux") {
    const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return all.map(Number).filter((pid) => pid !== process.pid && isOf(run, pid));
  }
  return run.group !== undefined && send(-run.group, 0) ? [-run.group] : [];
}

/** By its mark, which a process inherits, or by its group. What has ended and nobody waits for is gone. */
const isOf = ({ mark, group }: Run, pid: number): boolean =>
  orElse(false, () => {
    const stat = statOf(pid);
    if (stat.state === "Z" || stat.state === "X") return false;
    if (stat.group === group) return true;
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`${runVariable}=${mark}\0`);
  });

/** @returns whether there was anybody to send it to */
export const send = (id: number, name: NodeJS.Signals | 0): boolean =>
  orElse(false, () => process.kill(id, name));
