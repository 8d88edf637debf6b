import type { Dice } from "../../world/dice.ts";
import type { Kind } from "../kinds.ts";
import type { OracleName } from "../names.ts";
import type { Again } from "../observation.ts";
import type { Baseline } from "../reference.ts";
import type { Schedule } from "../schedule.ts";
import type { Spot } from "../spots.ts";

const crashing = (name: string, how: Pick<Kind, "outcome" | "where">): Kind => ({
  name,
  variant: name,
  family: "crash",
  isSilent: false,
  costMs: 0,
  ...how,
});

/** The moments of a request at which a command is killed: nothing of it arrives, it is done, or it is answered. */
export const crashKinds: readonly Kind[] = [
  crashing("kill after", { outcome: { connection: "hang" }, where: "after" }),
  crashing("kill before", { outcome: { connection: "hang" } }),
  crashing("kill at response", { outcome: {} }),
];

export const isCrash = (schedule: Schedule): boolean =>
  schedule.some(({ kind }) => kind.family === "crash");

/** Whether the command is run once more after a schedule. */
export function againOf(
  schedule: Schedule,
  { isRepeatable }: Pick<Baseline, "isRepeatable">,
  oracles: readonly OracleName[],
): Again {
  if (isCrash(schedule)) return "always";
  return oracles.includes("recovery") && isRepeatable ? "if failed" : "never";
}

/** Kills at one read and at one write, and apart those at all others. What is only read is never done. */
export function crashesOf(
  spots: readonly Spot[],
  isRead: (operation: string) => boolean,
  dice: Dice,
): { once: Schedule[]; elsewhere: Schedule[] } {
  const single = spots.filter(({ which }) => which !== "all");
  const chosen = [false, true].flatMap((reads) => {
    const side = single.filter(({ operation }) => isRead(operation) === reads);
    return side.length === 0 ? [] : (side[dice.integer(0, side.length - 1)] ?? []);
  });
  const at = (spot: Spot): Schedule[] =>
    crashKinds
      .filter(({ where }) => where === undefined || (spot.isDone && !isRead(spot.operation)))
      .map((kind) => [{ spot, kind }]);
  const others = single.filter((spot) => !chosen.includes(spot) && !isRead(spot.operation));
  return { once: chosen.flatMap(at), elsewhere: others.flatMap(at) };
}
