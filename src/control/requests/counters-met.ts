import { stageNames } from "../../contract/stages.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { Refusal } from "../../jsonapi/refusal.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { byParameters, endpointOf } from "../../pipeline/limit.ts";
import type { EntryView } from "../../world/journal/entry.ts";
import type { CounterView, Wanted } from "../../world/limits/limits.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type LimitCounter, shownCounter } from "../limit-counters.ts";

/** A counter that a request met, as it stood right after it. */
export interface MetCounter extends Omit<LimitCounter, "resetSeconds"> {
  /** Whether it refused the request. */
  readonly refused: boolean;
}

const limitAt = stageNames.indexOf("limit");

/** Whether a request came to the counters. */
const isCounted = ({ stage }: EntryView): boolean => stageNames.indexOf(stage) >= limitAt;

/** Whose counters they are: the private keys of an account share them, an installed app has its own. */
type Caller = Pick<EntryView, "account" | "app">;

export function* countersMetBy(
  emulation: Emulation,
  entry: EntryView,
): Slices<readonly MetCounter[]> {
  if (!isCounted(entry)) return [];
  return (yield* countersMet(emulation, entry, entry.id)).get(entry.id) ?? [];
}

/**
 * Lets the recorded requests of a caller take again what they took.
 *
 * @param last the request with which it ends. Default: the newest
 * @returns what each met
 */
export function* countersMet(
  emulation: Emulation,
  { account: id, app }: Caller,
  last?: string,
): Slices<Map<string, readonly MetCounter[]>> {
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
