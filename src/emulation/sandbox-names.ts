/** As many are remembered, the last ones. */
const namesMax = 10_000;

/** What a sandbox is called, also once it is gone. */
export interface SandboxName {
  readonly id: string;
  /** null: it has no name. */
  readonly name: string | null;
  /** What became of its test, as far as that was said. */
  readonly became: "running" | "passed" | "failed" | "gone";
}

/** The names of sandboxes: requests outlive the sandbox that they were sent to. */
export class SandboxNames {
  readonly #names = new Map<string, SandboxName>();

  call(named: SandboxName): void {
    this.#names.set(named.id, named);
    const [oldest] = this.#names.keys();
    if (this.#names.size > namesMax && oldest !== undefined) this.#names.delete(oldest);
  }

  /** The oldest first. */
  list(): SandboxName[] {
    return [...this.#names.values()];
  }

  /** @returns undefined for one without a name */
  of(id: string): string | undefined {
    return this.#names.get(id)?.name ?? undefined;
  }
}
