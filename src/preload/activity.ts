import crypto from "node:crypto";
import zlib from "node:zlib";
import type { ChildProcess } from "node:child_process";
import { Server, Socket } from "node:net";
import { isMainThread } from "node:worker_threads";
import type { Answer } from "./messages.ts";
import type { Timers } from "./timers.ts";

type Anything = (this: unknown, ...args: unknown[]) => unknown;

/** Those of `node:crypto` that take a callback. */
const withCallback =
  "checkPrime diffieHellman generateKey generateKeyPair generatePrime hkdf pbkdf2 randomBytes " +
  "randomFill randomInt scrypt sign verify";

/** Work in Node's threads that no list of its shows: encryption and compression. */
export class Threads {
  #underWay = 0;

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  count(): void {
    for (const name of withCallback.split(" ")) replace(crypto, name, this.#untilCalled);
    const subtle = Object.getPrototypeOf(crypto.subtle) as object;
    for (const name of Object.getOwnPropertyNames(subtle)) {
      if (name !== "constructor") replace(subtle, name, this.#untilSettled);
    }
    let shared: object | null = zlib.Gzip.prototype as object;
    while (shared !== null && !Object.hasOwn(shared, "_transform")) {
      shared = Object.getPrototypeOf(shared) as object | null;
    }
    if (shared !== null) replace(shared, "_transform", this.#untilCalled);
  }

  #begin(): () => void {
    this.#underWay += 1;
    return () => void (this.#underWay -= 1);
  }

  readonly #untilCalled = (real: Anything): Anything => {
    const begin = () => this.#begin();
    return function (this: unknown, ...args) {
      const done = args.at(-1);
      if (typeof done !== "function") return real.apply(this, args);
      const over = begin();
      const told = function (this: unknown, ...results: unknown[]): unknown {
        over();
        return (done as Anything).apply(this, results);
      };
      try {
        return real.apply(this, [...args.slice(0, -1), told]);
      } catch (error) {
        over();
        throw error;
      }
    };
  };

  readonly #untilSettled = (real: Anything): Anything => {
    const begin = () => this.#begin();
    return function (this: unknown, ...args) {
      const found = real.apply(this, args);
      if (found instanceof Promise) {
        const over = begin();
        found.then(over, over);
      }
      return found;
    };
  };
}

function replace(of: object, name: string, by: (real: Anything) => Anything): void {
  const { value, ...rest } = Object.getOwnPropertyDescriptor(of, name) ?? {};
  if (typeof value !== "function") return;
  const replaced = by(value as Anything);
  // What `util.promisify` needs of it stands there as properties, its name among them.
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(value));
  Object.defineProperty(of, name, { ...rest, value: replaced });
}

interface Inside {
  _getActiveHandles(): readonly object[];
  _getActiveRequests(): readonly object[];
}

/** What only waits to be spoken to. */
const listening = new Set(
  "Channel Control FSEvent FSWatcher MessagePort Pipe Signal StatWatcher UDP".split(" "),
);

/** A connection, as far as Node's http has put something on it. */
interface Connection extends Socket {
  readonly server?: Server | null;
  readonly _httpMessage?: object | null;
  readonly _handle?: { readonly fd?: number } | null;
}

export class Activity {
  readonly #timers: Timers;
  readonly #threads: Threads;
  /** The threads that this one has started, as long as they are there. */
  readonly #workers = new Set<number>();

  constructor(timers: Timers, threads: Threads) {
    this.#timers = timers;
    this.#threads = threads;
  }

  noteWorkers(): void {
    process.on("worker", (worker) => {
      const { threadId } = worker;
      this.#workers.add(threadId);
      worker.once("exit", () => this.#workers.delete(threadId));
    });
  }

  /** To be asked once a turn of the loop is over. */
  look(): Omit<Answer, "ask"> {
    const { _getActiveHandles, _getActiveRequests } = process as unknown as Inside;
    const handles = _getActiveHandles.call(process);
    const [request] = _getActiveRequests.call(process);
    const resources = process.getActiveResourcesInfo();
    const own = handles.filter(isChild);
    const ofChildren = new Set<unknown>(own.flatMap(({ stdio }) => stdio));
    const asking: (readonly [number, number])[] = [];
    // With nothing left to wait for it is about to end: what it prints on is always there.
    const isEnding = isMainThread && resources.length === handles.filter(isOutput).length;
    const isRunning = request !== undefined || resources.includes("Immediate");
    let outside: string | undefined;
    for (const handle of handles) {
      if (ofChildren.has(handle) || isChild(handle)) continue;
      if (handle instanceof Socket) outside ??= askedOn(handle, asking);
      else if (!isListening(handle)) outside ??= handle.constructor.name;
    }
    return {
      isBusy: isEnding || isRunning || this.#threads.isBusy,
      ...(outside !== undefined && { outside }),
      ...this.#timers.first(),
      asking,
      children: own.flatMap(({ pid }) => pid ?? []),
      workers: [...this.#workers],
      made: this.#timers.made,
    };
  }
}

const fdOf = (handle: object): number => (handle as Connection)._handle?.fd ?? -1;

const isOutput = (handle: object): boolean => fdOf(handle) === 1 || fdOf(handle) === 2;

/** Its class is not loaded where nothing is started. */
const isChild = (handle: object): handle is ChildProcess =>
  handle.constructor.name === "ChildProcess";

function isListening(handle: object): boolean {
  if (handle instanceof Server) return true;
  const { name } = handle.constructor;
  // A socket of datagrams, whose class has the name of the other.
  return listening.has(name) || name === "Socket";
}

/** @returns what is waited for there, if that is not the answer to a request */
function askedOn(socket: Connection, asking: (readonly [number, number])[]): string | undefined {
  // Its terminal, or what stands in its place.
  if (fdOf(socket) === 0 || isOutput(socket)) return undefined;
  if (socket.connecting) return "a connection";
  if (socket.server) return socket._httpMessage ? "a request that it is to answer" : undefined;
  const { localPort, remotePort } = socket;
  if (localPort === undefined || remotePort === undefined) return "a pipe";
  asking.push([localPort, remotePort]);
  return undefined;
}
