import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { email, message } from "../support/campaign-successes.ts";
import { data } from "../support/sending.ts";
import { reader, readers, shop } from "./campaign-support.ts";

const later = { method: "static", datetime: "2026-07-21T09:00:00Z" } as const;
const hourly = (throttle_percentage: number) => ({
  send_strategy: { method: "throttled", datetime: "2026-07-20T12:00:00Z", throttle_percentage },
});
const local = (more: object = {}) => ({
  send_strategy: {
    method: "static",
    datetime: "2026-07-22T09:00:00Z",
    options: { is_local: true, ...more },
  },
});

describe("a campaign that is sent", () => {
  it("goes to everybody who may get it, and is Sent", async () => {
    const { draft, send, show, jobOf, sends, messageOf, get, emulator } = await shop();
    const id = await draft();
    const sent = await send(id);
    expect([sent.status, sent.data.attributes]).toEqual([202, { status: "queued" }]);
    expect(sent.data.id).toBe(id);
    const now = "2026-07-20T12:00:00.000000+00:00";
    expect(await show(id)).toMatchObject({ status: "Sent", send_time: now, scheduled_at: now });
    expect(await jobOf(id)).toBe("complete");
    expect(sends(id)).toEqual([
      {
        campaign: id,
        run: 1,
        askedAt: "2026-07-20T12:00:00+00:00",
        endedAt: "2026-07-20T12:00:00+00:00",
        recipients: 3,
        reached: 3,
        skipped: {},
      },
    ]);
    const { data: shown } = await get(`/api/campaign-messages/${await messageOf(id)}`);
    expect(shown.attributes["send_times"]).toEqual([{ datetime: now, is_local: false }]);
    const metric = emulator.state
      .get("metric")
      .records.find(({ name }) => name === "Received Email");
    const received = emulator.state
      .get("event")
      .records.filter((event) => event["metric"] === metric?.id);
    expect(received.length).toBeGreaterThan(0);
  });

  it("waits for its time, and goes out exactly then", async () => {
    const { draft, send, show, statusOf, jobOf, emulator } = await shop();
    const id = await draft({ send_strategy: later });
    await send(id);
    expect(await show(id)).toMatchObject({
      status: "Scheduled",
      scheduled_at: "2026-07-21T09:00:00.000000+00:00",
      send_time: null,
    });
    expect(await jobOf(id)).toBe("queued");
    await emulator.clock.advance("75599s");
    expect(await statusOf(id)).toBe("Scheduled");
    await emulator.clock.advance("1s");
    expect(await statusOf(id)).toBe("Sent");
    expect(await jobOf(id)).toBe("complete");
    expect((await show(id))["send_time"]).toBe("2026-07-21T09:00:00.000000+00:00");
  });

  it("is being prepared for as long as the emulator processes", async () => {
    const { draft, send, statusOf, jobOf, emulator } = await shop(readers(1), {
      processingDelay: "10s",
    });
    const [now, then] = [await draft(), await draft({ send_strategy: later })];
    await send(now);
    await send(then);
    expect([await statusOf(now), await jobOf(now)]).toEqual(["Preparing to send", "queued"]);
    expect(await statusOf(then)).toBe("Preparing to schedule");
    await emulator.clock.advance("10s");
    expect([await statusOf(now), await statusOf(then)]).toEqual(["Sent", "Scheduled"]);
  });

  it("leaves out whom it may not reach, and says why", async () => {
    const { draft, send, sends, statusOf } = await shop([
      reader(1),
      reader(2, { consent: { email: "UNSUBSCRIBED" } }),
      reader(4, { suppression: [{ reason: "HARD_BOUNCE" }] }),
      { external_id: "5", lists: ["Readers"] },
      reader(6, { lists: ["Others"] }),
    ]);
    const id = await draft();
    await send(id);
    expect(sends(id)).toMatchObject([
      {
        recipients: 1,
        reached: 1,
        skipped: { "no-consent": 1, suppressed: 1, "no-address": 1 },
      },
    ]);
    expect(await statusOf(id)).toBe("Sent");
  });

  it("reaches each once, from lists that share people, without those who are excluded", async () => {
    const { draft, send, sends, idOf, list } = await shop([
      reader(1, { lists: ["Readers", "Others"] }),
      reader(2),
      reader(3, { lists: ["Others"] }),
    ]);
    const others = idOf("list", 1);
    const all = await draft({ audiences: { included: [list, others] } });
    const some = await draft({
      audiences: { included: [list], excluded: [others] },
      send_options: { use_smart_sending: false },
    });
    await send(all);
    await send(some);
    expect([sends(all)[0]?.reached, sends(some)[0]?.reached]).toEqual([3, 1]);
  });

  it("does not go to who was sent something a short time ago, unless it says so", async () => {
    const { draft, send, sends, statusOf, emulator } = await shop();
    const [first, second, heedless, late] = [
      await draft(),
      await draft(),
      await draft({ send_options: { use_smart_sending: false } }),
      await draft(),
    ] as const;
    await send(first);
    await emulator.clock.advance("15h");
    await send(second);
    expect(await statusOf(second)).toBe("Cancelled: Smart Sending");
    expect(sends(second)).toMatchObject([
      { recipients: 3, reached: 0, skipped: { "smart-sending": 3 } },
    ]);
    await emulator.clock.advance("3601s");
    await send(late);
    await send(heedless);
    expect([await statusOf(late), await statusOf(heedless)]).toEqual(["Sent", "Sent"]);
  });

  it("to nobody is cancelled", async () => {
    const { draft, send, statusOf, jobOf, sends } = await shop([
      reader(1, { consent: { email: "UNSUBSCRIBED" } }),
    ]);
    const id = await draft();
    await send(id);
    expect([await statusOf(id), await jobOf(id)]).toEqual([
      "Cancelled: No Recipients",
      "cancelled",
    ]);
    expect(sends(id)).toMatchObject([{ recipients: 0, reached: 0, skipped: { "no-consent": 1 } }]);
  });

  it.each([
    ["disabled", "Cancelled: Account Disabled", "Cancelled: Account Disabled"],
    ["billingLimit", "Cancelled: Billing Limit", "Cancelled"],
  ] as const)("is cancelled where the account is %s", async (setting, status, before) => {
    const { draft, send, statusOf, get, emulator } = await shop();
    emulator.settings.set({ [setting]: true });
    const id = await draft();
    await send(id);
    expect(await statusOf(id)).toBe(status);
    const old = await get(`/api/campaigns/${id}`, { headers: { revision: "2025-10-15" } });
    expect(old.data.attributes["status"]).toBe(before);
  });

  it.each([
    ["an email without a template", [email()]],
    ["an email without a subject", [email({})]],
    ["a text message that says nothing", [message({ definition: { channel: "sms" } })]],
  ])("as %s is cancelled: misconfigured", async (_, messages) => {
    const { create, send, statusOf } = await shop();
    const { data: made } = await create({}, messages);
    await send(made.id);
    expect(await statusOf(made.id)).toBe("Cancelled: Misconfigured");
  });

  it("is cancelled: misconfigured, where its template is none", async () => {
    const { create, assign, send, statusOf, post, messageOf } = await shop();
    const broken = data("template", { name: "A", editor_type: "CODE", html: "{% if %}" });
    const { data: template } = await post("/api/templates", broken);
    const { data: made } = await create();
    await assign(await messageOf(made.id), template.id);
    await send(made.id);
    expect(await statusOf(made.id)).toBe("Cancelled: Misconfigured");
  });

  it("goes by text message and by push, too", async () => {
    const { create, send, sends, post } = await shop([
      reader(1, { phone_number: "+14155550123", consent: { sms: "SUBSCRIBED" } }),
      reader(2),
    ]);
    const device = {
      token: "token-1",
      platform: "ios",
      vendor: "apns",
      profile: { data: { type: "profile", attributes: { email: "reader-2@example.com" } } },
    };
    await post("/api/push-tokens", data("push-token", device));
    const definitions = [
      { channel: "sms", content: { body: "Hi" } },
      { channel: "mobile_push", content: { body: "Hi" } },
    ];
    const reached = [];
    for (const definition of definitions) {
      const { data: made } = await create({}, [message({ definition })]);
      await send(made.id);
      reached.push(sends(made.id)[0]?.reached);
    }
    expect(reached).toEqual([1, 1]);
  });
});

