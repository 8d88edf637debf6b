import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

async function stored() {
  const ways = await emulate();
  for (const email of ["ada@example.com", "bob@example.com", "cyd@example.com"]) {
    await ways.post("/api/profiles", newProfile({ email }));
    ways.emulator.clock.advance("1s");
  }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await ways.emulator.fetch(`/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  return { ...ways, call };
}

const emails = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.map((record) => record["email"]);

describe("the stored records", () => {
  it("are shown themselves, filtered and sorted as the service does", async () => {
    const { emulator } = await stored();
    const { state } = emulator;
    expect(emails(state.get("profiles", { sort: "-created" }).records)).toEqual([
      "cyd@example.com",
      "bob@example.com",
      "ada@example.com",
    ]);
    const found = state.get("profiles", { filter: 'equals(email,"BOB@example.com")' });
    expect(emails(found.records)).toEqual(["bob@example.com"]);
    expect(found).toMatchObject({ account: "Tests1", collection: "profiles", total: 3 });
    expect(found.records[0]?.["created"]).toBe(Date.parse("2026-07-20T12:00:01Z"));
  });

  it("are no more than the limit, which says if there are more", async () => {
    const { emulator } = await stored();
    expect(emulator.state.get("profiles", { limit: 2 })).toMatchObject({ more: true, total: 3 });
    expect(emulator.state.get("profiles", { limit: 3 })).toMatchObject({ more: false });
  });

  it("are counted, kind by kind", async () => {
    const { emulator, call, post } = await stored();
    await post("/api/events", newEvent());
    const counts = { profiles: 3, events: 1, metrics: 1 };
    expect(emulator.state.counts()).toMatchObject(counts);
    expect((await call("GET", "state")).json).toMatchObject({ account: "Tests1", counts });
  });

  it("of a kind that the service does not list are shown too, but not filtered", async () => {
    const { call } = await stored();
    expect((await call("GET", "state/memberships")).json).toMatchObject({ records: [] });
    expect(await call("GET", "state/memberships?filter=x")).toMatchObject({
      status: 400,
      json: { error: { path: "filter" } },
    });
  });

  it.each<[string, number, string, string?]>([
    ["state/profles", 404, "collection", "profiles"],
    ["state/profiles?fliter=x", 400, "fliter", "filter"],
    ["state/profiles?filter=near(email,1)", 400, "filter"],
    ["state/profiles?filter=equals(title,1)", 400, "filter"],
    ["state/profiles?sort=title", 400, "sort"],
    ["state/profiles?limit=many", 400, "limit"],
    ["state/profiles?limit=0", 400, "limit"],
    ["state/profiles?account=Nobody", 404, "id"],
  ])("%s is refused", async (path, status, at, nearest) => {
    const { call } = await stored();
    expect(await call("GET", path)).toMatchObject({
      status,
      json: { error: { path: at, ...(nearest && { nearest }) } },
    });
  });
});

describe("a snapshot", () => {
  it("brings data, keys and chance back, as often as it is restored", async () => {
    const { emulator, get, post } = await stored();
    emulator.state.snapshot("three");
    const create = async () =>
      (await post("/api/profiles", newProfile({ email: "dan@example.com" }))).data.id;
    const first = await create();
    emulator.state.restore("three");
    expect((await get("/api/profiles")).many).toHaveLength(3);
    expect(await create()).toBe(first);
    emulator.state.restore("three");
    expect((await get("/api/profiles")).many).toHaveLength(3);
  });

  it("leaves the clock, the limits and the faults as they are", async () => {
    const { emulator, get } = await stored();
    emulator.state.snapshot("before");
    emulator.clock.advance("1h");
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    const now = emulator.clock.now().now;
    emulator.state.restore("before");
    expect(emulator.clock.now().now).toBe(now);
    expect((await get("/api/metrics")).status).toBe(503);
  });

  it("outlives a reset, unless that takes all", async () => {
    const { emulator, call, get } = await stored();
    emulator.state.snapshot("three");
    emulator.reset();
    expect((await get("/api/profiles")).many).toHaveLength(0);
    expect(emulator.state.restore("three").accounts["Tests1"]).toMatchObject({ profiles: 3 });
    expect((await get("/api/profiles")).many).toHaveLength(3);
    expect((await call("POST", "reset", { all: true })).status).toBe(200);
    expect(emulator.state.snapshots()).toEqual([]);
  });

  it("is taken, listed, restored and removed through the control API", async () => {
    const { call } = await stored();
    expect(await call("POST", "snapshots", { name: "a" })).toMatchObject({
      status: 201,
      json: { name: "a", takenAt: "2026-07-20T12:00:03+00:00" },
    });
    expect((await call("GET", "snapshots")).json.snapshots).toMatchObject([{ name: "a" }]);
    expect((await call("POST", "snapshots/a/restore")).status).toBe(200);
    expect((await call("DELETE", "snapshots/a")).status).toBe(204);
    expect((await call("GET", "snapshots")).json.snapshots).toEqual([]);
  });

  it.each<[string, string, unknown, number, string?]>([
    ["POST", "snapshots", {}, 400],
    ["POST", "snapshots", { name: "a b" }, 400],
    ["POST", "snapshots", { name: "x".repeat(65) }, 400],
    ["POST", "snapshots", { name: "first" }, 409],
    ["POST", "snapshots", { name: "now" }, 409],
    ["POST", "snapshots/frist/restore", undefined, 404, "first"],
    ["DELETE", "snapshots/frist", undefined, 404, "first"],
    ["GET", "snapshots/frist/diff/now", undefined, 404, "first"],
    ["POST", "reset", { all: true, only: ["state"] }, 400],
    ["POST", "reset", { all: "yes" }, 400],
  ])("%s %s %j is refused", async (method, path, body, status, nearest) => {
    const { call } = await stored();
    await call("POST", "snapshots", { name: "first" });
    expect(await call(method, path, body)).toMatchObject({
      status,
      json: { error: { ...(nearest && { nearest }) } },
    });
  });

  it("is one of a hundred at most", async () => {
    const { emulator } = await stored();
    for (let n = 0; n < 100; n += 1) emulator.state.snapshot(`s${n}`);
    expect(() => emulator.state.snapshot("more")).toThrow("there are 100 snapshots");
  });
});

describe("the difference of two snapshots", () => {
  it("is what was added, removed and changed, member by member", async () => {
    const { emulator, patch, post, call } = await stored();
    emulator.state.snapshot("before");
    const [ada] = emulator.state.get("profiles", { sort: "created" }).records;
    await patch(`/api/profiles/${ada?.["id"]}`, {
      data: { type: "profile", id: ada?.["id"], attributes: { title: "Countess" } },
    });
    await post("/api/profiles", newProfile({ email: "dan@example.com" }));
    const diff = emulator.state.diff("before");
    expect(diff["Tests1"]?.["profiles"]).toMatchObject({
      counts: { added: 1, removed: 0, changed: 1 },
      added: [{ email: "dan@example.com" }],
      changed: [{ id: ada?.["id"], members: { title: { before: null, after: "Countess" } } }],
    });
    const back = (await call("GET", "snapshots/now/diff/before")).json;
    expect(back.Tests1.profiles.counts).toEqual({ added: 0, removed: 1, changed: 1 });
    expect(emulator.state.diff("seeded")["Tests1"]?.["profiles"]?.counts.added).toBe(4);
  });

  it("is empty where nothing was written", async () => {
    const { emulator, get } = await stored();
    emulator.state.snapshot("a");
    await get("/api/profiles");
    await get("/api/events");
    expect(emulator.state.diff("a", "now")).toEqual({});
  });

  it("lists no more than a thousand records, and counts all", async () => {
    const { emulator, post } = await emulate();
    for (let n = 0; n < 1001; n += 1)
      await post("/api/profiles", newProfile({ email: `p${n}@example.com` }));
    const diff = emulator.state.diff("seeded")["Tests1"]?.["profiles"];
    expect([diff?.counts.added, diff?.added.length]).toEqual([1001, 1000]);
  });
});
