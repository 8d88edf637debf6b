import { once } from "node:events";
import { closeSync, openSync, writeSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { addressBytesMax } from "../../durable/lock-socket.ts";
import { skippedFileIn, socketIn, type Answer, type Hello } from "../../preload/messages.ts";
import type { Question, TimeUpdate } from "../../preload/messages.ts";
import { RunFolder } from "./run-folder.ts";

export class Participant {
  readonly hello: Hello;
  readonly #socket: Socket;
  #asked = 0;
  #waiting: ((answer: Answer | undefined) => void) | undefined;

  constructor(hello: Hello, socket: Socket) {
    this.hello = hello;
    this.#socket = socket;
  }

  get isAsked(): boolean {
    return this.#waiting !== undefined;
  }

  /** Undefined: it has ended. */
  ask(): Promise<Answer | undefined> {
    this.#asked += 1;
    return new Promise((resolve) => {
      this.#waiting = (answer) => {
        this.#waiting = undefined;
        resolve(answer);
      };
      this.tell({ ask: this.#asked });
    });
  }

  tell(what: TimeUpdate | Question): void {
    this.#socket.write(`${JSON.stringify(what)}\n`);
  }

  answered(answer: Answer | undefined): void {
    if (answer === undefined || answer.ask === this.#asked) this.#waiting?.(answer);
  }
}

/** Where the processes of one command report. It leaves no file. */
export class SkipChannel {
  readonly participants = new Set<Participant>();
  readonly #skipped: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #changed: () => void;
  #told = 0;
  readonly folder = new RunFolder("--skip-waits");
  /** How many have taken part so far. */
  joined = 0;

  /** @param changed told when somebody has joined, or left */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.#skipped = openSync(skippedFileIn(this.folder.path), "w");
    this.#server = createServer((socket) => this.#take(socket));
  }

  async listen(): Promise<void> {
    const windows = process.platform === "win32";
    const path = socketIn(this.folder.path, windows);
    if (!windows && Buffer.byteLength(path) > addressBytesMax)
      throw this.folder.failure({ code: "ENAMETOOLONG" });
    this.#server.listen(path);
    await once(this.#server, "listening").catch((error: unknown) => {
      throw this.folder.failure(error);
    });
  }

  /** Tells the time to all that take part, and will. @param go whether what is due may come, since all others know */
  tell(skipped: number, go: boolean): void {
    this.#told = skipped;
    // First: who is told may end at once, and what begins then reads it.
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(skipped);
    writeSync(this.#skipped, bytes, 0, 8, 0);
    for (const each of this.participants) each.tell({ skipped, go });
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
          participant.tell({ skipped: this.#told, go: true });
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
    this.folder.close();
  }
}
