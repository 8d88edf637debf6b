import type { Plan } from "./fault-plan.ts";

/** Who asks for what: all that a fault looks at. */
export interface Subject {
  readonly exchange: string;
  readonly operation: string | null;
  /** The key, company or account that asks; holds are its own. */
  readonly caller: string;
}

/** What the faults do to one request. */
export interface Act {
  readonly fault: string;
  readonly status?: number;
  /** Whole seconds; undefined: the answer has no Retry-After. */
  readonly retryAfterSeconds?: number;
  readonly delayMs: number;
}

/** A fault as it is listed: how it was planned, what is left of it, and what it has met. */
export interface FaultView extends Omit<Plan, "times"> {
  readonly id: string;
  readonly times: number | "always";
  readonly remaining: number | "always";
  readonly hits: { readonly count: number; readonly exchanges: readonly string[] };
}

/** How many faults may be listed at once, and how many exchanges each remembers. */
const faultsMax = 1000;
const hitsMax = 1000;
const holdsMax = 10_000;

interface Fault {
  readonly id: string;
  readonly plan: Plan;
  seen: number;
  acted: number;
  hitCount: number;
  readonly hits: string[];
  /** By caller and operation: refused until this instant. */
  readonly holds: Map<string, number>;
}

/** The planned faults of an emulator, oldest first. A spent fault stays listed with its hits. */
export class Faults {
  #faults: Fault[] = [];
  #planned = 0;

  /** @returns undefined when there is no room for another */
  add(plan: Plan): FaultView | undefined {
    if (this.#faults.length >= faultsMax) return undefined;
    this.#planned += 1;
    const id = `fault-${this.#planned}`;
    const fault = { id, plan, seen: 0, acted: 0, hitCount: 0, hits: [], holds: new Map() };
    this.#faults.push(fault);
    return viewOf(fault);
  }

  list(): FaultView[] {
    return this.#faults.map(viewOf);
  }

  get(id: string): FaultView | undefined {
    const fault = this.#faults.find((each) => each.id === id);
    return fault && viewOf(fault);
  }

  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /**
   * What happens to this request: the oldest fault that acts gives the outcome, delays add up.
   *
   * @param computedSeconds what the service itself would promise, for `retryAfter: "computed"`
   */
  act(subject: Subject, now: number, computedSeconds: () => number): Act | undefined {
    let outcome: Act | undefined;
    for (const fault of this.#faults) {
      const acted = actOf(fault, subject, now, computedSeconds, outcome?.status !== undefined);
      if (acted === undefined) continue;
      fault.hitCount += 1;
      fault.hits.push(subject.exchange);
      if (fault.hits.length > hitsMax) fault.hits.shift();
      const delayMs = acted.delayMs + (outcome?.delayMs ?? 0);
      outcome = outcome?.status === undefined ? { ...acted, delayMs } : { ...outcome, delayMs };
    }
    return outcome;
  }
}

function actOf(
  fault: Fault,
  subject: Subject,
  now: number,
  computedSeconds: () => number,
  taken: boolean,
): Act | undefined {
  const { plan } = fault;
  if (plan.operation !== "*" && plan.operation !== subject.operation) return undefined;
  // An older fault already gives this request its status: this one keeps its turn for the next.
  if (taken && plan.status !== undefined) return undefined;
  const holder = `${subject.caller} ${subject.operation}`;
  const heldUntil = fault.holds.get(holder) ?? 0;
  if (now < heldUntil) return act(fault, Math.max(1, Math.ceil((heldUntil - now) / 1000)));
  fault.holds.delete(holder);
  fault.seen += 1;
  if (fault.seen <= plan.skip || fault.acted >= plan.times) return undefined;
  fault.acted += 1;
  const seconds = plan.retryAfter === "computed" ? computedSeconds() : plan.retryAfter;
  if (plan.hold && seconds !== undefined && fault.holds.size < holdsMax) {
    fault.holds.set(holder, now + seconds * 1000);
  }
  return act(fault, seconds);
}

const act = ({ id, plan }: Fault, retryAfterSeconds: number | undefined): Act => ({
  fault: id,
  delayMs: plan.delayMs,
  ...(plan.status !== undefined && { status: plan.status }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

function viewOf({ id, plan, acted, hits, hitCount }: Fault): FaultView {
  const endless = plan.times === Number.POSITIVE_INFINITY;
  return {
    id,
    ...plan,
    times: endless ? "always" : plan.times,
    remaining: endless ? "always" : plan.times - acted,
    hits: { count: hitCount, exchanges: [...hits] },
  };
}
