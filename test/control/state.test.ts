import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** The control API of an emulator. */
const controlOf =
  (emulator: Awaited<ReturnType<typeof emulate>>["emulator"]) =>
  async (method: string, path: string, body?: unknown) => {
    const response = await emulator.fetch(`/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };

async function twoAccounts() {
  const ways = await emulate({ fixtures: ["test/support/two.yaml"] });
  const { emulator, get, post } = ways;
  const keys = emulator.accounts.map(
    (account) => account.keys.find(({ name }) => name === "full")?.key ?? "",
  );
  const asked = (place: 0 | 1) => ({ key: keys[place] ?? "" });
  return {
    emulator,
    call: controlOf(emulator),
    ids: emulator.accounts.map(({ companyId }) => companyId) as [string, string],
    create: (place: 0 | 1) =>
      post("/api/profiles", newProfile({ email: "new@example.com" }), asked(place)),
    profiles: async (place: 0 | 1) =>
      (await get(`/api/profiles?filter=equals(email,"new@example.com")`, asked(place))).many.length,
  };
}

async function stored() {
  const ways = await emulate();
  for (const email of ["ada@example.com", "bob@example.com", "cyd@example.com"]) {
    await ways.post("/api/profiles", newProfile({ email }));
    await ways.emulator.clock.advance("1s");
  }
  return { ...ways, call: controlOf(ways.emulator) };
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

  it("are counted also where there is none", async () => {
    const { emulator } = await emulate();
    emulator.state.snapshot("empty");
    const none = { profiles: 0, events: 0, metrics: 0, lists: 0, segments: 0, memberships: 0 };
    expect(emulator.state.counts()).toMatchObject(none);
    expect(emulator.state.snapshots()[0]?.accounts["Tests1"]).toMatchObject(none);
  });

  it("are given as copies, which may be changed without harm", async () => {
    const { emulator } = await stored();
    const shown = emulator.state.get("profiles", { sort: "created" }).records[0] as {
      email: string;
    };
    shown.email = "eve@example.com";
    expect(emails(emulator.state.get("profiles", { sort: "created" }).records)[0]).toBe(
      "ada@example.com",
    );
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
    await emulator.clock.advance("1h");
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    const now = emulator.clock.now().now;
    emulator.state.restore("before");
    expect(emulator.clock.now().now).toBe(now);
    expect((await get("/api/metrics")).status).toBe(503);
  });

  it("keeps what a request on its way writes after it was restored", async () => {
    const { emulator, get, post } = await stored();
    emulator.state.snapshot("before");
    emulator.faults.add({ operation: "create_event", delay: "10s" });
    const waiting = post("/api/events", newEvent());
    await new Promise(setImmediate);
    emulator.state.restore("before");
    await emulator.clock.advance("10s");
    expect((await waiting).status).toBe(202);
    expect((await get("/api/events")).many).toHaveLength(1);
  });

  it("is restored of one account, and the others stay as they are", async () => {
    const { emulator, call, ids, create, profiles } = await twoAccounts();
    emulator.state.snapshot("before");
    await create(0);
    await create(1);
    const diff = emulator.state.diff("before", "now", { account: ids[0] });
    expect(Object.keys(diff)).toEqual([ids[0]]);
    expect((await call("POST", `snapshots/before/restore?account=${ids[0]}`)).status).toBe(200);
    expect([await profiles(0), await profiles(1)]).toEqual([0, 1]);
    const listed = (await call("GET", `snapshots?account=${ids[1]}`)).json.snapshots;
    expect(Object.keys(listed[0].accounts)).toEqual([ids[1]]);
    expect((await call("POST", "snapshots/before/restore?account=Nobody")).status).toBe(404);
    expect((await call("GET", "snapshots/before/diff/now?account=Nobody")).status).toBe(404);
    expect([await profiles(0), await profiles(1)]).toEqual([0, 1]);
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
    ["POST", "snapshots", { name: ".." }, 400],
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
      changed: [
        {
          id: ada?.["id"],
          key: { email: "ada@example.com" },
          members: { title: { before: null, after: "Countess" } },
        },
      ],
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
