import { count, described, type Infer, list, object, string } from "../../contract/shape.ts";
import { deliveries } from "../../domain/deliveries/records.ts";
import { subjectOf } from "../../domain/deliveries/call.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Subject } from "../../world/faults/match.ts";
import type { Plan } from "../../world/faults/plan.ts";
import type { Received } from "../../world/journal/received.ts";
import { duplicatesIn } from "../../world/journal/twins.ts";
import type { FaultView } from "../../world/faults/fault.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { World } from "../../world/world.ts";

const namedMax = 100;

export const dryRunShape = object({
  kept: count("How many requests the journal has, or how many deliveries there are."),
  met: count(
    "How many of them it is for. How often it would have acted is up to skip, every, times and probability.",
  ),
  exchanges: described(list(string()), `Their ids, oldest first: the newest ${namedMax}.`),
  warnings: described(list(string()), "What its author may not have thought of."),
});

export type DryRun = Infer<typeof dryRunShape>;

/** @param of only what this account was asked, or what its webhooks were sent */
export function dryRun(emulation: Emulation, plan: Plan, of: string | undefined) {
  const metOf = plan.where === "delivery" ? deliveriesMet : requestsMet;
  const { kept, ids } = metOf(emulation, plan, of);
  return { kept, met: ids.length, exchanges: ids.slice(-namedMax) };
}

function requestsMet({ world, api }: Emulation, plan: Plan, of: string | undefined) {
  const received = world.journal.received(of === undefined ? {} : { account: of });
  const met = received.filter((each) => {
    const { entry, operation } = each;
    const area = api.targets.get(operation ?? "")?.area ?? null;
    // What acts on what was done, or on how it is done, meets nothing that was refused.
    const isReached = plan.where === "before" || isDone(each);
    return isReached && entry.stage !== "open" && plan.matches(asSubject(each, area));
  });
  return { kept: received.length, ids: met.map(({ exchange }) => exchange) };
}

/** Whether a request was a success, also one whose response a fault took away. */
const isDone = ({ entry: { status, lostStatus } }: Received) => (lostStatus ?? status ?? 500) < 300;

/** A request of the journal as faults look at one on its way; who called is nothing that they match. */
const asSubject = (each: Received, area: string | null): Subject => ({
  exchange: each.exchange,
  operation: each.operation,
  area,
  method: each.method,
  path: each.path,
  caller: "",
  account: each.account,
  key: each.key,
  app: each.app,
  limited: true,
  // On which connection it came is not kept.
  isReused: true,
  revision: () => each.revision(),
  header: (name) => each.header(name),
  query: (name) => each.query(name),
  body: () => each.body(),
  profileIds: () => each.profileIds(),
  emails: () => each.emails(),
});

function deliveriesMet({ world }: Emulation, plan: Plan, of: string | undefined) {
  const accounts = [...world.everyAccount()].filter(({ id }) => id === (of ?? id));
  const all = accounts.flatMap((account) =>
    [...account.table(deliveries).all()].map((delivery) => ({ account, delivery })),
  );
  const met = all.filter(({ account, delivery }) => plan.concerns(subjectOf(account, delivery)));
  return { kept: all.length, ids: met.map(({ delivery }) => delivery.id) };
}

/** Faults with what came again under another name, too: that is known once somebody asks. */
export function* withTwins({ journal }: World, faults: readonly FaultView[]): Slices<FaultView[]> {
  if (faults.every(({ hits }) => hits.count === 0)) return [...faults];
  const received = journal.received();
  const entries = new Map(received.map(({ entry }) => [entry.id, entry]));
  const counts = new Map<string, number>();
  for (const [exchange, { of, records }] of yield* duplicatesIn(received)) {
    const [fault] = entries.get(of)?.faults ?? [];
    // Its own repetitions a fault counts itself.
    if (fault === undefined || entries.get(exchange)?.repeats !== null) continue;
    counts.set(fault, (counts.get(fault) ?? 0) + records);
  }
  return faults.map((fault) => {
    return { ...fault, doubledWrites: fault.doubledWrites + (counts.get(fault.id) ?? 0) };
  });
}
