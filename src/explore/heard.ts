import type { Emulation } from "../emulation/emulation.ts";
import type { EntryDetail } from "../world/journal/entry.ts";
import { perform } from "../scenarios/acts.ts";
import { afterQuiet } from "../world/time/deadline.ts";
import { askedToEnd, crash, type RunOptions } from "./observation.ts";

/** What is heard of a run while it goes on, and what ends it. */
export class Heard {
  /** Aborted here: it has asked too often, is quiet for too long, or is killed on purpose. */
  readonly ending = new AbortController();
  /** Requests with the key of another account: how many, by its company id; null: by a key that is none. */
  readonly outside = new Map<string | null, number>();
  /** The faults that were planned at a request. */
  readonly planned: string[] = [];
  isQuiet = false;
  isStepDone = false;
  readonly #emulation: Emulation;
  readonly #account: string;
  readonly #options: RunOptions;
  readonly #quiet: ReturnType<typeof afterQuiet> | undefined;
  readonly #stop: () => void;
  #own = 0;
  readonly #asked = new Map<string, { count: number; isRefused: boolean }>();
  /** How many requests are still to come before something is done. */
  #left: number;

  constructor(emulation: Emulation, account: string, options: RunOptions) {
    this.#emulation = emulation;
    this.#account = account;
    this.#options = options;
    this.#left = options.at?.before ?? 0;
    const { quietMs } = options;
    this.#quiet = quietMs === undefined ? undefined : afterQuiet(quietMs, () => this.#hush());
    this.#stop = emulation.world.journal.listen((entry) => this.#hear(entry));
  }

  end(): void {
    this.#quiet?.end();
    this.#stop();
  }

  #hear({
    account,
    operation,
    status,
  }: Pick<EntryDetail, "account" | "operation" | "status">): void {
    const { requestsMax = Infinity, at } = this.#options;
    if (account !== this.#account) {
      const isSandbox = account !== null && this.#emulation.world.sandboxes.has(account);
      if (!isSandbox) this.outside.set(account, (this.outside.get(account) ?? 0) + 1);
      return;
    }
    this.#own += 1;
    this.#quiet?.heard();
    if (this.#own > requestsMax || this.#isTooMuch(operation, status)) this.ending.abort();
    if (at === undefined || (at.operation !== "*" && at.operation !== operation)) return;
    if (this.#left === 0) this.#do(at.does);
    this.#left -= 1;
  }

  #isTooMuch(operation: string | null, status: number | null): boolean {
    const { refusedMax } = this.#options;
    if (operation === null || refusedMax === undefined) return false;
    const { count, isRefused } = this.#asked.get(operation) ?? { count: 0, isRefused: false };
    const asked = { count: count + 1, isRefused: isRefused || (status ?? 0) >= 400 };
    this.#asked.set(operation, asked);
    return asked.isRefused && asked.count > refusedMax(operation);
  }

  #hush(): void {
    this.isQuiet = true;
    this.ending.abort(this.#options.isAsked ? askedToEnd : undefined);
  }

  #do(what: NonNullable<RunOptions["at"]>["does"]): void {
    this.isStepDone = true;
    if (what === "kill") return this.ending.abort(crash);
    const fault = perform(this.#emulation, what, this.#account);
    if (typeof fault === "string") this.planned.push(fault);
  }
}
