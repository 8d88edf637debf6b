import { secondsText } from "../../report/figures.ts";

/** What is over so soon is not worth a word: a process that starts, say. In milliseconds. */
const shortMs = 1000;

export interface Skipped {
  readonly joined: number;
  readonly skippedMs: number;
  /** What kept real time longest, if something did for long. */
  readonly kept?: { readonly why: string; readonly ms: number };
  readonly isEndless: boolean;
}

const now = () => Number(process.hrtime.bigint() / 1_000_000n);

export class KeptReal {
  #longest = { why: "", ms: 0 };
  #why: string | undefined;
  #since = now();

  note(why: string | undefined): void {
    if (why === this.#why) return;
    const at = now();
    const ms = at - this.#since;
    if (this.#why !== undefined && ms > this.#longest.ms) this.#longest = { why: this.#why, ms };
    this.#why = why;
    this.#since = at;
  }

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

export class SkippedRuns {
  readonly #all: Skipped[] = [];

  async note<T>(run: Promise<{ readonly value: T; readonly skipped: Skipped }>): Promise<T> {
    const { value, skipped } = await run;
    this.#all.push(skipped);
    return value;
  }

  get isAny(): boolean {
    return this.#all.length > 0;
  }

  text(): string {
    const sum = (of: "joined" | "skippedMs") => this.#all.reduce((all, each) => all + each[of], 0);
    const [kept] = this.#all.flatMap((each) => each.kept ?? []).toSorted((a, b) => b.ms - a.ms);
    return skippedText({
      joined: sum("joined"),
      skippedMs: sum("skippedMs"),
      isEndless: false,
      ...(kept && { kept }),
    });
  }
}
