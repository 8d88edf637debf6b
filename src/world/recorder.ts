import type { Account } from "./account.ts";
import type { Change } from "./store.ts";

/** Told of all that must outlive the process, while it happens. */
export interface Recorder {
  readonly wrote: (account: Account, changes: readonly Change[]) => void;
  /** A key was made or revoked. */
  readonly keysChanged: (account: Account) => void;
  /** Another state stands in the place of the accounts': a reset, an import, a fixture added. */
  readonly replaced: () => void;
}

/** For a world that ends with its process. */
export const noRecorder: Recorder = { wrote: () => {}, keysChanged: () => {}, replaced: () => {} };
