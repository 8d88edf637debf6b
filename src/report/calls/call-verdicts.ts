import type { CallVerdict } from "../card-shape.ts";
import { textOf } from "../judging.ts";
import type { LogicalCall } from "./logical-call.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";

/** The worst first. */
const ranks = ["failed", "undecided", "passed"] as const;

type Known = Map<string, { readonly verdict: CallVerdict; readonly rank: number }>;

/** What each rule says of single calls: of several findings the worst. */
export class CallVerdicts {
  readonly #thresholds: Thresholds;
  readonly #byCall: ReadonlyMap<number, Known>;

  constructor(calls: readonly LogicalCall[], thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#byCall = new Map(calls.map(({ id }) => [id, new Map()]));
  }

  note(rule: Rule, finding: Finding): void {
    const known = finding.call && this.#byCall.get(finding.call.id);
    const { result } = finding;
    if (known === undefined || result === "unknown") return;
    const rank = ranks.indexOf(result);
    if ((known.get(rule.id)?.rank ?? ranks.length) <= rank) return;
    const text = textOf(finding, rule, this.#thresholds);
    known.set(rule.id, { verdict: { rule: rule.id, result, text }, rank });
  }

  of({ id }: LogicalCall): CallVerdict[] {
    const known = [...(this.#byCall.get(id)?.values() ?? [])];
    return known.toSorted((a, b) => a.rank - b.rank).map(({ verdict }) => verdict);
  }
}
