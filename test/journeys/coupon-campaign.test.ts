import { expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, to } from "../support/sending.ts";
import { everythingHeard } from "../reporting/second-way.ts";

const html =
  '<p>{% coupon_code "SPRING" %}</p><a href="https://shop.example/sale">Sale</a> {% unsubscribe %}';

const people = Array.from(
  { length: 40 },
  (_, place) =>
    `  - { email: reader-${place}@example.com, phone_number: "+120255501${String(place).padStart(2, "0")}", ` +
    `lists: [Readers], consent: { email: SUBSCRIBED, sms: SUBSCRIBED } }`,
).join("\n");

const shop = `
company_id: Tests1
name: Shop
timezone: UTC
sms: true
lists: [{ name: Readers, id: Reader }]
templates: [{ name: Sale, id: SaleT1, html: '${html}' }]
metrics: [{ name: Placed Order, id: Order1 }]
campaigns:
  - name: Spring
    id: 01JZC0VP0N0000000000SPR1NG
    template: Sale
    included: [Readers]
    ab_test: { variations: [{ subject: Spring }, { subject: Ten off }] }
profiles:
${people}
`;

it("a campaign gives everybody a coupon code, and outbox, events, codes and report tell the same", async () => {
  const { emulator, get, post, patch } = await emulate({ fixtures: [fixtureFile(shop)] });
  emulator.rates.set({ deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 });
  const utm = { campaign: { type: "dynamic", value: "campaign_name" } };
  await patch(
    "/api/tracking-settings/Tests1",
    data("tracking-setting", { auto_add_parameters: true, utm_campaign: utm }, { id: "Tests1" }),
  );

  // Fifty codes of a coupon.
  await post("/api/coupons", data("coupon", { external_id: "SPRING", description: "Ten off" }));
  const codes = Array.from({ length: 50 }, (_, place) => ({
    type: "coupon-code",
    attributes: { unique_code: `CODE${place}`, expires_at: "2027-01-01T00:00:00Z" },
    relationships: { coupon: to("coupon", "SPRING") },
  }));
  const job = data("coupon-code-bulk-create-job", { "coupon-codes": { data: codes } });
  expect((await post("/api/coupon-code-bulk-create-jobs", job)).status).toBe(202);
  await emulator.clock.advance("1m");

  const campaign = async (name: string, definition: object) => {
    const attributes = {
      name,
      audiences: { included: ["Reader"] },
      send_strategy: { method: "immediate" },
      send_options: { use_smart_sending: false },
      "campaign-messages": { data: [{ type: "campaign-message", attributes: { definition } }] },
    };
    const { id } = (await post("/api/campaigns", data("campaign", attributes))).data;
    const [message] = (await get(`/api/campaigns/${id}/campaign-messages`)).many;
    return { id, message: message?.id ?? "" };
  };
  const send = async (id: string) => {
    await post("/api/campaign-send-jobs", { data: { type: "campaign-send-job", id } });
    await emulator.clock.advance("1m");
  };
  const mailing = async (name: string) => {
    const made = await campaign(name, { channel: "email", content: { subject: name } });
    await post("/api/campaign-message-assign-template", {
      data: {
        type: "campaign-message",
        id: made.message,
        relationships: { template: to("template", "SaleT1") },
      },
    });
    await send(made.id);
    return made;
  };
  // Two subjects are tried, each with a part of the people.
  const spring = "01JZC0VP0N0000000000SPR1NG";
  const variations = (await get(`/api/campaigns/${spring}/campaign-messages`)).many;
  await send(spring);

  // Each of forty mails has a code of its own, which is its person's.
  const mails = await emulator.outbox.list({ campaign: "Spring" });
  const subjects = mails.map(({ subject }) => subject);
  expect(new Set(subjects)).toEqual(new Set(["Spring", "Ten off"]));
  const shown = await Promise.all(mails.map(({ id }) => emulator.outbox.get(id)));
  const given = shown.map((mail) => /<p>(\w+)<\/p>/.exec(mail.html ?? "")?.[1] ?? "");
  expect([mails.length, new Set(given).size]).toEqual([40, 40]);
  const records = emulator.state.get("coupon-code").records;
  const held = records.filter(({ status }) => status === "ASSIGNED_TO_PROFILE");
  expect(new Map(held.map((code) => [code["unique_code"], code["profile"]]))).toEqual(
    new Map(mails.map(({ profile }, place) => [given[place], profile])),
  );

  // Ten codes are left, for ten of the next.
  const second = await mailing("More");
  expect(emulator.campaigns.sends(second.id)[0]).toMatchObject({
    reached: 10,
    skipped: { "no-coupon-code": 30 },
  });

  // The text says who it is from, and how to leave.
  const text = await campaign("Text", {
    channel: "sms",
    content: { body: "Spring sale" },
    render_options: { add_org_prefix: true, add_info_link: false, add_opt_out_language: true },
  });
  await send(text.id);
  const texts = await emulator.outbox.list({ channel: "sms" });
  expect(texts).toHaveLength(40);
  const { text: said } = await emulator.outbox.get(texts[0]?.id ?? "");
  expect(said).toBe("Shop: Spring sale Text STOP to opt out.");

  // Seven click, three leave; one of them by two mails.
  for (const { id, links } of mails.slice(0, 7)) {
    await emulator.outbox.click(id);
    const { searchParams } = new URL(links[0]?.target ?? "");
    expect(searchParams.get("utm_campaign")).toBe("Spring");
  }
  for (const { id } of mails.slice(0, 3)) await emulator.outbox.unsubscribe(id);
  const more = await emulator.outbox.list({ campaign: "More" });
  const again = more.find(({ profile }) => profile === mails[0]?.profile) ?? more[0];
  await emulator.outbox.unsubscribe(again?.id ?? "");
  const left = new Set([...mails.slice(0, 3), again].map((mail) => mail?.profile));

  const statistics = ["recipients", "clicks_unique", "unsubscribes"];
  const asked = { statistics, timeframe: { key: "today" }, conversion_metric_id: "Order1" };
  const report = await post("/api/campaign-values-reports", data("campaign-values-report", asked));
  const results = report.data.attributes["results"] as {
    groupings: Record<string, string>;
    statistics: Record<string, number>;
  }[];
  const heard = await everythingHeard(get);
  const count = (metrics: readonly string[], message: string) =>
    heard.filter(
      ({ metric, properties }) => metrics.includes(metric) && properties["$message"] === message,
    ).length;
  const messages = [...variations.map(({ id }) => id), second.message, text.message];
  const received = messages.map((message) => ({
    recipients: count(["Received Email", "Sent SMS"], message),
    clicks_unique: count(["Clicked Email", "Clicked SMS"], message),
    unsubscribes: count(["Unsubscribed from Email Marketing"], message),
  }));
  const of = (message: string) =>
    results.find(({ groupings }) => groupings["campaign_message_id"] === message)?.statistics;
  expect(messages.map(of)).toEqual(received);
  const parts = ["Spring", "Ten off"].map(
    (name) => subjects.filter((each) => each === name).length,
  );
  expect(received.map(({ recipients }) => recipients)).toEqual([...parts, 10, 40]);
  expect(received.reduce((sum, { unsubscribes }) => sum + unsubscribes, 0)).toBe(left.size);
});
