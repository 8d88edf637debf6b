import type { Answer } from "../support/emulate.ts";

/**
 * What reports must say, worked out a second time: from what `GET /api/events` says, and with a calendar of its own.
 * It imports nothing of what it is held against.
 */

/** An event, as far as it matters here. */
export interface Heard {
  readonly id: string;
  readonly metric: string;
  readonly metricId: string;
  readonly profile: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

type Get = (path: string) => Promise<Answer>;

/** Every event of the account, page by page. */
export async function everythingHeard(get: Get): Promise<Heard[]> {
  const heard: Heard[] = [];
  const names = new Map<string, string>();
  let path: string | null | undefined = "/api/events?include=metric&page[size]=1000";
  while (path) {
    const { many, included, links }: Answer = await get(path);
    for (const { id, attributes } of included) names.set(id, String(attributes["name"]));
    for (const { id, attributes, relationships } of many) {
      const to = (name: string) =>
        (relationships[name]?.data as { id: string } | undefined)?.id ?? "";
      heard.push({
        id,
        metric: names.get(to("metric")) ?? "",
        metricId: to("metric"),
        profile: to("profile"),
        properties: attributes["event_properties"] as Heard["properties"],
      });
    }
    path = links.next?.replace(/^https?:\/\/[^/]+/, "");
  }
  return heard;
}

/** What clocks in a zone show at an instant, as `2026-07-20T12:00:00`. */
export function wallText(ms: number, zone: string): string {
  const part = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const options = { timeZone: zone, hourCycle: "h23", second: "2-digit", ...part } as const;
  const parts = new Intl.DateTimeFormat("en-GB", { year: "numeric", ...options }).formatToParts(ms);
  const of = (type: string) => parts.find((each) => each.type === type)?.value;
  return `${of("year")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}:${of("second")}`;
}

/** A date so many days away from another. */
function away(date: string, days: number): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** The Monday on a date or before it. */
export function mondayOf(date: string): string {
  let day = date;
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) day = away(day, -1);
  return day;
}

/** The first and the last date of a timeframe, both in it. */
export function datesOf(key: string, today: string): readonly [first: string, last: string] {
  const month = today.slice(0, 7);
  const lastMonth = away(`${month}-01`, -1);
  const monday = mondayOf(today);
  const known: Readonly<Record<string, readonly [string, string]>> = {
    today: [today, today],
    yesterday: [away(today, -1), away(today, -1)],
    this_week: [monday, today],
    last_week: [away(monday, -7), away(monday, -1)],
    this_month: [`${month}-01`, today],
    last_month: [`${lastMonth.slice(0, 7)}-01`, lastMonth],
    last_7_days: [away(today, -7), today],
    last_30_days: [away(today, -30), today],
    last_90_days: [away(today, -90), today],
  };
  return known[key] as readonly [string, string];
}

/** The metrics that tell of each thing that may become of a message. */
const told: Readonly<Record<string, readonly string[]>> = {
  sent: ["Received Email", "Bounced Email", "Dropped Email", "Sent SMS"],
  bounced: ["Bounced Email"],
  failed: ["Dropped Email", "Failed to Deliver SMS"],
  opened: ["Opened Email"],
  clicked: ["Clicked Email", "Clicked SMS"],
  left: ["Unsubscribed from Email Marketing", "Unsubscribed from SMS Marketing"],
  marked: ["Marked Email as Spam"],
};

const part = (some: number, whole: number) => (whole === 0 ? 0 : some / whole);

/** When the message of an event was sent, in milliseconds since 1970. */
const sentAt = ({ properties }: Heard): number =>
  1000 * Number(String(properties["$_cohort$message_send_cohort"]).split(":")[0]);

/**
 * The statistics of each message, by its id, of those of its mails that were sent while `isMeant`.
 *
 * @param isMeant of an instant
 */
export function statisticsOf(
  heard: readonly Heard[],
  metric: string,
  isMeant: (sent: number) => boolean,
): Map<string, Record<string, number>> {
  const byId = new Map(heard.map((event) => [event.id, event]));
  const found = new Map<string, Record<string, number>>();
  const messageOf = ({ properties }: Heard) => properties["$message"] as string | undefined;
  const ofMessages = heard.filter((event) => messageOf(event) && isMeant(sentAt(event)));
  for (const message of new Set(ofMessages.map(messageOf))) {
    const own = ofMessages.filter((event) => messageOf(event) === message);
    const events = (what: string) => own.filter((event) => told[what]?.includes(event.metric));
    const mails = (what: string) =>
      new Set(events(what).map(({ properties }) => properties["$event_id"])).size;
    if (events("sent").length === 0) continue;
    const conversions = heard.filter((event) => {
      const said = event.properties["$attribution"] as Record<string, unknown> | undefined;
      const engaged = byId.get(String(said?.["$attributed_event_id"]));
      return event.metricId === metric && engaged !== undefined && own.includes(engaged);
    });
    const recipients = events("sent").length;
    const [bounced, failed] = [mails("bounced"), mails("failed")];
    const delivered = recipients - bounced - failed;
    const cents = conversions.map(({ properties }) =>
      Math.round(100 * Number(properties["$value"])),
    );
    const value = cents.reduce((sum, each) => sum + each, 0) / 100;
    const buyers = new Set(conversions.map(({ profile }) => profile)).size;
    found.set(message ?? "", {
      recipients,
      bounced,
      failed,
      delivered,
      delivery_rate: part(delivered, recipients),
      bounce_rate: part(bounced, recipients),
      bounced_or_failed_rate: part(bounced + failed, recipients),
      opens: events("opened").length,
      opens_unique: mails("opened"),
      open_rate: part(mails("opened"), delivered),
      clicks: events("clicked").length,
      clicks_unique: mails("clicked"),
      click_rate: part(mails("clicked"), delivered),
      click_to_open_rate: part(mails("clicked"), mails("opened")),
      unsubscribes: events("left").length,
      unsubscribe_uniques: mails("left"),
      unsubscribe_rate: part(mails("left"), delivered),
      spam_complaints: mails("marked"),
      spam_complaint_rate: part(mails("marked"), delivered),
      conversions: conversions.length,
      conversion_uniques: buyers,
      conversion_value: value,
      conversion_rate: part(buyers, delivered),
      average_order_value: part(value, conversions.length),
      revenue_per_recipient: part(value, delivered),
    });
  }
  return found;
}
