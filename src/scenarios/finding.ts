import type { Emulation } from "../emulation/emulation.ts";
import type { ReportCard } from "../report/card-shape.ts";
import type { EntryView } from "../world/journal/entry.ts";
import type { Received } from "../world/journal/received.ts";
import type { Duplicates } from "../world/journal/twins.ts";
import { type NearMiss, whichMembers } from "../world/faults/request-matcher.ts";
import type { Which } from "../world/faults/types.ts";
import type { Left, Quiet } from "./quiet.ts";
import type { Scenario } from "./types.ts";

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

export const fail = (message: string, evidence: readonly EntryView[] = []): Finding => ({
  passed: false,
  message,
  evidence,
});

export function bare(said: object): Which {
  const names = Object.entries(said).filter(([name]) => `${name}?` in whichMembers);
  return Object.fromEntries(names);
}

/** Whether it is said how many requests of any kind may come: perhaps none. */
export const isAboutAll = ({ expect = [] }: Pick<Scenario, "expect">): boolean =>
  expect.some(({ requests }) => requests && Object.keys(bare(requests)).length === 0);
