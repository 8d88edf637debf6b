import type { OnProgress } from "../../seeding/progress.ts";
import { machine } from "../../world/time/machine-time.ts";
import { fitted } from "./texts.ts";

/** Fewer records are there before anybody could read how far they are. */
const recordsMin = 50_000;

/** How often a bar writes a line where none can be written over, in milliseconds. */
const everyMs = 2000;

const width = 30;

const over = "\r\u001B[K";

/** How far a start is: on a terminal in one line, which is gone at the end; elsewhere in a line every two seconds. */
export class ProgressBar {
  readonly #write: (text: string) => void;
  readonly #isTerminal: boolean;
  readonly #now: () => number;
  #begun: number;
  #last: number;
  #percent = -1;

  /** @param write puts a text there at once, since nothing else runs while it is seeded */
  constructor(write: (text: string) => void, isTerminal = true, now = machine.now) {
    this.#write = write;
    this.#isTerminal = isTerminal;
    this.#now = now;
    this.#begun = this.#last = now();
  }

  readonly show: OnProgress = ({ done, records, isPast = false, isRead, isWritten }) => {
    if (done >= 1) return this.#clear();
    const percent = Math.floor(done * 100);
    const isShown = isPast || this.#percent >= 0 || records >= recordsMin;
    if (!isShown || percent === this.#percent) return;
    const now = this.#now();
    if (!this.#isTerminal && now < this.#last + everyMs) return;
    this.#percent = percent;
    this.#last = now;
    const bar = "#".repeat(Math.round(done * width)).padEnd(width, "-");
    const aside = isWritten ? "writing" : "seeding";
    const what = isRead ? "reading" : aside;
    const left = ((now - this.#begun) * (1 - done)) / (done * 1000);
    const about = done > 0.05 ? `, about ${Math.ceil(left)} s left` : "";
    const [ready, all] = [Math.floor(done * records), records].map((each) =>
      each.toLocaleString("en"),
    );
    const text = `${isPast ? "running the past of" : what} ${ready} of ${all} records [${bar}] ${percent}%${about}`;
    this.#write(this.#isTerminal ? `${over}${text}` : `service-emulator: ${text}\n`);
  };

  /** Leaves the line as it was before: what comes next has a time of its own. */
  #clear(): void {
    const isShown = this.#percent >= 0;
    this.#percent = -1;
    this.#begun = this.#now();
    if (isShown && this.#isTerminal) this.#write(over);
  }
}

/** How long a log waits for the next line, in milliseconds, and how long a screen. */
const [logMs, screenMs] = [10_000, 100];

/** How far something is: on a screen of so many columns in one line that changes, in a log with a line now and then. */
export function progressLine(write: (text: string) => void, now: () => number, columns?: number) {
  let next = 0;
  return {
    show(text: string): void {
      if (now() < next) return;
      next = now() + (columns === undefined ? logMs : screenMs);
      if (columns === undefined) write(`${text}\n`);
      else write(`${over}${fitted(text, undefined).slice(0, columns - 1)}`);
    },
    clear(): void {
      if (columns !== undefined) write(over);
    },
  };
}
