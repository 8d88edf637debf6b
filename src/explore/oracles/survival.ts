import { isHuge, type Kind } from "../kinds.ts";
import { isReading } from "../../world/faults/kind.ts";
import type { Rows } from "../../world/faults/plan.ts";
import { whyFailed } from "../observation.ts";
import type { ScheduledFault } from "../schedule.ts";
import type { Oracle } from "./oracle.ts";

export const mustSurviveDefault = ["429", "503", "reset", "timeout"] as const;

/** What somebody who asks that a kind be survived calls it; undefined: nobody can ask that. */
function survivalName({ outcome, family }: Kind): string | undefined {
  const status = outcome.status ?? outcome.edge;
  if (status !== undefined) return String(status);
  if (outcome.limit !== undefined) return "429";
  if (outcome.connection === "hang" || family === "slow") return "timeout";
  return family === "lost" ? "reset" : undefined;
}

/** A client may refuse a wait that cannot be one, or that no run lasts. */
export const isNonsense = (retryAfter: unknown): boolean =>
  retryAfter === "garbage" ||
  isHuge(retryAfter) ||
  (typeof retryAfter === "number" && retryAfter < 0);

/** What must be survived was: once, and of writes only where it is certain that they were not done. */
export const survival =
  (rows: Rows): Oracle =>
  ({ schedule, seen, mustSurvive }) => {
    if (seen.exitCode === 0 || seen.isKilled) return undefined;
    const isAsked = ({ spot, kind }: ScheduledFault) => {
      if (isNonsense(kind.outcome.retryAfter)) return false;
      const name = survivalName(kind);
      if (name === undefined || !mustSurvive.includes(name)) return false;
      if (spot.which === "all" || spot.which === "again") return false;
      const row = rows.get(spot.operation);
      return (name !== "reset" && name !== "timeout") || (row !== undefined && isReading(row));
    };
    if (schedule.length === 0 || !schedule.every(isAsked)) return undefined;
    return {
      oracle: "survival",
      text: `the command gives up (${whyFailed(seen)})`,
      signs: "fails",
    };
  };
