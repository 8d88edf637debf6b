import { secondsText } from "../../report/figures.ts";

/** What is over so soon is not worth a word: a process that starts, say. In milliseconds. */
const shortMs = 1000;

/** What a run with `--skip-waits` came to. */
export interface Skipped {
  /** How many processes and threads took part. */
  readonly joined: number;
  readonly skippedMs: number;
  /** What kept real time longest, if something did for long. */
  readonly kept?: { readonly why: string; readonly ms: number };
  /** Whether there was no end of waits. */
  readonly isEndless: boolean;
}

const now = () => Number(process.hrtime.bigint() / 1_000_000n);

/** What kept a command's time real, and for how long at a stretch. */
export class KeptReal {
  #longest = { why: "", ms: 0 };
  #why: string | undefined;
  #since = now();

  /** What keeps it now; undefined: nothing. */
  note(why: string | undefined): void {
    if (why === this.#why) return;
    const at = now();
    const ms = at - this.#since;
    if (this.#why !== undefined && ms > this.#longest.ms) this.#longest = { why: this.#why, ms };
    this.#why = why;
    this.#since = at;
  }

  /** What kept it longest, if that was long. */
  longest(): { why: string; ms: number } | undefined {
    this.note(undefined);
    return this.#longest.ms < shortMs ? undefined : this.#longest;
  }
}

/** What is told of a run, in one line. */
export function skippedText({ joined, skippedMs, kept, isEndless }: Skipped): string {
  if (joined === 0)
    return "--skip-waits: nothing was skipped, since no process of the command takes part. Node, Python and Ruby do. PHP, Go, Java, Bun and Deno keep real time";
  const skipped = `--skip-waits: ${seconds(skippedMs)} of waits took no time`;
  if (isEndless)
    return `${skipped}. A week was skipped, and time is real since: end the command with --timeout`;
  if (kept === undefined) return skipped;
  return `${skipped}. Time was real for ${seconds(kept.ms)}: ${kept.why}`;
}

const seconds = (ms: number): string => secondsText(Math.round(ms / 100) / 10);

/** What many runs came to. */
export class SkippedRuns {
  readonly #all: Skipped[] = [];

  async note<T>(run: Promise<{ readonly value: T; readonly skipped: Skipped }>): Promise<T> {
    const { value, skipped } = await run;
    this.#all.push(skipped);
    return value;
  }

  /** Whether there was one. */
  get isAny(): boolean {
    return this.#all.length > 0;
  }

  /** In one line. */
  text(): string {
    const sum = (of: (each: Skipped) => number) =>
      this.#all.reduce((all, each) => all + of(each), 0);
    const kept = this.#all
      .flatMap((each) => each.kept ?? [])
      .toSorted((a, b) => b.ms - a.ms)
      .at(0);
    return skippedText({
      joined: sum(({ joined }) => joined),
      skippedMs: sum(({ skippedMs }) => skippedMs),
      isEndless: false,
      ...(kept && { kept }),
    });
  }
}
