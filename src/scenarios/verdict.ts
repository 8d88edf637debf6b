import { boolean, list, object, orNull, phrase, string } from "../contract/shape.ts";
import { whether, type Infer } from "../contract/shape.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { ReportCard } from "../report/card-shape.ts";
import { junitOf as writeJunit } from "../report/page/formats.ts";
import type { Suite } from "../report/page/page.ts";
import { type NearMiss, whichMembers } from "../world/faults/request-matcher.ts";
import type { Which } from "../world/faults/types.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { Received } from "../world/journal/received.ts";
import type { Duplicates } from "../world/journal/twins.ts";
import type { Left, Quiet } from "./quiet.ts";
import type { Scenario } from "./types.ts";

export const resultShape = object({
  name: string(),
  passed: boolean(),
  "unmet?": whether("Whether it was not exercised: then it has not failed."),
  message: phrase("What was seen, against what was expected."),
  evidence: list(
    object({
      exchange: phrase("Its id in the journal."),
      text: phrase("What it was, with its time in the client's seconds."),
    }),
  ),
});

/** What became of a scenario: its steps, and what was expected of it. */
export const verdictShape = object({
  scenario: string(),
  passed: boolean(),
  exercised: whether("Whether the client came to all of it."),
  steps: list(
    object({
      name: string(),
      done: whether("Whether its trigger was met, and it could be done."),
      problem: orNull(string(), "Why it could not be done."),
    }),
  ),
  expectations: list(resultShape),
});

export type Verdict = Infer<typeof verdictShape>;
export type Result = Infer<typeof resultShape>;

/** A verdict as JUnit's XML, which every CI system reads: a test case for each expectation. */
export const junitOf = ({ scenario, expectations }: Verdict): string =>
  writeJunit([suiteOf(scenario, expectations)]);

/** What was expected, as CI systems list it. @param name the suite's */
export const suiteOf = (name: string, expectations: readonly Result[]): Suite => ({
  name,
  cases: expectations.map(({ name, passed, unmet, message, evidence }) => ({
    name,
    message,
    outcome: unmet ? "skipped" : passed ? "passed" : "failed",
    lines: evidence.map(({ text }) => text),
  })),
});

/** A run of a scenario, as it is listed. */
export interface ScenarioDetail {
  readonly id: string;
  /** Name of the scenario. */
  readonly scenario: string;
  readonly over: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly done: boolean;
    /** Why it could not be done. */
    readonly problem: string | null;
    /** How many requests its fault has met. */
    readonly hits: number;
  }[];
  /** null: it runs, or it was ended unjudged. */
  readonly verdict: Verdict | null;
}

export interface Seen {
  readonly emulation: Emulation;
  /** The only account that they are about; undefined: all. */
  readonly of?: string | undefined;
  /** Every exchange since the scenario began, in the order in which they came. */
  readonly received: readonly Received[];
  /** How many exchanges met the faults of its steps, by their names. */
  readonly hits: ReadonlyMap<string, number>;
  readonly exitCode: number | undefined;
  /** The lines that the command printed; undefined: nobody has seen them. */
  readonly output: readonly string[] | undefined;
  readonly card?: ReportCard | undefined;
  readonly quiet?: Quiet | undefined;
  readonly left?: Left | undefined;
  /** How many walks through each list it read to the end, by operation, where that is compared. */
  readonly walks?: ReadonlyMap<string, number> | undefined;
}

export interface Finding {
  readonly passed: boolean;
  readonly message: string;
  /** Whether the client never came to it: then it has not failed. */
  readonly unmet?: true;
  readonly evidence?: readonly EntryView[];
  readonly found?: ReadonlyMap<string, Duplicates>;
  /** In place of evidence, where there is none. */
  readonly misses?: readonly NearMiss[];
}

export const pass = (message: string): Finding => ({ passed: true, message });

export function fail(message: string, evidence: readonly EntryView[] = []): Finding {
  return { passed: false, message, evidence };
}

export function bare(said: object): Which {
  const names = Object.entries(said).filter(([name]) => `${name}?` in whichMembers);
  return Object.fromEntries(names);
}

/** Whether it is said how many requests of any kind may come: perhaps none. */
export const isAboutAll = ({ expect = [] }: Pick<Scenario, "expect">): boolean =>
  expect.some(({ requests }) => requests && Object.keys(bare(requests)).length === 0);
