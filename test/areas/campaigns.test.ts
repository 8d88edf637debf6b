import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { email, flatEmail, message } from "../support/campaign-successes.ts";
import { data, to } from "../support/sending.ts";
import { shop } from "./campaign-support.ts";

const before = (revision: string) => ({ headers: { revision } });
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const sms = message({ definition: { channel: "sms", content: { body: "Hi" } } });
const push = (content: object) => message({ definition: { channel: "mobile_push", content } });

describe("a campaign", () => {
  it("is made as a draft with its messages in one go", async () => {
    const { create, list, get } = await shop();
    const made = await create();
    expect(made.status).toBe(201);
    expect(made.data.id).toMatch(ulid);
    const now = "2026-07-20T12:00:00.000000+00:00";
    expect(made.data.attributes).toEqual({
      name: "Summer",
      status: "Draft",
      archived: false,
      audiences: { included: [list], excluded: [] },
      send_options: { use_smart_sending: true, ignore_unsubscribes: false },
      tracking_options: {
        add_tracking_params: false,
        custom_tracking_params: [],
        is_tracking_clicks: true,
        is_tracking_opens: true,
      },
      send_strategy: { method: "immediate" },
      created_at: now,
      scheduled_at: null,
      updated_at: now,
      send_time: null,
    });
    const { "campaign-messages": messages, tags } = made.data.relationships;
    expect(messages?.data).toEqual([{ type: "campaign-message", id: expect.stringMatching(ulid) }]);
    expect(tags).not.toHaveProperty("data");
    const own = await get(`/api/campaigns/${made.data.id}/campaign-messages`);
    expect(own.many[0]?.attributes).toEqual({
      definition: {
        channel: "email",
        label: "Summer",
        content: {
          subject: "Summer is here",
          preview_text: "Come in",
          from_email: expect.any(String),
          from_label: expect.any(String),
          reply_to_email: null,
          cc_email: null,
          bcc_email: null,
        },
      },
      send_times: [],
      created_at: now,
      updated_at: now,
    });
  });

  it("of text messages tracks no opens and does not tell of those who unsubscribed", async () => {
    const { create, get } = await shop();
    const { data: made } = await create({}, [sms]);
    expect(made.attributes["send_options"]).toEqual({ use_smart_sending: true });
    expect(made.attributes["tracking_options"]).toEqual({
      add_tracking_params: false,
      custom_tracking_params: [],
    });
    const { many } = await get(`/api/campaigns/${made.id}/campaign-messages`);
    expect(many[0]?.attributes["definition"]).toEqual({
      channel: "sms",
      content: { body: "Hi", media_url: null },
      render_options: {
        shorten_links: true,
        add_org_prefix: true,
        add_info_link: true,
        add_opt_out_language: false,
      },
    });
  });

  it("is listed by channel alone, which has to be said", async () => {
    const { create, get } = await shop();
    const { data: mail } = await create();
    const { data: text } = await create({ name: "Text" }, [sms]);
    const { data: both } = await create({ name: "Both" }, [email(), sms]);
    const listed = async (filter: string) =>
      (await get(`/api/campaigns?filter=${filter}`)).many.map(({ id }) => id);
    expect(await listed("equals(messages.channel,'email')")).toEqual([mail.id, both.id]);
    expect(await listed("equals(messages.channel,'sms')")).toEqual([text.id, both.id]);
    expect(await listed("equals(messages.channel,'sms'),contains(name,'Bo')")).toEqual([both.id]);
    expect(await listed("equals(messages.channel,'email'),equals(status,'Sent')")).toEqual([]);
    for (const path of ["/api/campaigns", "/api/campaigns?filter=equals(status,'Draft')"]) {
      expect(refusalOf(await get(path))).toEqual([400, "invalid", "filter"]);
    }
  });

  it("comes in pages whose size is told since 2026-04-15 alone", async () => {
    const { get } = await shop();
    const path = "/api/campaigns?filter=equals(messages.channel,'email')&page[size]=1";
    expect((await get(path)).status).toBe(200);
    const old = await get(path, before("2026-01-15"));
    expect(refusalOf(old)).toEqual([400, "invalid", "page[size]"]);
  });

  it("is told of by the ids of its tags where they are included", async () => {
    const { create, get, post, ask } = await shop();
    const { data: made } = await create();
    const { data: tag } = await post("/api/tags", data("tag", { name: "Season" }));
    const link = { data: [to("campaign", made.id).data] };
    const path = `/api/tags/${tag.id}/relationships/campaigns`;
    expect((await post(path, link)).status).toBe(204);
    const one = await get(`/api/campaigns/${made.id}?include=tags,campaign-messages`);
    expect(one.data.relationships["tags"]?.data).toEqual([{ type: "tag", id: tag.id }]);
    expect(one.included.map(({ type }) => type)).toEqual(["tag", "campaign-message"]);
    expect((await get(path)).many).toEqual([{ type: "campaign", id: made.id }]);
    expect((await ask("DELETE", path, { body: link })).status).toBe(204);
    expect((await get(`/api/campaigns/${made.id}/tags`)).many).toEqual([]);
    expect((await post(path, { data: [to("campaign", "none").data] })).status).toBe(404);
  });

  it("takes its messages, their templates and its tags with it when it is deleted", async () => {
    const { draft, ask, get, emulator } = await shop();
    const id = await draft();
    expect(emulator.state.get("template").records).toHaveLength(2);
    expect((await ask("DELETE", `/api/campaigns/${id}`)).status).toBe(204);
    expect(refusalOf(await get(`/api/campaigns/${id}`))).toEqual([404, "not_found", "/data/"]);
    expect(emulator.state.get("campaign-message").records).toEqual([]);
    expect(emulator.state.get("template").records).toHaveLength(1);
  });

  it("is cloned as a draft of another name, with messages and templates of its own", async () => {
    const { draft, post, get, send, messageOf } = await shop();
    const id = await draft({ send_options: { use_smart_sending: false } });
    await send(id);
    const cloned = await post("/api/campaign-clone", data("campaign", {}, { id }));
    expect([cloned.status, cloned.data.attributes["status"]]).toEqual([201, "Draft"]);
    expect(cloned.data.attributes["name"]).toBe("Clone of Summer");
    expect(cloned.data.attributes["send_time"]).toBeNull();
    const [own, other] = [await messageOf(id), await messageOf(cloned.data.id)];
    const templateOf = async (which: string) =>
      (await get(`/api/campaign-messages/${which}/template`)).data;
    expect((await templateOf(other)).id).not.toBe((await templateOf(own)).id);
    expect((await templateOf(other)).attributes["html"]).toContain("Hello");
    const named = data("campaign", { new_name: "Winter" }, { id });
    expect((await post("/api/campaign-clone", named)).data.attributes["name"]).toBe("Winter");
  });

  it("of a fixed time is cloned to go out at the moment of cloning", async () => {
    const { create, post } = await shop();
    const send_strategy = { method: "static", datetime: "2026-08-01T10:00:00Z" };
    const { data: made } = await create({ send_strategy });
    expect(made.attributes["send_strategy"]).toEqual({
      method: "static",
      datetime: "2026-08-01T10:00:00+00:00",
      options: { is_local: false },
    });
    const cloned = await post("/api/campaign-clone", data("campaign", {}, { id: made.id }));
    expect(cloned.data.attributes["send_strategy"]).toMatchObject({
      datetime: "2026-07-20T12:00:00+00:00",
    });
  });

  it("is changed in part while it is a draft, and not any more once it was sent", async () => {
    const { draft, patch, send, list } = await shop();
    const id = await draft();
    const path = `/api/campaigns/${id}`;
    const change = (attributes: object) => patch(path, data("campaign", { ...attributes }, { id }));
    const changed = await change({ audiences: { excluded: [list] }, send_options: null });
    expect(changed.data.attributes).toMatchObject({
      name: "Summer",
      audiences: { included: [list], excluded: [list] },
      send_options: { use_smart_sending: true },
    });
    await change({ audiences: { excluded: [] } });
    await send(id);
    expect(refusalOf(await change({ name: "Autumn" }))).toEqual([400, "invalid", "/data"]);
  });
});

