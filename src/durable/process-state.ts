import { readFileSync } from "node:fs";

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

/** What Linux says of a process. @throws where it is not there any more */
export function statOf(pid: number): { state: string; group: number; started: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state = "", , group = "0"] = fields;
  return { state, group: Number(group), started: fields[19] ?? "" };
}