describe("a send that somebody stops", () => {
  it("is cancelled for good", async () => {
    const { draft, send, stop, statusOf, jobOf, sends, emulator } = await shop();
    const id = await draft({ send_strategy: later });
    await send(id);
    expect((await stop(id, "cancel")).status).toBe(204);
    expect([await statusOf(id), await jobOf(id)]).toEqual(["Cancelled", "cancelled"]);
    await emulator.clock.advance("2d");
    expect([await statusOf(id), sends(id)[0]?.reached]).toEqual(["Cancelled", 0]);
    expect(refusalOf(await stop(id, "revert"))[0]).toBe(400);
    expect(refusalOf(await send(id))[0]).toBe(400);
  });

  it("is a draft again, which may be changed and sent anew", async () => {
    const { draft, send, stop, show, jobOf, statusOf, patch, sends, emulator } = await shop();
    const id = await draft({ send_strategy: later });
    await send(id);
    expect((await stop(id, "revert")).status).toBe(204);
    expect(await show(id)).toMatchObject({ status: "Draft", scheduled_at: null, send_time: null });
    expect(await jobOf(id)).toBe("cancelled");
    const soon = { send_strategy: { method: "static", datetime: "2026-07-22T09:00:00Z" } };
    await patch(`/api/campaigns/${id}`, data("campaign", soon, { id }));
    await send(id);
    // What was planned for the first send does nothing.
    await emulator.clock.advance("21h");
    expect(await statusOf(id)).toBe("Scheduled");
    await emulator.clock.advance("1d");
    expect(await statusOf(id)).toBe("Sent");
    expect(sends(id).map(({ run, reached }) => [run, reached])).toEqual([
      [1, 0],
      [2, 3],
    ]);
  });

  it("in the middle keeps what has gone, and goes on with nothing", async () => {
    const { draft, send, stop, statusOf, jobOf, sends, ask, emulator } = await shop(readers(10));
    const id = await draft(hourly(20));
    await send(id);
    await emulator.clock.advance("1h");
    expect([await statusOf(id), await jobOf(id)]).toEqual(["Sending", "processing"]);
    expect(refusalOf(await ask("DELETE", `/api/campaigns/${id}`))).toEqual([
      409,
      "conflict",
      "/data",
    ]);
    await stop(id, "cancel");
    await emulator.clock.advance("1d");
    expect([await statusOf(id), sends(id)[0]?.reached]).toEqual(["Cancelled", 4]);
    expect((await ask("DELETE", `/api/campaigns/${id}`)).status).toBe(204);
  });

  it("must be one: a draft and a campaign that was sent have nothing to stop", async () => {
    const { draft, send, stop, get } = await shop();
    const [never, sent] = [await draft(), await draft()];
    await send(sent);
    const place = "/data/attributes/action";
    expect(refusalOf(await stop(never, "cancel"))).toEqual([400, "invalid", place]);
    expect(refusalOf(await stop(sent, "cancel"))).toEqual([400, "invalid", place]);
    expect(refusalOf(await stop(sent, "revert"))).toEqual([400, "invalid", place]);
    expect((await stop("none", "cancel")).errors[0]?.detail).toContain("A campaign with id none");
    const unknown = await get("/api/campaign-send-jobs/none");
    expect(unknown.errors[0]?.detail).toContain("A campaign with id none");
    expect((await get(`/api/campaign-send-jobs/${never}`)).status).toBe(404);
  });
});

