import { described, integer } from "../contract/shape.ts";
import { ControlError } from "../emulation/problem.ts";
import type { Amount } from "./types.ts";

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
