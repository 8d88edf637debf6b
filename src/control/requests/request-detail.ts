import { stageNames, type StageName, walkedStages } from "../../contract/stages.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { Refusal } from "../../jsonapi/refusal.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { byParameters, endpointOf } from "../../pipeline/limit.ts";
import type { EntryView } from "../../world/journal/entry.ts";
import type { CounterView, Wanted } from "../../world/limits/limits.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type LimitCounter, shownCounter, instant } from "../limit-counters.ts";
import { isPromise, promisedMs } from "../../world/limits/retry-after.ts";

/** A counter that a request met, as it stood right after it. */
export interface MetCounter extends Omit<LimitCounter, "resetSeconds"> {
  /** Whether it refused the request. */
  readonly refused: boolean;
}

const limitAt = stageNames.indexOf("limit");

const isCounted = ({ stage }: EntryView): boolean => stageNames.indexOf(stage) >= limitAt;

/** Whose counters they are: the private keys of an account share them, an installed app has its own. */
type Caller = Pick<EntryView, "account" | "app">;

/** What each recorded request of a caller met, once all take again what they took. @param last the only one that is meant */
export function* countersMet(emulation: Emulation, { account: id, app }: Caller, last?: string) {
  const { world } = emulation;
  const account = world.account(id ?? "");
  const met = new Map<string, readonly MetCounter[]>();
  if (account === undefined) return met;
  const limits = account.limiting.fresh();
  for (const { entry: each } of world.journal.received({ account: account.id })) {
    yield;
    if (each.app !== app) continue;
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
    if (last !== undefined && each.id !== last) continue;
    const isIt = ({ name, window }: CounterView) =>
      blocked?.name === name && blocked.window === window;
    met.set(each.id, shownOf(each, wanted, limits.view(now, pace), isIt));
    if (last !== undefined) break;
  }
  return met;
}

/** The counters that a request met, as they are at this moment: it is to be right after it. */
export function countersNow(emulation: Emulation, entry: EntryView): readonly MetCounter[] {
  const account = emulation.lasting.account(entry.account ?? "");
  if (account === undefined || !isCounted(entry)) return [];
  const { clock } = account;
  const views = account.limiting.of(entry.app ?? undefined).view(clock.now(), clock);
  // Of those that are shut, the one that opens last is the one that refuses.
  const shut = views.filter((each) => each.used >= each.limit || each.shutUntilMs !== null);
  const [longest] = shut.toSorted((a, b) => b.opensAtMs - a.opensAtMs);
  return shownOf(entry, wantedBy(emulation, entry), views, (each) => each === longest);
}

function shownOf(
  { stage, app }: EntryView,
  wanted: readonly Wanted[],
  views: readonly CounterView[],
  isIt: (counter: CounterView) => boolean,
): readonly MetCounter[] {
  const names = new Set(wanted.map(({ name }) => name));
  return views
    .filter(({ name }) => names.has(name))
    .map((counter) => {
      const { resetSeconds: _, ...shown } = shownCounter(counter, app ?? undefined);
      return { ...shown, refused: stage === "limit" && isIt(counter) };
    });
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
  const met = isCounted(entry) ? yield* countersMet(emulation, entry, entry.id) : undefined;
  const counters = met?.get(entry.id) ?? [];
  return { stages: stagesOf(entry), counters, promise: promiseOf(entry) };
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
