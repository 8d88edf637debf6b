import type { Clock } from "../time/clock.ts";
import { Dice } from "../dice.ts";
import { Fault, type FaultView } from "./fault.ts";
import { FaultIndex } from "./fault-index.ts";
import type { CallAct, CallSubject, FitsCall } from "./delivery.ts";
import type { Subject } from "./match.ts";
import type { FaultPhase } from "./kind.ts";
import { endingOf } from "./kinds/connection.ts";
import { waitsForBody } from "./outcome.ts";
import type { Plan, Step } from "./plan.ts";
import { promise, type Promised } from "../limits/retry-after.ts";

/** What the faults do to one request. */
export interface Act {
  /** All that act, the one that gives the outcome first. */
  readonly faults: readonly Fault[];
  /** What is done; undefined: there is only a wait. */
  readonly step: Step | undefined;
  readonly promised: Promised;
  /** In world time. */
  readonly delayMs: number;
}

/** Where and when a fault is asked to act. */
export interface Occasion {
  readonly where: FaultPhase;
  readonly now: number;
  /** The same instant by the emulator's clock, by which faults are planned. */
  readonly planned: number;
  readonly clock: Clock;
  /** What is left of the caller's steady window, in world time. */
  readonly windowMs: number;
  readonly hasBody: boolean;
  /** Within: whether an outcome would make a difference. */
  readonly matters?: (step: Step) => boolean;
}

/** How many faults of one account, or of none, may be listed at once. */
const faultsMax = 1000;

/** The only account whose requests a fault can meet; undefined: those of any. */
export const accountOf = ({ written }: Plan): string | undefined => written.match?.account;

/** The planned faults of an emulator, oldest first. A spent fault stays listed with its hits. */
export class Faults {
  readonly #seed: number;
  #faults: Fault[] = [];
  #planned = 0;
  readonly #able = new FaultIndex();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Whether a request could meet a fault at this place. Every request asks, and most answers are no. */
  mayAct(where: FaultPhase, operation: string | null, subject: () => Subject): boolean {
    return this.#able.has(where, operation) && this.#able.of(where, subject()).length > 0;
  }

  /** Whether one that is not over yet is for this request, at this place. */
  isMeant(subject: Subject, where: FaultPhase, now: number): boolean {
    const able = this.#able.of(where, subject);
    return able.some((fault) => !fault.isOver(now) && fault.plan.matches(subject));
  }

  /** The oldest that are over make room. @returns undefined when there is none for another */
  add(plan: Plan, now: number): FaultView | undefined {
    if (this.#faults.length >= faultsMax) {
      // What one account has planned makes no room in another's.
      const rivals = this.#faults.filter((fault) => accountOf(fault.plan) === accountOf(plan));
      const over = rivals.find((fault) => fault.isOver(now));
      if (rivals.length >= faultsMax && over === undefined) return undefined;
      if (rivals.length >= faultsMax) this.#faults = this.#faults.filter((each) => each !== over);
    }
    this.#planned += 1;
    const id = `fault-${this.#planned}`;
    const fault = new Fault(id, plan, Dice.from(this.#seed, `faults/${id}`));
    this.#faults.push(fault);
    this.#able.read(this.#faults);
    return fault.view(now);
  }

  plans(): Plan[] {
    return this.#faults.map(({ plan }) => plan);
  }

  /** @param only those of this account */
  list(now: number, only?: string): FaultView[] {
    return this.#of(only).map((fault) => fault.view(now));
  }

  /** The ids of all. @param besides that came with a fixture, for tests to come @param only those of this account */
  planned(besides: readonly Plan[], only?: string): string[] {
    return this.#of(only)
      .filter(({ plan }) => !besides.includes(plan))
      .map(({ id }) => id);
  }

  /** Those that met nothing yet, and should have, as `planned` takes them. */
  neverMet(besides: readonly Plan[], only?: string): string[] {
    return this.#of(only)
      .filter(({ plan, isMet }) => !isMet && !plan.written.optional && !besides.includes(plan))
      .map(({ id }) => id);
  }

  left(now: number): number {
    return this.#faults.filter((fault) => !fault.isOver(now)).length;
  }

  get(id: string, now: number): FaultView | undefined {
    return this.#faults.find((each) => each.id === id)?.view(now);
  }

  /** How far back an account's past may be asked for, in milliseconds of world time. Every write asks this. */
  pastMs(account: string, clock: Clock): number {
    const { asking } = this.#able;
    if (asking.length === 0) return 0;
    const now = clock.now();
    const meant = asking.filter(
      (fault) => [undefined, account].includes(accountOf(fault.plan)) && !fault.isOver(now),
    );
    return Math.max(0, ...meant.map(({ pastMs }) => pastMs));
  }

  /** What came of one later, for people; one that is not listed any more is told nothing. */
  note(id: string, text: string): void {
    this.#faults.find((each) => each.id === id)?.note(text);
  }

  /** Switches one on or off. @returns undefined: there is none */
  switch(id: string, isOn: boolean, now: number): FaultView | undefined {
    const fault = this.#faults.find((each) => each.id === id);
    if (fault === undefined) return undefined;
    fault.isOn = isOn;
    this.#able.read(this.#faults);
    return fault.view(now);
  }

  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    this.#able.read(this.#faults);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
    this.#able.read([]);
  }

  #of(account: string | undefined): readonly Fault[] {
    if (account === undefined) return this.#faults;
    return this.#faults.filter(({ plan }) => accountOf(plan) === account);
  }

