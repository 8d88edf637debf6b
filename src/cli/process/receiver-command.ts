import { spawn } from "node:child_process";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { pause, within } from "../../world/time/deadline.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import { portOf } from "../../server/guard.ts";
import { type MarkedChild, startMarked, windows } from "./marked-child.ts";

const readyMsMax = 30_000;
const stepMs = 25;
/** How long a process that breaks a connection may take to end. */
const graceMs = 250;

/** A command that takes deliveries: it is started, killed and started again, and leaves nothing behind. */
export class ReceiverCommand {
  readonly #command: readonly string[];
  #env: Readonly<Record<string, string>>;
  readonly #url: URL;
  /** Its stdout goes to stderr, since ours is for data. */
  readonly #isAside: boolean;
  #run: MarkedChild | undefined;
  #ended: Promise<number> = Promise.resolve(0);

  constructor(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    { url, isAside }: { readonly url: URL; readonly isAside: boolean },
  ) {
    this.#command = command;
    this.#env = env;
    this.#url = url;
    this.#isAside = isAside;
  }

  /** @throws Failure where it cannot start, ends at once, or takes no connections within 30 s */
  async start(): Promise<void> {
    if (await answers(this.#url)) {
      const what = `something listens on ${this.#url.host} already`;
      throw new Failure(`${what}: stop it, or leave out the command`, 3);
    }
    const run = startMarked(this.#command, this.#env, {
      stdio: ["ignore", this.#isAside ? 2 : "inherit", "inherit"],
      grouped: !windows,
    });
    this.#run = run;
    let problem: Failure | undefined;
    this.#ended = run.exit.catch((error: Failure) => {
      problem = error;
      return 127;
    });
    for (let waited = 0; waited < readyMsMax; waited += stepMs) {
      if (await within(stepMs, this.#ended)) {
        const code = await this.#ended;
        const why = `it ended with exit code ${code} before it took deliveries`;
        throw problem ?? new Failure(`${this.#command[0]} cannot start: ${why}`, 3);
      }
      if (await answers(this.#url)) return;
    }
    await this.end();
    throw new Failure(`nothing listens on ${this.#url.host} after ${readyMsMax / 1000} s`, 3);
  }

  /** Kills it with all that it has started, and starts it again. @param env in place of what it had */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    this.#run?.signal("SIGKILL");
    await this.#ended;
    await this.#cleared();
    await this.start();
  }

  async revive(): Promise<void> {
    // A connection is seen to break before the process that had it is seen to end.
    if (!(await within(graceMs, this.#ended))) return;
    tell(`the command ended with exit code ${await this.#ended}: starting it again`);
    await this.#cleared();
    await this.start();
  }

  async end(): Promise<void> {
    this.#run?.signal("SIGTERM");
    await this.#cleared();
  }

  async #cleared(): Promise<void> {
    await this.#run?.clear();
    this.#run?.dismiss();
    this.#run = undefined;
  }
}

async function answers(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({ host, port: portOf(url) });
  const found = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  socket.destroy();
  return found;
}

export async function untilAnswers(url: URL): Promise<void> {
  for (let waited = 0; waited < readyMsMax; waited += stepMs) {
    if (await answers(url)) return;
    await pause(stepMs);
  }
  throw new Failure(`nothing listens on ${url.host}: start the receiver, or add its command`, 3);
}

export async function readBackBy(
  command: string,
  env: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<string[]> {
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
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
