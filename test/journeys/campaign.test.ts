import { expect, it } from "vitest";
import type { MessageView } from "../../src/control/messages/message-view.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, to } from "../support/sending.ts";
import { receive, secret } from "../support/webhooks.ts";

const html =
  '<p>Hello {{ first_name }}</p><a href="https://shop.example/sale">Sale</a> {% unsubscribe %}';

const shop = `
company_id: Tests1
timezone: Europe/Berlin
sender_email: hello@shop.example
templates: [{ name: Sale, id: SaleT1, html: '${html}' }]
metrics: [{ name: Placed Order, id: Order1 }]
profiles:
  - { email: ada@example.com, first_name: Ada, properties: { plan: gold }, consent: { email: SUBSCRIBED } }
  - { email: bob@example.com, first_name: Bob, properties: { plan: gold }, consent: { email: SUBSCRIBED } }
  - { email: cyd@example.com, first_name: Cyd, properties: { plan: none }, consent: { email: SUBSCRIBED } }
  - { email: dan@example.com, first_name: Dan, properties: { plan: gold }, consent: { email: UNSUBSCRIBED } }
`;

const gold = {
  condition_groups: [
    {
      conditions: [
        {
          type: "profile-property",
          property: "properties['plan']",
          filter: { type: "string", operator: "equals", value: "gold" },
        },
      ],
    },
  ],
};

const topics = [
  "event:service.received_email",
  "event:service.clicked_email",
  "event:service.unsubscribed_from_email_marketing",
  "event:api.placed_order",
];

