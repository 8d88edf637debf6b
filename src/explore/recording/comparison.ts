import { counted } from "../../report/figures.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { type Difference, differenceKinds, groupOf, sentenceOf } from "./difference.ts";
import { type Block, listOf, type Page, said, type TestCase } from "../../report/page/page.ts";

export type Likeness = "equal" | "shape" | "status" | "different";

export interface FoundDifference extends Difference {
  readonly operation: string;
  readonly says: string;
  readonly request: string;
  readonly where: string;
  readonly times: number;
  /** The quirk that has the emulator do the same; null: none can. */
  readonly quirk: AccountQuirk | null;
  readonly status: number;
}

interface OperationResult extends Readonly<Record<Likeness, number>> {
  readonly operation: string;
  /** The worst first. */
  readonly differences: readonly FoundDifference[];
}

export interface Comparison {
  readonly exchanges: number;
  readonly compared: number;
  /** How many records of each type were made before it began. */
  readonly assumed: Readonly<Record<string, number>>;
  readonly operations: readonly OperationResult[];
  readonly passedOver: readonly { readonly why: string; readonly count: number }[];
  readonly notes: readonly string[];
}

export class Collected {
  readonly #operations = new Map<string, Record<Likeness, number>>();
  readonly #differences = new Map<string, FoundDifference>();
  readonly #passedOver = new Map<string, number>();
  compared = 0;
  cut = 0;

  passOver(why: string): void {
    this.#passedOver.set(why, (this.#passedOver.get(why) ?? 0) + 1);
  }

  add(
    at: Pick<FoundDifference, "operation" | "request" | "where" | "status">,
    differences: readonly Difference[],
    quirkFor: (difference: Difference) => AccountQuirk | undefined,
  ): void {
    this.compared += 1;
    const none = { equal: 0, shape: 0, status: 0, different: 0 };
    const counts = this.#operations.get(at.operation) ?? none;
    this.#operations.set(at.operation, counts);
    counts[likenessOf(differences)] += 1;
    const groups = new Set<string>();
    for (const each of differences) {
      const group = `${at.operation} ${groupOf(each)}`;
      if (groups.has(group)) continue;
      groups.add(group);
      const known = this.#differences.get(group);
      const quirk = known === undefined ? (quirkFor(each) ?? null) : known.quirk;
      const found = known ?? { ...each, ...at, says: sentenceOf(each), times: 0, quirk };
      this.#differences.set(group, { ...found, times: found.times + 1 });
    }
  }

  result(rest: Pick<Comparison, "exchanges" | "assumed" | "notes">): Comparison {
    const rank = ({ kind }: Difference) => differenceKinds.indexOf(kind);
    const all = [...this.#differences.values()].toSorted((one, other) => rank(one) - rank(other));
    const operations = [...this.#operations].map(([operation, counts]) => ({
      operation,
      ...counts,
      differences: all.filter((each) => each.operation === operation),
    }));
    const { cut, compared } = this;
    const alone = `compared by status and headers alone, since the body is not recorded whole: ${cut}`;
    return {
      ...rest,
      notes: [...(cut > 0 ? [alone] : []), ...rest.notes],
      compared,
      operations: operations.toSorted((one, other) => (one.operation < other.operation ? -1 : 1)),
      passedOver: [...this.#passedOver].map(([why, count]) => ({ why, count })),
    };
  }
}

function likenessOf(differences: readonly Difference[]): Likeness {
  const has = (...kinds: readonly string[]) => differences.some(({ kind }) => kinds.includes(kind));
  if (has("status")) return "different";
  return has("header", "shape") ? "status" : has("value") ? "shape" : "equal";
}

/** The differences that count: values are the account's own, unless they are to be held against it, too. */
export const countedIn = ({ operations }: Comparison, isStrict: boolean): FoundDifference[] =>
  operations.flatMap(({ differences }) =>
    differences.filter(({ kind }) => isStrict || kind !== "value"),
  );

/** A difference as a ratchet has it: not what is other each time. */
export const lineOf = (each: FoundDifference): string =>
  `${each.operation}: ${each.kind === "status" ? each.says : groupOf(each)}`;

/** What was assumed, in words; empty: nothing. */
const assumedText = ({ assumed }: Pick<Comparison, "assumed">): string =>
  Object.entries(assumed)
    .map(([type, count]) => counted(count, type.replaceAll("-", " ")))
    .join(", ");

const likenesses: Readonly<Record<Likeness, string>> = {
  equal: "equal",
  shape: "same shape",
  status: "same status",
  different: "different",
};

const shownMax = 3;

/** What became of a recording, as a page. @param failed the differences for which it does not pass */
export function comparisonPage(comparison: Comparison, failed: readonly FoundDifference[]): Page {
  const { exchanges, compared, operations, passedOver, notes } = comparison;
  const names = Object.keys(likenesses) as Likeness[];
  const sum = (name: Likeness) => operations.reduce((total, each) => total + each[name], 0);
  const assumed = assumedText(comparison);
  const isSame = failed.length === 0;
  const counts = names.map((name) => `${sum(name)} ${likenesses[name]}`).join(", ");
  return {
    title: "Compare",
    verdict: isSame
      ? "The emulator responds as recorded."
      : `${counted(failed.length, "difference")} from the recording.`,
    tone: isSame ? "good" : "bad",
    summary: `${compared} of ${counted(exchanges, "exchange")} compared: ${counts}.`,
    since: null,
    blocks: [
      assumed !== "" && said(`Assumed before the first request: ${assumed}.`),
      passedOver.length > 0 &&
        listOf(passedOver.map(({ why, count }) => `Not compared: ${count} ${why}`)),
      notes.length > 0 && listOf(notes, { most: { text: 5 } }),
      {
        kind: "table",
        label: "Operations",
        heads: ["Operation", ...Object.values(likenesses)],
        rows: operations.map((each) => [
          { text: each.operation, isCode: true },
          ...names.map((name) => ({
            text: each[name] === 0 ? "" : String(each[name]),
            tone: name === "different" || name === "status" ? ("bad" as const) : ("idle" as const),
          })),
        ]),
      },
      ...operations.flatMap((each): Block[] => differencesOf(each.differences, failed)),
    ],
    tests: { name: "compare", cases: operations.map((each) => caseOf(each, failed)) },
  };
}

type Some = readonly FoundDifference[];

function differencesOf(all: Some, failed: Some): Block[] {
  const [first] = all;
  if (first === undefined) return [];
  return [
    said(first.operation, failed.some((each) => all.includes(each)) ? "bad" : "idle", "title"),
    {
      kind: "list",
      most: { text: shownMax },
      noun: "difference",
      items: all.map((each) => ({
        text: `${each.says}${each.times > 1 ? ` (${each.times} times)` : ""}`,
        result: failed.includes(each) ? ("failed" as const) : ("undecided" as const),
        below: `${each.request} (${each.where})`,
      })),
    },
  ];
}

function caseOf({ operation: name, differences }: OperationResult, failed: Some): TestCase {
  const own = differences.filter((each) => failed.includes(each));
  const lines = own.map(({ says, request, where }) => `${says}: ${request} (${where})`);
  const outcome = own.length === 0 ? "passed" : "failed";
  return { name, outcome, message: own[0]?.says ?? "", lines };
}
