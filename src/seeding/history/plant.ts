import { campaignSends } from "../../areas/campaigns/collections.ts";
import { accounts } from "../../domain/resources/account.ts";
import { campaignMessages } from "../../domain/resources/campaign-message.ts";
import { campaigns } from "../../domain/resources/campaign.ts";
import { events } from "../../domain/resources/event.ts";
import { flowRuns } from "../../domain/flows/records.ts";
import { formActs } from "../../domain/forms/records.ts";
import { forms } from "../../domain/resources/form.ts";
import { messageContents, messages } from "../../domain/messages/records.ts";
import { metrics } from "../../domain/resources/metric.ts";
import { templates } from "../../domain/resources/template.ts";
import {
  findServiceMetric,
  isOfService,
  newMetric,
  serviceIntegration,
} from "../../domain/events/metrics.ts";
import { reviews } from "../../domain/resources/review.ts";
import { systemEvents } from "../../domain/events/system-events.ts";
import type { Account } from "../../world/account.ts";
import { Awaited } from "../../world/store/state.ts";
import { put } from "../../world/store/store.ts";
import type { AccountPlan, HistoryPlan, MailFlowPlan } from "../plan.ts";
import { shopOf } from "../generate/shop.ts";
import { instantOf } from "../fixture/times.ts";
import { campaignsPart } from "./campaigns.ts";
import { flowsPart } from "./flows.ts";
import { type Part, Past, type PastAct } from "./past.ts";
import { reviewsPart } from "./reviews.ts";
import { subscribersOf } from "./subscribers.ts";
import { visitsPart } from "./visits.ts";

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** What is made of a history: whoever asks for one of these has all of it made. */
const concerned = [
  campaigns,
  campaignMessages,
  campaignSends,
  events,
  flowRuns,
  formActs,
  messageContents,
  messages,
  reviews,
  templates,
].map(({ name }) => [name, 0] as const);

/** Has an account's past made when somebody first asks for it. No start pays for it. */
export function plantHistory(
  account: Account,
  plan: HistoryPlan,
  around: Pick<AccountPlan, "flows" | "lists">,
  planted: number,
): void {
  const parts = partsOf(account, plan, around, planted);
  const known = {
    metricOf: plantMetrics(account, parts),
    seq: account.reserveSeq(parts.reduce((sum, { most }) => sum + most, 0)),
    ofService: new Set([...account.table(metrics).all()].filter(isOfService).map(({ id }) => id)),
  };
  account.await(
    new Awaited(concerned, function* (into) {
      const past = new Past(into, known);
      for (const { write } of parts) {
        yield;
        yield* write(past);
      }
      yield* past.load();
    }),
  );
}

/** All that it has, each with chance of its own, so that none shifts another. */
function partsOf(
  account: Account,
  { list: place, ...plan }: HistoryPlan,
  { flows, lists }: Pick<AccountPlan, "flows" | "lists">,
  planted: number,
): Part[] {
  const parts: Part[] = [];
  // Copies, since all copies of the state have the same past.
  const chance = (stream: string) => account.dice(stream).clone();
  const before = account.snapshot();
  const shop = shopOf(account);
  const list = lists[place ?? -1]?.id;
  const yearAgo = planted - yearMs;
  if (list !== undefined && plan.campaigns > 0) {
    const subscribers = subscribersOf(before, list);
    const joined = subscribers.reduce((least, each) => Math.min(least, each.joined), planted);
    const from = Math.min(planted, Math.max(yearAgo, joined + dayMs));
    const timezone = account.table(accounts).get(account.id)?.timezone ?? "UTC";
    const [dice, secrets] = [chance("history"), account.secrets("history link")];
    const until = planted - dayMs;
    const sent = { dice, secrets, shop, list, subscribers, from, until, timezone };
    parts.push(campaignsPart({ ...sent, count: plan.campaigns }));
  }
  const since = { before, from: yearAgo };
  const running = flows.filter(
    (flow): flow is MailFlowPlan => flow.status === "live" && "mails" in flow,
  );
  if (plan.flows && running.length > 0) {
    const flowsSent = flowsPart({
      ...since,
      dice: chance("history flows"),
      secrets: account.secrets("history flow link"),
      shop,
      flows: running.map(({ created, ...flow }) => ({
        ...flow,
        from: instantOf(created, planted),
      })),
      until: planted,
      events: account.sizeOf(events.name),
    });
    parts.push(flowsSent);
  }
  const live = [...account.table(forms).scan(["created_at"])].filter(
    ({ status, created }) => status === "live" && created < planted,
  );
  if (live.length > 0 && plan.visits > 0) {
    const dice = chance("history visits");
    parts.push(visitsPart({ ...since, dice, forms: live, count: plan.visits, until: planted }));
  }
  if (plan.reviews > 0) {
    const dice = chance("history reviews");
    const { fromLabel } = shop;
    parts.push(reviewsPart({ ...since, dice, count: plan.reviews, planted, shop: fromLabel }));
  }
  return parts;
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