  /** What happens to a request: the oldest that acts gives the outcome, delays add up. @param own before all others */
  act(subject: Subject, occasion: Occasion, own?: Fault): Act | undefined {
    const { where, now, planned, clock, windowMs, hasBody, matters = always } = occasion;
    let outcome: Act | undefined;
    const faults = this.#able.of(where, subject);
    for (const fault of own === undefined ? faults : [own, ...faults]) {
      if (fault.plan.where !== where || !fault.plan.matches(subject)) continue;
      const taken = outcome?.step !== undefined;
      const isFit = (each: Step) =>
        !(taken && doesMore(each)) && fits(each, subject, hasBody) && matters(each);
      const turn = fault.turn(subject, now, planned, isFit);
      if (turn === undefined) {
        this.#forget(fault);
        continue;
      }
      const { step, heldMs } = turn;
      const promised = promise(stillOwed(step, heldMs), clock, heldMs ?? windowMs);
      const delayMs = turn.delayMs + (outcome?.delayMs ?? 0);
      const held = heldMs === undefined && step.holds ? promised.worldMs : undefined;
      const forMs = delayMs + (held ?? 0);
      const hold = held === undefined ? undefined : { until: now + forMs, forMs };
      fault.met(subject, hold, step, heldMs);
      this.#forget(fault);
      outcome = joined(outcome, fault, { step, promised, delayMs });
    }
    return outcome;
  }

  /** One that can act no more is asked no more; it stays listed. */
  #forget(fault: Fault): void {
    if (fault.isSpent) this.#able.read(this.#faults);
  }

  /** The same of a call of a webhook. @param now by the clock of the account @param planned by the emulator's */
  actOnCall(subject: CallSubject, now: number, planned: number, fits: FitsCall) {
    const { account, webhook, delivery } = subject;
    const holder = { caller: account, operation: webhook.id, exchange: delivery };
    let outcome: CallAct | undefined;
    let isTaken = false;
    for (const fault of this.#able.all("delivery")) {
      if (!fault.plan.concerns(subject)) continue;
      const isFit = (each: Step) => !(isTaken && doesMore(each)) && fits(each);
      const turn = fault.turn(holder, now, planned, isFit);
      if (turn === undefined) continue;
      const { holds: _h, delay: _d, ...step } = turn.step;
      fault.met(holder, undefined, turn.step);
      this.#forget(fault);
      const delayMs = (outcome?.delayMs ?? 0) + turn.delayMs;
      const others = outcome?.faults ?? [];
      outcome = doesMore(turn.step)
        ? { ...step, delayMs, faults: [fault.id, ...others] }
        : { ...outcome, delayMs, faults: [...others, fault.id] };
      isTaken ||= doesMore(turn.step);
    }
    return outcome;
  }
}

function joined(before: Act | undefined, fault: Fault, own: Omit<Act, "faults">): Act {
  const others = before?.faults ?? [];
  if (own.step !== undefined && doesMore(own.step)) return { ...own, faults: [fault, ...others] };
  const { step, promised = {} }: Partial<Act> = before ?? {};
  return { step, promised, delayMs: own.delayMs, faults: [...others, fault] };
}

/** What Retry-After is to say: of a promise that is being kept, what is left of it. */
function stillOwed({ retryAfter }: Step, heldMs: number | undefined): Step["retryAfter"] {
  if (heldMs === undefined) return retryAfter;
  return typeof retryAfter === "object" ? { inMs: heldMs } : "computed";
}

/** Whether there is what the outcome acts on: a body to spoil, a caller with windows to fill, a connection that was used. */
const fits = (step: Step, { limited, isReused }: Subject, hasBody: boolean): boolean =>
  (hasBody || !waitsForBody(step)) &&
  (step.limit === undefined || limited) &&
  (isReused || endingOf(step.connection)?.ofReused !== true);

const always = () => true;

/** Whether an outcome is more than a wait. */
const doesMore = (step: Step): boolean =>
  Object.keys(step).some((name) => name !== "delay" && name !== "holds");