describe("a campaign cannot be made", () => {
  const refusals: [what: string, campaign: object, place: string, messages?: object[]][] = [
    [
      "for an audience that is not there",
      { audiences: { included: ["nobody"] } },
      "/data/attributes/audiences/included",
    ],
    [
      "without one that is not there",
      { audiences: { included: [], excluded: ["nobody"] } },
      "/data/attributes/audiences/excluded",
    ],
    [
      "with parameters of links that leave out utm_medium",
      {
        tracking_options: {
          custom_tracking_params: [{ type: "static", name: "utm_source", value: "a" }],
        },
      },
      "/data/attributes/tracking_options/custom_tracking_params",
    ],
    [
      "for a local time that is not given in UTC",
      {
        send_strategy: {
          method: "static",
          datetime: "2026-08-01T10:00:00+02:00",
          options: { is_local: true },
        },
      },
      "/data/attributes/send_strategy/datetime",
    ],
    [
      "with two messages of a channel",
      {},
      "/data/attributes/campaign-messages/data/1/attributes/definition/channel",
      [sms, sms],
    ],
    ["without a message", {}, "/data/attributes/campaign-messages/data", []],
    [
      "with render_options of an email",
      {},
      "/data/attributes/campaign-messages/data/0/attributes/definition/render_options",
      [message({ definition: { channel: "email", render_options: {} } })],
    ],
    [
      "with an image of an email",
      {},
      "/data/attributes/campaign-messages/data/0/relationships/image/data/id",
      [{ ...email(), relationships: { image: to("image", "1") } }],
    ],
    [
      "with an image that is not there",
      {},
      "/data/attributes/campaign-messages/data/0/relationships/image/data/id",
      [{ ...sms, relationships: { image: to("image", "1") } }],
    ],
    [
      "with four buttons",
      {},
      "/data/attributes/campaign-messages/data/0/attributes/definition/content/action_buttons",
      [
        push({
          body: "Hi",
          action_buttons: [1, 2, 3, 4].map(() => ({ label: "A", action_type: "open_app" })),
        }),
      ],
    ],
    [
      "with gaps between the positions of buttons",
      {},
      "/data/attributes/campaign-messages/data/0/attributes/definition/content/action_buttons",
      [
        push({
          body: "Hi",
          action_buttons: [0, 2].map((position) => ({
            label: "A",
            action_type: "open_app",
            position,
          })),
        }),
      ],
    ],
  ];
  it.each(refusals)("%s", async (_, campaign, place, messages) => {
    const { create, emulator } = await shop();
    expect(refusalOf(await create({ ...campaign }, messages))).toEqual([400, "invalid", place]);
    expect(emulator.state.get("campaign").records).toEqual([]);
  });

  it("with a throttle that its revision does not know", async () => {
    const { create } = await shop();
    const send_strategy = (throttle_percentage: number) => ({
      send_strategy: {
        method: "throttled",
        datetime: "2026-08-01T10:00:00Z",
        throttle_percentage,
      },
    });
    expect((await create(send_strategy(2))).status).toBe(201);
    expect((await create(send_strategy(10), undefined, before("2026-04-15"))).status).toBe(201);
    const place = "/data/attributes/send_strategy/throttle_percentage";
    const old = await create(send_strategy(2), undefined, before("2026-04-15"));
    expect(refusalOf(old)).toEqual([400, "invalid", place]);
    expect(refusalOf(await create(send_strategy(3)))).toEqual([400, "invalid", place]);
  });

  it("from an address that the account may not use, where senders are verified", async () => {
    const { create, emulator } = await shop();
    const from = (from_email: string) => create({}, [email({ from_email })]);
    expect((await from("any@elsewhere.com")).status).toBe(201);
    emulator.settings.set({ verifiedSenders: ["news@partner.com", "example.org"] });
    expect((await from("news@partner.com")).status).toBe(201);
    expect((await from("any@example.org")).status).toBe(201);
    const place =
      "/data/attributes/campaign-messages/data/0/attributes/definition/content/from_email";
    expect(refusalOf(await from("other@partner.com"))).toEqual([400, "invalid", place]);
    // The account's own sender needs no verifying.
    expect((await create()).status).toBe(201);
  });
});

