import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

const older = "2025-10-15";
const at = (revision: string) => ({ headers: { revision } });

function circle(): unknown[] {
  const made: unknown[] = [];
  made.push(made);
  return made;
}

/** An emulator with a profile in it, and ways to see how a revision is answered. */
async function served(options: Parameters<typeof emulate>[0] = {}) {
  const ways = await emulate(options);
  await ways.post("/api/profiles", newProfile({ first_name: "Ada", title: "Countess" }));
  const status = async (revision: string) => (await ways.get("/api/profiles", at(revision))).status;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await ways.emulator.fetch(`/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  return { ...ways, status, call };
}

describe("a deprecated revision", () => {
  it("is served, and says since when and until when in the standard headers", async () => {
    const { emulator, get } = await served();
    emulator.revisions.deprecate(older, { sunset: "2026-12-31T00:00:00Z" });
    const { status, headers } = await get("/api/profiles", at(older));
    expect(status).toBe(200);
    expect(headers.get("deprecation")).toBe(`@${Date.parse("2026-07-20T12:00:00Z") / 1000}`);
    expect(Date.parse(headers.get("sunset") ?? "")).toBe(Date.parse("2026-12-31T00:00:00Z"));
    expect(headers.get("x-service-api-retirement-date")).toBe("2026-12-31");
  });

  it("says nothing before the instant from which it is, and nothing of others", async () => {
    const { emulator, get } = await served();
    emulator.revisions.deprecate(older, { at: "+1h" });
    const deprecation = async (revision: string) =>
      (await get("/api/profiles", at(revision))).headers.get("deprecation");
    expect(await deprecation(older)).toBeNull();
    await emulator.clock.advance("1h");
    expect(await deprecation(older)).toBe(`@${Date.parse("2026-07-20T13:00:00Z") / 1000}`);
    expect(await deprecation(newest)).toBeNull();
  });

  it("takes its sunset from the retirement that is planned for it", async () => {
    const { emulator, get } = await served();
    emulator.revisions.deprecate(older);
    emulator.revisions.retire(older, { at: "+10d" });
    const { headers } = await get("/api/profiles", at(older));
    expect(Date.parse(headers.get("sunset") ?? "")).toBe(Date.parse("2026-07-30T12:00:00Z"));
  });
});

describe("a retired revision", () => {
  it("is gone, with what is served in its place", async () => {
    const { emulator, get, status } = await served();
    emulator.revisions.retire(older);
    const answer = await get("/api/profiles", at(older));
    expect([answer.status, answer.errors[0]?.code]).toEqual([410, "gone"]);
    expect(answer.headers.get("x-emulator-hint")).toBe(
      "revision 2025-10-15 is retired: send 2023-10-15, the oldest served, or a later one",
    );
    expect(await status(newest)).toBe(200);
  });

  it("also for dates that fall to it", async () => {
    const { emulator, status } = await served();
    emulator.revisions.retire(older);
    expect(await status("2025-11-01")).toBe(410);
  });

  it("falls forward to the next that is served, if that is asked", async () => {
    const { emulator, get } = await served();
    emulator.revisions.retire(older, { forward: true });
    emulator.revisions.retire("2026-01-15", { forward: true });
    const { status, headers } = await get("/api/profiles", at(older));
    expect([status, headers.get("x-service-api-revision")]).toEqual([200, "2026-04-15"]);
  });

  it("is gone from its instant on, in the middle of a pagination", async () => {
    const { emulator, get, post } = await served();
    for (const n of [1, 2, 3]) await post("/api/profiles", newProfile({ email: `p${n}@b.c` }));
    emulator.revisions.retire(older, { at: "+30s" });
    const first = await get("/api/profiles?page[size]=2", at(older));
    expect([first.status, first.many.length]).toEqual([200, 2]);
    await emulator.clock.advance("30s");
    const next = new URL(first.links.next as string);
    expect((await get(next.pathname + next.search, at(older))).status).toBe(410);
    expect((await get(next.pathname + next.search)).many).toHaveLength(2);
  });

  it("is served again once it is restored", async () => {
    const { emulator, status } = await served();
    emulator.revisions.retire(older);
    emulator.revisions.restore(older, { at: "+1m" });
    expect(await status(older)).toBe(410);
    await emulator.clock.advance("1m");
    expect(await status(older)).toBe(200);
  });

  it("stays retired when the clock is moved back, unless it was retired at an instant", async () => {
    const { emulator, status } = await served();
    emulator.revisions.retire(older);
    emulator.revisions.retire("2026-01-15", { at: "2026-07-20T11:30:00Z" });
    emulator.clock.freeze("2026-07-20T11:00:00Z");
    expect(await status(older)).toBe(410);
    expect(await status("2026-01-15")).toBe(200);
  });

  it("has no instants of its end any more once it is restored", async () => {
    const { emulator, get } = await served();
    emulator.revisions.deprecate(older, { at: "2026-07-20T10:00:00Z", sunset: "+5d" });
    emulator.revisions.retire(older, { at: "2026-07-20T11:00:00Z" });
    expect(emulator.revisions.restore(older)).toMatchObject({
      status: "active",
      deprecatedAt: null,
      retiresAt: null,
      sunset: null,
    });
    emulator.revisions.deprecate(older);
    expect((await get("/api/profiles", at(older))).headers.get("sunset")).toBeNull();
  });

  it("is put back by a reset, and by a reset of the revisions alone", async () => {
    const { emulator, status } = await served();
    emulator.revisions.retire(older);
    emulator.reset(["revisions"]);
    expect(await status(older)).toBe(200);
    emulator.revisions.retire(older);
    emulator.reset();
    expect(await status(older)).toBe(200);
  });
});

describe("a request without a revision", () => {
  const bare = async ({ emulator }: Awaited<ReturnType<typeof served>>) => {
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}` };
    const answer = await emulator.fetch("/api/profiles", { headers });
    return [answer.status, answer.headers.get("x-service-api-revision")];
  };

  it("is refused, or gets the oldest or the newest that is served", async () => {
    const ways = await served();
    const { revisions } = ways.emulator;
    expect(await bare(ways)).toEqual([400, null]);
    revisions.default("oldest");
    expect(await bare(ways)).toEqual([200, "2023-10-15"]);
    revisions.retire("2023-10-15");
    expect(await bare(ways)).toEqual([200, "2023-12-15"]);
    revisions.default("newest");
    expect(await bare(ways)).toEqual([200, newest]);
    revisions.default("refuse");
    expect(await bare(ways)).toEqual([400, null]);
  });
});

