import { readdirSync, readFileSync, readlinkSync, type Stats, statSync } from "node:fs";

/**
 * When a process began, as far as that can be known: its number is given to another one day.
 *
 * @returns undefined for one that is gone, or has ended and is only waited for
 */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    try {
      const { state, started } = statOf(pid);
      return state === "Z" || state === "X" ? undefined : started;
    } catch {
      return undefined;
    }
  }
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    // Somebody else's is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : undefined;
  }
}

/** What Linux says of a process, or of a thread of one. @throws where it is not there any more */
export function statOf(of: number | `${number}/task/${string}`): {
  state: string;
  parent: number;
  group: number;
  started: string;
} {
  const stat = readFileSync(`/proc/${of}/stat`, "utf8");
  // The name of the program stands in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent = "0", group = "0"] = fields;
  return { state, parent: Number(parent), group: Number(group), started: fields[19] ?? "" };
}

/** Where the number of a process means that process: elsewhere it is another, or none. */
export interface PidSpace {
  /** The machine since it was last switched on; empty where the system does not say. */
  readonly boot: string;
  /** The PID namespace, which each container has of its own; empty where there are none. */
  readonly namespace: string;
}

/** The space of this process. */
export const pidSpace = (): PidSpace => ({
  boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  namespace: attempt(() => /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? ""),
});

/** Whether a process has a file open; undefined where that cannot be seen. */
export function holds(pid: number, { dev, ino }: Pick<Stats, "dev" | "ino">): boolean | undefined {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((name) => {
      const held = statSync(`${folder}/${name}`, { throwIfNoEntry: false });
      return held?.dev === dev && held.ino === ino;
    });
  } catch {
    return undefined;
  }
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
