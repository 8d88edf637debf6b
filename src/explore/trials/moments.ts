import type { Step } from "../../scenarios/types.ts";
import type { Dice } from "../../world/dice.ts";
import type { Kind } from "../kinds.ts";
import type { Moment } from "../observation.ts";
import type { ScheduledFault, Schedule } from "../schedule.ts";
import { placeAmong, type Spot } from "../spots.ts";

/** What happens in the middle of a run, to whatever the command asks then. */
const ofRun = (name: string, how: Pick<Kind, "outcome" | "variant"> & Partial<Kind>): Kind => ({
  name,
  family: name,
  isSilent: false,
  costMs: 0,
  ...how,
});

const whatever = "*";

/** How long everything is down, and how far the clock jumps: further than the life of a token. */
const downFor = "3s";
const downMs = 3000;
const jump = "61m";
export const jumpMs = 3_660_000;

const outage = ofRun("outage", {
  variant: "outage of 4 requests",
  outcome: { status: 503 },
  bounds: { times: 4 },
});

const down: Step = {
  fault: { operation: whatever, connection: "close", times: "always", ttl: downFor },
};
const outageOfTime = ofRun("outage", {
  variant: `outage of ${downFor}`,
  outcome: {},
  step: down,
  costMs: downMs,
});

const ahead = ofRun("clock", {
  variant: `clock +${jump}`,
  outcome: {},
  step: { clock: { advance: jump } },
});
const back = ofRun("clock", {
  variant: `clock -${jump}`,
  outcome: {},
  step: { clock: { mode: "offset", by: `-${jump}` } },
});

/** Kinds that are of a whole run, and of no operation. */
export const momentKinds: readonly Kind[] = [outage, outageOfTime, ahead, back];

/** Whether it is about a run rather than about one call. */
export const isOfRun = ({ spot, kind }: ScheduledFault): boolean =>
  spot.operation === whatever || kind.family === "crash";

/** What is done at a request of a run, besides faults. */
export function momentOf(schedule: Schedule): { at?: Moment } {
  const planned = schedule.find(({ kind }) => kind.step !== undefined || kind.family === "crash");
  if (planned === undefined) return {};
  const { operation, before } = planned.spot;
  return { at: { operation, before, does: planned.kind.step ?? "kill" } };
}

/**
 * An outage from a request on, and one for a time; and the clock jumps, where nothing else comes of that.
 *
 * @param pages which of the requests are pages of a list that goes on
 * @param isStill whether nothing falls due that soon
 */
export function momentsOf(
  { requests, pages, isStill }: { requests: number; pages: readonly number[]; isStill: boolean },
  dice: Dice,
): { once: Schedule[]; elsewhere: Schedule[] } {
  const drawn = (most: number) => dice.integer(0, Math.max(0, most));
  const at = (kind: Kind, before: number): Schedule => [{ spot: anyCall(before), kind }];
  const middle = at(outage, drawn(requests - 1));
  // After the last request there is nothing left to go wrong.
  if (requests < 2) return { once: [middle], elsewhere: [] };
  const inWalk = pages.length > 0 ? pages[drawn(pages.length - 1)] : drawn(requests - 2);
  const jumps = isStill ? [at(ahead, inWalk ?? 0)] : [];
  const once = [middle, at(outageOfTime, drawn(requests - 2)), ...jumps];
  return { once, elsewhere: [at(outage, 0), at(back, drawn(requests - 2))] };
}

const anyCall = (before: number): Spot => ({ ...placeAmong, operation: whatever, before });
