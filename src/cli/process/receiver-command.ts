import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pause, within } from "../../world/time/deadline.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import { portOf } from "../../server/guard.ts";
import type { Variables } from "./child-environment.ts";
import { type MarkedChild, startMarked, type ToRun, windows } from "./marked-child.ts";

const readyMsMax = 30_000;
const stepMs = 25;
/** How long a process that breaks a connection may take to end. */
const graceMs = 250;

/** A command that takes deliveries at a URL: it is started, killed and started again, and leaves nothing behind. */
export function receiverCommand(how: ToRun, url: URL, stdout: "inherit" | 2) {
  let { env } = how;
  let run: MarkedChild | undefined;
  let ended: Promise<number> = Promise.resolve(0);
  /** @throws Failure where it cannot start, ends at once, or takes no connections within 30 s */
  const start = async (): Promise<void> => {
    if (await answers(url)) {
      const what = `something listens on ${url.host} already`;
      throw new Failure(`${what}: stop it, or leave out the command`, 3);
    }
    run = startMarked({ ...how, env }, ["ignore", stdout, "inherit"], !windows);
    let problem: Failure | undefined;
    ended = run.exit.catch((error: Failure) => {
      problem = error;
      return 127;
    });
    for (let waited = 0; waited < readyMsMax; waited += stepMs) {
      if (await within(stepMs, ended)) {
        const why = `it ended with exit code ${await ended} before it took deliveries`;
        throw problem ?? new Failure(`${how.command[0]} cannot start: ${why}`, 3);
      }
      if (await answers(url)) return;
    }
    await end("SIGTERM");
    throw new Failure(`nothing listens on ${url.host} after ${readyMsMax / 1000} s`, 3);
  };
  const end = async (signal?: NodeJS.Signals): Promise<void> => {
    if (signal !== undefined) run?.signal(signal);
    if (signal === "SIGKILL") await ended;
    await run?.clear();
    run?.dismiss();
    run = undefined;
  };
  return {
    start,
    end: () => end("SIGTERM"),
    /** Kills it with all that it has started, and starts it again. @param more in place of what its environment had */
    async restart(more: Variables = {}): Promise<void> {
      env = { ...env, ...more };
      await end("SIGKILL");
      await start();
    },
    async revive(): Promise<void> {
      // A connection is seen to break before the process that had it is seen to end.
      if (!(await within(graceMs, ended))) return;
      tell(`the command ended with exit code ${await ended}: starting it again`);
      await end();
      await start();
    },
  };
}

async function answers(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({ host, port: portOf(url) });
  const isThere = once(socket, "connect").then(
    () => true,
    () => false,
  );
  return isThere.finally(() => socket.destroy());
}

export async function untilAnswers(url: URL): Promise<void> {
  for (let waited = 0; waited < readyMsMax; waited += stepMs) {
    if (await answers(url)) return;
    await pause(stepMs);
  }
  throw new Failure(`nothing listens on ${url.host}: start the receiver, or add its command`, 3);
}

export async function readBackBy(command: string, own: Variables, ids: readonly string[]) {
  const env = { ...process.env, ...own };
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"], env });
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal === null ? (code ?? 0) : 128));
  });
  // Who needs no ids does not read them.
  child.stdin.on("error", () => {});
  child.stdin.end(ids.map((id) => `${id}\n`).join(""));
  const [printed, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Failure(`--read-back: the command ended with exit code ${code}`, 3);
  return printed.split(/\s+/).filter((word) => word !== "");
}
