import type { Drift } from "../../../contract/drift/drift.ts";
import { type Call, hasAt } from "../../../control/upgrade.ts";
import { groupedBy } from "../../../report/streams.ts";

/** A difference, and what recorded requests have to do with it. */
export interface MetDrift extends Drift {
  /** How many recorded requests are for its operation. */
  readonly requests: number;
  /** Whether one of them has in it what differs. */
  readonly isMet: boolean;
}

/** Differences by what recorded requests meet first: the very thing, then its operation. */
export function metFirst(differences: readonly Drift[], calls: readonly Call[]): MetDrift[] {
  const byOperation = groupedBy(calls, ({ operation }) => operation ?? "");
  const met = differences.map((each): MetDrift => {
    const own = byOperation.get(each.operation) ?? [];
    return { ...each, requests: own.length, isMet: own.some((call) => meets(call, each)) };
  });
  return met.toSorted(
    (one, other) => Number(other.isMet) - Number(one.isMet) || other.requests - one.requests,
  );
}

function meets({ target, status, request, response }: Call, { of, at }: Drift): boolean {
  if (of === "operation" || of === "scopes") return true;
  const place = at.replaceAll(/<[^>]*>/g, "");
  if (of === "body") return hasAt(request.body, place);
  if (of === "answer") return at === `${status}` || hasAt(response.body, place);
  const asked = new URLSearchParams(target.split(/\?(.*)/s)[1]);
  const [, name = "", what = ""] = /^([^ =]*(?:\[[^\]]*\])?)(?:[ =](.*))?$/.exec(at) ?? [];
  return asked
    .getAll(name)
    .some((value) =>
      what.includes("(")
        ? value.includes(what.slice(0, -1))
        : !at.includes("=") || value.split(",").includes(what),
    );
}
