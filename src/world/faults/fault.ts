import type { Dice } from "../dice.ts";
import type { Subject } from "./match.ts";
import type { Delay } from "./kinds/waits.ts";
import { pastMsOf } from "./outcome.ts";
import type { Plan, Step } from "./plan.ts";
import type { FaultInput } from "./types.ts";

/** A fault as it is listed: how it was planned, what is left of it, and what it has met. */
export interface FaultView extends FaultInput {
  readonly id: string;
  /** `waiting` for its time, `active`, `spent`, past its time, or switched `off`. */
  readonly state: "waiting" | "active" | "spent" | "expired" | "off";
  /** How often it will still act; of a sequence: how many passes, the one under way included. */
  readonly remaining: number | "always";
  /** Of a sequence: which step is next, from 0. */
  readonly nextStep?: number;
  /** Of a fault on deliveries, `exchanges` has the ids of deliveries. */
  readonly hits: { readonly count: number; readonly exchanges: readonly string[] };
  /** What it did with each request that it was for, oldest first: also those that it let pass. Absent: there was none. */
  readonly turns?: readonly TurnView[];
  /** Records that retries of the requests whose answers it lost created once more. */
  readonly doubledWrites: number;
  /** What came of it later: writes that were late, and were dropped. */
  readonly notes?: readonly string[];
}

export interface TurnView {
  readonly exchange: string;
  /** held: a promise that it had made before was kept, since the client came too early. */
  readonly what: "acted" | "held" | "passed";
  /** Of what was held: how much too early, in milliseconds of emulator time. */
  readonly earlyMs?: number;
}

/** Whom a promise is kept to. */
type Holder = Pick<Subject, "caller" | "operation">;
/** What a fault met: an exchange, or a delivery in its place. */
type Met = Holder & Pick<Subject, "exchange">;

type Fits = (step: Step) => boolean;
type Hold = { readonly until: number; readonly forMs: number };

/** What a fault does to one request: the step, and what is left of a promise it already made. */
type Turn = { readonly step: Step; readonly delayMs: number; readonly heldMs?: number };

/** How many exchanges a fault remembers, and how many callers it holds. */
const hitsMax = 1000;
const holdsMax = 10_000;

/** Longer than this no delay is drawn. */
const delayMsMax = 3_600_000;

/** One planned fault, with what became of it so far. */
export class Fault {
  readonly id: string;
  readonly plan: Plan;
  /** How far back it asks for what there was, in milliseconds. */
  readonly pastMs: number;
  readonly #dice: Dice;
  /** Whether it acts: one that is switched off stays as it is. */
  isOn = true;
  #seen = 0;
  #acted = 0;
  #hitCount = 0;
  readonly #hits: string[] = [];
  readonly #turns: TurnView[] = [];
  /** By caller and operation: who is refused until when, and with what. */
  readonly #holds = new Map<string, Hold & { readonly step: Step }>();
  #doubled = 0;
  readonly #notes: string[] = [];

  constructor(id: string, plan: Plan, dice: Dice) {
    this.id = id;
    this.plan = plan;
    this.pastMs = Math.max(...plan.steps.map((step) => (step === "pass" ? 0 : pastMsOf(step))));
    this.#dice = dice;
  }

  get isMet(): boolean {
    return this.#hitCount > 0;
  }

  /**
   * Whether it acts on a request that it matches, and how. Order: time, hold, skip, every, probability, times.
   *
   * @param now by the clock of whom the request is from @param planned by the one by which it was planned
   * @param fits whether a step can act at all: one that cannot keeps its turn for the next request
   */
  turn(subject: Met, now: number, planned: number, fits: Fits): Turn | undefined {
    const { plan } = this;
    if (planned < plan.from || planned >= plan.until) return undefined;
    const holder = holderOf(subject);
    const held = this.#holds.get(holder);
    // More is left than was promised where the clock went back: that promise is none any more.
    if (held !== undefined && now < held.until && held.until - now <= held.forMs) {
      if (!fits(held.step)) return undefined;
      return { step: held.step, delayMs: 0, heldMs: held.until - now };
    }
    this.#holds.delete(holder);
    const step = this.#next();
    if (step === undefined || (step !== "pass" && !fits(step))) return undefined;
    this.#seen += 1;
    const past = this.#seen - plan.skip;
    if (past <= 0 || past % plan.every !== 0) return this.#passed(subject);
    const isDrawn = plan.probability === 1 || this.#dice.fraction() < plan.probability;
    if (isDrawn) this.#acted += 1;
    if (!isDrawn || step === "pass") return this.#passed(subject);
    return { step, delayMs: drawn(step.delay, this.#dice) };
  }

  #passed({ exchange }: Met): undefined {
    remember<TurnView>(this.#turns, { exchange, what: "passed" });
    return undefined;
  }

  /** Remembers whom it met, and how long that caller is refused. @param earlyMs how much it came too early */
  met(subject: Met, held: Hold | undefined, step: Step, earlyMs?: number): void {
    const { exchange } = subject;
    const early = earlyMs !== undefined && ({ what: "held", earlyMs: Math.ceil(earlyMs) } as const);
    remember<TurnView>(this.#turns, { exchange, what: "acted", ...early });
    this.#hitCount += 1;
    remember(this.#hits, exchange);
    if (held === undefined || this.#holds.size >= holdsMax) return;
    this.#holds.set(holderOf(subject), { ...held, step });
  }

  /** Counts what a retry of a request whose answer it lost created once more. */
  doubled(records: number): void {
    this.#doubled += records;
  }

  note(text: string): void {
    remember(this.#notes, text);
  }

  /** Whether it has acted as often as it may, and keeps no promise to anybody, whatever the time. */
  get isSpent(): boolean {
    return this.#next() === undefined && this.#holds.size === 0;
  }

  isOver(now: number): boolean {
    return now >= this.plan.until || this.#next() === undefined;
  }

  view(now: number): FaultView {
    const { times, steps, from, until, written } = this.plan;
    const endless = times === Number.POSITIVE_INFINITY;
    const spent = this.#next() === undefined;
    const timely = now < from ? "waiting" : now >= until ? "expired" : "active";
    return {
      id: this.id,
      ...written,
      state: !this.isOn ? "off" : spent ? "spent" : timely,
      remaining: endless ? "always" : times - Math.floor(this.#acted / steps.length),
      ...(steps.length > 1 && { nextStep: this.#acted % steps.length }),
      hits: { count: this.#hitCount, exchanges: [...this.#hits] },
      ...(this.#turns.length > 0 && { turns: [...this.#turns] }),
      doubledWrites: this.#doubled,
      ...(this.#notes.length > 0 && { notes: [...this.#notes] }),
    };
  }

  #next(): Step | "pass" | undefined {
    const { steps, times } = this.plan;
    return this.#acted < times * steps.length ? steps[this.#acted % steps.length] : undefined;
  }
}

function remember<T>(all: T[], one: T): void {
  all.push(one);
  if (all.length > hitsMax) all.shift();
}

const holderOf = ({ caller, operation }: Holder): string => `${caller} ${operation}`;

function drawn(delay: Delay | undefined, dice: Dice): number {
  if (delay === undefined) return 0;
  if (delay.kind === "fixed") return delay.ms;
  if (delay.kind === "uniform") return delay.fromMs + dice.fraction() * (delay.toMs - delay.fromMs);
  return Math.min(delayMsMax, delay.medianMs * Math.exp(delay.sigma * dice.normal()));
}
