import { headsOf } from "../../domain/deliveries/decide.ts";
import { deliveries, type Delivery, isUnderWay } from "../../domain/deliveries/records.ts";
import { messages, statusOf } from "../../domain/messages/records.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { CommitListener } from "../../emulation/rules-of.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Entry } from "../../world/journal/entry.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { Notice } from "../../world/notices.ts";
import { viewClock } from "../clock-view.ts";
import { viewDelivery } from "../messages/delivery-view.ts";
import { ExplorationTeller, Beat, Gathered } from "../gathered.ts";
import type { FaultHappening, Tell } from "./feed-events.ts";
import { countersOf } from "../limit-counters.ts";

/** How many deliveries and messages one event shows. */
const shownMax = 50;

/** Listens to all that happens in an emulator. @returns stops that */
export function listenToAll(emulation: Emulation, tell: Tell): () => void {
  const { journal, notices } = emulation.lasting;
  const faults = new FaultTeller(emulation, tell);
  const beat = new Beat();
  const explorations = new ExplorationTeller(beat, tell);
  const counted = new Gathered(beat, emulation.api.operations.size + 1, (account, names) =>
    tellCounted(emulation, account, names, tell),
  );
  const delivered = new Gathered(beat, shownMax, (account, ids, count) => {
    const found = emulation.lasting.account(account);
    if (found === undefined) return;
    const changed = present([...ids].map((id) => found.table(deliveries).get(id)));
    const heads = headsOf(found);
    const views = changed.map((each) => viewDelivery(found, each, heads));
    tell("delivery", account, { account, count, deliveries: views });
  });
  const sent = new Gathered(beat, shownMax, (account, ids, count) => {
    const found = emulation.lasting.account(account);
    if (found === undefined) return;
    const glimpses = present([...ids].map((id) => found.table(messages).get(id))).map((each) => ({
      id: each.id,
      channel: each.channel,
      to: each.to,
      status: statusOf(each),
      subject: each.subject,
      at: formatDatetime(each.at),
    }));
    tell("message", account, { account, count, messages: glimpses });
  });
  const committed: CommitListener = (account, changes) => {
    if (!isLasting(emulation, account)) return;
    for (const change of changes) {
      if (!("put" in change)) continue;
      if (change.collection.name === deliveries.name) {
        delivered.add(account.id, change.put.id);
        faults.metBy(account, change.put as Delivery);
      } else if (change.collection.name === messages.name) sent.add(account.id, change.put.id);
    }
  };
  emulation.commitListeners.add(committed);
  const stops = [
    journal.listen((entry) => {
      tell("request", entry.account, entry);
      for (const id of entry.faults) faults.met(id, entry.account, entry.id);
      if (entry.account !== null) counted.add(entry.account, countedAs(entry));
    }),
    journal.listenToEnds((entry) => tell("request", entry.account, entry)),
    notices.listen((notice) => tellNotice(emulation, notice, { tell, faults, explorations })),
    () => void emulation.commitListeners.delete(committed),
    () => beat.stop(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What happens aside is nobody's business. */
const isLasting = ({ lasting }: Emulation, account: Account): boolean =>
  lasting.account(account.id) === account;

const present = <T>(all: readonly (T | undefined)[]): T[] => all.flatMap((each) => each ?? []);

/** The name of the counter that a request takes from beside those of its parameters. */
const countedAs = ({ operation }: Entry): string => operation ?? unknownPath;
const unknownPath = "unknown path";

function tellCounted(
  emulation: Emulation,
  id: string,
  names: ReadonlySet<string>,
  tell: Tell,
): void {
  const account = emulation.lasting.account(id);
  if (account === undefined) return;
  // A parameter with limits of its own is counted as `name=value`.
  const isMeant = (name: string) => names.has(name) || name.includes("=");
  const counters = countersOf(account).filter(({ name }) => isMeant(name));
  if (counters.length > 0) tell("limits", id, { what: "counted", account: id, counters });
}

/** Who tells of what kind of notice. */
interface Tellers {
  readonly tell: Tell;
  readonly faults: FaultTeller;
  readonly explorations: ExplorationTeller;
}

function tellNotice(
  { lasting }: Emulation,
  notice: Notice,
  { tell, faults, explorations }: Tellers,
): void {
  switch (notice.of) {
    case "fault":
      return faults.tell(notice.what, notice.id, { account: notice.account, exchange: null });
    case "clock": {
      const { what, account: id } = notice;
      const account = id === null ? undefined : lasting.account(id);
      return tell("clock", id, { what, account: id, clock: viewClock(lasting, account) });
    }
    case "explore":
      return explorations.tell(notice);
    case "limits": {
      const { account } = notice;
      return tell("limits", account, { what: "set", account, counters: [] });
    }
    case "reset": {
      const { of: _, ...data } = notice;
      return tell("reset", notice.account, data);
    }
    case "scenario": {
      const { of: _, account, ...data } = notice;
      return tell("scenario", account, data);
    }
    case "snapshot": {
      const { of: _, ...data } = notice;
      return tell("snapshot", notice.account, data);
    }
  }
}

/** How many of its hits a fault is told with. */
const hitsMax = 20;

/** Tells what becomes of faults. */
class FaultTeller {
  readonly #emulation: Emulation;
  readonly #tell: Tell;
  /** Those of which it was told already, by what they are of. */
  readonly #spent = new WeakMap<object, Set<string>>();

  constructor(emulation: Emulation, tell: Tell) {
    this.#emulation = emulation;
    this.#tell = tell;
  }

  tell(
    what: FaultHappening["what"],
    id: string,
    { account, exchange }: { readonly account: string | null; readonly exchange: string | null },
  ): void {
    this.#tell("fault", account, { what, id, fault: this.#viewOf(id) ?? null, exchange });
  }

  met(id: string, account: string | null, exchange: string): void {
    const fault = this.#viewOf(id);
    if (fault === undefined) return;
    const what = fault.state === "spent" && this.#isNews(id) ? "spent" : "met";
    this.#tell("fault", account, { what, id, fault, exchange });
  }

  /** The attempt of a delivery that begins meets what it is to meet. */
  metBy(account: Account, delivery: Delivery): void {
    if (!isUnderWay(delivery)) return;
    const faults = delivery.attempts.at(-1)?.met?.faults ?? [];
    for (const id of faults) this.met(id, account.id, delivery.id);
  }

  #isNews(id: string): boolean {
    const { faults } = this.#emulation.lasting;
    const known = this.#spent.get(faults) ?? new Set();
    this.#spent.set(faults, known);
    return known.size < known.add(id).size;
  }

  #viewOf(id: string): FaultView | undefined {
    const { faults, clock, redaction } = this.#emulation.lasting;
    const view = faults.get(id, clock.now());
    if (view === undefined) return undefined;
    const { hits, turns } = view;
    const shown = {
      ...view,
      hits: { count: hits.count, exchanges: hits.exchanges.slice(-hitsMax) },
      ...(turns !== undefined && { turns: turns.slice(-hitsMax) }),
    };
    return redaction.json(shown) as FaultView;
  }
}
