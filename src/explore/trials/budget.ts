import { counted, secondsText } from "../../report/figures.ts";
import { within } from "../../world/time/deadline.ts";
import { confirmMsMin } from "../causes.ts";
import type { Schedule } from "../schedule.ts";
import { scheduleText } from "../printed/words.ts";
import type { ScheduleResult } from "../judge.ts";

/** The part of the budget after which nothing new is begun: the rest is for making it small. */
const searchShare = 0.75;

export class Budget {
  readonly #ms: number;
  readonly #now: () => number;
  readonly #begun: number;
  #ended = 0;
  hasFound = false;
  isShowing = false;

  constructor(ms: number, now: () => number) {
    this.#ms = ms;
    this.#now = now;
    this.#begun = now();
  }

  get passedMs(): number {
    return this.#now() - this.#begun;
  }

  get restMs(): number {
    return this.#ms - this.passedMs;
  }

  get leftMs(): number {
    if (this.isShowing) return this.restMs + confirmMsMin;
    return this.#ms * (this.hasFound ? searchShare : 1) - this.passedMs;
  }

  /** Whether a run would be over in time that takes as long as without faults, and as its faults hold it up. */
  hasTimeFor(schedules: readonly Schedule[], usualMs: number): boolean {
    const heldUpMs = schedules.flat().reduce((sum, { kind }) => sum + kind.costMs, 0);
    return usualMs + heldUpMs < this.leftMs;
  }

  /** What comes of a run, as long as there is time. @returns undefined: it was ended, and says nothing */
  async heeded<T>(run: (over: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    const running = run(over.signal);
    if (await within(Math.max(1, this.leftMs), running)) return running;
    over.abort();
    this.#ended += 1;
    await running;
    return undefined;
  }

  get notes(): string[] {
    if (this.#ended === 0) return [];
    const were = this.#ended === 1 ? "was" : "were";
    return [`${counted(this.#ended, "run")} ${were} ended with the budget, and not judged.`];
  }
}

/** How many times its usual time a command has, before it is said of it that it does not end. */
export const patienceMax = 4;

/** A run that has less than this does not show more than the one before. */
const patienceMin = 1.5;
const notesMax = 3;

/** Tells a command that does not end from one that is only slow: it is given more time once. */
export class Patience {
  readonly #timeoutMs: number;
  readonly #slow: string[] = [];
  /** Whether a run of several times the usual time did not end. */
  isProven = false;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get notes(): readonly string[] {
    return this.#slow.slice(0, notesMax);
  }

  /** What came of a schedule; where it seems to hang, with more time. */
  async heeded(
    schedule: Schedule,
    run: (patience: number) => Promise<ScheduleResult | undefined>,
    leftMs: () => number,
  ): Promise<ScheduleResult | undefined> {
    const tried = await run(1);
    if (tried === undefined || !hangs(tried) || this.isProven) return tried;
    const patience = Math.min(patienceMax, leftMs() / this.#timeoutMs);
    if (patience < patienceMin) return tried;
    const longer = await run(patience);
    if (longer === undefined) return tried;
    if (!hangs(longer)) {
      const when = `When ${scheduleText(schedule)}, the command is slow`;
      this.#slow.push(`${when}: it ends after ${secondsText(Math.round(longer.tookMs / 1000))}.`);
    } else if (patience === patienceMax) this.isProven = true;
    return longer;
  }
}

const hangs = ({ findings }: ScheduleResult): boolean =>
  findings.some(({ oracle, signs }) => oracle === "hang" && signs === "waits");