describe("a new revision", () => {
  it("has the shapes of the one before it, by its own name", async () => {
    const { emulator, get } = await served();
    expect((await get("/api/profiles", at("2026-07-30"))).status).toBe(404);
    emulator.revisions.add("2026-07-30");
    const { status, headers, text } = await get("/api/profiles", at("2026-07-30"));
    expect([status, headers.get("x-service-api-revision")]).toEqual([200, "2026-07-30"]);
    expect(text).toBe((await get("/api/profiles")).text);
    expect(emulator.requests.list().at(-2)?.revision).toBe("2026-07-30");
  });

  it("may lie between two others, and dates fall to it", async () => {
    const { emulator, get } = await served();
    emulator.revisions.add("2025-12-01");
    const applied = async (revision: string) =>
      (await get("/api/profiles", at(revision))).headers.get("x-service-api-revision");
    expect([await applied("2025-11-30"), await applied("2025-12-15")]).toEqual([
      older,
      "2025-12-01",
    ]);
  });
});

describe("a patched answer", () => {
  it("is that of its revision and of all later ones, while older ones stay as they are", async () => {
    const { emulator, get } = await served();
    emulator.revisions.add("2026-07-18");
    emulator.revisions.patch(newest, {
      resource: "profile",
      rename: { "attributes.email": "email_address" },
    });
    const attributes = async (revision: string) =>
      (await get("/api/profiles", at(revision))).many[0]?.attributes ?? {};
    expect(await attributes(older)).toMatchObject({ email: "ada@example.com" });
    for (const revision of [newest, "2026-07-18"]) {
      const found = await attributes(revision);
      expect(found).toMatchObject({ email_address: "ada@example.com" });
      expect(found).not.toHaveProperty("email");
    }
  });

  it("has members renamed, removed, added and of another type, with the right length", async () => {
    const { emulator, get } = await served();
    emulator.revisions.patch(newest, {
      resource: "profile",
      remove: ["attributes.title", "relationships.lists"],
      add: { "attributes.tier": "gold", "meta.note.deep": 1, "attributes.__proto__": "data" },
      retype: { "attributes.created": "unix", "attributes.first_name": "list", id: "object" },
    });
    const answer = await get("/api/profiles");
    const [resource] = answer.many;
    expect(resource?.attributes).toMatchObject({
      tier: "gold",
      first_name: ["Ada"],
      created: Date.parse("2026-07-20T12:00:00Z") / 1000,
    });
    expect(Object.hasOwn(resource?.attributes ?? {}, "__proto__")).toBe(true);
    expect(resource?.attributes).not.toHaveProperty("title");
    expect(resource?.relationships).not.toHaveProperty("lists");
    expect(resource).toMatchObject({
      meta: { note: { deep: 1 } },
      id: { value: expect.any(String) },
    });
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(answer.text)));
  });

  it("may have two members change names, one keep its own, and one take any name", async () => {
    const { emulator, get } = await served();
    emulator.revisions.patch(newest, {
      resource: "profile",
      rename: {
        "attributes.first_name": "title",
        "attributes.title": "first_name",
        "attributes.email": "email",
        "attributes.created": "__proto__",
      },
    });
    const attributes = (await get("/api/profiles")).many[0]?.attributes ?? {};
    expect(attributes).toMatchObject({
      first_name: "Countess",
      title: "Ada",
      email: "ada@example.com",
    });
    expect(Object.getOwnPropertyDescriptor(attributes, "__proto__")?.value).toMatch(/^2026/);
  });

  it("is not changed by what is done to a patch after it was given", async () => {
    const { emulator, get } = await served();
    const tier = { name: "gold" };
    emulator.revisions.patch(newest, { resource: "profile", add: { "attributes.tier": tier } });
    tier.name = "tin";
    const [profile] = (await get("/api/profiles")).many;
    expect(profile?.attributes["tier"]).toEqual({ name: "gold" });
  });

  it.each([
    ["a BigInt", () => 1n],
    ["a circle", circle],
    ["a function", () => () => 1],
  ])("is refused a value that JSON cannot say: %s", async (_name, make) => {
    const { emulator, status } = await served();
    const add = { "attributes.tier": make() };
    const patch = () => emulator.revisions.patch(newest, { resource: "profile", add });
    expect(patch).toThrow("expected what JSON can say");
    expect(await status(newest)).toBe(200);
  });

  it.each([
    ["string", "5"],
    ["number", 5],
    ["boolean", true],
    ["list", [5]],
    ["object", { value: 5 }],
    ["null", null],
  ] as const)("may make a %s of a value", async (type, expected) => {
    const { emulator, get, post } = await served();
    await post("/api/events", newEvent({ properties: { size: 5 } }));
    emulator.revisions.patch(newest, {
      operation: "get_events",
      retype: { "attributes.event_properties.size": type },
    });
    const [event] = (await get("/api/events")).many;
    expect(event?.attributes["event_properties"]).toMatchObject({ size: expected });
  });

  it("reaches included resources by their type, and only its own operation by its id", async () => {
    const { emulator, get, post } = await served();
    await post("/api/events", newEvent());
    emulator.revisions.patch(newest, { resource: "metric", remove: ["attributes.name"] });
    emulator.revisions.patch(newest, { operation: "get_events", remove: ["attributes.datetime"] });
    const page = await get("/api/events?include=metric");
    expect(page.included[0]?.attributes).not.toHaveProperty("name");
    expect(page.many[0]?.attributes).not.toHaveProperty("datetime");
    const one = await get(`/api/events/${page.many[0]?.id}`);
    expect(one.data.attributes).toHaveProperty("datetime");
  });

  it("leaves refusals alone", async () => {
    const { emulator, get } = await served();
    emulator.revisions.patch(newest, { resource: "profile", remove: ["id"] });
    expect((await get("/api/profiles/nobody")).errors[0]?.code).toBe("not_found");
  });
});

