import type { Fault } from "./fault.ts";
import type { FaultPhase } from "./kind.ts";
import { type Condition, exactOf, type Subject } from "./match.ts";

/** What a request must have for a fault to be for it. Whoever has another value is not asked about (`bench --only faults`). */
interface Gate {
  readonly seen: Condition<Subject>["seen"];
  /** By the values that are asked for, oldest first. */
  readonly faults: Map<string, Fault[]>;
}

/** Those that may still act on an operation at a place. */
interface Able {
  /** Those without a gate, oldest first. */
  readonly open: readonly Fault[];
  readonly gates: readonly Gate[];
}

/** Some faults by place and operation: a request asks none that cannot act on it. */
export class FaultIndex {
  #faults: readonly Fault[] = [];
  /** By place and operation. */
  readonly #able = new Map<FaultPhase, Map<string | null, Able>>();
  /** Those that answer from the past. */
  asking: readonly Fault[] = [];

  /** Reads them anew: some came or went, or one of them can act no more. */
  read(faults: readonly Fault[]): void {
    this.#faults = faults.filter(({ isOn, isSpent }) => isOn && !isSpent);
    this.#able.clear();
    this.asking = this.#faults.filter(({ pastMs }) => pastMs > 0);
  }

  /** Whether any may act at a place on an operation. @param operation null: none that is known, such as of a path that there is not */
  has(where: FaultPhase, operation: string | null): boolean {
    const { open, gates } = this.#of(where, operation);
    return open.length > 0 || gates.length > 0;
  }

  /** All that may act at a place, where no operation is asked for. */
  all(where: FaultPhase): readonly Fault[] {
    return this.#of(where, null).open;
  }

  /** Those that may act on a request, oldest first: some of them are for others. */
  of(where: FaultPhase, subject: Subject): readonly Fault[] {
    const { open, gates } = this.#of(where, subject.operation);
    let found = open;
    for (const { seen, faults } of gates) {
      const value = seen(subject);
      for (const each of Array.isArray(value) ? value : [value]) {
        const meant = faults.get(each as string);
        if (meant !== undefined) found = found.length === 0 ? meant : [...found, ...meant];
      }
    }
    if (found === open || (open.length === 0 && gates.length === 1)) return found;
    return this.#faults.filter((fault) => found.includes(fault));
  }

  #of(where: FaultPhase, operation: string | null): Able {
    const known = this.#able.get(where)?.get(operation);
    if (known !== undefined) return known;
    const able = this.#read(where, operation);
    this.#able.set(where, (this.#able.get(where) ?? new Map()).set(operation, able));
    return able;
  }

  #read(where: FaultPhase, operation: string | null): Able {
    const open: Fault[] = [];
    const gates = new Map<string, Gate>();
    for (const fault of this.#faults) {
      const { written } = fault.plan;
      const { operation: named = "*", match = {} } = written;
      if (fault.plan.where !== where || (named !== "*" && named !== operation)) continue;
      const exact = where === "delivery" ? undefined : exactOf(match);
      if (exact === undefined) {
        open.push(fault);
        continue;
      }
      const gate = gates.get(exact.name) ?? { seen: exact.seen, faults: new Map() };
      gates.set(exact.name, gate);
      const others = gate.faults.get(exact.wanted);
      if (others === undefined) gate.faults.set(exact.wanted, [fault]);
      else others.push(fault);
    }
    return { open, gates: [...gates.values()] };
  }
}
