import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { data, type Fields } from "../support/sending.ts";
import { reporting } from "./asking.ts";
import { flowOf, type OfFlow } from "./flow-sent.ts";
import { sentShop } from "./sent.ts";

const day = 86_400_000;
const timeframe = { key: "last_7_days" };
const asked = { conversion_metric_id: "Order1", timeframe };

async function shop() {
  const ways = await sentShop();
  const [welcome, reminder] = flowOf(ways.account, "Welcome series", ["Welcome", "Reminder"]);
  return {
    ...ways,
    welcome: welcome as OfFlow,
    reminder: reminder as OfFlow,
    values: reporting(ways.post, "flow-values"),
    series: reporting(ways.post, "flow-series"),
  };
}

describe("a report of flows", () => {
  it("has a result for each message and channel, and leads to them", async () => {
    const { mail, welcome, reminder, everybody, values, campaign } = await shop();
    mail(welcome);
    mail(reminder, everybody.slice(0, 2));
    // Of a campaign, which is no flow's.
    mail(await campaign());
    const answer = await values.ask({ ...asked, statistics: ["recipients"] });
    const of = ({ flow: flow_id, message: flow_message_id }: OfFlow) => ({
      flow_id,
      flow_message_id,
      send_channel: "email",
    });
    expect(answer.data.attributes["results"]).toEqual([
      { groupings: of(welcome), statistics: { recipients: 4 } },
      { groupings: of(reminder), statistics: { recipients: 2 } },
    ]);
    const { flows, "flow-messages": messages } = answer.data.relationships;
    expect(flows?.data).toEqual([{ type: "flow", id: welcome.flow }]);
    expect(messages?.data).toEqual(
      [welcome, reminder].map(({ message: id }) => ({ type: "flow-message", id })),
    );
    expect(answer.links).toMatchObject({ next: null, prev: null });
  });

  it("counts what became of them, and the order that one led to when that was sent", async () => {
    const { mail, happens, order, advance, welcome, everybody, values, series } = await shop();
    const [first, second] = mail(welcome);
    for (const message of [first, second]) happens(message, "open");
    await advance(2 * day);
    happens(first, "click");
    await order(everybody[0] as never, 42);
    const statistics = ["open_rate", "click_rate", "conversions", "conversion_value"];
    const numbers = { open_rate: 0.5, click_rate: 0.25, conversions: 1, conversion_value: 42 };
    const { results } = await values.show({ ...asked, statistics });
    expect(results[0]?.statistics).toEqual(numbers);
    const days = await series.show({ ...asked, statistics, interval: "daily" });
    expect(days.date_times?.[5]).toBe("2026-07-20T00:00:00+00:00");
    expect(days.results[0]?.statistics).toEqual(
      Object.fromEntries(
        Object.entries(numbers).map(([name, value]) => [name, [0, 0, 0, 0, 0, value, 0, 0]]),
      ),
    );
  });

  it("goes by parts that add up to the whole", async () => {
    const { mail, advance, welcome, reminder, everybody, values, series } = await shop();
    for (let week = 0; week < 6; week += 1) {
      mail(week % 2 === 0 ? welcome : reminder, everybody.slice(0, 1 + (week % 3)));
      await advance(5 * day);
    }
    const all = { ...asked, statistics: ["recipients"], timeframe: { key: "last_90_days" } };
    const whole = await values.show(all);
    expect(whole.results.map(({ statistics }) => statistics["recipients"])).toEqual([6, 6]);
    for (const interval of ["weekly", "monthly"]) {
      const { results, date_times } = await series.show({ ...all, interval });
      const sums = results.map(({ statistics }) => {
        const numbers = statistics["recipients"] as readonly number[];
        expect(numbers).toHaveLength(date_times?.length ?? 0);
        return numbers.reduce((sum, each) => sum + each, 0);
      });
      expect([interval, sums]).toEqual([interval, [6, 6]]);
    }
  });

  it("tells messages apart by name, tag and variation, and filters by them", async () => {
    const { mail, welcome, reminder, values, post, account } = await shop();
    const [other] = flowOf(account, "Others", ["Once"]) as [OfFlow];
    const { data: tag } = await post("/api/tags", data("tag", { name: "Warm" }));
    await post(`/api/tags/${tag.id}/relationships/flows`, {
      data: [{ type: "flow", id: welcome.flow }],
    });
    mail({ ...welcome, variation: reminder.message });
    mail(other);
    const ids = ["flow_id", "flow_message_id"];
    const by = async (names: readonly string[], filter?: string) => {
      const group_by = [...ids, ...names];
      const { results } = await values.show({
        ...asked,
        statistics: ["recipients"],
        group_by,
        ...(filter !== undefined && { filter }),
      });
      return results.map(({ groupings }) => names.map((name) => groupings[name]));
    };
    expect(await by(["flow_name", "flow_message_name"])).toEqual([
      ["Welcome series", "Welcome"],
      ["Others", "Once"],
    ]);
    expect(await by(["tag_id", "tag_name"])).toEqual([
      [tag.id, "Warm"],
      [null, null],
    ]);
    expect(await by(["variation", "variation_name"])).toEqual([
      [reminder.message, "Reminder"],
      [null, null],
    ]);
    const names = ["flow_name"];
    expect(await by(names, `contains-all(tag_name,["Warm"])`)).toEqual([["Welcome series"]]);
    expect(await by(names, `equals(flow_message_id,"${other.message}")`)).toEqual([["Others"]]);
    const both = `and(contains-any(flow_id,["${welcome.flow}","${other.flow}"]),equals(send_channel,"sms"))`;
    expect(await by(names, both)).toEqual([]);
  });

  it("keeps its numbers when a person is deleted", async () => {
    const { mail, happens, welcome, everybody, values, post } = await shop();
    const [first] = mail(welcome);
    happens(first, "open");
    const show = () => values.show({ ...asked, statistics: ["recipients", "opens", "open_rate"] });
    const before = await show();
    const profile = { data: { type: "profile", id: everybody[0]?.id, attributes: {} } };
    await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
    expect(await show()).toEqual(before);
  });

  it("comes page by page, for the same body", async () => {
    const { mail, everybody, account, values, post, series } = await shop();
    const labels = Array.from({ length: 130 }, (_, place) => `Message ${place}`);
    for (const of of flowOf(account, "Long", labels)) mail(of, everybody.slice(0, 1));
    for (const [way, more] of [[values], [series, { interval: "daily" }]] as const) {
      const body = { ...asked, statistics: ["recipients"], ...more };
      const first = await way.ask(body);
      const next = new URL(String(first.links.next));
      const second = await post(next.pathname + next.search, data(first.data.type, body));
      const all = [first, second].flatMap(
        ({ data: { attributes } }) => attributes["results"] as { groupings: Fields }[],
      );
      const ids = new Set(all.map(({ groupings }) => groupings["flow_message_id"]));
      expect([all.length, ids.size, second.links.next]).toEqual([130, 130, null]);
      expect(
        (await way.ask({ ...body, statistics: ["opens"] }, { query: next.search })).status,
      ).toBe(400);
    }
  });
});

