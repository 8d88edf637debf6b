import { describe, expect, it } from "vitest";
import { flowRuns } from "../../src/domain/flows/records.ts";
import { memberships } from "../../src/domain/objects/records.ts";
import { messages } from "../../src/domain/messages/records.ts";
import { membershipId } from "../../src/domain/segments/membership.ts";
import { any, action, flowing, mail, property } from "../support/flowing.ts";

const ada = "ada@example.com";
const bob = "bob@gmail.com";
const onJoin = { type: "list", id: "Friend" } as const;
const text = (operator: string, value: string) => ({ type: "string", operator, value });
const ways = { next_if_true: "2", next_if_false: "3" };
const yesNo = [mail("2", "Yes"), mail("3", "No")] as const;

describe("a split", () => {
  it("by conditions sends those of whom they hold another way than the others", async () => {
    const { flow, join, say, sent } = await flowing();
    const split = action(
      "1",
      "conditional-split",
      { profile_filter: any(property("plan", "gold")) },
      ways,
    );
    flow({ trigger: onJoin, actions: [split, ...yesNo] });
    say(ada, { plan: "gold" });
    join("Friend", ada);
    join("Friend", bob);
    expect(await sent()).toEqual([`${ada}: Yes`, `${bob}: No`]);
  });

  it("by the trigger asks the properties of the event", async () => {
    const { flow, event, metric, sent } = await flowing();
    const metric_id = metric("Ordered");
    const condition = {
      type: "metric-property",
      metric_id,
      field: "Item",
      filter: text("equals", "Lamp"),
    };
    const data = { trigger_filter: any(condition), trigger_id: metric_id, trigger_type: "metric" };
    flow({
      trigger: { type: "metric", id: metric_id } as never,
      actions: [action("1", "trigger-split", data, ways), ...yesNo],
    });
    event("Ordered", ada, { Item: "Lamp" });
    event("Ordered", bob, { Item: "Desk" });
    expect(await sent()).toEqual([`${ada}: Yes`, `${bob}: No`]);
  });

  it("of several branches takes the first that holds, else the one for all others", async () => {
    const { flow, join, say, sent } = await flowing();
    const branch = (order: number, next: string, more: object) => ({
      branch_id: next,
      order,
      links: { next },
      ...more,
    });
    const gold = { branch_filter: any(property("plan", "gold")) };
    const split = action("1", "multi-branch-split", {
      name: "By plan",
      branches: [
        branch(3, "4", { is_else: true }),
        branch(2, "3", gold),
        branch(1, "2", { branch_filter: any(property("plan", "gold"), property("plan", "none")) }),
      ],
    });
    flow({
      trigger: onJoin,
      actions: [split, mail("2", "First"), mail("3", "Second"), mail("4", "Else")],
    });
    say(ada, { plan: "gold" });
    join("Friend", ada);
    join("Friend", bob);
    expect(await sent()).toEqual([`${ada}: First`, `${bob}: Else`]);
  });

  it("by a sample takes as many as it says, and always the same", async () => {
    const { flow, event, metric, runs, sent } = await flowing();
    const id = metric("Came");
    const half = any({ type: "profile-sample", percentage: 50 });
    flow({
      trigger: { type: "metric", id } as never,
      actions: [action("1", "conditional-split", { profile_filter: half }, ways), ...yesNo],
    });
    for (let at = 0; at < 200; at += 1) event("Came", `p${at}@example.com`);
    await sent();
    const to = runs().filter(({ action: at }) => at === "2").length;
    expect(to).toBeGreaterThan(75);
    expect(to).toBeLessThan(125);
  });
});

