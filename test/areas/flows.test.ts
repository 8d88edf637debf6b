import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { defined, email, newFlow, wholeDefinition } from "../support/flow-bodies.ts";
import { type Definition, endOf, withFlows } from "../support/flows.ts";
import { data, type Fields } from "../support/sending.ts";

const number = expect.stringMatching(/^\d+$/) as string;
const six = expect.stringMatching(/^[0-9A-Za-z]{6}$/) as string;
const hours = (value: number): Fields => ({ type: "time-delay", data: { unit: "hours", value } });
const at = "/data/attributes/definition";

/** All the values of a name within something, wherever they lie. */
function* valuesOf(name: string, value: unknown): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (name in value) yield (value as Fields)[name];
  for (const each of Object.values(value)) yield* valuesOf(name, each);
}

describe("a new flow", () => {
  it("is a draft, and is told with its definition without being asked", async () => {
    const { make, ofList } = await withFlows();
    const { status, data } = await make(defined(ofList, [hours(4)]), "Welcome");
    expect([status, data.id]).toEqual([201, six]);
    expect(data.attributes).toEqual({
      name: "Welcome",
      status: "draft",
      archived: false,
      trigger_type: "Added to List",
      created: expect.stringMatching(/\.\d{6}\+00:00$/),
      updated: expect.stringMatching(/\.\d{6}\+00:00$/),
      definition: {
        triggers: [ofList],
        profile_filter: null,
        actions: [
          {
            id: number,
            type: "time-delay",
            data: { unit: "hours", value: 4, secondary_value: null, timezone: "profile" },
            links: { next: null },
          },
        ],
        entry_action_id: number,
      },
    });
    const { relationships } = data;
    expect([relationships["flow-actions"]?.data, relationships["tags"]?.data]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("is told without its definition where its fields are chosen otherwise", async () => {
    const { post, ofList } = await withFlows();
    const { data } = await post("/api/flows?fields[flow]=name", newFlow(defined(ofList, [])));
    expect(data.attributes).toEqual({ name: "Welcome" });
  });

  it("has ids of the service's own wherever temporary ones stood", async () => {
    const { make, named } = await withFlows();
    const { data } = await make(wholeDefinition(named));
    const { actions, entry_action_id: entry } = data.attributes["definition"] as Definition;
    expect([...valuesOf("temporary_id", actions)]).toEqual([]);
    const ids = actions.map(({ id }) => id);
    expect(ids).toEqual(ids.map(() => number));
    expect(new Set([...ids, entry]).size).toBe(ids.length);
    const links = [...valuesOf("links", actions)].flatMap((each) => Object.values(each ?? {}));
    const led = links.filter((to) => to !== null);
    expect(led.length).toBeGreaterThan(15);
    for (const to of led) expect(ids).toContain(to);
    const messages = [...valuesOf("message", actions)] as { readonly id: string }[];
    expect(messages.map(({ id }) => id)).toEqual(messages.map(() => six));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  });

  it("shares people out by the ids that its variations got", async () => {
    const { make, named } = await withFlows();
    const { data } = await make(wholeDefinition(named));
    const { actions } = data.attributes["definition"] as Definition;
    const test = actions.find(({ type }) => type === "ab-test")?.data["current_experiment"];
    const { variations, allocations } = test as unknown as {
      readonly variations: readonly { readonly id: string }[];
      readonly allocations: Fields;
    };
    expect(allocations).toEqual({ [variations[0]?.id ?? ""]: 50 });
  });

  it("has copies of the templates that it names, which are listed nowhere and cannot be deleted", async () => {
    const { ask, get, flowOf, actions, messages, named } = await withFlows();
    const flow = await flowOf(email(named.template));
    const [action] = await actions(flow.id);
    const [message] = await messages(action?.id ?? "");
    const copy = endOf(message?.relationships["template"]);
    expect(copy).not.toBe(named.template);
    expect(message?.attributes["definition"]).toMatchObject({ template_id: copy });
    const { data } = await get(`/api/flow-messages/${message?.id}/template`);
    expect(data).toMatchObject({ id: copy, attributes: { name: "Hello" } });
    expect((await get("/api/templates")).many.map(({ id }) => id)).toEqual([named.template]);
    expect(refusalOf(await ask("DELETE", `/api/templates/${copy}`))).toEqual([
      409,
      "conflict",
      "/data",
    ]);
  });

  it("keeps the copy as it was, whatever becomes of the template", async () => {
    const { ask, get, flowOf, actions, messages, named } = await withFlows();
    const flow = await flowOf(email(named.template));
    await ask("DELETE", `/api/templates/${named.template}`);
    const [action] = await actions(flow.id);
    const [message] = await messages(action?.id ?? "");
    const { data } = await get(`/api/flow-messages/${message?.id}/template`);
    expect(data.attributes["html"]).toContain("<p>Hello</p>");
  });

  it.each([
    ["Metric", (named: Fields) => ({ type: "metric", id: named["metric"] })],
    [
      "Date Based",
      () => ({
        type: "date",
        date_field_type: "profile-property",
        date_profile_property: "Birthday",
        timedelta_value_before_date: 0,
        trigger_time: "09:30:00",
      }),
    ],
    [
      "Price Drop",
      () => ({
        type: "price-drop",
        audience: ["viewed"],
        price_drop_amount_value: 5,
        trigger_filter: null,
      }),
    ],
    [
      "Low Inventory",
      () => ({
        type: "low-inventory",
        audience: ["viewed"],
        product_level: "product",
        inventory_count: 5,
        trigger_filter: null,
      }),
    ],
  ] as const)("is called %s by its trigger", async (trigger_type, trigger) => {
    const { make, named } = await withFlows();
    const { data } = await make(defined(trigger(named as never), []));
    expect(data.attributes).toMatchObject({ trigger_type });
  });
});

const filterOf = (condition: Fields) => ({ condition_groups: [{ conditions: [condition] }] });
const inGroup = { type: "profile-group-membership", is_member: true, group_ids: ["nobody"] };
const isEnough = { type: "numeric", operator: "greater-than", value: 0 };
const happened = {
  type: "profile-metric",
  metric_id: "nothing",
  measurement: "count",
  measurement_filter: isEnough,
  timeframe_filter: { type: "date", operator: "flow-start" },
};

describe("a definition is refused", () => {
  it.each<[what: string, definition: (list: Fields) => Fields, places: readonly string[]]>([
    ["without a trigger", (list) => ({ ...defined(list, []), triggers: [] }), ["triggers"]],
    [
      "with a trigger for a list that is not there",
      () => defined({ type: "list", id: "x" }, []),
      ["triggers/0/id"],
    ],
    ["with a trigger for no segment", () => defined({ type: "segment" }, []), ["triggers/0/id"]],
    [
      "whose first action is not named",
      (list) => ({ ...defined(list, [hours(1)]), entry_action_id: null }),
      ["entry_action_id"],
    ],
    [
      "whose first action is not there",
      (list) => ({ ...defined(list, [hours(1)]), entry_action_id: "x" }),
      ["entry_action_id"],
    ],
    [
      "with a link that leads nowhere",
      (list) => defined(list, [{ ...hours(1), links: { next: "x" } }]),
      ["actions/0/links/next"],
    ],
    [
      "with an action that nothing leads to",
      (list) => defined(list, [{ ...hours(1), links: { next: null } }, hours(2)]),
      ["actions/1"],
    ],
    [
      "with actions of one name",
      (list) => defined(list, [hours(1), { ...hours(2), temporary_id: "0" }]),
      ["actions/1/temporary_id", "actions/0/links/next"],
    ],
    [
      "with an action that has no name",
      (list) => ({ ...defined(list, []), actions: [hours(1)] }),
      ["actions/0/temporary_id", "entry_action_id"],
    ],
    [
      "with an id of its own",
      (list) => defined(list, [{ ...hours(1), id: "1" }]),
      ["actions/0/id"],
    ],
    [
      "with a template that is not there",
      (list) => defined(list, [email("x")]),
      ["actions/0/data/message/template_id"],
    ],
    [
      "with a zone that is none",
      (list) => defined(list, [{ type: "time-delay", data: { value: 1, timezone: "Moon" } }]),
      ["actions/0/data/timezone"],
    ],
    [
      "with a list that is not there",
      (list) =>
        defined(list, [
          { type: "list-update", data: { name: "x", list_id: "x", on_execution: true } },
        ]),
      ["actions/0/data/list_id"],
    ],
    [
      "with a URL that is none",
      (list) => defined(list, [{ type: "send-webhook", data: { message: { url: "ftp://x" } } }]),
      ["actions/0/data/message/url"],
    ],
    [
      "with conditions about what is not there",
      (list) =>
        defined(
          list,
          [
            {
              type: "conditional-split",
              data: { profile_filter: filterOf(happened) },
              links: { next_if_true: null, next_if_false: null },
            },
          ],
          { profile_filter: filterOf(inGroup) },
        ),
      [
        "profile_filter/condition_groups/0/conditions/0/group_ids/0",
        "actions/0/data/profile_filter/condition_groups/0/conditions/0/metric_id",
      ],
    ],
    [
      "with branches of one name, and two for everybody else",
      (list) =>
        defined(list, [
          {
            type: "multi-branch-split",
            links: null,
            data: {
              name: "x",
              branches: [
                { branch_id: "a", is_else: true },
                { branch_id: "a", is_else: true },
              ],
            },
          },
        ]),
      ["actions/0/data/branches/1/branch_id", "actions/0/data/branches/1/is_else"],
    ],
    [
      "with shares for what is not tried",
      (list) =>
        defined(list, [
          {
            type: "ab-test",
            data: {
              main_action: email(null),
              current_experiment: { variations: [], allocations: { x: 5 } },
            },
          },
        ]),
      ["actions/0/data/current_experiment/allocations/x"],
    ],
  ])("%s", async (_, definition, places) => {
    const { emulator, make, ofList } = await withFlows();
    const { status, errors } = await make(definition(ofList));
    expect(status).toBe(400);
    expect(errors.map(({ source }) => source.pointer)).toEqual(
      places.map((each) => `${at}/${each}`),
    );
    expect(emulator.state.get("flow").records).toEqual([]);
    expect(emulator.state.get("flow-action").records).toEqual([]);
  });

  it("with every place that is wrong", async () => {
    const { make } = await withFlows();
    const { errors } = await make(defined({ type: "metric", id: "x" }, [email("x"), email("y")]));
    expect(errors.map(({ source }) => source.pointer)).toEqual([
      `${at}/triggers/0/id`,
      `${at}/actions/0/data/message/template_id`,
      `${at}/actions/1/data/message/template_id`,
    ]);
  });

  it("with more than one trigger", async () => {
    const { make, ofList } = await withFlows();
    const { errors } = await make({ ...defined(ofList, []), triggers: [ofList, ofList] });
    expect(errors.map(({ source }) => source.pointer)).toEqual([`${at}/triggers`]);
  });
});

describe("the list of flows", () => {
  it("is filtered and sorted", async () => {
    const { make, get, ofList, named } = await withFlows();
    await make(defined(ofList, []), "Welcome");
    await make(defined({ type: "metric", id: named.metric }, []), "Browsed");
    const names = async (query: string) =>
      (await get(`/api/flows?${query}`)).many.map(({ attributes }) => attributes["name"]);
    expect(await names("sort=name")).toEqual(["Browsed", "Welcome"]);
    expect(await names("filter=equals(trigger_type,'Metric')")).toEqual(["Browsed"]);
    expect(await names("filter=contains(name,'elco')")).toEqual(["Welcome"]);
    expect(await names("filter=equals(status,'live')")).toEqual([]);
  });

  it("is of a span of time in the order of that time alone", async () => {
    const { get } = await withFlows();
    const asked = (query: string) => get(`/api/flows?filter=less-than(updated,2026-07-01)${query}`);
    expect((await asked("")).status).toBe(200);
    expect((await asked("&sort=-updated")).status).toBe(200);
    expect(refusalOf(await asked("&sort=created"))).toEqual([400, "invalid", "sort"]);
  });

  it("ends at no time to come", async () => {
    const { get } = await withFlows();
    const asked = await get("/api/flows?filter=less-than(created,2026-08-01)");
    expect(refusalOf(asked)).toEqual([400, "invalid", "filter"]);
    expect(asked.errors[0]?.detail).toBe("End date may not be in the future.");
  });

  it("shows the actions of each from the last to the first, where they are included", async () => {
    const { get, flowOf, actions } = await withFlows();
    const { id } = await flowOf(hours(1), hours(2), hours(3));
    const ids = (await actions(id)).map((action) => action.id);
    const { many, included } = await get("/api/flows?include=flow-actions,tags");
    const { data } = many[0]?.relationships["flow-actions"] ?? {};
    expect(data).toEqual(ids.toReversed().map((each) => ({ type: "flow-action", id: each })));
    expect(many[0]?.relationships["tags"]?.data).toEqual([]);
    expect(included).toHaveLength(3);
  });
});

describe("the status of a flow", () => {
  it("is that of all of its actions that have one", async () => {
    const { patch, definitionOf, make, named } = await withFlows();
    const { id } = (await make(wholeDefinition(named))).data;
    const { status, data } = await patch(`/api/flows/${id}`, {
      data: { type: "flow", id, attributes: { status: "manual" } },
    });
    expect([status, data.attributes["status"]]).toEqual([200, "manual"]);
    const { actions } = await definitionOf(id);
    const statuses = [...valuesOf("status", actions)];
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set(["manual"]));
    expect(actions.find(({ type }) => type === "time-delay")?.data).not.toHaveProperty("status");
  });

  it("is one of three", async () => {
    const { patch, flowOf } = await withFlows();
    const { id } = await flowOf();
    const asked = await patch(`/api/flows/${id}`, {
      data: { type: "flow", id, attributes: { status: "disabled" } },
    });
    expect(refusalOf(asked)).toEqual([400, "invalid", "/data/attributes/status"]);
    expect(asked.errors[0]?.detail).toBe("Expected 'draft' or 'manual' or 'live'.");
  });
});

describe("a flow that is deleted", () => {
  it("takes its actions along, and leaves its messages with their templates", async () => {
    const { ask, get, flowOf, actions, messages, named } = await withFlows();
    const { id } = await flowOf(email(named.template), hours(1));
    const [action] = await actions(id);
    const [message] = await messages(action?.id ?? "");
    const told = message?.attributes["definition"];
    expect((await ask("DELETE", `/api/flows/${id}`)).status).toBe(204);
    expect((await get(`/api/flows/${id}`)).status).toBe(404);
    expect((await get(`/api/flow-actions/${action?.id}`)).status).toBe(404);
    const left = await get(`/api/flow-messages/${message?.id}`);
    expect(left.data.attributes["definition"]).toEqual(told);
    const { data } = await get(`/api/flow-messages/${message?.id}/template`);
    expect((await ask("DELETE", `/api/templates/${data.id}`)).status).toBe(409);
  });

  it("is left by those who wait in it", async () => {
    const { ask, emulator, patch, post, flowOf, named } = await withFlows();
    const { id } = await flowOf(hours(4));
    await patch(`/api/flows/${id}`, data("flow", { status: "live" }, { id }));
    const person = (await post("/api/profiles", data("profile", { email: "eve@example.com" })))
      .data;
    const body = { data: [{ type: "profile", id: person.id }] };
    await ask("POST", `/api/lists/${named.list}/relationships/profiles`, { body });
    await emulator.clock.advance("1m");
    const runs = () => emulator.state.get("flow-run").records.map(({ state, why }) => [state, why]);
    expect(runs()).toEqual([["waiting", null]]);
    await ask("DELETE", `/api/flows/${id}`);
    await emulator.clock.advance("1m");
    expect(runs()).toEqual([["left", "the flow was deleted"]]);
  });

  it("has no tags any more", async () => {
    const { ask, get, post, flowOf } = await withFlows();
    const { id } = await flowOf();
    const tag = (await post("/api/tags", { data: { type: "tag", attributes: { name: "New" } } }))
      .data.id;
    const path = `/api/tags/${tag}/relationships/flows`;
    await ask("POST", path, { body: { data: [{ type: "flow", id }] } });
    expect((await get(`/api/flows/${id}/tags`)).many.map((each) => each.id)).toEqual([tag]);
    await ask("DELETE", `/api/flows/${id}`);
    expect((await get(path)).many).toEqual([]);
  });
});
