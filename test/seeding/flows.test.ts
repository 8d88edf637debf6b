import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { historic } from "./history-support.ts";

const shop = `
company_id: Tests1
sender_email: hello@shop.example.com
sender_name: The shop
lists: [{ name: Newsletter, id: News01 }]
metrics: [{ name: Started Checkout, id: Check1 }, { name: Placed Order, id: Order1 }]
templates: [{ name: Letter, html: "<p>Hello {{ first_name }}</p>" }]
flows:
  - name: Welcome
    id: Welc01
    list: Newsletter
    status: live
    created: -30d
    emails:
      - { subject: Come in, template: Letter }
      - { subject: Still there?, template: Letter, after: 3d, name: Reminder }
  - name: Cart
    id: Carts1
    metric: Started Checkout
    unless: Placed Order
    emails: [{ subject: Forgotten?, template: Letter, after: 90m }]
`;

describe("a flow of a fixture", () => {
  it("is there with its actions, its messages and their copies of templates", async () => {
    const { get, all } = await historic(shop);
    const { data } = await get("/api/flows/Welc01?additional-fields[flow]=definition");
    expect(data.attributes).toMatchObject({
      name: "Welcome",
      status: "live",
      created: "2026-06-20T12:00:00+00:00",
      trigger_type: "Added to List",
    });
    const definition = data.attributes["definition"] as Record<string, any>;
    expect(definition["triggers"]).toEqual([{ type: "list", id: "News01" }]);
    const actions = definition["actions"] as Record<string, any>[];
    expect(actions.map(({ type }) => type)).toEqual(["send-email", "time-delay", "send-email"]);
    expect(actions.map(({ links }) => links.next)).toEqual([
      actions[1]?.["id"],
      actions[2]?.["id"],
      null,
    ]);
    expect(definition["entry_action_id"]).toBe(actions[0]?.["id"]);
    expect(actions[1]?.["data"]).toMatchObject({ unit: "days", value: 3 });
    const { status, message } = actions[2]?.["data"] ?? {};
    expect([status, message.name, message.subject_line, message.from_email]).toEqual([
      "live",
      "Reminder",
      "Still there?",
      "hello@shop.example.com",
    ]);
    const { data: copy } = await get(`/api/flow-messages/${message.id}/template`);
    expect([copy.id, copy.attributes["name"]]).toEqual([message.template_id, "Letter"]);
    expect(copy.id).not.toBe(all("template").find(({ message: of }) => of === undefined)?.["id"]);
  });

  it("is a draft if nothing else is said, and may ask that something has not been done", async () => {
    const { get } = await historic(shop);
    const { data: cart } = await get("/api/flows/Carts1?additional-fields[flow]=definition");
    expect([cart.attributes["status"], cart.attributes["trigger_type"]]).toEqual([
      "draft",
      "Metric",
    ]);
    const definition = cart.attributes["definition"] as Record<string, any>;
    expect(definition["actions"][0].data).toMatchObject({ unit: "minutes", value: 90 });
    expect(definition["profile_filter"].condition_groups[0].conditions[0]).toMatchObject({
      metric_id: "Order1",
      measurement_filter: { operator: "equals", value: 0 },
      timeframe_filter: { operator: "flow-start" },
    });
  });

  it("could have been made by the API: its definition is accepted there", async () => {
    const { get, post } = await historic(shop);
    for (const id of ["Welc01", "Carts1"]) {
      const { data } = await get(`/api/flows/${id}?additional-fields[flow]=definition`);
      const without = JSON.parse(
        JSON.stringify(data.attributes["definition"]),
        (name, value: unknown) => {
          if (name === "id" && !["News01", "Check1"].includes(String(value))) return undefined;
          return value;
        },
      ) as { actions: Record<string, any>[] };
      const actions = without.actions.map((each, index) => ({
        ...each,
        temporary_id: `${index}`,
        links: { next: index + 1 < without.actions.length ? `${index + 1}` : null },
      }));
      const definition = { ...without, actions, entry_action_id: "0" };
      const body = { data: { type: "flow", attributes: { name: "Again", definition } } };
      expect((await post("/api/flows", body)).status).toBe(201);
    }
  });

  it("runs as any other: whoever starts a checkout is sent its mail, unless they order", async () => {
    const live = shop.replace("unless: Placed Order", "unless: Placed Order\n    status: live");
    const people = ["ada", "eve"].map(
      (name) => `{ email: ${name}@example.com, consent: { email: SUBSCRIBED } }`,
    );
    const { emulator, post } = await historic(`${live}profiles: [${people.join(", ")}]`);
    const does = (name: string, email: string) =>
      post(
        "/api/events",
        newEvent({ metric: { data: { type: "metric", attributes: { name } } } }, { email }),
      );
    await does("Started Checkout", "ada@example.com");
    await does("Started Checkout", "eve@example.com");
    await emulator.clock.advance("10m");
    await does("Placed Order", "eve@example.com");
    expect(await emulator.outbox.list()).toEqual([]);
    await emulator.clock.advance("80m");
    expect((await emulator.outbox.list()).map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", "Forgotten?"],
    ]);
  });

  it("may be as the API takes it, and is live with all of its actions", async () => {
    const definition = {
      triggers: [{ type: "list", id: "News01" }],
      actions: [
        { type: "time-delay", data: { value: 1 }, temporary_id: "a", links: { next: "b" } },
        { type: "send-sms", data: { message: { body: "Hi" } }, temporary_id: "b" },
      ],
      entry_action_id: "a",
    };
    const flows = [{ name: "Texts", id: "Texts1", status: "live", definition }];
    const { get } = await historic(
      JSON.stringify({ company_id: "Tests1", lists: [{ name: "News", id: "News01" }], flows }),
    );
    const { data } = await get("/api/flows/Texts1?additional-fields[flow]=definition");
    expect(data.attributes).toMatchObject({
      status: "live",
      definition: {
        actions: [
          { type: "time-delay", data: { unit: "days", value: 1 } },
          { type: "send-sms", data: { status: "live", message: { body: "Hi" } } },
        ],
      },
    });
  });

  it("lets in those who join a segment", async () => {
    const segment = `
segments:
  - name: Tall
    id: Tall01
    definition: { condition_groups: [{ conditions: [{ type: profile-property, property: "properties['Tall']", filter: { type: existence, operator: is-set } }] }] }
`;
    const text = shop.replace("list: Newsletter", "segment: Tall") + segment;
    const { get } = await historic(text);
    const { many } = await get("/api/segments/Tall01/flow-triggers");
    expect(many.map(({ id }) => id)).toEqual(["Welc01"]);
  });

  it("lets in those whose date comes", async () => {
    const trigger = {
      type: "date",
      date_field_type: "profile-property",
      date_profile_property: "Birthday",
      recurrence_frequency: "annually",
      timedelta_unit_before_date: "days",
      timedelta_value_before_date: 0,
      trigger_time: "09:00:00",
      timezone: "UTC",
    };
    const delay = { type: "time-delay", data: { unit: "days", value: 30 }, links: { next: null } };
    const definition = {
      triggers: [trigger],
      entry_action_id: "1",
      actions: [{ temporary_id: "1", ...delay }],
    };
    const profiles = [{ email: "ada@example.com", properties: { Birthday: "1990-08-02" } }];
    const flows = [{ name: "Birthdays", status: "live", definition }];
    const { emulator } = await historic(JSON.stringify({ profiles, flows }));
    await emulator.clock.advance("20d");
    const runs = emulator.flows.runs("Birthdays");
    expect(runs.map(({ enteredAt }) => enteredAt)).toEqual(["2026-08-02T09:00:00+00:00"]);
  });

  it.each<[what: string, more: object, message: string]>([
    ["a link that leads nowhere", {}, "flows[0].definition.entry_action_id: No action has"],
    ["a trigger of no kind", { triggers: [{ type: "x" }] }, "flows[0].definition.triggers[0].type"],
  ])("is refused with a definition with %s", async (_, more, message) => {
    const trigger = { type: "list", id: "News01" };
    const definition = { triggers: [trigger], actions: [], entry_action_id: "x", ...more };
    const lists = [{ name: "News", id: "News01" }];
    const text = JSON.stringify({ lists, flows: [{ name: "A", definition }] });
    await expect(historic(text)).rejects.toThrow(message);
  });

  it.each([
    ["emails beside a definition", "unless: Placed Order", "definition: {}", "beside a definition"],
    [
      "two ways to enter",
      "list: Newsletter",
      "list: Newsletter\n    metric: Placed Order",
      "either a list",
    ],
    ["a list that is not there", "list: Newsletter", "list: Newsleter", "did you mean Newsletter?"],
    ["a metric that is not there", "unless: Placed Order", "unless: Placed", "unknown metric"],
    ["a template that is not there", "template: Letter }", "template: Later }", "mean Letter?"],
    ["a wait of some seconds", "after: 90m", "after: 90s", "whole minutes"],
    ["nothing to enter by", "    list: Newsletter\n", "", "either a list, a segment or a metric"],
    ["the name of another", "name: Cart", "name: Welcome", "already at"],
  ])("is refused with %s", async (_, text, wrong, reason) => {
    await expect(historic(shop.replace(text, wrong))).rejects.toThrow(reason);
  });

  it("is refused where there is one of its id already", async () => {
    const { emulator } = await historic(shop);
    const again = {
      lists: [{ name: "Other" }],
      templates: [{ name: "Other" }],
      flows: [
        { id: "Welc01", name: "New", list: "Other", emails: [{ subject: "A", template: "Other" }] },
      ],
    };
    await expect(emulator.seed(again)).rejects.toThrow("the flow 'Welc01' is there");
  });
});
