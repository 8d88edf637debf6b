import type { Account, Rules } from "../../world/account.ts";
import { type Change, put, type Table } from "../../world/store/store.ts";
import { workFor } from "../../world/time/agenda.ts";
import { aliases, memberships, type Membership } from "../objects/records.ts";
import { type Event, events } from "../resources/event.ts";
import { type Flow, flows } from "../resources/flow.ts";
import { type Cause, flowRuns } from "./records.ts";
import { isRunning, settleWork, entering, plannedBy } from "./running/entry.ts";
import { type CatalogRecord, isOfCatalog, itemChanged } from "./running/items.ts";
import { looking } from "./running/look.ts";
import { heldForStock } from "./running/act.ts";

/** The flows that run, by what makes people enter them: as long as nothing is written to their table. */
interface Running {
  readonly by: ReadonlyMap<string, readonly Flow[]>;
  readonly byItems: readonly Flow[];
}

const kept = new WeakMap<Table<Flow>, { readonly version: number; readonly found: Running }>();

function runningOf(account: Account): Running {
  const table = account.table(flows).origin;
  const known = kept.get(table);
  if (known?.version === table.version) return known.found;
  const by = new Map<string, Flow[]>();
  const byItems: Flow[] = [];
  for (const flow of table.all()) {
    const { trigger } = flow;
    if (!isRunning(flow) || trigger === null) continue;
    if ("audience" in trigger) byItems.push(flow);
    if (!("id" in trigger) || trigger.id == null) continue;
    by.set(trigger.id, [...(by.get(trigger.id) ?? []), flow]);
  }
  const found = { by, byItems };
  kept.set(table, { version: table.version, found });
  return found;
}

/** The rule by which people enter flows, in the commit in which they join or do what a running flow begins with. */
export const followFlows: Rules["follow"] = (account, changes, isNew, gone) => {
  // What an account without flows pays for each commit.
  if (account.table(flows).size === 0 && !changes.some(isOfFlow)) return none;
  const now = account.clock.now();
  const { by, byItems } = runningOf(account);
  const found: Change[] = [];
  const enter = (id: string, profile: string, cause: Cause) => {
    for (const flow of by.get(id) ?? []) {
      found.push(entering(account, { flow: flow.id, profile, cause }, now));
    }
  };
  // Who is moved by a merge has joined before.
  const isMerge = changes.some(({ collection }) => collection.name === aliases.name);
  for (const change of changes) {
    const { name } = change.collection;
    if (name === flows.name) {
      // Those in the flow are settled apart from its change.
      found.push(workFor(account, settleWork, { flow: idOf(change) }, now));
      if ("put" in change) found.push(...looking(account, change.put as Flow, now));
    }
    if (!("put" in change) || change.backfilled) continue;
    if (isOfCatalog(name)) {
      const after = change.put as CatalogRecord;
      found.push(...inStock(account, after, now));
      const before = gone.find(({ record }) => record.id === after.id)?.record;
      for (const flow of byItems) {
        found.push(...itemChanged(account, flow, before as CatalogRecord | undefined, after, now));
      }
    }
    if (!isNew(change.put.id)) continue;
    if (name === memberships.name && !isMerge) {
      const { group, profile } = change.put as Membership;
      enter(group, profile, { group });
    }
    if (name === events.name) {
      const { id, metric, profile } = change.put as Event;
      enter(metric, profile, { event: id });
    }
  }
  return found.some(isOfRun) ? [...found, ...plannedBy(account, now)] : found;
};

const none: readonly never[] = [];

const isOfFlow = ({ collection }: Change): boolean => collection.name === flows.name;
const isOfRun = ({ collection }: Change): boolean => collection.name === flowRuns.name;

const idOf = (change: Change): string => ("put" in change ? change.put.id : change.drop);

/** Those who wait for a variant go on once it can be had. */
function inStock(account: Account, { id, inventory_quantity }: CatalogRecord, now: number) {
  if ((inventory_quantity ?? 0) <= 0) return [];
  const waiting = account.table(flowRuns).scan(["held"], { prefix: [heldForStock(id)] });
  const on = { held: null, why: null, waited: true, due: now };
  return Array.from(waiting, (run) => put(flowRuns, { ...run, ...on }));
}