describe("before 2025-01-15, a campaign", () => {
  const old = before("2024-10-15");

  it("has flat messages, and strategies and tracking of other members", async () => {
    const { create, get } = await shop();
    const said = {
      send_options: { use_smart_sending: false, ignore_unsubscribes: true },
      tracking_options: {
        is_add_utm: true,
        utm_params: [
          { name: "utm_source", value: "mails" },
          { name: "utm_medium", value: "message_type" },
        ],
        is_tracking_opens: false,
      },
      send_strategy: {
        method: "static",
        options_static: { datetime: "2026-08-01T10:00:00Z", is_local: true },
      },
    };
    const made = await create(said, [flatEmail], old);
    expect(made.status).toBe(201);
    expect(made.data.attributes).toMatchObject({
      send_options: said.send_options,
      tracking_options: { ...said.tracking_options, is_tracking_clicks: true },
      send_strategy: {
        method: "static",
        options_static: {
          datetime: "2026-08-01T10:00:00+00:00",
          is_local: true,
          send_past_recipients_immediately: false,
        },
        options_throttled: null,
        options_sto: null,
      },
    });
    const path = `/api/campaigns/${made.data.id}`;
    expect((await get(path)).data.attributes).toMatchObject({
      tracking_options: {
        add_tracking_params: true,
        custom_tracking_params: [
          { type: "static", name: "utm_source", value: "mails" },
          { type: "dynamic", name: "utm_medium", value: "message_type" },
        ],
        is_tracking_opens: false,
      },
      send_strategy: {
        method: "static",
        datetime: "2026-08-01T10:00:00+00:00",
        options: { is_local: true, send_past_recipients_immediately: false },
      },
    });
    const own = await get(`${path}/campaign-messages`, old);
    expect(own.many[0]?.attributes).toMatchObject({
      label: "Summer",
      channel: "email",
      content: { subject: "Summer is here" },
      render_options: null,
    });
    expect(own.many[0]?.attributes).not.toHaveProperty("definition");
    expect(own.many[0]?.relationships).not.toHaveProperty("image");
  });

  it("takes none of the newer members, nor the newer ones the older", async () => {
    const { create } = await shop();
    const place = "/data/attributes/campaign-messages/data/0/attributes";
    const newInOld = await create({}, [email()], old);
    expect(newInOld.errors.map(({ source }) => source.pointer)).toContain(`${place}/definition`);
    const oldInNew = await create({}, [flatEmail]);
    expect(oldInNew.errors.map(({ source }) => source.pointer)).toContain(`${place}/channel`);
  });

  it("needs what its method goes by", async () => {
    const { create } = await shop();
    const of = (method: string) => create({ send_strategy: { method } }, [flatEmail], old);
    const place = "/data/attributes/send_strategy";
    expect(refusalOf(await of("static"))[2]).toBe(`${place}/options_static`);
    expect(refusalOf(await of("throttled"))[2]).toBe(`${place}/options_throttled`);
    expect(refusalOf(await of("smart_send_time"))[2]).toBe(`${place}/options_sto`);
    expect((await of("immediate")).status).toBe(201);
  });
});
