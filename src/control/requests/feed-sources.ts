import { headsOf } from "../../domain/deliveries/decide.ts";
import { deliveries, type Delivery, isUnderWay } from "../../domain/deliveries/records.ts";
import { messages, statusOf } from "../../domain/messages/records.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { Notice } from "../../world/notices.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import { viewClock } from "../clock-view.ts";
import { viewDelivery } from "../messages/delivery-view.ts";
import { type FaultHappening, type Tell, Beat, explorationTeller, gathered } from "./happenings.ts";
import { countersOf } from "../limit-counters.ts";

const shownMax = 50;

/** Listens to all that happens in an emulator. @returns stops that */
export function listenToAll(emulation: Emulation, tell: Tell): () => void {
  const { journal, notices } = emulation.lasting;
  const faults = faultTeller(emulation, tell);
  const beat = new Beat();
  const tellExploration = explorationTeller(beat, tell);
  const counted = gathered(beat, emulation.api.operations.size + 1, (account, names) =>
    tellCounted(emulation, account, names, tell),
  );
  const delivered = changed(emulation, beat, deliveries, (of, records, count) => {
    const [account, heads] = [of.id, headsOf(of)];
    const views = records.map((each) => viewDelivery(of, each, heads));
    tell("delivery", account, { account, count, deliveries: views });
  });
  const sent = changed(emulation, beat, messages, ({ id: account }, records, count) => {
    const glimpses = records.map((each) => {
      const { id, channel, to, subject } = each;
      return { id, channel, to, status: statusOf(each), subject, at: formatDatetime(each.at) };
    });
    tell("message", account, { account, count, messages: glimpses });
  });
  const stops = [
    journal.written.listen((entry) => {
      tell("request", entry.account, entry);
      for (const id of entry.faults) faults.met(id, entry.account, entry.id);
      // The counter that it takes from beside those of its parameters.
      if (entry.account !== null) counted(entry.account, entry.operation ?? "unknown path");
    }),
    journal.ended.listen((entry) => tell("request", entry.account, entry)),
    notices.listen((notice) => {
      if (notice.of === "fault") faults.changed(notice.what, notice.id, notice.account);
      else if (notice.of === "explore") tellExploration(notice);
      else tellNotice(emulation, notice, tell);
    }),
    emulation.commitListeners.listen((account, changes) => {
      // What happens aside is nobody's business.
      if (emulation.lasting.account(account.id) !== account) return;
      for (const change of changes) {
        if (!("put" in change)) continue;
        if (change.collection.name === deliveries.name) {
          delivered(account.id, change.put.id);
          faults.metBy(account, change.put as Delivery);
        } else if (change.collection.name === messages.name) sent(account.id, change.put.id);
      }
    }),
    () => beat.stop(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Gathers records of a collection that changed, and tells of them as they are then. */
const changed = <R extends Stored>(
  emulation: Emulation,
  beat: Beat,
  collection: Collection<R>,
  told: (account: Account, records: R[], count: number) => void,
) =>
  gathered(beat, shownMax, (id, ids, count) => {
    const account = emulation.lasting.account(id);
    if (account === undefined) return;
    const records = [...ids].flatMap((each) => account.table(collection).get(each) ?? []);
    told(account, records as R[], count);
  });

function tellCounted(emulation: Emulation, id: string, names: ReadonlySet<string>, tell: Tell) {
  const account = emulation.lasting.account(id);
  if (account === undefined) return;
  // A parameter with limits of its own is counted as `name=value`.
  const isMeant = (name: string) => names.has(name) || name.includes("=");
  const counters = countersOf(account).filter(({ name }) => isMeant(name));
  if (counters.length > 0) tell("limits", id, { what: "counted", account: id, counters });
}

function tellNotice(
  { lasting }: Emulation,
  notice: Exclude<Notice, { of: "fault" | "explore" }>,
  tell: Tell,
): void {
  const { of: _, ...data } = notice;
  const { account: id } = notice;
  switch (notice.of) {
    case "clock": {
      const clock = viewClock(lasting, id === null ? undefined : lasting.account(id));
      return tell("clock", id, { what: notice.what, account: id, clock });
    }
    case "limits":
      return tell("limits", id, { what: "set", account: id, counters: [] });
    case "reset":
      return tell("reset", id, data as Omit<typeof notice, "of">);
    case "snapshot":
      return tell("snapshot", id, data as Omit<typeof notice, "of">);
    case "scenario": {
      const { account: _account, ...rest } = data as Omit<typeof notice, "of">;
      return tell("scenario", id, rest);
    }
  }
}

const hitsMax = 20;

function faultTeller(emulation: Emulation, tell: Tell) {
  /** Those of which it was told already, by what they are of. */
  const spent = new WeakMap<object, Set<string>>();
  const isNews = (id: string): boolean => {
    const { faults } = emulation.lasting;
    const known = spent.get(faults) ?? new Set();
    spent.set(faults, known);
    return known.size < known.add(id).size;
  };
  const viewOf = (id: string): FaultView | undefined => {
    const { faults, clock, redaction } = emulation.lasting;
    const view = faults.get(id, clock.now());
    if (view === undefined) return undefined;
    const { hits, turns } = view;
    const exchanges = hits.exchanges.slice(-hitsMax);
    const last = turns && { turns: turns.slice(-hitsMax) };
    return redaction.json({ ...view, hits: { ...hits, exchanges }, ...last }) as FaultView;
  };
  const met = (id: string, account: string | null, exchange: string): void => {
    const fault = viewOf(id);
    if (fault === undefined) return;
    const what = fault.state === "spent" && isNews(id) ? "spent" : "met";
    tell("fault", account, { what, id, fault, exchange });
  };
  return {
    met,
    /** The attempt of a delivery that begins meets what it is to meet. */
    metBy(account: Account, delivery: Delivery): void {
      const faults = delivery.attempts.at(-1)?.met?.faults ?? [];
      if (isUnderWay(delivery)) for (const id of faults) met(id, account.id, delivery.id);
    },
    changed(what: FaultHappening["what"], id: string, account: string | null): void {
      tell("fault", account, { what, id, fault: viewOf(id) ?? null, exchange: null });
    },
  };
}