describe("a throttled campaign", () => {
  it("goes to its percentage of the recipients each hour", async () => {
    const { draft, send, sends, statusOf, emulator } = await shop(readers(10));
    const id = await draft(hourly(33));
    await send(id);
    const reached = [sends(id)[0]?.reached];
    for (let hour = 0; hour < 2; hour += 1) {
      await emulator.clock.advance("3599s");
      expect(sends(id)[0]?.reached).toBe(reached.at(-1));
      await emulator.clock.advance("1s");
      reached.push(sends(id)[0]?.reached);
    }
    expect(reached).toEqual([4, 8, 10]);
    expect(await statusOf(id)).toBe("Sent");
  });
});

describe("a campaign of a local time", () => {
  const somewhere = [
    reader(1, { location: { timezone: "Asia/Tokyo" } }),
    reader(2, { location: { timezone: "America/Los_Angeles" } }),
    reader(3, { location: { timezone: "Nowhere/Land" } }),
    reader(4),
  ];

  it("reaches each when the clocks of their place show it, or the account's where that is unknown", async () => {
    const { draft, send, sends, statusOf, show, emulator } = await shop(somewhere);
    const id = await draft(local());
    await send(id);
    expect(await statusOf(id)).toBe("Scheduled");
    expect((await show(id))["scheduled_at"]).toBe("2026-07-22T09:00:00.000000+00:00");
    const at = async (instant: string) => {
      const by = Date.parse(instant) - emulator.clock.now().ms;
      await emulator.clock.advance(`${by}ms`);
      return [await statusOf(id), sends(id)[0]?.reached];
    };
    expect(await at("2026-07-21T19:00:00Z")).toEqual(["Queued without Recipients", 0]);
    expect(await at("2026-07-21T23:59:59Z")).toEqual(["Queued without Recipients", 0]);
    // Nine in Tokyo, in New York, where the account is, and in Los Angeles.
    expect(await at("2026-07-22T00:00:00Z")).toEqual(["Sending", 1]);
    expect(await at("2026-07-22T13:00:00Z")).toEqual(["Sending", 3]);
    expect(await at("2026-07-22T15:59:59Z")).toEqual(["Sending", 3]);
    expect(await at("2026-07-22T16:00:00Z")).toEqual(["Sent", 4]);
  });

  it("leaves out whose hour is over, or reaches them at once", async () => {
    const { draft, send, sends, emulator } = await shop(somewhere);
    await emulator.clock.advance("37h");
    const options = { send_options: { use_smart_sending: false } };
    const late = await draft({ ...local(), ...options });
    const soon = await draft({ ...local({ send_past_recipients_immediately: true }), ...options });
    await send(late);
    await send(soon);
    expect(sends(late)[0]).toMatchObject({ recipients: 4, reached: 0, skipped: { past: 1 } });
    expect(sends(soon)[0]).toMatchObject({ recipients: 4, reached: 1, skipped: {} });
    await emulator.clock.advance("1d");
    expect([sends(late)[0]?.reached, sends(soon)[0]?.reached]).toEqual([3, 4]);
  });
});

