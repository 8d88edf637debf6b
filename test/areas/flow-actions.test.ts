import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { defined, email, wholeDefinition } from "../support/flow-bodies.ts";
import { type DefinedAction, endOf, withFlows } from "../support/flows.ts";
import { data, type Fields } from "../support/sending.ts";

const hours = (value: number): Fields => ({ type: "time-delay", data: { unit: "hours", value } });
const split = (next_if_true: string | null, next_if_false: string | null): Fields => ({
  type: "conditional-split",
  data: { profile_filter: null },
  links: { next_if_true, next_if_false },
});
const at = "/data/attributes/definition";

/** The template of a message, as its definition has it. */
const templateIn = (message: { readonly attributes: Fields } | undefined) =>
  (message?.attributes["definition"] as { readonly template_id: string } | undefined)
    ?.template_id ?? null;

/** Ways to ask for one action. */
async function withActions() {
  const ways = await withFlows();
  const change = (id: string, definition: Fields) =>
    ways.patch(`/api/flow-actions/${id}`, data("flow-action", { definition }, { id }));
  const remove = (id: string) => ways.ask("DELETE", `/api/flow-actions/${id}`);
  const idsOf = async (flow: string) => (await ways.actions(flow)).map(({ id }) => id);
  return { ...ways, change, remove, idsOf };
}

describe("the actions of a flow", () => {
  it("are asked for by their types and states", async () => {
    const { actions, make, named } = await withActions();
    const { id } = (await make(wholeDefinition(named))).data;
    const types = async (filter: string) =>
      (await actions(id, `?filter=${filter}`)).map(
        ({ attributes }) => (attributes["definition"] as DefinedAction).type,
      );
    expect(await types("equals(action_type,'SEND_EMAIL')")).toEqual(["send-email"]);
    expect(await types("any(action_type,['TIME_DELAY','BOOLEAN_BRANCH'])")).toEqual([
      "conditional-split",
      "time-delay",
    ]);
    expect(await types("equals(action_type,'NONE')")).toEqual([]);
    const drafts = await types("equals(status,'draft')");
    expect(drafts).toContain("send-email");
    expect(drafts).not.toContain("time-delay");
    expect(await types("equals(status,'live')")).toEqual([]);
  });

  it("are known by digits", async () => {
    const { get } = await withActions();
    const path = (id: string) => `/api/flow-actions/${id}`;
    expect(refusalOf(await get(path("abc")))).toEqual([400, "invalid", "/data/id"]);
    expect((await get(path("abc"))).errors[0]?.detail).toContain("must be a digit");
    expect((await get(path("abc/flow"))).status).toBe(400);
    expect((await get(path("123"))).status).toBe(404);
  });

  it("lead to their flow and their messages, and back", async () => {
    const { get, flowOf, idsOf, messages, named } = await withActions();
    const flow = await flowOf(email(named.template), hours(1));
    const [first = "", second = ""] = await idsOf(flow.id);
    expect((await get(`/api/flow-actions/${first}/flow`)).data.id).toBe(flow.id);
    const [message] = await messages(first);
    expect(message?.attributes).toMatchObject({ channel: "Email" });
    expect((await get(`/api/flow-messages/${message?.id}/flow-action`)).data.id).toBe(first);
    expect(await messages(second)).toEqual([]);
    const whole = await get(`/api/flow-messages/${message?.id}?include=flow-action,template`);
    expect(whole.included.map(({ type }) => type)).toEqual(["flow-action", "template"]);
  });

  it("have an email that says all that there is to say of it", async () => {
    const { flowOf, idsOf, messages, named } = await withActions();
    const flow = await flowOf(email(named.template));
    const [first = ""] = await idsOf(flow.id);
    const [message] = await messages(first);
    expect(message?.attributes["definition"]).toEqual({
      from_email: "shop@example.com",
      from_label: "The shop",
      reply_to_email: null,
      cc_email: null,
      bcc_email: null,
      subject_line: "Welcome",
      preview_text: "Come in",
      template_id: endOf(message?.relationships["template"]),
      smart_sending_enabled: true,
      transactional: false,
      add_tracking_params: false,
      custom_tracking_params: null,
      additional_filters: null,
      name: "Welcome",
      id: message?.id,
    });
  });

  it("have messages that are asked for by their names", async () => {
    const { flowOf, idsOf, messages, named } = await withActions();
    const flow = await flowOf(email(named.template));
    const [first = ""] = await idsOf(flow.id);
    expect(await messages(first, "?filter=starts-with(name,'Wel')")).toHaveLength(1);
    expect(await messages(first, "?filter=equals(name,'Bye')&sort=-name")).toHaveLength(0);
  });

  it("have no template where their message is a text", async () => {
    const { get, flowOf, idsOf, messages } = await withActions();
    const flow = await flowOf({ type: "send-sms", data: { message: { body: "Hi" } } });
    const [message] = await messages((await idsOf(flow.id))[0] ?? "");
    const path = `/api/flow-messages/${message?.id}`;
    expect((await get(`${path}/template`)).text).toBe('{"data":null}');
    expect((await get(`${path}/relationships/template`)).text).toBe('{"data":null}');
  });
});