describe("the control API of revisions", () => {
  it("lists them with what was decided, and puts them back", async () => {
    const { call } = await served();
    const patches = [{ resource: "profile", remove: ["attributes.title"] }];
    const change = {
      status: "retired",
      at: "+1h",
      sunset: "+30m",
      whenRetired: "forward",
      patches,
    };
    expect(await call("PATCH", `revisions/${older}`, change)).toMatchObject({
      status: 200,
      json: {
        revision: older,
        status: "active",
        retiresAt: "2026-07-20T13:00:00+00:00",
        sunset: "2026-07-20T12:30:00+00:00",
        whenRetired: "forward",
        patches,
      },
    });
    expect((await call("PUT", "revisions/default", { missing: "newest" })).json.missing).toBe(
      "newest",
    );
    expect((await call("POST", "revisions", { revision: "2027-01-15" })).status).toBe(201);
    const { revisions } = (await call("GET", "revisions")).json;
    expect(revisions).toHaveLength(15);
    expect((await call("DELETE", "revisions")).status).toBe(204);
    expect((await call("GET", "revisions")).json).toMatchObject({ missing: "refuse" });
    expect((await call("GET", "revisions")).json.revisions).toHaveLength(14);
  });

  it.each<[string, string, unknown, number, string, string?]>([
    ["PATCH", "revisions/2025-10-16", { status: "retired" }, 404, "revision", older],
    ["PATCH", `revisions/${older}`, {}, 400, ""],
    ["PATCH", `revisions/${older}`, { stauts: "retired" }, 400, "stauts", "status"],
    ["PATCH", `revisions/${older}`, { status: "gone" }, 400, "status"],
    ["PATCH", `revisions/${older}`, { at: "+1h" }, 400, "at"],
    ["PATCH", `revisions/${older}`, { status: "retired", at: "soon" }, 400, "at"],
    ["PATCH", `revisions/${older}`, { sunset: "later" }, 400, "sunset"],
    [
      "PATCH",
      `revisions/${older}`,
      { status: "retired", sunset: "+99999999999999d" },
      400,
      "sunset",
    ],
    ["PATCH", `revisions/${older}`, { status: "retired", at: "-99999999d" }, 400, "at"],
    ["PATCH", `revisions/${older}`, { patches: [{}] }, 400, "patches[0].operation"],
    ["PATCH", `revisions/${older}`, { patches: [{ resource: "profile" }] }, 400, "patches[0]"],
    [
      "PATCH",
      `revisions/${older}`,
      { status: "retired", patches: [{ resource: "profle", remove: ["id"] }] },
      400,
      "patches[0].resource",
      "profile",
    ],
    [
      "PATCH",
      `revisions/${older}`,
      { patches: [{ operation: "get_profils", remove: ["id"] }] },
      400,
      "patches[0].operation",
      "get_profiles",
    ],
    [
      "PATCH",
      `revisions/${older}`,
      { patches: [{ resource: "profile", remove: ["attributes.emial"] }] },
      400,
      "patches[0].remove.attributes.emial",
      "attributes.email",
    ],
    [
      "PATCH",
      `revisions/${older}`,
      { patches: [{ resource: "profile", add: { tier: 1 } }] },
      400,
      "patches[0].add.tier",
    ],
    [
      "PATCH",
      `revisions/${older}`,
      { patches: [{ resource: "profile", retype: { id: "date" } }] },
      400,
      "patches[0].retype.id",
    ],
    [
      "PATCH",
      `revisions/${older}`,
      { patches: [{ operation: "create_event", remove: ["id"] }] },
      400,
      "patches[0].operation",
    ],
    ["POST", "revisions", { revision: "next" }, 400, "revision"],
    ["POST", "revisions", { revision: "2026-02-30" }, 400, "revision"],
    ["POST", "revisions", { revision: "2022-01-01" }, 400, "revision"],
    ["POST", "revisions", { revision: "9999-01-01" }, 400, "revision"],
    ["POST", "revisions", { revision: newest }, 409, "revision"],
    ["PUT", "revisions/default", { missing: "guess" }, 400, "missing"],
  ])("%s %s %j is refused and changes nothing", async (method, path, body, status, at, near) => {
    const { call } = await served();
    const before = (await call("GET", "revisions")).json;
    const refused = await call(method, path, body);
    expect(refused).toMatchObject({
      status,
      json: { error: { path: at, ...(near && { nearest: near }) } },
    });
    expect((await call("GET", "revisions")).json).toEqual(before);
  });
});