it("a campaign goes from its segment to a conversion in its report, and everybody tells the same", async () => {
  const receiver = await receive();
  const { emulator, get, post } = await emulate({ fixtures: [fixtureFile(shop)] });
  emulator.rates.set({ deliver: 1, open: 0, click: 0, unsubscribe: 0, spam: 0 });
  const hook = { name: "All", endpoint_url: receiver.url, secret_key: secret };
  const relationships = {
    "webhook-topics": { data: topics.map((id) => ({ type: "webhook-topic", id })) },
  };
  expect((await post("/api/webhooks", data("webhook", hook, { relationships }))).status).toBe(201);

  // A segment, and a campaign to it for tomorrow morning.
  const segment = await post("/api/segments", data("segment", { name: "Gold", definition: gold }));
  const definition = { channel: "email", content: { subject: "{{ first_name }}, the sale" } };
  const campaign = await post(
    "/api/campaigns",
    data("campaign", {
      name: "Sale",
      audiences: { included: [segment.data.id] },
      send_strategy: { method: "static", datetime: "2026-07-21T09:00:00Z" },
      "campaign-messages": { data: [{ type: "campaign-message", attributes: { definition } }] },
    }),
  );
  const { id } = campaign.data;
  const [message] = (await get(`/api/campaigns/${id}/campaign-messages`)).many;
  await post("/api/campaign-message-assign-template", {
    data: {
      type: "campaign-message",
      id: message?.id,
      relationships: { template: to("template", "SaleT1") },
    },
  });
  const estimated = { data: { type: "campaign-recipient-estimation-job", id } };
  await post("/api/campaign-recipient-estimation-jobs", estimated);
  await post("/api/campaign-send-jobs", { data: { type: "campaign-send-job", id } });
  const statusOf = async () => (await get(`/api/campaigns/${id}`)).data.attributes["status"];
  expect(await statusOf()).toBe("Scheduled");
  await emulator.clock.advance("20h");
  expect(await emulator.outbox.list()).toEqual([]);
  await emulator.clock.advance("2h");
  expect(await statusOf()).toBe("Sent");

  // The outbox has the rendered mails, to as many as were estimated.
  const mails = await emulator.outbox.list();
  const estimation = await get(`/api/campaign-recipient-estimations/${id}`);
  expect(estimation.data.attributes["estimated_recipient_count"]).toBe(mails.length);
  expect(mails.map(({ to: address, subject }) => [address, subject])).toEqual([
    ["ada@example.com", "Ada, the sale"],
    ["bob@example.com", "Bob, the sale"],
  ]);
  const [ada, bob] = mails as [MessageView, MessageView];
  expect((await emulator.outbox.get(ada.id)).html).toContain("<p>Hello Ada</p>");

  // Ada clicks, Bob leaves, by the links that their mails have.
  const linkIn = async (mail: MessageView, text: string) => {
    const { html: shown } = await emulator.outbox.get(mail.id);
    const found = new RegExp(`href="([^"]+)">${text}<`).exec(shown ?? "");
    return found?.[1] ?? "";
  };
  await emulator.clock.advance("10m");
  const clicked = await emulator.fetch(await linkIn(ada, "Sale"), { redirect: "manual" });
  expect([clicked.status, clicked.headers.get("location")]).toEqual([
    302,
    "https://shop.example/sale",
  ]);
  expect((await emulator.fetch(await linkIn(bob, "Unsubscribe"))).status).toBe(200);
  const consentOf = async (mail: MessageView) => {
    const found = await get(
      `/api/profiles/${mail.profile}?additional-fields[profile]=subscriptions`,
    );
    const { email } = found.data.attributes["subscriptions"] as {
      email: { marketing: { consent: string } };
    };
    return email.marketing.consent;
  };
  expect([await consentOf(ada), await consentOf(bob)]).toEqual(["SUBSCRIBED", "UNSUBSCRIBED"]);

  // An order follows.
  await emulator.clock.advance("1d");
  const order = {
    profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
    metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
    properties: {},
    value: 42.5,
  };
  expect((await post("/api/events", data("event", order))).status).toBe(202);
  await emulator.clock.advance("1h");
  await emulator.deliveries.settled();

  // The API's events and the calls of the webhook agree.
  const { many, included } = await get("/api/events?include=metric&sort=datetime");
  const names = new Map(included.map((each) => [each.id, String(each.attributes["name"])]));
  const events = many.map(({ id: event, relationships: { metric, profile } }) => [
    event,
    names.get((metric?.data as { id: string } | undefined)?.id ?? ""),
    (profile?.data as { id: string } | undefined)?.id,
  ]);
  const happened = events.map(([, name, profile]) => [
    name,
    profile === ada.profile ? "Ada" : "Bob",
  ]);
  expect(happened.toSorted()).toEqual([
    ["Clicked Email to Unsubscribe", "Bob"],
    ["Clicked Email", "Ada"],
    ["Placed Order", "Ada"],
    ["Received Email", "Ada"],
    ["Received Email", "Bob"],
    ["Unsubscribed from Email Marketing", "Bob"],
  ]);
  const called = receiver.received.flatMap(({ json }) =>
    json.data.map(({ topic, payload }) => [payload.data.id, topic]),
  );
  const topicOf = (name = "") =>
    topics.find((each) => each.endsWith(name.toLowerCase().replaceAll(" ", "_")));
  const expected = events.flatMap(([event, name]) => {
    const topic = topicOf(name);
    return topic === undefined ? [] : [[event, topic]];
  });
  expect(called.toSorted()).toEqual(expected.toSorted());

  // The report of that week: the order is the campaign's.
  const report = await post(
    "/api/campaign-values-reports",
    data("campaign-values-report", {
      timeframe: { key: "this_week" },
      conversion_metric_id: "Order1",
      statistics: [
        "recipients",
        "clicks_unique",
        "unsubscribes",
        "conversions",
        "conversion_value",
      ],
    }),
  );
  expect(report.data.attributes["results"]).toEqual([
    {
      groupings: { campaign_id: id, campaign_message_id: message?.id },
      statistics: {
        recipients: 2,
        clicks_unique: 1,
        unsubscribes: 1,
        conversions: 1,
        conversion_value: 42.5,
      },
    },
  ]);
});
