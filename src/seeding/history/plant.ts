import { campaignSends } from "../../areas/campaigns/collections.ts";
import {
  accounts,
  campaignMessages,
  campaigns,
  events,
  messageContents,
  messages,
  metrics,
  templates,
} from "../../domain/collections.ts";
import {
  findServiceMetric,
  isOfService,
  newMetric,
  serviceIntegration,
} from "../../domain/metrics.ts";
import { systemEvents } from "../../domain/system-events.ts";
import type { Account } from "../../world/account.ts";
import { Awaited } from "../../world/state.ts";
import { put } from "../../world/store.ts";
import type { HistoryPlan, ListPlan } from "../plan.ts";
import { campaignsPart } from "./campaigns.ts";
import { type Part, Past, type PastAct } from "./past.ts";
import { subscribersOf } from "./subscribers.ts";

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** What is made of a history: whoever asks for one of these has all of it made. */
const concerned = [
  campaigns,
  campaignMessages,
  campaignSends,
  events,
  messageContents,
  messages,
  templates,
].map(({ name }) => name);

/** Has an account's past made when somebody first asks for it. No start pays for it. */
export function plantHistory(
  account: Account,
  plan: HistoryPlan,
  lists: readonly ListPlan[],
  planted: number,
): void {
  const parts = partsOf(account, plan, lists, planted);
  const known = {
    metricOf: plantMetrics(account, parts),
    seq: account.reserveSeq(parts.reduce((sum, { most }) => sum + most, 0)),
    ofService: new Set([...account.table(metrics).all()].filter(isOfService).map(({ id }) => id)),
  };
  account.await(
    new Awaited(concerned, (into) => {
      const past = new Past(into, known);
      for (const { write } of parts) write(past);
      past.load();
    }),
  );
}

/** All that it has, each with chance of its own, so that none shifts another. */
function partsOf(
  account: Account,
  plan: HistoryPlan,
  lists: readonly ListPlan[],
  planted: number,
): Part[] {
  const list = lists[plan.list]?.id ?? "";
  const subscribers = subscribersOf(account, list);
  const { contact_information: contact, timezone = "UTC" } =
    account.table(accounts).get(account.id) ?? {};
  const joined = subscribers.reduce((least, each) => Math.min(least, each.joined), planted);
  return [
    campaignsPart({
      // A copy, since all copies of the state have the same past.
      dice: account.dice("history").clone(),
      secrets: account.secrets("history link"),
      shop: {
        from: String(contact?.["default_sender_email"] ?? ""),
        fromLabel: String(contact?.["default_sender_name"] ?? ""),
        url: String(contact?.["website_url"] ?? "https://shop.example.com"),
      },
      list,
      subscribers,
      count: plan.campaigns,
      from: Math.min(planted, Math.max(planted - yearMs, joined + dayMs)),
      until: planted - dayMs,
      timezone,
    }),
  ];
}

/** The metrics of its events are there from the start. */
function plantMetrics(account: Account, parts: readonly Part[]): (act: PastAct) => string {
  const known = new Map<PastAct, string>();
  for (const { acts, from } of parts) {
    for (const act of acts) {
      const { metric: name } = systemEvents[act];
      const found = findServiceMetric(account, name);
      const metric = found ?? newMetric(account, name, from, serviceIntegration(account));
      if (found === undefined) account.commit([put(metrics, metric)]);
      known.set(act, metric.id);
    }
  }
  return (act) => known.get(act) ?? "";
}
