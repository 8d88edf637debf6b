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

/** What is wrong with what is meant, though it has the shape: names that there are none of, which are never met. */
export function matcherProblem(which: Which, at: Path, { targets }: Api): ShapeProblem | undefined {
  const { operation } = which;
  const stage: string | undefined = which.stage;
  if (operation !== undefined && !targets.has(operation))
    return misnamed([...at, "operation"], `no operation '${operation}'`, operation, targets.keys());
  if (stage === undefined || isStageName(stage)) return undefined;
  const message = `no stage '${stage}'; expected ${stageNames.join(", ")}`;
  return misnamed([...at, "stage"], message, stage, stageNames);
}

/** An account that there is none of is never met, either. One that is gone may still be in the journal. */
export function accountProblem(account: string | undefined, at: Path, world: World) {
  if (account === undefined || world.account(account) !== undefined) return undefined;
  if (world.journal.received().some((each) => each.account === account)) return undefined;
  return misnamed(at, `no account with id ${account}`, account, accountIds(world));
}

export function misnamed(path: Path, message: string, name: string, known: Iterable<string>) {
  const near = nearest(name, known);
  return { path, message, ...(near !== undefined && { nearest: near }) };
}

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

export function amountFinding(what: string, found: number, amount: Amount) {
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

/** What is asked of requests, in words: `create_event, status 202`. @param all where nothing is asked */
export const wordsOf = (members: object, all = "requests"): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === "operation") return value as string;
      return `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
    })
    .join(", ") || all;
