import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** How long a command may take: the registry may answer late, or not at all. */
export const timeout = 240_000;

/** Fails the check unless this is true. */
export function must(truth, what) {
  if (!truth) throw new Error(`the packed tarball: ${what}`);
}

/** Runs a command to its end. @returns what it printed; where it fails, all that it said is in the error */
export async function run(command, args, options = {}) {
  const more = { encoding: "utf8", timeout, maxBuffer: 64_000_000, ...options };
  const begun = promisify(execFile)(command, args, more);
  begun.child.stdin.end();
  try {
    return (await begun).stdout;
  } catch (error) {
    error.message = [error.message, error.stdout, error.stderr].join("\n");
    throw error;
  }
}

/** Does all of these, some at a time, since most wait most of the time. @returns how long each took, in words */
export async function together(parts, atOnce) {
  const took = [];
  const waiting = Object.entries(parts);
  const begun = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, part] = next;
      const from = performance.now();
      try {
        const more = await part();
        const seconds = Math.round((performance.now() - from) / 1000);
        took.push(`${name}: ${seconds} s${more === undefined ? "" : ` (${more})`}`);
      } catch (error) {
        waiting.length = 0;
        error.message = `${name}: ${error.message}`;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, begun));
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return took;
}
