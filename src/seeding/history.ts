import { campaignSends } from "../areas/campaigns/collections.ts";
import {
  accounts,
  campaignMessages,
  campaigns,
  events,
  memberships,
  messageContents,
  messages,
  metrics,
  profiles,
  templates,
} from "../domain/collections.ts";
import { zoneNamed } from "../domain/time-zone.ts";
import { messageEvents } from "../domain/message-events.ts";
import {
  findServiceMetric,
  isOfService,
  newMetric,
  serviceIntegration,
} from "../domain/metrics.ts";
import type { Account } from "../world/account.ts";
import { Awaited } from "../world/state.ts";
import { put } from "../world/store.ts";
import { type PastAct, pastActs, recordsMax, type Setting, writePast } from "./history-written.ts";
import type { Subscriber } from "./history-read.ts";
import type { HistoryPlan } from "./plan.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

/**
 * Has an account's past made when somebody first asks for it: campaigns that went to a list, what became of their
 * messages, and which of the orders they led to. No start pays for it.
 *
 * @param list id of the list
 */
export function plantHistory(
  account: Account,
  { campaigns: count }: HistoryPlan,
  list: string,
  planted: number,
): void {
  const subscribers = subscribersOf(account, list);
  const joined = subscribers.reduce((least, each) => Math.min(least, each.joined), planted);
  const from = Math.max(planted - yearMs, joined + dayMs);
  const metricOf = plantMetrics(account, Math.min(from, planted));
  const { contact_information: contact, timezone = "UTC" } =
    account.table(accounts).get(account.id) ?? {};
  const setting: Setting = {
    dice: account.dice("history").clone(),
    secrets: account.secrets("history link"),
    seq: account.reserveSeq(recordsMax(count, subscribers.length)),
    metricOf,
    ofService: new Set([...account.table(metrics).all()].filter(isOfService).map(({ id }) => id)),
    list,
    from: String(contact?.["default_sender_email"] ?? ""),
    fromLabel: String(contact?.["default_sender_name"] ?? ""),
    shop: String(contact?.["website_url"] ?? "https://shop.example.com"),
    subscribers,
    // The first time zone of a process takes as long as a tenth of its start.
    dates: () => datesOf(timezone, count, from, planted),
  };
  account.await(new Awaited(concerned, (into) => writePast(setting, into)));
}

/** When campaigns went out: at ten in the morning, evenly over a span of time. */
function datesOf(timezone: string, count: number, from: number, planted: number): number[] {
  const zone = zoneNamed(timezone);
  return Array.from({ length: count }, (_, index) => {
    const wall = zone.wallOf(from + ((index + 0.5) * (planted - dayMs - from)) / count);
    return zone.instantOf(Math.floor(wall / dayMs) * dayMs + 10 * hourMs);
  });
}

/** The metrics of its events are there from the start. */
function plantMetrics(account: Account, born: number): (act: PastAct) => string {
  const known = new Map<PastAct, string>();
  for (const act of pastActs) {
    const { metric: name } = messageEvents[act];
    const found = findServiceMetric(account, name);
    const metric = found ?? newMetric(account, name, born, serviceIntegration(account));
    if (found === undefined) account.commit([put(metrics, metric)]);
    known.set(act, metric.id);
  }
  return (act) => known.get(act) ?? "";
}

/** Who has joined a list, and for how long mails reach them. */
function subscribersOf(account: Account, list: string): Subscriber[] {
  const table = account.table(profiles);
  const found: Subscriber[] = [];
  for (const { profile: id, joined } of account
    .table(memberships)
    .scan(["group", "joined"], { prefix: [list] })) {
    const profile = table.get(id);
    if (profile?.email == null) continue;
    const { email, suppression } = profile.consent;
    const ends = [
      profile.last_event_date ?? joined,
      ...(email.state === "UNSUBSCRIBED" && email.at !== null ? [email.at] : []),
      ...suppression.map(({ at }) => at),
    ];
    found.push({ profile, joined, until: Math.min(...ends) });
  }
  return found;
}
