import { counted } from "../../report/figures.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { type Difference, differenceKinds, groupOf, sentenceOf } from "./difference.ts";

/** How alike two responses are: in all, in shape, in status, or in nothing. */
export type Likeness = "equal" | "shape" | "status" | "different";

/** A difference of an operation, as often as it was met. */
export interface FoundDifference extends Difference {
  readonly operation: string;
  /** It in one sentence, with both sides. */
  readonly says: string;
  /** The first request that met it, and where that is recorded. */
  readonly request: string;
  readonly where: string;
  readonly times: number;
  /** The quirk that has the emulator do the same; null: none can. */
  readonly quirk: AccountQuirk | null;
  /** The status of the emulator's response. */
  readonly status: number;
}

/** The exchanges of one operation, by how alike their responses are. */
interface OperationResult extends Readonly<Record<Likeness, number>> {
  readonly operation: string;
  /** The worst first. */
  readonly differences: readonly FoundDifference[];
}

/** What became of a recording that was replayed. */
export interface Comparison {
  readonly exchanges: number;
  readonly compared: number;
  /** How many records of each type were made before it began. */
  readonly assumed: Readonly<Record<string, number>>;
  readonly operations: readonly OperationResult[];
  /** What was not compared, and how many of it. */
  readonly passedOver: readonly { readonly why: string; readonly count: number }[];
  readonly notes: readonly string[];
}

/** Collects what comes of each exchange. */
export class Collected {
  readonly #operations = new Map<string, Record<Likeness, number>>();
  readonly #differences = new Map<string, FoundDifference>();
  readonly #passedOver = new Map<string, number>();
  compared = 0;
  /** How many responses are not recorded whole. */
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
    const counts = this.#operations.get(at.operation) ?? {
      equal: 0,
      shape: 0,
      status: 0,
      different: 0,
    };
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
export const assumedText = ({ assumed }: Pick<Comparison, "assumed">): string =>
  Object.entries(assumed)
    .map(([type, count]) => counted(count, type.replaceAll("-", " ")))
    .join(", ");