describe("with the service's own life of revisions", () => {
  it("one over a year old is deprecated, and one over two years old is gone", async () => {
    const { get } = await served({ revisionLife: "service" });
    const young = await get("/api/profiles", at("2026-01-15"));
    expect([young.status, young.headers.get("deprecation")]).toEqual([200, null]);
    const old = await get("/api/profiles", at("2025-07-15"));
    expect([old.status, old.headers.get("deprecation")]).toEqual([
      200,
      `@${Date.parse("2026-07-15") / 1000}`,
    ]);
    expect(Date.parse(old.headers.get("sunset") ?? "")).toBe(Date.parse("2027-07-15"));
    expect((await get("/api/profiles", at("2024-07-15"))).status).toBe(410);
  });

  it("the clock retires them", async () => {
    const { emulator, status } = await served({ revisionLife: "service" });
    expect(await status("2025-07-15")).toBe(200);
    await emulator.clock.advance("360d");
    expect(await status("2025-07-15")).toBe(410);
  });

  it("promises no retirement that was decided otherwise", async () => {
    const { emulator, get } = await served({ revisionLife: "service" });
    const retirement = async (revision: string) => {
      const { status, headers } = await get("/api/profiles", at(revision));
      return [status, headers.get("x-service-api-retirement-date"), headers.get("sunset")];
    };
    emulator.revisions.restore("2025-07-15");
    expect(await retirement("2025-07-15")).toEqual([200, null, null]);
    emulator.revisions.deprecate("2025-04-15");
    expect(await retirement("2025-04-15")).toEqual([200, null, null]);
    await emulator.clock.advance("730d");
    expect((await retirement("2025-07-15"))[0]).toBe(200);
    expect((await retirement("2025-04-15"))[0]).toBe(200);
    expect((await retirement("2026-01-15"))[0]).toBe(410);
  });

  it("an option that is none of the two is refused", async () => {
    await expect(emulate({ revisionLife: "some" as "all" })).rejects.toThrow("expected 'all' or");
  });
});
