import { type StageName, stageNames, walkedStages } from "../../contract/stages.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { Refusal } from "../../jsonapi/refusal.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { byParameters, endpointOf } from "../../pipeline/limit.ts";
import type { EntryView } from "../../world/journal/entry.ts";
import type { Wanted } from "../../world/limits/limits.ts";
import { isPromise, promisedMs } from "../../world/limits/retry-after.ts";
import type { Slices } from "../../world/time/slices.ts";
import { instant, type LimitCounter, shownCounter } from "../limit-counters.ts";

/** A stage that a request came to. */
interface StageView {
  readonly name: StageName;
  /** What the stage did with it. planned: a fault gave the response. failed: an internal error. */
  readonly outcome: "passed" | "answered" | "refused" | "planned" | "failed";
}

/** A counter that a request met, as it stood right after it. */
export interface MetCounter extends Omit<LimitCounter, "resetSeconds"> {
  /** Whether it refused the request. */
  readonly refused: boolean;
}

/** Until when a response asked its client to wait. */
interface PromiseView {
  /** In emulator time, ISO 8601 and in milliseconds since 1970. */
  readonly at: string;
  readonly atMs: number;
  /** In the client's seconds, from the response on. */
  readonly seconds: number;
}

/** What is worked out of a recorded request once somebody asks for it. */
export interface RequestDetail {
  /** In order, up to the stage that responded. */
  readonly stages: readonly StageView[];
  /** Counted again from the recorded requests, by the limits of now; empty if it came to no counter. */
  readonly counters: readonly MetCounter[];
  /** What its Retry-After promised; null: nothing. */
  readonly promise: PromiseView | null;
}

export function* detailOf(emulation: Emulation, entry: EntryView): Slices<RequestDetail> {
  return {
    stages: stagesOf(entry),
    counters: yield* countersMetBy(emulation, entry),
    promise: promiseOf(entry),
  };
}

function stagesOf(entry: EntryView): StageView[] {
  const last = entry.stage;
  if (last === "open") return [{ name: last, outcome: "failed" }];
  const passed = walkedStages.slice(0, walkedStages.indexOf(last));
  return [
    ...passed.map((name) => ({ name, outcome: "passed" }) as const),
    { name: last, outcome: outcomeOf(entry) },
  ];
}

function outcomeOf({ stage, status, lostStatus }: EntryView): StageView["outcome"] {
  if (stage === "plan") return "planned";
  return (lostStatus ?? status ?? 200) < 400 ? "answered" : "refused";
}

/** A promise is from the arrival of a request on, or from the end of a delay that a fault put before it. */
function promiseOf({ retryAfter, arrivedReal, arrivedWorld, pace, ...entry }: EntryView) {
  const { durationMs, endedWorld, injected } = entry;
  const isDelayed = injected.includes("delay");
  const real = arrivedReal + (isDelayed ? (durationMs ?? 0) : 0);
  const ms = promisedMs(retryAfter, real);
  if (!isPromise(ms)) return null;
  const atMs = Math.floor((isDelayed ? (endedWorld ?? arrivedWorld) : arrivedWorld) + ms * pace);
  return { at: instant(atMs), atMs, seconds: ms / 1000 };
}

const limitAt = stageNames.indexOf("limit");

/** Whether a request came to the counters. */
const isCounted = ({ stage }: EntryView): boolean => stageNames.indexOf(stage) >= limitAt;

/** Lets the recorded requests of the same caller take again what they took, up to this one. */
function* countersMetBy(emulation: Emulation, entry: EntryView): Slices<MetCounter[]> {
  const { world } = emulation;
  const account = world.account(entry.account ?? "");
  if (account === undefined || !isCounted(entry)) return [];
  const limits = account.limiting.fresh();
  const all = world.journal.received({ account: account.id });
  for (const { entry: each } of all) {
    yield;
    if (each.app !== entry.app) continue;
    const wanted = wantedBy(emulation, each);
    const now = each.arrivedWorld;
    for (const window of ["burst", "steady"] as const) {
      // A fault that uses a window up does so before the request is counted.
      const [first] = wanted;
      if (first && each.injected.includes(`limit ${window}`)) limits.fill(first, window, now);
    }
    if (!isCounted(each)) continue;
    const pace = paceOf(each);
    const blocked = limits.take(wanted, now, pace);
    if (each.id !== entry.id) continue;
    const names = new Set(wanted.map(({ name }) => name));
    return limits
      .view(now, pace)
      .filter(({ name }) => names.has(name))
      .map((counter) => {
        const { resetSeconds: _, ...shown } = shownCounter(counter, entry.app ?? undefined);
        const isIt = blocked?.name === counter.name && blocked.window === counter.window;
        return { ...shown, refused: entry.stage === "limit" && isIt };
      });
  }
  return [];
}

/** As the clock went when a request was answered. */
const paceOf = ({ pace }: EntryView) => ({
  clientSeconds: (worldMs: number) => Math.max(1, Math.ceil(worldMs / pace / 1000)),
  worldMsOf: (seconds: number) => Math.floor(seconds * 1000 * pace),
});

/** What a request took from, or wanted to. */
function wantedBy({ api }: Emulation, { operation, target, stage }: EntryView): Wanted[] {
  const row = api.operations.get(operation ?? "");
  const endpoint = endpointOf({ operation: row });
  // One that a later stage refused takes from its endpoint alone.
  if (row === undefined || (stage !== "limit" && stage !== "handle")) return [endpoint];
  const [, text = ""] = target.split(/\?(.*)/s);
  const parameters = readParameters(text);
  return parameters instanceof Refusal ? [endpoint] : [endpoint, ...byParameters(row, parameters)];
}
