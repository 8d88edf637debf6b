import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { constants } from "node:os";
import { text } from "node:stream/consumers";
import { pause, within } from "../../world/time/deadline.ts";
import { Failure, tell } from "../terminal/terminal.ts";
import { cannotStart } from "./marked-child.ts";
import { endWhatIsLeft, runVariable, send } from "./left-behind.ts";
import { Watchdog } from "./watchdog.ts";

const windows = process.platform === "win32";

/** How long a receiver has to take connections after it was started. */
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
  readonly #mark = `${process.pid}.${process.hrtime.bigint()}`;
  #child: ChildProcess | undefined;
  #ended: Promise<number> = Promise.resolve(0);
  #watchdog: Watchdog | undefined;

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
    const [file = "", ...args] = this.#command;
    const watchdog = windows ? undefined : new Watchdog(this.#mark);
    const child = spawn(file, args, {
      stdio: ["ignore", this.#isAside ? 2 : "inherit", "inherit"],
      env: { ...process.env, ...this.#env, [runVariable]: this.#mark },
      detached: !windows,
      shell: windows,
    });
    if (child.pid !== undefined) watchdog?.watch(windows ? child.pid : -child.pid);
    this.#watchdog = watchdog;
    this.#child = child;
    let problem: Failure | undefined;
    this.#ended = new Promise((resolve) => {
      child.once("error", (error) => {
        problem = cannotStart(file, error);
        resolve(127);
      });
      child.once("exit", (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
    });
    for (let waited = 0; waited < readyMsMax; waited += stepMs) {
      if (await within(stepMs, this.#ended)) {
        const code = await this.#ended;
        const why = `it ended with exit code ${code} before it took deliveries`;
        throw problem ?? new Failure(`${file} cannot start: ${why}`, 3);
      }
      if (await answers(this.#url)) return;
    }
    await this.end();
    throw new Failure(`nothing listens on ${this.#url.host} after ${readyMsMax / 1000} s`, 3);
  }

  /** Kills it, with all that it has started, and starts it again. @param env in place of what it had */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env };
    const { pid } = this.#child ?? {};
    if (pid !== undefined) send(windows ? pid : -pid, "SIGKILL");
    await this.#ended;
    await this.#cleared();
    await this.start();
  }

  /** Starts it again if it has ended. */
  async revive(): Promise<void> {
    // A connection is seen to break before the process that had it is seen to end.
    if (!(await within(graceMs, this.#ended))) return;
    tell(`the command ended with exit code ${await this.#ended}: starting it again`);
    await this.#cleared();
    await this.start();
  }

  /** Asks it to end, and makes it. */
  async end(): Promise<void> {
    const { pid } = this.#child ?? {};
    if (pid !== undefined) send(windows ? pid : -pid, "SIGTERM");
    await this.#cleared();
  }

  async #cleared(): Promise<void> {
    const { pid } = this.#child ?? {};
    await endWhatIsLeft({ mark: this.#mark, group: windows ? undefined : pid }, () => {});
    this.#watchdog?.dismiss();
    this.#watchdog = undefined;
  }
}

/** Whether something takes connections there. */
async function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
  const found = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  socket.destroy();
  return found;
}

/** Waits until something takes connections there. @throws Failure after 30 s */
export async function untilAnswers(url: URL): Promise<void> {
  for (let waited = 0; waited < readyMsMax; waited += stepMs) {
    if (await answers(url)) return;
    await pause(stepMs);
  }
  throw new Failure(`nothing listens on ${url.host}: start the receiver, or add its command`, 3);
}

/** Asks a command of the shell's which of these ids a receiver has kept. @throws Failure where it fails */
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
