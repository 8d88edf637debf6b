import { fitted } from "./wrapped.ts";

/** How long a log waits for the next line, in milliseconds. */
const everyMs = 10_000;
/** A screen is not written to more often. */
const screenMs = 100;

/** Says how far something is: on a screen in one line that changes, in a log with a line now and then. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  readonly #columns: number | undefined;
  #next = 0;

  /** @param columns of the screen; undefined: it is a log */
  constructor(
    write: (text: string) => void,
    { now, columns }: { readonly now: () => number; readonly columns: number | undefined },
  ) {
    this.#write = write;
    this.#now = now;
    this.#columns = columns;
  }

  readonly show = (text: string): void => {
    const now = this.#now();
    if (now < this.#next) return;
    this.#next = now + (this.#columns === undefined ? everyMs : screenMs);
    if (this.#columns === undefined) this.#write(`${text}\n`);
    else this.#write(`\r\u001B[K${fitted(text, undefined).slice(0, this.#columns - 1)}`);
  };

  /** Leaves the line as it was before. */
  clear(): void {
    if (this.#columns !== undefined) this.#write("\r\u001B[K");
  }
}
