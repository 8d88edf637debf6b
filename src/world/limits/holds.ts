/** What a clock waits for before it goes on. */
export class Holds {
  readonly #all = new Set<Promise<void>>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  /** @param done never rejects. @param told called now, and once it is over */
  add(done: Promise<void>, told: () => void): void {
    this.#all.add(done);
    void done.then(() => {
      this.#all.delete(done);
      told();
    });
    told();
  }

  /** When all that there are now are over. */
  over(): Promise<unknown> {
    return Promise.all(this.#all);
  }
}
