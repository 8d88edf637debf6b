import { readdirSync, readFileSync, readlinkSync, type Stats, statSync } from "node:fs";

/** When a process began, as far as that is known; undefined for one that is gone, or only waited for. */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    const { state, started } = orElse(undefined, () => statOf(pid)) ?? {};
    return state === "Z" || state === "X" ? undefined : started;
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

export const pidSpace = (): PidSpace => ({
  boot: orElse("", () => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
  namespace: orElse("", () => /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? ""),
});

/** Whether a process has a file open; undefined where that cannot be seen. */
export const holds = (pid: number, { dev, ino }: Pick<Stats, "dev" | "ino">): boolean | undefined =>
  orElse(undefined, () =>
    readdirSync(`/proc/${pid}/fd`).some((name) => {
      const held = statSync(`/proc/${pid}/fd/${name}`, { throwIfNoEntry: false });
      return held?.dev === dev && held.ino === ino;
    }),
  );

/** Sends a signal to a process, or to a group as a negative number. @returns whether there was anybody to send it to */
export const send = (id: number, name: NodeJS.Signals | 0): boolean =>
  orElse(false, () => process.kill(id, name));

/** What is read, or this where nothing can be: a process has ended, say, or is somebody else's. */
export function orElse<T, U>(otherwise: U, read: () => T): T | U {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
