import type { OnProgress } from "../../seeding/progress.ts";

/** Fewer records are there before anybody could read how far they are. */
const recordsMin = 50_000;

const width = 30;

/** A line of a terminal on which it is seen how far seeding is; it is gone at the end. */
export class ProgressBar {
  readonly #write: (text: string) => void;
  #percent = -1;

  /** @param write puts a text there at once, since nothing else runs while it is seeded */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  readonly show: OnProgress = ({ done, records, isPast = false }) => {
    if (this.#percent >= 0 && done >= 1) return this.#clear();
    const percent = Math.floor(done * 100);
    const isShown = isPast || this.#percent >= 0 || records >= recordsMin;
    if (!isShown || done >= 1 || percent === this.#percent) return;
    this.#percent = percent;
    const full = Math.round(done * width);
    const bar = `${"#".repeat(full)}${"-".repeat(width - full)}`;
    const what = isPast ? "running the past of" : "seeding";
    const text = `${what} ${records.toLocaleString("en")} records [${bar}] ${percent}%`;
    this.#write(`\r\u001B[K${text}`);
  };

  /** Leaves the line as it was before. */
  #clear(): void {
    this.#percent = -1;
    this.#write("\r\u001B[K");
  }
}
