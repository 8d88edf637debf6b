import { isStageName, stageNames } from "../contract/stages.ts";
import type { Api } from "../verbs/invocation.ts";
import { nearest } from "../world/name-match.ts";
import type { Path, ShapeProblem } from "../world/read-shape.ts";
import type { Which } from "../world/faults/types.ts";
import type { World } from "../world/world.ts";
import type { Amount } from "./types.ts";
import { accountIds } from "./operation.ts";
import { described, integer } from "../contract/shape.ts";
import { ControlError } from "../emulation/problem.ts";

/** What is wrong with what is meant, though it has the shape: names that there are none of. */
export const matcherProblem = (which: Which, at: Path, api: Api): ShapeProblem | undefined =>
  operationProblem(which, at, api) ?? stageProblem(which.stage, at);

function operationProblem({ operation }: Which, at: Path, api: Api): ShapeProblem | undefined {
  if (operation === undefined || api.targets.has(operation)) return undefined;
  const near = nearest(operation, api.targets.keys());
  return {
    path: [...at, "operation"],
    message: `no operation '${operation}'`,
    ...(near !== undefined && { nearest: near }),
  };
}

/** A stage that there is none of is never met: what must not be there would always be right. */
function stageProblem(stage: string | undefined, at: Path): ShapeProblem | undefined {
  if (stage === undefined || isStageName(stage)) return undefined;
  const near = nearest(stage, stageNames);
  return {
    path: [...at, "stage"],
    message: `no stage '${stage}'; expected ${stageNames.join(", ")}`,
    ...(near !== undefined && { nearest: near }),
  };
}

/**
 * An account that there is none of is never met, either. One that is gone may still be in the journal.
 *
 * @param at where the account's id stands
 */
export function accountProblem(
  account: string | undefined,
  at: Path,
  world: World,
): ShapeProblem | undefined {
  if (account === undefined || world.account(account) !== undefined) return undefined;
  if (world.journal.received().some((each) => each.account === account)) return undefined;
  const near = nearest(account, accountIds(world));
  return {
    path: at,
    message: `no account with id ${account}`,
    ...(near !== undefined && { nearest: near }),
  };
}

/** Bounds that nothing can be within, or of which one would be passed over in silence. */
export function amountProblem({ count, min, max }: Amount, at: Path): ShapeProblem | undefined {
  const bound = min === undefined ? "max" : "min";
  if (count !== undefined && (min ?? max) !== undefined)
    return { path: [...at, bound], message: "goes not with count" };
  if (min === undefined || max === undefined || min <= max) return undefined;
  return { path: [...at, "max"], message: `expected at least min, which is ${min}` };
}

export const amountMembers = {
  "count?": described(integer({ min: 0 }), "Exactly this many."),
  "min?": described(integer({ min: 0 }), "At least this many."),
  "max?": described(integer({ min: 0 }), "At most this many."),
} as const;

/** The bounds that an amount says; without any, at least one. */
export const boundsOf = ({ count, min, max }: Amount) => ({
  least: count ?? min ?? (max === undefined ? 1 : 0),
  most: count ?? max ?? Number.POSITIVE_INFINITY,
});

/** Whether a number is as expected, and both in words. */
export function amountFinding(
  what: string,
  found: number,
  amount: Amount,
): { readonly passed: boolean; readonly message: string } {
  const { least, most } = boundsOf(amount);
  const expected =
    least === most
      ? String(least)
      : [
          ...(least > 0 ? [`at least ${least}`] : []),
          ...(Number.isFinite(most) ? [`at most ${most}`] : []),
        ].join(" and ");
  const passed = found >= least && found <= most;
  return { passed, message: `${what}: ${found}, expected ${expected}` };
}

/** A number of what is expected. @throws ControlError for what is none */
export function wholeCount(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw new ControlError("expected a whole number, not negative", "count");
}

/**
 * What is asked of requests, in words: `create_event, email p1@example.com, status 202`.
 *
 * @param all where nothing is asked. Default: `requests`
 */
export const wordsOf = (members: object, all = "requests"): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === "operation") return value as string;
      return `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
    })
    .join(", ") || all;
