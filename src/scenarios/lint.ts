import { parseLimitMode } from "../world/limits/limits.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { Path, ShapeProblem } from "../world/read-shape.ts";
import type { Expectation, Scenario } from "./types.ts";

/** A gap without bounds is always right. */
export function gapProblem(
  { min, max }: NonNullable<Expectation["gap"]>,
  at: Path,
): ShapeProblem | undefined {
  if (min === undefined && max === undefined) return { path: at, message: "expected min or max" };
  const [least, most] = [parseDuration(min ?? "0s"), parseDuration(max)];
  if (least === undefined || most === undefined || least <= most) return undefined;
  return { path: [...at, "max"], message: `expected at least min, which is ${min}` };
}

/** What an emulator of its own would refuse when it is started. */
export function settingsProblem({ settings = {} }: Scenario): ShapeProblem | undefined {
  const { rateLimits = "real", frozenAt } = settings;
  if (parseLimitMode(rateLimits) === undefined) {
    return { path: ["settings", "rateLimits"], message: "expected real, off, or x10" };
  }
  if (frozenAt === undefined || parseDatetime(frozenAt) !== undefined) return undefined;
  return { path: ["settings", "frozenAt"], message: "expected an ISO 8601 datetime" };
}
