import type { EntryView } from "../world/journal/entry.ts";
import type { Duplicates } from "../world/journal/twins.ts";
import { type Miss, whichMembers } from "../world/faults/which.ts";
import type { Which } from "../world/faults/types.ts";
import type { Scenario } from "./types.ts";

/** What was found: fine, or what is wrong with it. */
export interface Finding {
  readonly passed: boolean;
  readonly message: string;
  readonly evidence?: readonly EntryView[];
  /** What the evidence wrote twice. */
  readonly found?: ReadonlyMap<string, Duplicates>;
  /** In place of evidence, where there is none. */
  readonly misses?: readonly Miss[];
}

/** What is meant, without what is said about it. */
export function bare(said: object): Which {
  const names = Object.keys(said).filter((name) => `${name}?` in whichMembers);
  return Object.fromEntries(names.map((name) => [name, (said as Record<string, unknown>)[name]]));
}

/** Whether it is said how many requests of any kind may come: perhaps none. */
export const isAboutAll = ({ expect = [] }: Pick<Scenario, "expect">): boolean =>
  expect.some(({ requests }) => requests && Object.keys(bare(requests)).length === 0);
