import { describe, expect, it } from "vitest";
import { subscribing, suppressing, consentOf } from "../consent/bodies.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const merging = (into: string, from: string) => ({
  data: {
    type: "profile-merge",
    id: into,
    relationships: { profiles: { data: [{ type: "profile", id: from }] } },
  },
});

const deleting = (profile: Record<string, unknown>) => ({
  data: {
    type: "data-privacy-deletion-job",
    attributes: { profile: { data: { type: "profile", ...profile } } },
  },
});
const deletions = "/api/data-privacy-deletion-jobs";

/** Two profiles: Ada, who is kept, and Augusta, who is the same person. */
async function two(options: Parameters<typeof emulate>[0] = {}) {
  const ways = await emulate(options);
  const kept = {
    email: "ada@example.com",
    title: "Countess",
    properties: { color: "red", size: 1 },
  };
  const given = {
    email: "augusta@example.com",
    first_name: "Augusta",
    title: "Lady",
    phone_number: "+12125550101",
    properties: { color: "blue", shape: "round" },
  };
  const ada = (await ways.post("/api/profiles", newProfile(kept))).data.id;
  const augusta = (await ways.post("/api/profiles", newProfile(given))).data.id;
  const list = (
    await ways.post("/api/lists", { data: { type: "list", attributes: { name: "News" } } })
  ).data.id;
  const members = async () =>
    (await ways.get(`/api/lists/${list}/profiles`)).many.map(({ id }) => id);
  const join = (profile: string) =>
    ways.post(`/api/lists/${list}/relationships/profiles`, {
      data: [{ type: "profile", id: profile }],
    });
  return { ...ways, ada, augusta, list, members, join };
}

describe("merging two profiles", () => {
  it("answers 202 with the destination's id alone, and the source is gone", async () => {
    const { post, get, ada, augusta } = await two();
    const answer = await post("/api/profile-merge", merging(ada, augusta));
    const links = { self: `http://emulator.localhost/api/profiles/${ada}/` };
    expect([answer.status, answer.data]).toEqual([
      202,
      { type: "profile", id: ada, attributes: {}, links },
    ]);
    expect((await get(`/api/profiles/${augusta}`)).status).toBe(404);
  });

  it("keeps what the destination says, and takes over what it does not", async () => {
    const { emulator, post, get, ada, augusta } = await two();
    await emulator.clock.advance("1m");
    await post("/api/profile-merge", merging(ada, augusta));
    expect((await get(`/api/profiles/${ada}`)).data.attributes).toMatchObject({
      email: "ada@example.com",
      first_name: "Augusta",
      title: "Countess",
      phone_number: "+12125550101",
      properties: { color: "red", size: 1, shape: "round" },
      updated: "2026-07-20T12:01:00+00:00",
    });
    const found = await get('/api/profiles?filter=equals(phone_number,"+12125550101")');
    expect(found.many.map(({ id }) => id)).toEqual([ada]);
  });

  it("moves events and lists", async () => {
    const { post, get, ada, augusta, join, members } = await two();
    // Still to come, so that no event of the merge itself is later.
    await post("/api/events", newEvent({ time: "2026-07-21" }, { email: "augusta@example.com" }));
    await join(augusta);
    await post("/api/profile-merge", merging(ada, augusta));
    const [event] = (await get(`/api/events?filter=equals(profile_id,"${ada}")`)).many;
    expect(event?.relationships["profile"]?.data).toEqual({ type: "profile", id: ada });
    expect(await members()).toEqual([ada]);
    expect((await get(`/api/profiles/${ada}`)).data.attributes["last_event_date"]).toBe(
      "2026-07-21T00:00:00+00:00",
    );
  });

  it("loses no event, also of two that are alike, and keeps one place in a list", async () => {
    const { post, get, ada, augusta, join, members } = await two();
    for (const email of ["ada@example.com", "augusta@example.com"]) {
      await post("/api/events", newEvent({ unique_id: "same" }, { email }));
    }
    await join(ada);
    await join(augusta);
    await post("/api/profile-merge", merging(ada, augusta));
    const { many } = await get("/api/events");
    const said = many.map(({ attributes }) => JSON.stringify(attributes["event_properties"]));
    expect(said.filter((text) => text.includes("same"))).toHaveLength(2);
    expect(await members()).toEqual([ada]);
  });

  it("takes over consent where the destination has none, and every suppression", async () => {
    const ways = await two();
    const { post, ada, augusta } = ways;
    const type = "profile-subscription-bulk-create-job";
    const suppress = "profile-suppression-bulk-create-job";
    await post(`/api/${suppress}s`, suppressing(suppress, [{ email: "ada@example.com" }]));
    await post(`/api/${type}s`, subscribing(type, [{ email: "augusta@example.com" }]));
    await post("/api/profile-merge", merging(ada, augusta));
    expect((await consentOf(ways, "ada@example.com")).email).toMatchObject({
      consent: "SUBSCRIBED",
      suppression: [{ reason: "USER_SUPPRESSED" }],
    });
  });

  it("waits for the processing delay", async () => {
    const { emulator, post, get, ada, augusta } = await two({ processingDelay: "1s" });
    await post("/api/profile-merge", merging(ada, augusta));
    expect((await get(`/api/profiles/${augusta}`)).status).toBe(200);
    await emulator.clock.advance("1s");
    expect((await get(`/api/profiles/${augusta}`)).status).toBe(404);
  });

  it("refuses itself, and who is not there", async () => {
    const { post, ada } = await two();
    expect(refusalOf(await post("/api/profile-merge", merging(ada, ada)))).toEqual([
      400,
      "invalid",
      "/data/relationships/profiles/data/0/id",
    ]);
    expect((await post("/api/profile-merge", merging(ada, "01NOBODY"))).status).toBe(404);
    expect((await post("/api/profile-merge", merging("01NOBODY", ada))).status).toBe(404);
    expect(
      (await post("/api/profile-merge", { data: { type: "profile-merge", id: ada } })).status,
    ).toBe(400);
  });
});