describe("a change of an action", () => {
  it("says all of it anew, but for its links and its status", async () => {
    const { emulator, flowOf, idsOf, change } = await withActions();
    const flow = await flowOf(hours(1), hours(2));
    const [first = "", second = ""] = await idsOf(flow.id);
    await emulator.clock.advance("1h");
    const { status, data: changed } = await change(first, {
      type: "time-delay",
      data: { unit: "days", value: 2, delay_until_time: "09:30:00" },
    });
    expect([status, changed.attributes]).toEqual([
      200,
      {
        created: "2026-07-20T12:00:00+00:00",
        updated: "2026-07-20T13:00:00.000000+00:00",
        definition: {
          id: first,
          type: "time-delay",
          data: {
            unit: "days",
            value: 2,
            secondary_value: null,
            delay_until_time: "09:30:00",
            timezone: "profile",
          },
          links: { next: second },
        },
      },
    ]);
  });

  it("keeps the message, and copies another template for it", async () => {
    const { get, post, flowOf, idsOf, messages, change, named } = await withActions();
    const flow = await flowOf(email(named.template));
    const [first = ""] = await idsOf(flow.id);
    const [before] = await messages(first);
    const bye = { name: "Bye", editor_type: "CODE", html: "<p>Bye</p>" };
    const other = (await post("/api/templates", data("template", bye))).data.id;
    await change(first, email(other));
    const [after] = await messages(first);
    expect(after?.id).toBe(before?.id);
    expect((await get(`/api/flow-messages/${after?.id}/template`)).data.attributes["name"]).toBe(
      "Bye",
    );
    const told = templateIn(after);
    await change(first, email(told));
    const [again] = await messages(first);
    expect(templateIn(again)).toBe(told);
  });

  it("does not make a live action a draft", async () => {
    const { patch, flowOf, idsOf, change, named } = await withActions();
    const flow = await flowOf(email(named.template));
    const live = data("flow", { status: "live" }, { id: flow.id });
    await patch(`/api/flows/${flow.id}`, live);
    const [first = ""] = await idsOf(flow.id);
    const { data: changed } = await change(first, email(named.template));
    expect(changed.attributes["definition"]).toMatchObject({ data: { status: "live" } });
  });

  it("adds a variation to a test, and keeps the others", async () => {
    const { flowOf, idsOf, messages, change, named } = await withActions();
    const test = (...variations: readonly Fields[]) => ({
      type: "ab-test",
      data: { main_action: email(null), current_experiment: { variations } },
    });
    const flow = await flowOf(test(email(named.template)));
    const [first = ""] = await idsOf(flow.id);
    const before = await messages(first);
    const { data: told } = await change(first, test());
    expect(await messages(first)).toHaveLength(2);
    expect(told.attributes["definition"]).toMatchObject({
      data: { current_experiment: { variations: [] } },
    });
    await change(first, test(email(named.template)));
    const after = await messages(first);
    expect(after.map(({ id }) => id).slice(0, 2)).toEqual(before.map(({ id }) => id));
    expect(after).toHaveLength(3);
  });

  it.each<[what: string, definition: Fields, place: string]>([
    ["of its type", { type: "code" }, "type"],
    ["of its id", { ...hours(1), id: "1" }, "id"],
    [
      "to a zone that is none",
      { type: "time-delay", data: { value: 1, timezone: "x" } },
      "data/timezone",
    ],
    ["to an action of no flow", { ...hours(1), links: { next: "1" } }, "links/next"],
    ["that cuts others off", { ...hours(1), links: { next: null } }, "links"],
  ])("is refused %s", async (_, definition, place) => {
    const { flowOf, idsOf, actions, change } = await withActions();
    const flow = await flowOf(hours(1), hours(2));
    const [first = ""] = await idsOf(flow.id);
    const before = await actions(flow.id);
    const refused = await change(first, definition);
    expect(refusalOf(refused)).toEqual([400, "invalid", `${at}/${place}`]);
    expect(await actions(flow.id)).toEqual(before);
  });
});

describe("an action that is deleted", () => {
  it("leaves what led to it leading to what came after it", async () => {
    const { flowOf, idsOf, remove, definitionOf } = await withActions();
    const flow = await flowOf(hours(1), hours(2), hours(3));
    const [first = "", second = "", third = ""] = await idsOf(flow.id);
    expect((await remove(second)).status).toBe(204);
    const left = await definitionOf(flow.id);
    expect(left.actions.map(({ id, links }) => [id, links["next"]])).toEqual([
      [first, third],
      [third, null],
    ]);
    await remove(first);
    expect((await definitionOf(flow.id)).entry_action_id).toBe(third);
    await remove(third);
    expect(await definitionOf(flow.id)).toMatchObject({ actions: [], entry_action_id: null });
  });

  it("may be a split that leads to one other", async () => {
    const { make, ofList, idsOf, remove, definitionOf } = await withActions();
    const actions = [split(null, "1"), { ...hours(2), temporary_id: "1" }];
    const flow = (await make(defined(ofList, actions))).data;
    const [first = "", second = ""] = await idsOf(flow.id);
    expect((await remove(first)).status).toBe(204);
    expect((await definitionOf(flow.id)).entry_action_id).toBe(second);
  });

  it("may not be a split that leads to two", async () => {
    const { make, ofList, idsOf, remove } = await withActions();
    const ends = { links: { next: null } };
    const actions = [split("1", "2"), { ...hours(2), ...ends }, { ...hours(3), ...ends }];
    const flow = (await make(defined(ofList, actions))).data;
    const [first = ""] = await idsOf(flow.id);
    expect(refusalOf(await remove(first))).toEqual([400, "invalid", "/data/id"]);
    expect(await idsOf(flow.id)).toHaveLength(3);
  });

  it("leaves its message with its template", async () => {
    const { get, flowOf, idsOf, messages, remove, named } = await withActions();
    const flow = await flowOf(email(named.template));
    const [first = ""] = await idsOf(flow.id);
    const [message] = await messages(first);
    await remove(first);
    const left = await get(`/api/flow-messages/${message?.id}?include=flow-action,template`);
    expect(left.data.attributes).toEqual(message?.attributes);
    expect(left.included.map(({ type }) => type)).toEqual(["template"]);
  });
});