describe("a campaign of smart times", () => {
  it("is spread over the hours of its day", async () => {
    const { draft, send, sends, statusOf, emulator } = await shop(readers(60));
    const id = await draft({ send_strategy: { method: "smart_send_time", date: "2026-07-21" } });
    await send(id);
    expect(await statusOf(id)).toBe("Scheduled");
    // The day begins in New York.
    await emulator.clock.advance("16h");
    const hours = [sends(id)[0]?.reached ?? 0];
    for (let hour = 1; hour < 24; hour += 1) {
      await emulator.clock.advance("1h");
      hours.push(sends(id)[0]?.reached ?? 0);
    }
    expect(await statusOf(id)).toBe("Sent");
    expect(hours.at(-1)).toBe(60);
    expect(new Set(hours).size).toBeGreaterThan(12);
  });
});

describe("a large campaign", () => {
  it("lets requests through while it goes out", async () => {
    const { draft, send, sends, statusOf, emulator } = await shop(readers(450));
    const id = await draft();
    await send(id);
    expect(await statusOf(id)).toBe("Adding Recipients");
    const seen = new Set<unknown>();
    for (let turn = 0; turn < 50 && !seen.has("Sent"); turn += 1) seen.add(await statusOf(id));
    await emulator.clock.advance("1s");
    expect(await statusOf(id)).toBe("Sent");
    expect(sends(id)).toMatchObject([{ recipients: 450, reached: 450, skipped: {} }]);
  });
});

describe("an estimation", () => {
  const asked = "campaign-recipient-estimation-job";
  const ask = (id: string) => ({ data: { type: asked, id } });

  it("is the number that the send then reaches", async () => {
    const { draft, post, get, send, sends } = await shop([
      ...readers(5),
      reader(9, { consent: { email: "UNSUBSCRIBED" } }),
    ]);
    const id = await draft();
    const path = `/api/campaign-recipient-estimations/${id}`;
    expect((await get(path)).errors[0]?.detail).toBe(
      "No results or results were out of date. Schedule a new estimation.",
    );
    const job = await post("/api/campaign-recipient-estimation-jobs", ask(id));
    expect([job.status, job.data.id]).toEqual([202, id]);
    expect(job.data.attributes).toEqual({ status: "processing" });
    const done = await get(`/api/campaign-recipient-estimation-jobs/${id}`);
    expect(done.data.attributes).toEqual({ status: "complete" });
    const { data: estimation } = await get(path);
    expect(estimation.attributes).toEqual({ estimated_recipient_count: 5 });
    await send(id);
    expect(sends(id)[0]).toMatchObject({ recipients: 5, reached: 5 });
  });

  it("lives until the audiences change", async () => {
    const { draft, post, get, patch, list } = await shop();
    const id = await draft();
    await post("/api/campaign-recipient-estimation-jobs", ask(id));
    const change = (attributes: object) =>
      patch(`/api/campaigns/${id}`, data("campaign", { ...attributes }, { id }));
    await change({ name: "Autumn" });
    const path = `/api/campaign-recipient-estimations/${id}`;
    expect((await get(path)).status).toBe(200);
    await change({ audiences: { included: [list], excluded: [list] } });
    expect((await get(path)).status).toBe(404);
    expect((await get(`/api/campaign-recipient-estimation-jobs/${id}`)).status).toBe(404);
  });

  it("is of a campaign that is there", async () => {
    const { post, get } = await shop();
    const refused = await post("/api/campaign-recipient-estimation-jobs", ask("none"));
    expect(refused.errors[0]?.detail).toContain("A campaign with id none");
    const path = "/api/campaign-recipient-estimation-jobs/none";
    expect((await get(path)).errors[0]?.detail).toContain("A campaign with id none");
  });
});
