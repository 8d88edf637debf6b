import type { Lateness } from "./lateness.ts";
import type { Slices } from "./slices.ts";
import type { Change } from "../store/store.ts";
import type { RemovedRecord } from "../store/record-change.ts";

/** Bytes of a URL; or why there are none, in a few words. */
export type Downloaded = { readonly bytes: Uint8Array } | { readonly error: string };

/** @param bytesMax how much is read; what is longer has a byte more than that */
export type Download = (
  url: string,
  bytesMax: number,
  method?: "GET" | "POST",
) => Promise<Downloaded>;

/** What the world does for rooms that it knows nothing of. */
export interface RulesOf<Account> {
  /** Does a piece of work. @param now for which it was planned @returns what is to be done in slices, where it is long */
  readonly perform: (
    account: Account,
    kind: string,
    input: unknown,
    now: number,
  ) => Slices<void> | void;
  /** What work of a kind waits for before it is done; undefined: nothing. It never rejects. */
  readonly loading: (account: Account, kind: string, now: number) => Promise<void> | undefined;
  /** Whether a kind of work is a step of something long: everything else has its turn after it. */
  readonly isStep: (kind: string) => boolean;
  /** Told of what was written, once everybody sees it. */
  readonly heard: (account: Account, changes: readonly Change[]) => void;
  /** What follows from changes, and is written with them. @param isNew, gone: not there before, or now */
  readonly follow: (
    account: Account,
    changes: readonly Change[],
    isNew: (id: string) => boolean,
    gone: readonly RemovedRecord[],
  ) => readonly Change[];
  /** What an account has from its first moment, beside who it is. */
  readonly begin: (account: Account, now: number) => readonly Change[];
  /** Hands out what leaves the world: an attempt that was begun, and is ended by a later commit. */
  readonly send: (account: Account, delivery: string, attempt: number) => void;
  /** Hands out a call that a flow's run makes: an attempt that was begun, and is ended by a later commit. */
  readonly call: (account: Account, run: string, attempt: number) => void;
  /** An account was put back into another state: what it had begun begins again. */
  readonly restored: (account: Account) => void;
  /** Fetches what a URL has, from where calls may go. It never rejects. */
  readonly download: Download;
  /** Whether a URL leads to the emulator itself. */
  readonly isOwn: (url: URL) => boolean;
  /** Hosts beyond loopback to which calls may go, as the user named them. */
  readonly allowedHosts: readonly string[];
  /** The names of members of bodies that hold secrets. */
  readonly secrets: readonly string[];
  /** Told of a mistake of ours in work that no request waits for. */
  readonly failed: (error: unknown, kind: string) => void;
}

/** Told of all that must outlive the process, while it happens. */
export interface RecorderOf<Account> {
  readonly wrote: (account: Account, changes: readonly Change[]) => void;
  /** A key was made or revoked; or the account came, or went. */
  readonly keysChanged: (account: Account) => void;
  /** It was put back into another state. */
  readonly restored: (account: Account) => void;
  /** Another state stands in the place of the accounts': a reset, an import, a fixture added. */
  readonly replaced: () => void;
}

/** How late what is accepted shows, who does it, and who writes all of it down. */
export interface ProcessingOf<Account> {
  readonly rules: RulesOf<Account>;
  readonly recorder: RecorderOf<Account>;
  readonly lateness: Lateness;
  /** How long an event waits for others before it is delivered to webhooks, in milliseconds of world time. */
  readonly webhooksDelayMs?: number;
  readonly vendorName?: string | undefined;
  /** See `secretsFrom`. */
  readonly secretKey?: Uint8Array | undefined;
}
