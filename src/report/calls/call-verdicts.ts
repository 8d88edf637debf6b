import type { CallVerdict } from "../card-shape.ts";
import { textOf } from "../judging.ts";
import type { Finding, Rule } from "../rule.ts";
import type { Thresholds } from "../thresholds.ts";
import type { LogicalCall } from "./logical-call.ts";

/** The worst first. */
const rankOf = ({ result }: Pick<CallVerdict, "result">): number =>
  ["failed", "undecided", "passed"].indexOf(result);

export class CallVerdicts {
  readonly #thresholds: Thresholds;
  readonly #byCall: ReadonlyMap<number, Map<string, CallVerdict>>;

  constructor(calls: readonly LogicalCall[], thresholds: Thresholds) {
    this.#thresholds = thresholds;
    this.#byCall = new Map(calls.map(({ id }) => [id, new Map()]));
  }

  note(rule: Rule, finding: Finding): void {
    const known = finding.call && this.#byCall.get(finding.call.id);
    const { result } = finding;
    if (known === undefined || result === "unknown") return;
    const before = known.get(rule.id);
    if (before !== undefined && rankOf(before) <= rankOf({ result })) return;
    known.set(rule.id, { rule: rule.id, result, text: textOf(finding, rule, this.#thresholds) });
  }

  of({ id }: LogicalCall): CallVerdict[] {
    const known = [...(this.#byCall.get(id)?.values() ?? [])];
    return known.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