describe("what a filter of a flow asks:", () => {
  it("what somebody has done since they entered", async () => {
    const { flow, event, metric, runs, hours } = await flowing();
    const [began, bought] = [metric("Began"), metric("Bought")];
    const filter = any({
      type: "profile-metric",
      metric_id: bought,
      measurement: "count",
      measurement_filter: { type: "numeric", operator: "equals", value: 0 },
      timeframe_filter: { type: "date", operator: "flow-start" },
    });
    const delay = action("1", "time-delay", { unit: "hours", value: 4 }, "2");
    event("Bought", ada);
    await hours(1);
    flow({
      trigger: { type: "metric", id: began } as never,
      filter,
      actions: [delay, mail("2", "Buy")],
    });
    event("Began", ada);
    event("Began", bob);
    await hours(1);
    event("Bought", bob);
    await hours(3);
    expect(runs().map(({ state }) => state)).toEqual(["completed", "left"]);
  });

  it("whether somebody was sent nothing lately", async () => {
    const { flow, join, mail: sendMail, sent, hours } = await flowing();
    const lately = { type: "date", operator: "in-the-last", unit: "day", quantity: 2 };
    const additional_filters = any({ type: "profile-not-sent-email", timeframe_filter: lately });
    flow({ trigger: onJoin, actions: [mail("1", "Hello", null, { additional_filters })] });
    sendMail([ada]);
    await hours(24);
    join("Friend", ada);
    join("Friend", bob);
    expect(await sent()).toEqual([`${ada}: Hello Ada`, `${bob}: Hello`]);
  });

  it("whether somebody was in the flow lately", async () => {
    const { flow, event, metric, runs, hours } = await flowing();
    const lately = { type: "date", operator: "in-the-last", unit: "day", quantity: 2 };
    const filter = any({ type: "profile-not-in-flow", timeframe_filter: lately });
    const trigger = { type: "metric", id: metric("Came") } as never;
    flow({ trigger, filter, actions: [mail("1", "Hello")] });
    event("Came", ada);
    await hours(47);
    event("Came", ada);
    expect(runs()).toHaveLength(1);
    await hours(2);
    event("Came", ada);
    expect(runs()).toHaveLength(2);
  });
});

describe("a profile is written over:", () => {
  it.for([
    ["a text", { operator: "create", property_type: "string", property_value: "b" }, "b"],
    ["a number", { operator: "update", property_type: "numeric", property_value: 2 }, 2],
    ["today", { operator: "update", property_type: "date", property_value: "today" }, "2026-07-20"],
    [
      "an item more",
      { operator: "update", property_type: "list", property_value: "b", property_operation: "add" },
      ["a", "b"],
    ],
    [
      "an item less",
      {
        operator: "update",
        property_type: "list",
        property_value: "a",
        property_operation: "remove",
      },
      [],
    ],
    ["nothing any more", { operator: "delete" }, undefined],
  ] as const)("%s", async ([, operation, expected]) => {
    const { flow, join, say, person } = await flowing();
    say(ada, { known: ["a"] });
    const data = { profile_operations: [{ property_key: "known", ...operation }], status: "live" };
    flow({ trigger: onJoin, actions: [action("1", "update-profile", data)] });
    join("Friend", ada);
    expect(person(ada).properties["known"]).toEqual(expected);
  });
});

it("a list is joined with its event, and left", async () => {
  const { flow, join, account, person, heard } = await flowing();
  const change = (id: string, list_id: string, on_execution: boolean, next: string | null) =>
    action(id, "list-update", { name: "List", list_id, on_execution, status: "live" }, next);
  flow({
    trigger: onJoin,
    actions: [change("1", "Family", true, "2"), change("2", "Friend", false, null)],
  });
  join("Friend", ada);
  const isIn = (list: string) =>
    account()
      .table(memberships)
      .get(membershipId(list, person(ada).id)) !== undefined;
  expect([isIn("Family"), isIn("Friend")]).toEqual([true, false]);
  const joined = heard(person(ada).id).filter(({ metric }) => metric === "Subscribed to List");
  expect(joined.map(({ properties }) => properties["List"])).toEqual(["Friend", "Family"]);
});

