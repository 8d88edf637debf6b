import { Account } from "./account.ts";
import { noRecorder } from "./null-objects.ts";
import type { State } from "./store/state.ts";
import type { Change } from "./store/store.ts";

/**
 * An account beside another, with the same limits, clock and keys. What is done to it nobody writes down, and
 * nothing is planned for it.
 */
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
