import { describe, expect, it } from "vitest";
import { defined, email } from "../support/flow-bodies.ts";
import { withFlows } from "../support/flows.ts";
import type { Fields } from "../support/sending.ts";

const inRevision = (revision: string) => ({ headers: { revision } });
const delay = { type: "time-delay", data: { value: 4, unit: "hours" } };

describe("in an older revision", () => {
  it("a flow has no definition to ask for", async () => {
    const { get, flowOf } = await withFlows();
    const path = `/api/flows/${(await flowOf(email(null))).id}?additional-fields[flow]=definition`;
    expect((await get(path, inRevision("2025-01-15"))).status).toBe(200);
    const { status, errors } = await get(path, inRevision("2024-10-15"));
    expect([status, errors[0]?.source]).toMatchObject([
      400,
      { parameter: "additional-fields[flow]" },
    ]);
  });

  it("an action is told of by what it does, and how", async () => {
    const { get, flowOf, actions, named } = await withFlows();
    const utm = { add_tracking_params: true, custom_tracking_params: [{ param: "a", value: "b" }] };
    const { data } = email(named.template) as { readonly data: { readonly message: Fields } };
    const mail = { type: "send-email", data: { message: { ...data.message, ...utm } } };
    const flow = await flowOf(mail, delay);
    const [first, second] = await actions(flow.id);
    const told = async (id = "") =>
      (await get(`/api/flow-actions/${id}`, inRevision("2025-07-15"))).data.attributes;
    const times = { created: expect.any(String), updated: expect.any(String) };
    expect(await told(first?.id)).toEqual({
      ...times,
      action_type: "SEND_EMAIL",
      status: "draft",
      settings: {},
      tracking_options: {
        add_utm: true,
        utm_params: [{ name: "a", value: "b" }],
        is_tracking_opens: true,
        is_tracking_clicks: true,
      },
      send_options: { use_smart_sending: true, is_transactional: false },
      render_options: null,
    });
    expect(await told(second?.id)).toEqual({
      ...times,
      action_type: "TIME_DELAY",
      status: null,
      settings: { unit: "hours", value: 4, secondary_value: null, timezone: "profile" },
      tracking_options: null,
      send_options: null,
      render_options: null,
    });
  });

  it("a message has its name and its content, and no definition", async () => {
    const { get, flowOf, actions, messages, named } = await withFlows();
    const flow = await flowOf(email(named.template), {
      type: "send-sms",
      data: { message: { body: "Hi" } },
    });
    const told = [];
    for (const { id } of await actions(flow.id)) {
      const [message] = await messages(id);
      const path = `/api/flow-messages/${message?.id}`;
      told.push((await get(path, inRevision("2025-07-15"))).data.attributes);
    }
    expect(told).toMatchObject([
      {
        name: "Welcome",
        channel: "Email",
        content: { subject: "Welcome", from_email: "shop@example.com", cc_email: null },
      },
      { name: null, channel: "SMS", content: { body: "Hi", media_url: null } },
    ]);
    expect(told[0]).not.toHaveProperty("definition");
  });

  it("a message has no channel when it has just got a definition", async () => {
    const { get, flowOf, actions, messages } = await withFlows();
    const flow = await flowOf(email(null));
    const [action] = await actions(flow.id);
    const [message] = await messages(action?.id ?? "");
    const names = async (revision: string) =>
      Object.keys(
        (await get(`/api/flow-messages/${message?.id}`, inRevision(revision))).data.attributes,
      ).sort();
    expect(await names("2025-10-15")).toEqual(["created", "definition", "updated"]);
    expect(await names("2026-01-15")).toEqual(["channel", "created", "definition", "updated"]);
  });

  it("nothing is said of entering again", async () => {
    const { post, ofList, definitionOf } = await withFlows();
    const again = { reentry_criteria: { duration: 1, unit: "day" } };
    const body = {
      data: {
        type: "flow",
        attributes: { name: "Again", definition: defined(ofList, [delay], again) },
      },
    };
    const { errors } = await post("/api/flows", body, inRevision("2025-10-15"));
    expect(errors.map(({ source }) => source.pointer)).toEqual([
      "/data/attributes/definition/reentry_criteria",
    ]);
    const { data } = await post("/api/flows", body);
    expect(await definitionOf(data.id)).toMatchObject(again);
    expect(await definitionOf(data.id, inRevision("2025-10-15"))).not.toHaveProperty(
      "reentry_criteria",
    );
  });
});