describe("a message", () => {
  it("does not go to those who have not consented, unless it is transactional", async () => {
    const { flow, join, sent, runs } = await flowing({
      fixture: `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ id: Friend, name: Friends }]
profiles: [{ email: ${ada}, consent: { email: UNSUBSCRIBED } }]
`,
    });
    flow({
      trigger: onJoin,
      actions: [mail("1", "Sale", "2"), mail("2", "Receipt", null, { transactional: true })],
    });
    join("Friend", ada);
    expect(await sent()).toEqual([`${ada}: Receipt`]);
    expect(runs()).toMatchObject([
      { state: "completed", notes: [{ action: "1", why: "it was not sent: no-consent" }] },
    ]);
  });

  it("is skipped, with an event, where smart sending holds it back", async () => {
    const { flow, join, sent, person, heard } = await flowing();
    const smart = { smart_sending_enabled: true };
    flow({ trigger: onJoin, actions: [mail("1", "One", "2"), mail("2", "Two", null, smart)] });
    join("Friend", ada);
    expect(await sent()).toEqual([`${ada}: One`]);
    expect(heard(person(ada).id).at(-1)).toMatchObject({
      metric: "Skipped Send",
      properties: { $flow: "Flow01", $message: "Mail2", "Skip Reason": "Smart Sending" },
    });
  });

  it("that is disabled, or has no subject, is passed over", async () => {
    const { flow, join, sent, runs } = await flowing();
    const off = mail("1", "Off", "2") as never as { data: object };
    flow({
      trigger: onJoin,
      actions: [
        { ...off, data: { ...off.data, status: "disabled" } } as never,
        mail("2", "", "3"),
        mail("3", "Hello"),
      ],
    });
    join("Friend", ada);
    expect(await sent()).toEqual([`${ada}: Hello`]);
    expect(runs()).toMatchObject([
      {
        notes: [
          { action: "1", why: "its action is disabled" },
          { action: "2", why: "it cannot be sent: it has no subject" },
        ],
      },
    ]);
  });

  it("to the team goes to its addresses, and nothing is recorded of it", async () => {
    const { flow, join, sent, person, heard } = await flowing();
    const message = {
      id: "Alert1",
      from_email: "a@shop.example",
      from_label: "Shop",
      subject_line: "{{ first_name }} came",
      to_emails: ["team@shop.example", "boss@shop.example"],
    };
    flow({
      trigger: onJoin,
      actions: [action("1", "send-internal-alert", { message, status: "live" })],
    });
    join("Friend", ada);
    expect(await sent()).toEqual(["boss@shop.example: Ada came", "team@shop.example: Ada came"]);
    expect(heard(person(ada).id)).toHaveLength(1);
  });

  it("that is tried in two ways goes out in both, and each row says in which", async () => {
    const { flow, event, metric, account, hours } = await flowing();
    const variations = [mail("a", "Way A"), mail("b", "Way B")];
    const data = {
      main_action: mail("m", "Main"),
      current_experiment: { variations, allocations: { a: 80, b: 20 } },
      experiment_status: "live",
      status: "live",
    };
    flow({
      trigger: { type: "metric", id: metric("Came") } as never,
      actions: [action("1", "ab-test", data)],
    });
    for (let at = 0; at < 100; at += 1) event("Came", `p${at}@example.com`);
    await hours(0);
    const all = [...account().table(flowRuns).all()];
    expect(all).toHaveLength(100);
    const rows = [...account().table(messages).all()];
    expect(new Set(rows.map(({ message }) => message))).toEqual(new Set(["Mailm"]));
    const first = rows.filter(({ variation }) => variation === "Maila").length;
    expect(first).toBeGreaterThan(rows.length * 0.6);
    expect(first).toBeLessThan(rows.length);
  });

  it("that is tried goes out as the main message, too, where that has a weight of its own", async () => {
    const { flow, join, account, hours } = await flowing();
    const data = {
      main_action: mail("m", "Main"),
      current_experiment: { variations: [mail("a", "Way A")], allocations: { m: 100, a: 0 } },
      experiment_status: "live",
      status: "live",
    };
    flow({ trigger: onJoin, actions: [action("1", "ab-test", data)] });
    join("Friend", ada);
    await hours(0);
    const rows = [...account().table(messages).all()];
    expect(rows.map(({ subject, variation }) => [subject, variation])).toEqual([["Main", null]]);
  });

  it("of kinds that are stored and not run is passed over, and the run says so", async () => {
    const { flow, join, runs } = await flowing();
    flow({ trigger: onJoin, actions: [action("1", "code", null)] });
    join("Friend", ada);
    expect(runs()).toMatchObject([
      { state: "completed", notes: [{ action: "1", why: "code is stored and not run" }] },
    ]);
  });
});
