import { describe, expect, it } from "vitest";
import { reporting } from "../reporting/asking.ts";
import { day, historic, noon } from "./history-support.ts";

const shop = `
company_id: Tests1
timezone: UTC
lists: [{ name: Newsletter, id: News01 }]
generate: { profiles: 80, events: 2500, span: 300d, lists: { email: Newsletter } }
templates: [{ name: Letter, html: '<a href="https://shop.example.com/new">New</a>' }]
flows:
  - name: Welcome
    id: Welc01
    list: Newsletter
    status: live
    created: -300d
    emails:
      - { subject: "Welcome, {{ first_name|default:'you' }}", template: Letter }
      - { subject: Still there?, template: Letter, after: 3d }
  - name: Cart
    id: Carts1
    metric: Started Checkout
    unless: Placed Order
    status: live
    created: -200d
    emails: [{ subject: Forgotten?, template: Letter, after: 4h }]
  - { name: Draft, list: Newsletter, created: -300d, emails: [{ subject: No, template: Letter }] }
history: { flows: true }
`;

describe("the flows of a history", () => {
  it("welcomed everybody who joined, and wrote again, as long as they were heard of", async () => {
    const { all, people } = await historic(shop);
    const known = people();
    const mails = all("message").filter(({ flow }) => flow === "Welc01");
    const [first = "", second = ""] = [...new Set(mails.map(({ message }) => message))];
    const joined = all("membership").filter(({ group }) => group === "News01");
    const expected = joined.flatMap(({ profile, joined: at }) => {
      const last = known.get(profile)?.["last_event_date"] ?? at;
      const mail = (after: number, message: string) =>
        at + after <= last ? [[profile, message, at + after]] : [];
      return [...mail(0, first), ...mail(3 * day, second)];
    });
    const byPerson = (some: unknown[][]) => some.map((each) => each.join(" ")).toSorted();
    expect(byPerson(mails.map(({ profile, message, at }) => [profile, message, at]))).toEqual(
      byPerson(expected),
    );
    const ada = mails.find(({ message, profile }) => {
      return message === first && known.get(profile)?.["first_name"] !== null;
    });
    expect(ada?.["subject"]).toBe(`Welcome, ${known.get(ada?.["profile"])?.["first_name"]}`);
  });

  it("reminded of carts those who had not ordered meanwhile, since the flow was there", async () => {
    const { all, happened } = await historic(shop);
    const mails = all("message").filter(({ flow }) => flow === "Carts1");
    expect(mails.length).toBeGreaterThan(5);
    const [started, placed] = [happened("Started Checkout"), happened("Placed Order")];
    for (const { profile, at } of mails) {
      expect(at).toBeGreaterThan(noon - 200 * day);
      const cause = started.find((each) => {
        return each["profile"] === profile && each["time"] === at - day / 6;
      });
      expect(cause).toBeDefined();
      const orders = placed.filter((each) => {
        return each["profile"] === profile && each["time"] >= cause?.["time"] && each["time"] < at;
      });
      expect(orders).toEqual([]);
    }
  });

  it("say who went through them, so that nobody is welcomed twice", async () => {
    const { all, ask, emulator } = await historic(shop);
    const runs = all("flow-run");
    const mails = all("message");
    const joined = all("membership").filter(({ group }) => group === "News01");
    const welcomed = runs.filter(({ flow }) => flow === "Welc01");
    expect(welcomed.map(({ profile }) => profile).toSorted()).toEqual(
      joined.map(({ profile }) => profile).toSorted(),
    );
    for (const { flow, profile, entered, ended, state, why, notes } of runs) {
      expect(ended).toBeGreaterThanOrEqual(entered);
      const sent = mails.filter((mail) => {
        const isOfRun = mail["at"] >= entered && mail["at"] <= ended;
        return mail["flow"] === flow && mail["profile"] === profile && isOfRun;
      });
      const most = flow === "Welc01" ? 2 : 1;
      expect(sent.length).toBe(most - (state === "left" ? 1 : notes.length));
      expect(why === null).toBe(state === "completed");
    }
    const states = new Set(runs.map(({ flow, state }) => `${flow} ${state}`));
    expect(states).toContain("Carts1 left");
    const again = welcomed[0]?.["profile"];
    const list = { data: [{ type: "profile", id: again }] };
    const path = "/api/lists/News01/relationships/profiles";
    await ask("DELETE", path, { body: list });
    expect((await ask("POST", path, { body: list })).status).toBe(204);
    await emulator.clock.advance("1h");
    expect(all("message")).toHaveLength(mails.length);
  });

  it("wrote to those in a segment, and to nobody who has unsubscribed", async () => {
    const ofSegment = shop
      .replace("metric: Started Checkout\n    unless: Placed Order", "segment: VIP")
      .replace("span: 300d,", "span: 300d, segments: { VIP: { orders: 1 } },");
    const { all, people } = await historic(`${ofSegment}segments: [{ name: VIP, id: VipSe1 }]`);
    const mails = all("message").filter(({ flow }) => flow === "Carts1");
    expect(mails.length).toBeGreaterThan(0);
    const known = people();
    const members = new Map(
      all("membership").flatMap(({ group, profile, joined }) =>
        group === "VipSe1" ? [[profile, joined]] : [],
      ),
    );
    for (const { profile, at } of mails) {
      expect(at).toBe(members.get(profile) + day / 6);
      const { state, at: left } = known.get(profile)?.["consent"].email ?? {};
      expect(state === "UNSUBSCRIBED" && left <= at).toBe(false);
    }
  });

  it("sent nothing by a draft, and nothing after now", async () => {
    const { all } = await historic(shop);
    expect(new Set(all("message").map(({ flow }) => flow))).toEqual(new Set(["Welc01", "Carts1"]));
    for (const { at } of all("message")) expect(at).toBeLessThanOrEqual(noon);
  });

  it("add up in the report of a year, with orders that they led to", async () => {
    const { all, post, happened } = await historic(shop);
    const metric = all("metric").find(({ name }) => name === "Placed Order")?.["id"];
    const { results } = await reporting(post, "flow-values").show({
      statistics: ["recipients", "opens_unique", "clicks_unique", "conversions"],
      timeframe: { key: "last_365_days" },
      conversion_metric_id: metric,
    });
    const mails = all("message");
    expect(results).toHaveLength(3);
    for (const { groupings, statistics } of results) {
      const own = mails.filter(({ message }) => message === groupings["flow_message_id"]);
      expect([statistics["recipients"], statistics["opens_unique"]]).toEqual([
        own.length,
        own.filter(({ opened }) => opened !== null).length,
      ]);
    }
    const sum = (name: string) =>
      results.reduce((total, { statistics }) => total + Number(statistics[name]), 0);
    const led = happened("Placed Order").filter(({ properties }) => properties.$attribution);
    expect(sum("recipients")).toBe(mails.length);
    expect(sum("conversions")).toBe(led.length);
    expect(led.length).toBeGreaterThan(0);
    expect(happened("Received Email").every(({ properties }) => properties.$flow)).toBe(true);
  });

  it("show their mails as they went out", async () => {
    const { emulator } = await historic(shop);
    const [mail] = await emulator.outbox.list({ flow: "Carts1" });
    const shown = await emulator.outbox.get(mail?.id ?? "");
    expect([shown.subject, shown.html]).toEqual(["Forgotten?", expect.stringContaining("New")]);
  });

  it("are refused where none is live", async () => {
    await expect(historic(shop.replaceAll("status: live", "status: draft"))).rejects.toThrow(
      "history.flows: no flow that sends emails is live",
    );
  });
});
