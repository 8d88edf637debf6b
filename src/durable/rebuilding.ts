import { changeOf, clonesOf, Origins } from "../emulation/difference.ts";
import type { ReadState } from "../emulation/import.ts";
import type { KeptSandbox } from "../emulation/sandbox.ts";
import type { Surroundings } from "../emulation/manifest.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Course } from "../world/time/course.ts";
import { createKey } from "../world/keys.ts";
import type { Snapshot } from "../world/world.ts";
import type { Line } from "./line.ts";

export interface StateFound {
  readonly snapshot: Snapshot;
  /** How the clocks of accounts go that are their own, by company id. */
  readonly courses: ReadonlyMap<string, Course>;
  readonly sandboxes: readonly KeptSandbox[];
  /** Undefined: nothing says what was there beside the accounts. */
  readonly around: Surroundings | undefined;
  /** From what the next sandboxes differ. */
  readonly origins: Origins;
  readonly lines: number;
  /** World time of the last of them, or of the base. */
  readonly at: number;
  readonly records: number;
}

export class Rebuilding {
  readonly #api: Api;
  readonly #base: ReadState;
  readonly #accounts: Map<string, Snapshot["accounts"][number]>;
  readonly #courses: Map<string, Course>;
  readonly #sandboxes: Map<string, KeptSandbox>;
  readonly #origins = new Origins();
  #around: Surroundings | undefined;
  #lines = 0;
  #at: number;

  constructor(api: Api, base: ReadState) {
    const { accounts, courses, sandboxes = [], around, exportedAt } = base;
    this.#api = api;
    this.#base = base;
    this.#accounts = new Map(accounts.map((each) => [each.settings.companyId, each]));
    this.#courses = new Map(courses);
    this.#sandboxes = new Map(sandboxes.map((each) => [each.settings.companyId, each]));
    this.#around = around;
    this.#at = exportedAt;
    this.begin(base.base?.mark);
  }

  /** From now on sandboxes differ from what the accounts have. @param mark undefined: they go on as before */
  begin(mark: string | undefined): void {
    if (mark !== undefined) this.#origins.begin(mark, clonesOf(this.#accounts.values()));
  }

  account(id: string): Pick<Snapshot["accounts"][number], "state"> | undefined {
    return this.#accounts.get(id) ?? this.#sandboxes.get(id);
  }

  all(): Pick<Snapshot["accounts"][number], "state">[] {
    return [...this.#accounts.values(), ...this.#sandboxes.values()];
  }

  /** Takes a line of a log: all of it, or nothing. @param lost told of sandboxes that cannot be read, else an error */
  apply({ at, accounts, sandboxes = {}, around }: Line, lost?: (id: string) => void): void {
    const { collections } = this.#api;
    for (const [id, text] of Object.entries(sandboxes)) {
      if (text === null) this.#sandboxes.delete(id);
      else {
        try {
          this.#sandboxes.set(id, this.#origins.read(text, collections));
        } catch (error) {
          if (lost === undefined) throw error;
          lost(id);
        }
      }
    }
    const parts = Object.entries(accounts).map(([id, part]) => {
      if (this.account(id) === undefined) throw new Error(`there is no account ${id}`);
      return { id, part, changes: part.changes.map((each) => changeOf(each, collections)) };
    });
    for (const { id, part, changes } of parts) {
      const { changes: _, keys, course, ...positions } = part;
      const state = this.account(id)?.state;
      state?.apply(changes);
      state?.moveTo(positions);
      const now = keys?.map(({ name, secret, grant }) => createKey(name, secret, grant));
      this.#change(id, now && { keys: now }, course);
    }
    if (around !== undefined) this.#around = around;
    this.#at = at;
    this.#lines += 1;
  }

  #change(id: string, keys: Pick<KeptSandbox, "keys"> | undefined, course?: Course | null): void {
    const [account, sandbox] = [this.#accounts.get(id), this.#sandboxes.get(id)];
    if (account !== undefined) {
      if (keys !== undefined) this.#accounts.set(id, { ...account, ...keys });
      if (course) this.#courses.set(id, course);
      else if (course === null) this.#courses.delete(id);
    } else if (sandbox !== undefined) {
      const { course: before, ...rest } = sandbox;
      const now = course === undefined ? before : course;
      this.#sandboxes.set(id, { ...rest, ...keys, ...(now && { course: now }) });
    }
  }

  found(): StateFound {
    return {
      snapshot: { ...this.#base, accounts: [...this.#accounts.values()] },
      courses: this.#courses,
      sandboxes: [...this.#sandboxes.values()],
      around: this.#around,
      origins: this.#origins,
      lines: this.#lines,
      at: this.#at,
      records: this.#base.records,
    };
  }
}
