import { type StageName, walkedStages } from "../../contract/stages.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { EntryView } from "../../world/journal/entry.ts";
import { isPromise, promisedMs } from "../../world/limits/retry-after.ts";
import type { Slices } from "../../world/time/slices.ts";
import { instant } from "../limit-counters.ts";
import { countersMetBy, type MetCounter } from "./counters-met.ts";

/** A stage that a request came to. */
interface StageView {
  readonly name: StageName;
  /** What the stage did with it. planned: a fault gave the response. failed: an internal error. */
  readonly outcome: "passed" | "answered" | "refused" | "planned" | "failed";
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

export function stagesOf(entry: EntryView): StageView[] {
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
export function promiseOf({ retryAfter, arrivedReal, arrivedWorld, pace, ...entry }: EntryView) {
  const { durationMs, endedWorld, injected } = entry;
  const isDelayed = injected.includes("delay");
  const real = arrivedReal + (isDelayed ? (durationMs ?? 0) : 0);
  const ms = promisedMs(retryAfter, real);
  if (!isPromise(ms)) return null;
  const atMs = Math.floor((isDelayed ? (endedWorld ?? arrivedWorld) : arrivedWorld) + ms * pace);
  return { at: instant(atMs), atMs, seconds: ms / 1000 };
}
