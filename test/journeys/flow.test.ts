import { expect, it } from "vitest";
import type { MessageView } from "../../src/control/messages/message-view.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { data, type Fields } from "../support/sending.ts";
import { receive, secret } from "../support/webhooks.ts";

const html =
  '<p>Hello {{ first_name }}</p><a href="https://shop.example/start">Start</a> {% unsubscribe %}';

const shop = `
company_id: Tests1
sender_email: hello@shop.example
templates: [{ name: Letter, id: Letter, html: '${html}' }]
lists: [{ name: News, id: NewsL1, opt_in_process: double_opt_in }]
metrics: [{ name: Placed Order, id: Order1 }]
forms: [{ id: Popup1, name: Welcome, list: News, asks: [Plan], status: live }]
profiles: [{ email: old@example.com, lists: [News], consent: { email: SUBSCRIBED } }]
`;

const topics = [
  "event:service.received_email",
  "event:service.clicked_email",
  "event:api.placed_order",
];
const zoe = "zoe@example.com";

it("a visitor becomes a subscriber, is welcomed four hours later, buys, and is forgotten", async () => {
  const receiver = await receive();
  const { emulator, get, post, patch } = await emulate({ fixtures: [fixtureFile(shop)] });
  emulator.rates.set({ deliver: 1, bounce: 0, open: 0, click: 0, unsubscribe: 0, spam: 0 });
  const hook = { name: "All", endpoint_url: receiver.url, secret_key: secret };
  const relationships = {
    "webhook-topics": { data: topics.map((id) => ({ type: "webhook-topic", id })) },
  };
  await post("/api/webhooks", data("webhook", hook, { relationships }));

  // A flow for those who join the list of the form.
  const message = {
    subject_line: "Welcome, {{ first_name }}",
    template_id: "Letter",
    name: "Welcome",
  };
  const definition = {
    triggers: [{ type: "list", id: "NewsL1" }],
    entry_action_id: "wait",
    actions: [
      {
        temporary_id: "wait",
        type: "time-delay",
        data: { unit: "hours", value: 4 },
        links: { next: "send" },
      },
      { temporary_id: "send", type: "send-email", data: { message } },
    ],
  };
  const flow = await post("/api/flows", data("flow", { name: "Welcome", definition }));
  const { id } = flow.data;
  await patch(`/api/flows/${id}`, data("flow", { status: "live" }, { id }));
  const runs = () =>
    emulator.flows.runs("Welcome").map(({ email, type, state }) => [email, type, state]);

  // Who submits the form is no member before the click in the mail that asks for it.
  emulator.forms.submit("Popup1", { values: { $email: zoe, Plan: "gold" } });
  await emulator.clock.advance("1h");
  expect(runs()).toEqual([]);
  const [asked] = emulator.confirmations.list();
  emulator.confirmations.click(asked?.id ?? "");
  expect(runs()).toEqual([[zoe, "time-delay", "waiting"]]);
  const [{ until = null } = {}] = emulator.flows.runs("Welcome");
  expect(until).toBe("2026-07-20T17:00:00+00:00");

  // Four hours later the mail is there, of the flow and its message.
  await emulator.clock.advance("3h");
  expect(await emulator.outbox.list({ flow: id })).toEqual([]);
  await emulator.clock.advance("1h");
  expect(runs()).toEqual([[zoe, "send-email", "completed"]]);
  const [mail] = (await emulator.outbox.list({ flow: id })) as [MessageView];
  expect(mail).toMatchObject({ to: zoe, subject: "Welcome, ", flow: id });

  // Its link is clicked, and an order follows.
  const link = mail.links.find(({ kind }) => kind === "click");
  const clicked = await emulator.fetch(link?.url ?? "", { redirect: "manual" });
  expect(clicked.headers.get("location")).toBe("https://shop.example/start");
  await emulator.clock.advance("1d");
  const order = {
    profile: { data: { type: "profile", attributes: { email: zoe } } },
    metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
    properties: {},
    value: 42.5,
  };
  await post("/api/events", data("event", order));
  await emulator.clock.advance("1h");
  await emulator.deliveries.settled();

  // The API's events and the calls of the webhook agree, and name the flow.
  const { many, included } = await get("/api/events?include=metric&sort=datetime");
  const names = new Map(included.map((each) => [each.id, String(each.attributes["name"])]));
  const told = many.flatMap(({ id: event, attributes, relationships: to }) => {
    const metric = to["metric"]?.data as { id: string } | undefined;
    const name = names.get(metric?.id ?? "") ?? "";
    const properties = attributes["event_properties"] as Fields;
    const isWanted = ["Received Email", "Clicked Email", "Placed Order"].includes(name);
    return isWanted ? [{ event, name, flow: properties["$flow"] }] : [];
  });
  expect(told.map(({ name, flow: of }) => [name, of])).toEqual([
    ["Received Email", id],
    ["Clicked Email", id],
    ["Placed Order", undefined],
  ]);
  const called = receiver.received.flatMap(({ json }) =>
    json.data.map(({ payload }) => payload.data.id),
  );
  expect(called.toSorted()).toEqual(told.map(({ event }) => event).toSorted());

  // The report of that week: the order is the flow's.
  const report = async () => {
    const found = await post(
      "/api/flow-values-reports",
      data("flow-values-report", {
        timeframe: { key: "this_week" },
        conversion_metric_id: "Order1",
        statistics: ["recipients", "clicks_unique", "conversions", "conversion_value"],
      }),
    );
    return found.data.attributes["results"];
  };
  const expected = [
    {
      groupings: { flow_id: id, flow_message_id: mail.message, send_channel: "email" },
      statistics: { recipients: 1, clicks_unique: 1, conversions: 1, conversion_value: 42.5 },
    },
  ];
  expect(await report()).toEqual(expected);

  // Who is deleted is in no list, flow or outbox any more, and the report still adds up.
  const profile = { data: { type: "profile", attributes: { email: zoe } } };
  await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
  await emulator.clock.advance("1m");
  expect((await get(`/api/profiles?filter=equals(email,'${zoe}')`)).many).toEqual([]);
  expect(runs()).toEqual([]);
  expect(JSON.stringify(await emulator.outbox.list())).not.toContain(zoe);
  expect(await report()).toEqual(expected);
});
