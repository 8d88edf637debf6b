import type { Fault } from "./fault.ts";
import type { FaultPhase } from "./kind.ts";

/** Those that may still act on an operation at a place. */
interface Able {
  /** Oldest first. */
  readonly faults: readonly Fault[];
  /** Whether any is for more than one person. */
  readonly anybody: boolean;
  /** The people that the others are for, by their emails in lower case. */
  readonly people: ReadonlySet<string>;
}

/** Some faults by place and operation: a request asks none that cannot act on it. */
export class FaultIndex {
  #faults: readonly Fault[] = [];
  readonly #able = new Map<string, Able>();
  #asking: readonly Fault[] = [];

  /** Reads them anew: some came or went, or one of them can act no more. */
  read(faults: readonly Fault[]): void {
    this.#faults = faults.filter(({ isOn, isSpent }) => isOn && !isSpent);
    this.#able.clear();
    this.#asking = this.#faults.filter(({ pastMs }) => pastMs > 0);
  }

  /** Those that answer from the past. */
  get asking() {
    return this.#asking;
  }

  /** @param operation null: none that is known, such as of a path that there is not */
  of(where: FaultPhase, operation: string | null): Able {
    const name = `${where} ${operation}`;
    const known = this.#able.get(name) ?? this.#read(where, operation);
    this.#able.set(name, known);
    return known;
  }

  #read(where: FaultPhase, operation: string | null): Able {
    const faults = this.#faults.filter(({ plan }) => {
      const { operation: named = "*" } = plan.written;
      return plan.where === where && (named === "*" || named === operation);
    });
    const emails = faults.map(({ plan }) => plan.written.match?.email?.toLowerCase());
    return {
      faults,
      anybody: emails.includes(undefined),
      people: new Set(emails.filter((email) => email !== undefined)),
    };
  }
}