describe("a report of flows is refused", () => {
  const at = "/data/attributes";
  it.each([
    [{ statistics: ["opening"] }, `${at}/statistics/0`],
    [{ conversion_metric_id: "none" }, `${at}/conversion_metric_id`],
    [{ group_by: ["flow_id"] }, `${at}/group_by`],
    [{ group_by: ["flow_id", "flow_message_id", "group"] }, `${at}/group_by/2`],
    [{ interval: "hourly", timeframe: { key: "last_30_days" } }, `${at}/interval`],
    [{ filter: `equals(campaign_id,"a")` }, `${at}/filter`],
    [{ filter: `equals(send_channel,"letter")` }, `${at}/filter`],
    [{ filter: `contains-all(flow_id,["a"])` }, `${at}/filter`],
  ])("with %j", async (wrong, pointer) => {
    const { series } = await shop();
    const right = { ...asked, statistics: ["opens"], interval: "daily" };
    expect((await series.ask(right)).status).toBe(200);
    expect(refusalOf(await series.ask({ ...right, ...wrong }))).toEqual([400, "invalid", pointer]);
  });

  it("before 2026-01-15 with a name that there was not", async () => {
    const { values } = await shop();
    const body = { ...asked, statistics: ["opens"] };
    const older = { revision: "2025-10-15" };
    const group_by = ["flow_id", "flow_message_id", "flow_name"];
    expect((await values.ask(body, older)).status).toBe(200);
    expect((await values.ask({ ...body, group_by })).status).toBe(200);
    expect(refusalOf(await values.ask({ ...body, group_by }, older))[0]).toBe(400);
  });
});

it("an event says which flow and which message of it led to it", async () => {
  const { mail, happens, order, welcome, reminder, everybody, get } = await shop();
  const [first] = mail({ ...welcome, variation: reminder.message });
  happens(first, "open");
  await order(everybody[0] as never, 10);
  const { included } = await get("/api/events?include=attributions");
  const of = included.map(({ relationships }) =>
    Object.fromEntries(Object.entries(relationships).map(([name, each]) => [name, each.data])),
  );
  expect(of).toEqual([
    expect.objectContaining({
      flow: { type: "flow", id: welcome.flow },
      "flow-message": { type: "flow-message", id: welcome.message },
      "flow-message-variation": { type: "flow-message", id: reminder.message },
    }),
  ]);
  expect(of[0]).not.toHaveProperty("campaign");
});
