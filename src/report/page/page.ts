import type { CardAttempt } from "../card-shape.ts";
import type { Span } from "../scale.ts";
/** How something is taken at a glance. Each format has its colour for it. */
export type Tone = "good" | "bad" | "doubt" | "idle";

/** Where a page is shown: in a terminal, as a comment on a pull request, as a document, also in the inspector. */
export type Medium = "text" | "markdown" | "html";

/** A result as people read it: said once, and written by one writer for each format. */
export interface Page {
  readonly title: string;
  readonly verdict: string;
  readonly tone: Tone;
  /** How much was seen, in one line; empty: nothing was. */
  readonly summary: string;
  /** When it began, ISO 8601; null: it is not said. */
  readonly since: string | null;
  readonly blocks: Blocks;
  readonly tests: Suite;
}

/** What CI systems list together. `seconds`: how long it took; `said`: what came of it, in a sentence. */
export interface Suite {
  readonly name: string;
  readonly seconds?: number;
  readonly cases: readonly TestCase[];
  readonly said?: string;
}

/** One test of a result. `group` is the suite's name where there is none; `lines` show a failure. */
export interface TestCase {
  readonly group?: string;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped" | "error";
  readonly message: string;
  readonly lines?: readonly string[];
}

/** Parts of a page, in order; false: nothing. */
export type Blocks = readonly (Block | false)[];

export type Block = List | Table | Fold | Lanes | Code | Said;

interface Common {
  readonly in?: readonly Medium[];
  /** How much of it is shown. Default: all. */
  readonly most?: Partial<Record<Medium, number>>;
  /** How many there are in all. Default: those that it has. */
  readonly total?: number;
  /** What they are: `operation`. Default: nothing is said. */
  readonly noun?: string;
}

/** A text. `note`: it limits the result. `title`: it names what follows, with what the numbers are as its hint. */
export interface Said extends Common {
  readonly kind: "heading" | "sentence" | "note" | "title";
  readonly text: string;
  readonly tone?: Tone;
  readonly hint?: string;
}

export interface List extends Common {
  readonly kind: "list";
  readonly items: readonly Item[];
}

/** One of a list. `below` is said once for all that share it; `call` and `exchange` show it. */
export interface Item {
  readonly text: string;
  readonly result?: "passed" | "failed" | "undecided";
  readonly below?: string;
  readonly call?: number | null;
  readonly exchange?: string;
}

export interface Table extends Common {
  readonly kind: "table";
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly caption?: string;
  /** What the columns are of which some fall away where there is no room. */
  readonly columnNoun?: string;
  readonly isProse?: boolean;
  readonly hasCalls?: boolean;
}

/** `short` and `id` stand for the text where there is little room; `below` is left out there. */
export interface Cell {
  readonly text: string;
  readonly short?: string;
  readonly id?: string;
  readonly below?: string;
  readonly tone?: Tone;
  readonly isCode?: boolean;
  readonly isMark?: boolean;
}

/** What is opened by choice. `brief` is its title where that was said before it. */
export interface Fold extends Common {
  readonly kind: "fold";
  readonly title: string;
  readonly id?: string;
  readonly mark?: Cell;
  readonly brief?: string;
  readonly isOpen?: boolean;
  /** Whether it has so little in it that it stands close to the next. */
  readonly isShort?: boolean;
  readonly blocks: Blocks;
}

export interface Lanes extends Common {
  readonly kind: "lanes";
  readonly lanes: readonly Lane[];
  readonly telling: number;
}

export interface Lane {
  readonly id: number;
  readonly about: string;
  readonly target: string;
  readonly outcome: Cell;
  /** How it went, in a sentence behind the outcome. */
  readonly how: string;
  readonly edge: number;
  readonly marks: readonly Mark[];
  readonly attempts: Table;
}

/** An attempt on a lane, in seconds since the call's first. */
export interface Mark extends Span, Pick<CardAttempt, "status" | "outcome" | "retryAfter"> {
  readonly answer: string;
  readonly early: number;
  readonly isDoubtful: boolean;
}

/** Its language as a fence of Markdown names it. `text`, `ts` and `json` are shown, others are copied, and never cut. */
export interface Code extends Common {
  readonly kind: "code";
  readonly language: string;
  readonly text: string;
}

export const blocksIn = (medium: Medium, blocks: Blocks): Block[] =>
  blocks.filter((block) => block !== false && (block.in?.includes(medium) ?? true)) as Block[];

export const only = (media: readonly Medium[], ...blocks: Blocks): Blocks =>
  blocks.map((block) => block && { ...block, in: media });

export const said = (text: string, tone?: Tone, kind: Said["kind"] = "sentence"): Said =>
  tone === undefined ? { kind, text } : { kind, text, tone };

export const fold = (title: string, blocks: Blocks, more: Partial<Fold> = {}): Fold => ({
  kind: "fold",
  title,
  blocks,
  ...more,
});

export const heading = (text: string): Said => said(text, undefined, "heading");

export const code = (language: Code["language"], text: string, most?: Code["most"]): Code => ({
  kind: "code",
  language,
  text,
  ...(most && { most }),
});

export const listOf = (texts: readonly string[], more: Omit<Common, "in"> = {}): List => ({
  kind: "list",
  items: texts.map((text) => ({ text })),
  ...more,
});

export function cut<T>(medium: Medium, all: readonly T[], { most, total = all.length }: Common) {
  const shown = all.slice(0, most?.[medium] ?? all.length);
  return { shown, more: total - shown.length };
}

export function grouped(items: readonly Item[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = `${item.result} ${item.below}`;
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups.values()];
}
