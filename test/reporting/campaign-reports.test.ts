import { describe, expect, it } from "vitest";
import { messages } from "../../src/domain/messages/records.ts";
import { metrics } from "../../src/domain/resources/event.ts";
import type { Message } from "../../src/domain/messages/records.ts";
import { refusalOf } from "../support/emulate.ts";
import type { Fields } from "../support/sending.ts";
import { reporting } from "./asking.ts";
import { everythingHeard } from "./second-way.ts";
import { sentShop } from "./sent.ts";

const day = 86_400_000;
const timeframe = { key: "last_7_days" };
const asked = { conversion_metric_id: "Order1", timeframe };

async function shop(options: Parameters<typeof sentShop>[0] = {}) {
  const ways = await sentShop(options);
  const report = reporting(ways.post, "campaign-values");
  /** The statistics of the only group. */
  const numbers = async (statistics: readonly string[], more: Fields = {}) => {
    const { results } = await report.show({ ...asked, statistics, ...more });
    expect(results).toHaveLength(1);
    return results[0]?.statistics ?? {};
  };
  return { ...ways, report, numbers };
}

describe("a report of campaigns", () => {
  it("is empty where nothing was sent", async () => {
    const { report } = await shop();
    const { data, links } = await report.ask({ ...asked, statistics: ["opens"] });
    expect(data).toMatchObject({
      type: "campaign-values-report",
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      attributes: { results: [] },
    });
    expect(links).toMatchObject({ next: null, prev: null });
  });

  it("counts what became of its messages, and what part of them that is", async () => {
    const { campaign, mail, happens, rates, everybody, numbers } = await shop();
    const summer = await campaign();
    const [first, second] = mail(summer, everybody.slice(0, 2));
    rates({ deliver: 0, bounce: 1 });
    mail(summer, everybody.slice(2, 3));
    rates({ deliver: 0, bounce: 0 });
    mail(summer, everybody.slice(3, 4));
    for (const message of [first, first, second]) happens(message, "open");
    happens(first, "click");
    happens(second, "unsubscribe");
    happens(second, "mark");
    const expected = {
      recipients: 4,
      delivered: 2,
      delivery_rate: 0.5,
      bounced: 1,
      bounce_rate: 0.25,
      failed: 1,
      failed_rate: 0.25,
      bounced_or_failed: 2,
      bounced_or_failed_rate: 0.5,
      opens: 3,
      opens_unique: 2,
      open_rate: 1,
      clicks: 1,
      clicks_unique: 1,
      click_rate: 0.5,
      click_to_open_rate: 0.5,
      unsubscribes: 1,
      unsubscribe_uniques: 1,
      unsubscribe_rate: 0.5,
      spam_complaints: 1,
      spam_complaint_rate: 0.5,
      conversions: 0,
      conversion_rate: 0,
      average_order_value: 0,
      text_message_roi: 0,
      message_segment_count_sum: 0,
    };
    expect(await numbers(Object.keys(expected))).toEqual(expected);
  });

  it("counts the unsubscriptions that are events: whoever has left does not leave again", async () => {
    const { campaign, mail, happens, report, get, subscribe, everybody, advance } = await shop();
    const first = mail(await campaign("Summer"), everybody.slice(0, 3));
    const second = mail(await campaign("Winter"), everybody.slice(0, 3));
    for (const message of [...first, ...second]) happens(message, "unsubscribe");
    await subscribe(everybody[0] as (typeof everybody)[0]);
    await advance(1000);
    happens(first[0], "unsubscribe");
    const statistics = ["unsubscribes", "unsubscribe_uniques"];
    const { results } = await report.show({ ...asked, statistics });
    expect(results.map((each) => each.statistics)).toEqual([
      { unsubscribes: 4, unsubscribe_uniques: 3 },
      { unsubscribes: 0, unsubscribe_uniques: 0 },
    ]);
    const heard = await everythingHeard(get);
    const left = heard.filter(({ metric }) => metric === "Unsubscribed from Email Marketing");
    expect(left).toHaveLength(4);
  });

  it("counts the parts of text messages", async () => {
    const { campaign, mail, numbers } = await shop();
    const summer = await campaign("Summer", "sms");
    mail(summer, undefined, { channel: "sms", text: "x".repeat(161) });
    const statistics = ["message_segment_count_sum", "text_message_credit_usage_amount"];
    expect(await numbers([...statistics, "text_message_spend"])).toEqual({
      message_segment_count_sum: 8,
      text_message_credit_usage_amount: 8,
      text_message_spend: 0.08,
    });
  });

  it("counts an order for the message that led to it, on the day that was sent", async () => {
    const { campaign, mail, happens, order, advance, everybody, numbers, report } = await shop();
    const [first] = mail(await campaign(), everybody.slice(0, 2));
    await advance(2 * day);
    happens(first, "click");
    await advance(4 * day);
    const [ada, other] = everybody as [(typeof everybody)[0], (typeof everybody)[0]];
    await order(ada, 10.1);
    await order(ada, 10.2);
    // Nothing led to that one.
    await order(other, 99);
    const statistics = ["conversions", "conversion_uniques", "conversion_value"];
    const rates = ["conversion_rate", "average_order_value", "revenue_per_recipient"];
    const expected = {
      conversions: 2,
      conversion_uniques: 1,
      conversion_value: 20.3,
      conversion_rate: 0.5,
      average_order_value: 10.15,
      revenue_per_recipient: 10.15,
    };
    expect(await numbers([...statistics, ...rates])).toEqual(expected);
    const later = { start: "2026-07-22T00:00:00Z", end: "2026-07-27T00:00:00Z" };
    const { results } = await report.show({ ...asked, statistics, timeframe: later });
    expect(results).toEqual([]);
  });

  it("counts the events that a custom metric is made of, by its filters and its values", async () => {
    const { campaign, mail, happens, order, post, everybody, numbers } = await shop();
    const [first] = mail(await campaign(), everybody.slice(0, 1));
    happens(first, "click");
    const filter = { type: "numeric", operator: "greater-than", value: 20 };
    const group = { metric_id: "Order1", value_property: "$value" };
    const definition = {
      aggregation_method: "value",
      metric_groups: [{ ...group, metric_filters: [{ property: "$value", filter }] }],
    };
    const made = await post("/api/custom-metrics", {
      data: { type: "custom-metric", attributes: { name: "Large orders", definition } },
    });
    for (const value of [10, 30, 50]) await order(everybody[0] as never, value);
    const statistics = ["conversions", "conversion_value"];
    expect(await numbers(statistics, { conversion_metric_id: made.data.id })).toEqual({
      conversions: 2,
      conversion_value: 80,
    });
  });

  it("does not count an order that comes too long after the click, nor one of another metric", async () => {
    const { campaign, mail, happens, order, advance, everybody, numbers, account } = await shop();
    const [first] = mail(await campaign());
    happens(first, "click");
    await advance(5 * day + 1000);
    await order(everybody[0] as never, 10);
    expect(await numbers(["conversions"])).toEqual({ conversions: 0 });
    const sent = account.table(metrics).find(["name"], ["Received Email"])?.id;
    expect(await numbers(["conversions"], { conversion_metric_id: sent })).toEqual({
      conversions: 0,
    });
  });

  it("tells messages apart by what is asked for", async () => {
    const { campaign, mail, report, post, everybody } = await shop();
    const [summer, winter] = [await campaign(), await campaign("Winter", "sms")];
    const { data: tag } = await post("/api/tags", {
      data: { type: "tag", attributes: { name: "Warm" } },
    });
    await post(`/api/tags/${tag.id}/relationships/campaigns`, {
      data: [{ type: "campaign", id: summer.campaign }],
    });
    mail(summer, everybody.slice(0, 3), {});
    mail({ ...winter, groups: ["Reader", "Others"] }, undefined, {
      channel: "sms",
      name: "Winter",
    });
    const ids = ["campaign_id", "campaign_message_id"];
    const of = ({ campaign: campaign_id, message: campaign_message_id }: typeof summer) => ({
      campaign_id,
      campaign_message_id,
    });
    const by = async (...names: string[]) => {
      const group_by = [...ids, ...names];
      const { results } = await report.show({ ...asked, statistics: ["recipients"], group_by });
      return results.map(({ groupings, statistics: { recipients } }) => [groupings, recipients]);
    };
    const both = (a: object, b: object) => [
      [{ ...of(summer), ...a }, 3],
      [{ ...of(winter), ...b }, 4],
    ];
    expect(await by()).toEqual(both({}, {}));
    expect(await by("send_channel")).toEqual(
      both({ send_channel: "email" }, { send_channel: "sms" }),
    );
    expect(await by("campaign_message_name")).toEqual(
      both({ campaign_message_name: "Summer" }, { campaign_message_name: "Winter" }),
    );
    expect(await by("tag_id", "tag_name")).toEqual(
      both({ tag_id: tag.id, tag_name: "Warm" }, { tag_id: null, tag_name: null }),
    );
    expect(await by("text_message_format", "variation", "variation_name")).toEqual(
      both(
        { text_message_format: null, variation: null, variation_name: null },
        { text_message_format: "SMS", variation: null, variation_name: null },
      ),
    );
    expect(await by("group")).toEqual([
      [{ ...of(summer), group: "Reader" }, 3],
      [{ ...of(winter), group: "Others" }, 4],
      [{ ...of(winter), group: "Reader" }, 4],
    ]);
    expect((await by("group_name"))[0]).toEqual([{ ...of(summer), group_name: "Readers" }, 3]);
  });

  it("shows what its filter asks for", async () => {
    const { campaign, mail, report, post } = await shop();
    const [summer, winter] = [await campaign(), await campaign("Winter", "sms")];
    mail(summer);
    mail(winter, undefined, { channel: "sms", name: "Winter" });
    const tagged = async (name: string) => {
      const { data } = await post("/api/tags", { data: { type: "tag", attributes: { name } } });
      await post(`/api/tags/${data.id}/relationships/campaigns`, {
        data: [{ type: "campaign", id: summer.campaign }],
      });
    };
    await tagged("Warm");
    await tagged("Dry");
    const shown = async (filter: string) => {
      const { data } = await report.ask({ ...asked, statistics: ["opens"], filter });
      const campaigns = data.relationships?.["campaigns"]?.data ?? [];
      return (campaigns as { id: string }[]).map(({ id }) => id);
    };
    expect(await shown(`equals(send_channel,"email")`)).toEqual([summer.campaign]);
    expect(await shown(`contains-any(send_channel,["email","sms"])`)).toHaveLength(2);
    expect(await shown(`equals(campaign_id,"${winter.campaign}")`)).toEqual([winter.campaign]);
    expect(
      await shown(`and(equals(campaign_id,"${winter.campaign}"),equals(tag_name,"Warm"))`),
    ).toEqual([]);
    expect(await shown(`contains-all(tag_name,["Warm","Dry"])`)).toEqual([summer.campaign]);
    expect(await shown(`contains-all(tag_name,["Warm","Wet"])`)).toEqual([]);
    expect(await shown(`contains-any(tag_name,["Warm","Wet"])`)).toEqual([summer.campaign]);
  });

  it("takes the days of its account, whatever offsets say, and what was sent in the last instant", async () => {
    // Half past eleven in the evening of the 19th, in New York.
    const at = Date.UTC(2026, 6, 20, 3, 30);
    const { campaign, mail, report, advance } = await shop({ zone: "America/New_York", at });
    mail(await campaign());
    const sentIn = async (span: Fields) =>
      (await report.show({ ...asked, statistics: ["recipients"], timeframe: span })).results.length;
    expect(await sentIn({ key: "today" })).toBe(1);
    await advance(3_600_000);
    const keys = {
      today: 0,
      yesterday: 1,
      this_week: 0,
      last_week: 1,
      this_month: 1,
      last_month: 0,
    };
    for (const [key, count] of Object.entries(keys))
      expect([key, await sentIn({ key })]).toEqual([key, count]);
    const spans = [
      ["2026-07-19T00:00:00+00:00", "2026-07-20T00:00:00+00:00", 1],
      ["2026-07-19T23:30:00+09:00", "2026-07-20T00:00:00-09:00", 1],
      ["2026-07-19T23:30:01Z", "2026-07-20T23:30:00Z", 0],
      ["2026-07-19T00:00:00Z", "2026-07-19T23:30:00Z", 0],
    ] as const;
    for (const [start, end, count] of spans) {
      expect([start, await sentIn({ start, end })]).toEqual([start, count]);
    }
  });

  it("is paged by page_cursor, in the order of what tells its messages apart", async () => {
    const { campaign, mail, report, everybody, post } = await shop({ readers: 1 });
    const made = [];
    for (let place = 0; place < 101; place += 1) {
      made.push(await campaign(`Mail ${place}`));
      mail(made[place] as never, everybody.slice(0, 1));
    }
    const attributes = { ...asked, statistics: ["recipients"] };
    const body = { data: { type: "campaign-values-report", attributes } };
    const follow = (link = "", asking: unknown = body) =>
      post(link.replace("http://emulator.localhost", ""), asking);
    const first = await report.ask(attributes);
    const shown = ({ data }: typeof first) =>
      (data.attributes["results"] as { groupings: Fields }[]).map(
        ({ groupings }) => groupings["campaign_id"],
      );
    expect(shown(first)).toHaveLength(100);
    expect(first.links.next).toContain("page_cursor=");
    const second = await follow(first.links.next ?? "");
    expect([...shown(first), ...shown(second)]).toEqual(
      made.map((each) => each.campaign).toSorted(),
    );
    expect(second.links.next).toBeNull();
    expect(shown(await follow(second.links.prev ?? ""))).toEqual(shown(first));
    const other = { data: { ...body.data, attributes: { ...attributes, statistics: ["opens"] } } };
    expect((await follow(first.links.next ?? "", other)).status).toBe(400);
    const query = (name: string) => report.ask(attributes, { query: `?${name}=nonsense` });
    expect((await query("page_cursor")).status).toBe(400);
    expect(refusalOf(await query("page[cursor]"))).toEqual([400, "invalid", "page[cursor]"]);
  });

  it("lets others be answered while it goes through a hundred thousand messages", async () => {
    const { campaign, mail, report, get, account, everybody } = await shop();
    const [first] = mail(await campaign(), everybody.slice(0, 1)) as [Message];
    const many = Array.from({ length: 100_000 }, (_, at) => {
      return { ...first, id: `${first.id}${at}`, seq: account.nextSeq() };
    });
    account.load(messages, many);
    const answered: string[] = [];
    const asking = report.show({ ...asked, statistics: ["recipients"] });
    const shown = asking.then((found) => (answered.push("report"), found));
    await get("/api/lists").then(() => answered.push("lists"));
    expect((await shown).results[0]?.statistics).toEqual({ recipients: 100_001 });
    expect(answered).toEqual(["lists", "report"]);
  });

  it("has fewer names to group by in older revisions", async () => {
    const { report } = await shop();
    const group_by = ["campaign_id", "campaign_message_id", "tag_id"];
    const attributes = { ...asked, statistics: ["opens"], group_by };
    expect((await report.ask(attributes)).status).toBe(200);
    const older = await report.ask(attributes, { revision: "2025-10-15" });
    expect(refusalOf(older)).toEqual([400, "invalid", "/data/attributes/group_by/2"]);
    const filter = `equals(tag_id,"a")`;
    const filtered = { ...asked, statistics: ["opens"], filter };
    expect((await report.ask(filtered, { revision: "2025-10-15" })).status).toBe(400);
  });

  it.each([
    [{ statistics: ["opened"] }, "statistics/0"],
    [{ statistics: undefined }, "statistics"],
    [{ timeframe: undefined }, "timeframe"],
    [{ timeframe: { start: "2026-07-01", end: "soon" } }, "timeframe/end"],
    [{ conversion_metric_id: "none" }, "conversion_metric_id"],
    [{ conversion_metric_id: undefined }, "conversion_metric_id"],
    [{ group_by: ["campaign_id", "flow_id"] }, "group_by/1"],
    [{ group_by: ["campaign_id", "send_channel"] }, "group_by"],
    [{ group_by: [] }, "group_by"],
    [{ filter: `equals(send_channel,"pigeon")` }, "filter"],
    [{ filter: `any(send_channel,["email"])` }, "filter"],
    [{ filter: `contains-any(campaign_id,"a")` }, "filter"],
    [{ filter: `contains-all(campaign_id,["a"])` }, "filter"],
    [{ interval: "daily" }, "interval"],
  ])("is refused with %j", async (wrong, place) => {
    const { report } = await shop();
    const answer = await report.ask({ ...asked, statistics: ["opens"], ...wrong });
    expect(refusalOf(answer)).toEqual([400, "invalid", `/data/attributes/${place}`]);
  });
});
