import { secondsText } from "../../report/figures.ts";
import { scheduleText } from "../printed/words.ts";
import type { Schedule } from "../schedule.ts";
import type { ScheduleResult } from "../schedule-result.ts";

/** How many times its usual time a command has, before it is said of it that it does not end. */
export const patienceMax = 4;

/** A run that has less than this does not show more than the one before. */
const patienceMin = 1.5;

const notesMax = 3;

/** Tells a command that does not end from one that is only slow: it is given more time once. */
export class Patience {
  readonly #timeoutMs: number;
  #isProven = false;
  readonly #slow: string[] = [];

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** What was slow, a sentence each. */
  get notes(): readonly string[] {
    return this.#slow.slice(0, notesMax);
  }

  /** Whether a run of several times the usual time did not end. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /**
   * What came of a schedule; where it seems to hang, with more time.
   *
   * @param leftMs what is left of the budget then
   */
  async heeded(
    schedule: Schedule,
    run: (patience: number) => Promise<ScheduleResult | undefined>,
    leftMs: () => number,
  ): Promise<ScheduleResult | undefined> {
    const tried = await run(1);
    if (tried === undefined || !hangs(tried) || this.#isProven) return tried;
    const patience = Math.min(patienceMax, leftMs() / this.#timeoutMs);
    if (patience < patienceMin) return tried;
    const longer = await run(patience);
    if (longer === undefined) return tried;
    if (!hangs(longer)) {
      const when = `When ${scheduleText(schedule)}, the command is slow`;
      this.#slow.push(`${when}: it ends after ${secondsText(Math.round(longer.tookMs / 1000))}.`);
    } else if (patience === patienceMax) this.#isProven = true;
    return longer;
  }
}

const hangs = ({ findings }: ScheduleResult): boolean =>
  findings.some(({ oracle, signs }) => oracle === "hang" && signs === "waits");
