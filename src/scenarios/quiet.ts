import { stripVTControlCharacters } from "node:util";
import type { Emulation } from "../emulation/emulation.ts";
import type { Reference } from "../report/reference.ts";
import type { State } from "../world/store/state.ts";
import type { Roles } from "./roles.ts";
import { matchesGlob } from "../world/name-match.ts";
import type { Scenario } from "./types.ts";

type States = ReadonlyMap<string, State>;

export const statesOf = ({ world }: Emulation): States =>
  new Map([...world.everyAccount()].map((account) => [account.id, account.snapshot()]));

/** A span of time, in milliseconds since 1970. */
export type Span = { readonly from: number; readonly until: number };

/** What a run made of the state with which it began. */
export interface Left {
  readonly before: States;
  readonly after: States;
  /** When it was: in the client's time and in the world's, which need not be alike. */
  readonly spans: readonly Span[];
}

/** Looks at the state with which a run begins. @returns what became of it by then */
export function lookAt(emulation: Emulation): () => Left {
  const before = statesOf(emulation);
  const { clock: began } = emulation.world;
  const [real, world] = [began.realNow(), began.now()];
  return () => {
    const { clock } = emulation.world;
    const spans = [
      { from: real, until: clock.realNow() },
      { from: world, until: clock.now() },
    ];
    return { before, after: statesOf(emulation), spans };
  };
}

/** What a client does where nothing goes wrong: what it asks, and what it leaves and prints. */
export interface Quiet extends Reference {
  readonly roles: Roles;
  /** How many requests it makes; undefined: two runs differ. */
  readonly requests: number | undefined;
  readonly operations: ReadonlySet<string>;
  /** How many walks through each list it reads to the end, by operation. */
  readonly walks: ReadonlyMap<string, number>;
  /** What differs in the state that a run leaves, in words: all, and what is there too often; empty: nothing. */
  readonly departure: (left: Left) => { readonly all: string; readonly more: string };
  /** The lines that it always prints and that a run has not printed. */
  readonly missing: (output: readonly string[]) => readonly string[];
}

export const isOutputRead = ({ expect = [] }: Pick<Scenario, "expect">): boolean =>
  expect.some(({ prints, same }) => prints !== undefined || same === "output");

/** What a function returned, as the lines that it would have printed. */
export function printedOf(value: unknown): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? value : (jsonOf(value) ?? String(value))).split("\n");
}

/** @returns undefined for what JSON cannot say, such as what holds itself */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, null, 1);
  } catch {
    return undefined;
  }
}

/** Whether a line is what a pattern says, in which `*` stands for anything; colours and margins do not count. */
export const isLine = (pattern: string, line: string): boolean =>
  matchesGlob(pattern, stripVTControlCharacters(line).trim());
