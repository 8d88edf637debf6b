import type { ChildProcess } from "node:child_process";
import { Server, Socket } from "node:net";
import { isMainThread } from "node:worker_threads";
import type { Answer } from "./messages.ts";
import type { Threads } from "./threads.ts";
import type { Timers } from "./timers.ts";

/** What Node tells of itself, and its types do not. */
interface Inside {
  _getActiveHandles(): readonly object[];
  _getActiveRequests(): readonly object[];
}

/** What only waits to be spoken to. */
const listening = new Set([
  "Channel",
  "Control",
  "FSEvent",
  "FSWatcher",
  "MessagePort",
  "Pipe",
  "Signal",
  "StatWatcher",
  "UDP",
]);

/** A connection, as far as Node's http has put something on it. */
interface Connection extends Socket {
  readonly server?: Server | null;
  readonly _httpMessage?: object | null;
  readonly _handle?: { readonly fd?: number } | null;
}

/** What is under way in this thread. */
export class Activity {
  readonly #timers: Timers;
  readonly #threads: Threads;
  /** The threads that this one has started, as long as they are there. */
  readonly #workers = new Set<number>();

  constructor(timers: Timers, threads: Threads) {
    this.#timers = timers;
    this.#threads = threads;
  }

  /** Takes note of threads from here on. */
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
  if (socket.server) {
    return socket._httpMessage ? "a request that it is to answer" : undefined;
  }
  const { localPort, remotePort } = socket;
  if (localPort === undefined || remotePort === undefined) return "a pipe";
  asking.push([localPort, remotePort]);
  return undefined;
}
