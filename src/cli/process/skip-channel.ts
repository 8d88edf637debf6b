import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answer,
  type Hello,
  type Question,
  skippedFileOf,
  type Told,
} from "../../preload/messages.ts";

/** A process of the command, or a thread of one, that takes part. */
export class Participant {
  readonly hello: Hello;
  readonly #socket: Socket;
  #asked = 0;
  #waiting: ((answer: Answer | undefined) => void) | undefined;

  constructor(hello: Hello, socket: Socket) {
    this.hello = hello;
    this.#socket = socket;
  }

  /** Whether it has not answered yet. */
  get isAsked(): boolean {
    return this.#waiting !== undefined;
  }

  /** Asks what it is doing; undefined: it has ended. */
  ask(): Promise<Answer | undefined> {
    this.#asked += 1;
    const question: Question = { ask: this.#asked };
    return new Promise((resolve) => {
      this.#waiting = (answer) => {
        this.#waiting = undefined;
        resolve(answer);
      };
      this.#say(question);
    });
  }

  /** Tells it what has been skipped. */
  tell(skipped: number): void {
    this.#say({ skipped } satisfies Told);
  }

  #say(what: object): void {
    this.#socket.write(`${JSON.stringify(what)}\n`);
  }

  answered(answer: Answer | undefined): void {
    if (answer === undefined || answer.ask === this.#asked) this.#waiting?.(answer);
  }
}

/** Where the processes of one command report. It leaves no file. */
export class SkipChannel {
  readonly participants = new Set<Participant>();
  readonly #folder: string;
  readonly #skipped: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #changed: () => void;
  #told = 0;
  readonly path: string;
  /** How many have taken part so far. */
  joined = 0;

  /** @param changed told when somebody has joined, or left */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#folder = mkdtempSync(join(tmpdir(), "emulator-skip-"));
    const path = join(this.#folder, "s");
    this.path = process.platform === "win32" ? `\\\\.\\pipe\\${path}` : path;
    this.#skipped = openSync(skippedFileOf(this.path), "w");
    this.#server = createServer((socket) => this.#take(socket));
    process.once("exit", this.#clear);
  }

  readonly #clear = () => rmSync(this.#folder, { recursive: true, force: true });

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.path, resolve);
    });
  }

  /** Tells all that take part, and those that will. */
  tell(skippedMs: number): void {
    this.#told = skippedMs;
    for (const each of this.participants) each.tell(skippedMs);
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(skippedMs);
    writeSync(this.#skipped, bytes, 0, 8, 0);
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    let text = "";
    let participant: Participant | undefined;
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.on("data", (part: string) => {
      const lines = `${text}${part}`.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const said = JSON.parse(line) as Hello & Answer;
        if (participant !== undefined) participant.answered(said);
        else {
          participant = new Participant(said, socket);
          this.participants.add(participant);
          participant.tell(this.#told);
          this.joined += 1;
          this.#changed();
        }
      }
    });
    socket.once("close", () => {
      this.#sockets.delete(socket);
      if (participant === undefined) return;
      this.participants.delete(participant);
      participant.answered(undefined);
      this.#changed();
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    closeSync(this.#skipped);
    process.off("exit", this.#clear);
    this.#clear();
  }
}
