import type { Step } from "../../scenarios/types.ts";
import type { Dice } from "../../world/dice.ts";
import type { Kind } from "../kinds.ts";
import type { Moment } from "../observation.ts";
import type { ScheduledFault, Schedule } from "../schedule.ts";
import { placeAmong, type Spot } from "../spots.ts";
import type { OracleName } from "../names.ts";
import type { Baseline } from "../reference.ts";

/** A kind of what is done in the middle of a run, rather than to one call. */
const inRun = (name: string, how: Partial<Kind>): Kind => ({
  name,
  variant: name,
  family: name,
  outcome: {},
  isSilent: false,
  costMs: 0,
  ...how,
});

const whatever = "*";

/** How long everything is down, and how far the clock jumps: further than the life of a token. */
const downFor = "3s";
const jump = "61m";
export const jumpMs = 3_660_000;

const outage = inRun("outage", {
  variant: "outage of 4 requests",
  outcome: { status: 503 },
  bounds: { times: 4 },
});
const down: Step = {
  fault: { operation: whatever, connection: "close", times: "always", ttl: downFor },
};
const outageOfTime = inRun("outage", { variant: `outage of ${downFor}`, step: down, costMs: 3000 });
const jumping = (variant: string, clock: NonNullable<Step["clock"]>) =>
  inRun("clock", { variant, step: { clock } });
const ahead = jumping(`clock +${jump}`, { advance: jump });
const back = jumping(`clock -${jump}`, { mode: "offset", by: `-${jump}` });

export const momentKinds: readonly Kind[] = [outage, outageOfTime, ahead, back];

/** The moments of a request at which a command is killed: nothing of it arrives, it is done, or it is answered. */
export const crashKinds: readonly Kind[] = [
  inRun("kill after", { family: "crash", outcome: { connection: "hang" }, where: "after" }),
  inRun("kill before", { family: "crash", outcome: { connection: "hang" } }),
  inRun("kill at response", { family: "crash" }),
];

const kills = ({ kind }: ScheduledFault): boolean => kind.family === "crash";

export const isCrash = (schedule: Schedule): boolean => schedule.some(kills);

export const isOfRun = (planned: ScheduledFault): boolean =>
  planned.spot.operation === whatever || kills(planned);

export function momentOf(schedule: Schedule): { at?: Moment } {
  const planned = schedule.find((each) => each.kind.step !== undefined || kills(each));
  if (planned === undefined) return {};
  const { operation, before } = planned.spot;
  return { at: { operation, before, does: planned.kind.step ?? "kill" } };
}

export function againOf(schedule: Schedule, baseline: Baseline, oracles: readonly OracleName[]) {
  if (isCrash(schedule)) return "always";
  return oracles.includes("recovery") && baseline.isRepeatable ? "if failed" : "never";
}

export type IsRead = (operation: string) => boolean;

/** Single faults: `once` has each kind at one read and one write, `elsewhere` all other places. */
export type Parts = { readonly once: Schedule[]; readonly elsewhere: Schedule[] };

/** An outage, and jumps of the clock where nothing falls due that soon. @param pages which requests go on with a list */
export function momentsOf(
  { requests, pages, isStill }: { requests: number; pages: readonly number[]; isStill: boolean },
  dice: Dice,
): Parts {
  const drawn = (most: number) => dice.integer(0, Math.max(0, most));
  const at = (kind: Kind, before: number): Schedule => [
    { spot: { ...placeAmong, operation: whatever, before }, kind },
  ];
  const middle = at(outage, drawn(requests - 1));
  // After the last request there is nothing left to go wrong.
  if (requests < 2) return { once: [middle], elsewhere: [] };
  const inWalk = pages.length > 0 ? pages[drawn(pages.length - 1)] : drawn(requests - 2);
  const jumps = isStill ? [at(ahead, inWalk ?? 0)] : [];
  const once = [middle, at(outageOfTime, drawn(requests - 2)), ...jumps];
  return { once, elsewhere: [at(outage, 0), at(back, drawn(requests - 2))] };
}

/** Kills at one read and at one write, and apart those at all other writes. */
export function crashesOf(spots: readonly Spot[], isRead: IsRead, dice: Dice): Parts {
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
