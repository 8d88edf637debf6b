import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { WebSocket } from "undici";

/** What a browser tells by itself. */
export interface Told {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A browser that is told what to do over WebDriver BiDi, in a session of its own. */
export class Bidi {
  /** All that the browser told, in order, of what was subscribed to. */
  readonly told: Told[] = [];
  readonly #socket: WebSocket;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolver>();
  #sent = 0;

  private constructor(process: ChildProcess, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#heard(JSON.parse(String(data))));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has gone"));
    });
  }

  /** Starts Firefox without a window. @param profile a folder that it may fill */
  static async firefox(path: string, profile: string, env: Record<string, string>): Promise<Bidi> {
    const words = ["--headless", "--remote-debugging-port=0", "--no-remote", "--profile", profile];
    const process = spawn(path, words, { env, stdio: ["ignore", "ignore", "pipe"] });
    try {
      const socket = new WebSocket(`${await addressOf(process)}/session`);
      await once(socket as never, "open");
      const bidi = new Bidi(process, socket);
      await bidi.send("session.new", { capabilities: {} });
      return bidi;
    } catch (error) {
      process.kill("SIGKILL");
      throw error;
    }
  }

  /** Sends a command. @returns its result @throws what the browser says of it */
  send<T>(method: string, params: object): Promise<T> {
    this.#sent += 1;
    const id = this.#sent;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** Ends the browser, and waits for its end. */
  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    await this.send("browser.close", {}).catch(() => this.#process.kill("SIGKILL"));
    await ended;
  }

  #heard(message: Answer | Told): void {
    if (!("id" in message)) return void this.told.push(message);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === "success") waiting?.resolve(message.result);
    else waiting?.reject(new Error(`${message.error}: ${message.message}`));
  }
}

/** The answer to a command. */
type Answer =
  | { readonly id: number; readonly type: "success"; readonly result: unknown }
  | {
      readonly id: number;
      readonly type: "error";
      readonly error: string;
      readonly message: string;
    };

interface PromiseWithResolver {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Where a browser that has just been started listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error("the browser has no stderr");
  const said: string[] = [];
  // What it says later is read, too: a full pipe would stop it.
  stderr.setEncoding("utf8");
  const lines = createInterface({ input: stderr });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      said.push(line);
      const [, address] = /^WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    lines.on("close", () => reject(new Error(`the browser does not listen: ${said.join("\n")}`)));
  });
}