describe("deleting a person", () => {
  it.each([
    ["id", (id: string) => ({ id, attributes: {} })],
    ["email", () => ({ attributes: { email: "AUGUSTA@example.com" } })],
    ["phone number", () => ({ attributes: { phone_number: "+12125550101" } })],
  ])("by %s answers 202 with nothing, and the profile is gone", async (_by, named) => {
    const { post, get, augusta } = await two();
    const { status, text } = await post(deletions, deleting(named(augusta)));
    expect([status, text]).toEqual([202, ""]);
    expect((await get(`/api/profiles/${augusta}`)).status).toBe(404);
    expect((await get("/api/profiles")).many).toHaveLength(1);
    expect((await post(deletions, deleting({ id: augusta, attributes: {} }))).status).toBe(404);
  });

  it("leaves their events, which has(profile) drops", async () => {
    const { post, get, augusta } = await two();
    for (const email of ["ada@example.com", "augusta@example.com"]) {
      await post("/api/events", newEvent({}, { email }));
    }
    expect((await get("/api/events?filter=has(profile)")).many).toHaveLength(2);
    await post(deletions, deleting({ id: augusta, attributes: {} }));
    expect((await get("/api/events")).many).toHaveLength(2);
    const left = await get("/api/events?filter=has(profile)&include=profile");
    expect(left.many).toHaveLength(1);
    expect(left.included).toHaveLength(1);
  });

  it("leaves in their events whose they were, and nobody to be found there", async () => {
    const { post, get, augusta } = await two();
    await post("/api/events", newEvent({}, { email: "augusta@example.com" }));
    await post(deletions, deleting({ id: augusta, attributes: {} }));
    const [event] = (await get("/api/events?include=profile")).many;
    expect(event?.relationships["profile"]?.data).toEqual({ type: "profile", id: augusta });
    expect((await get(`/api/events/${event?.id}/profile`)).status).toBe(404);
  });

  it("takes them out of lists, and what waits for their click away", async () => {
    const { emulator, post, augusta, list, join, members } = await two();
    await join(augusta);
    const type = "profile-subscription-bulk-create-job";
    const people = [{ email: "augusta@example.com" }];
    await post(`/api/${type}s`, subscribing(type, people, "email", { list }));
    expect(emulator.confirmations.list()).toHaveLength(1);
    await post(deletions, deleting({ id: augusta, attributes: {} }));
    expect(await members()).toEqual([]);
    expect(emulator.confirmations.list()).toEqual([]);
  });

  it("lets the same address come back as somebody new", async () => {
    const { post, augusta } = await two();
    await post(deletions, deleting({ id: augusta, attributes: {} }));
    const back = await post("/api/profiles", newProfile({ email: "augusta@example.com" }));
    expect(back.status).toBe(201);
    expect(back.data.id).not.toBe(augusta);
  });

  it.each([
    ["nobody", { attributes: {} }],
    ["two identifiers", { id: "01H", attributes: { email: "ada@example.com" } }],
    ["two addresses", { attributes: { email: "ada@example.com", phone_number: "+12125550101" } }],
  ])("refuses %s", async (_what, named) => {
    const { post } = await two();
    expect(refusalOf(await post(deletions, deleting(named)))).toEqual([
      400,
      "invalid",
      "/data/attributes/profile/data",
    ]);
  });

  it("answers 404 for an address that nobody has", async () => {
    const { post } = await two();
    const answer = await post(deletions, deleting({ attributes: { email: "no@body.co" } }));
    expect(answer.status).toBe(404);
  });
});
