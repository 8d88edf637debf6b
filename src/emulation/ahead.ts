import { quiet } from "../world/time/deadline.ts";
import { inTurns, type Slices } from "../world/time/slices.ts";
import type { Account } from "../world/account.ts";
import type { World } from "../world/world.ts";

/** Makes what no start waits for once it is quiet, so that no request has to wait for it either. */
export class Ahead {
  #asked = 0;
  #isOver = false;

  /** A request has come. */
  note(): void {
    this.#asked += 1;
  }

  /**
   * @param world the present one
   * @param wait takes so many milliseconds
   * @returns ends it
   */
  watch(world: () => World, wait?: (ms: number) => Promise<void>): () => void {
    // Whoever asks for what could not be made is told.
    this.#make(world, wait).catch(() => {});
    return () => (this.#isOver = true);
  }

  async #make(world: () => World, wait?: (ms: number) => Promise<void>): Promise<void> {
    await quiet(() => this.#asked, wait);
    const { accounts, clock } = world();
    await inTurns(this.#all(accounts.values()), () => clock.realNow());
  }

  *#all(accounts: Iterable<Account>): Slices<void> {
    for (const account of accounts) {
      // It is made once for all copies of a state.
      for (const _ of account.snapshot().ahead()) {
        if (this.#isOver) return;
        yield;
      }
    }
  }
}
