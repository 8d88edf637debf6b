import { type Recorder, type Rules, Account } from "./account.ts";
import type { State } from "./store/state.ts";
import type { Change } from "./store/store.ts";

/** For a world in which nothing follows from anything. */
export const noRules: Rules = {
  perform: (_account, kind) => {
    throw new Error(`nobody does ${kind}`);
  },
  loading: () => undefined,
  isStep: () => false,
  heard: () => {},
  follow: () => [],
  begin: () => [],
  send: () => {},
  call: () => {},
  restored: () => {},
  download: async () => ({ error: "nothing is fetched here" }),
  isOwn: () => false,
  allowedHosts: [],
  secrets: [],
  failed: (error) => {
    throw error;
  },
};

/** For a world that ends with its process. */
export const noRecorder: Recorder = {
  wrote: () => {},
  keysChanged: () => {},
  restored: () => {},
  replaced: () => {},
};

/** An account beside another, with its limits, clock and keys, of which nothing is written down or planned. */
export class ShadowAccount extends Account {
  /** What was committed, in order, without what followed from it. */
  readonly commits: (readonly Change[])[] = [];

  /** @param state what it begins with. Default: what the other one has now */
  constructor(of: Account, state: State = of.snapshot()) {
    const { settings, clock, processing } = of;
    super(settings, clock, 0, of.limiting, { ...processing, recorder: noRecorder });
    this.keys.push(...of.keys);
    this.close();
    this.restore(state);
  }

  override commit(changes: readonly Change[]): void {
    if (changes.length > 0) this.commits.push(changes);
    super.commit(changes);
  }
}
