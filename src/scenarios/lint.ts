import { parseLimitMode } from "../world/limits.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { stages } from "../pipeline/stages.ts";
import { parseDuration } from "../world/duration.ts";
import { nearest } from "../world/nearest.ts";
import type { Path, ShapeProblem } from "../world/read-shape.ts";
import type { Amount, Expectation, Scenario, Which } from "./shape.ts";

/** The stages that an exchange may end in; `open` is where a mistake of ours leaves it. */
const stageNames: readonly string[] = ["open", ...stages.map(([name]) => name)];

/** A stage that there is none of is never met: what must not be there would always be right. */
export function stageProblem({ stage }: Which, at: Path): ShapeProblem | undefined {
  if (stage === undefined || stageNames.includes(stage)) return undefined;
  const near = nearest(stage, stageNames);
  return {
    path: [...at, "stage"],
    message: `no stage '${stage}'; expected ${stageNames.join(", ")}`,
    ...(near !== undefined && { nearest: near }),
  };
}

/** Bounds that nothing can be within, or of which one would be passed over in silence. */
export function amountProblem({ count, min, max }: Amount, at: Path): ShapeProblem | undefined {
  const bound = min === undefined ? "max" : "min";
  if (count !== undefined && (min ?? max) !== undefined) {
    return { path: [...at, bound], message: "goes not with count" };
  }
  if (min === undefined || max === undefined || min <= max) return undefined;
  return { path: [...at, "max"], message: `expected at least min, which is ${min}` };
}

/** A gap without bounds is always right. */
export function gapProblem(
  { min, max }: NonNullable<Expectation["gap"]>,
  at: Path,
): ShapeProblem | undefined {
  if (min === undefined && max === undefined) return { path: at, message: "expected min or max" };
  const [least, most] = [parseDuration(min ?? 0), parseDuration(max)];
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
