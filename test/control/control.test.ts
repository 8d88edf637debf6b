import { describe, expect, it } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** Passes once the first fault has met a request. */
async function met({ faults }: Emulator) {
  while (faults.list()[0]?.hits.count === 0) await new Promise(setImmediate);
}

async function control(options?: Parameters<typeof emulate>[0]) {
  const asked = await emulate(options);
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await asked.emulator.fetch(`/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  return { ...asked, call };
}

describe("health", () => {
  it("tells what is served and what is held", async () => {
    const { emulator, call, post } = await control();
    await post("/api/profiles", newProfile());
    expect(await call("GET", "health")).toMatchObject({
      status: 200,
      json: {
        status: "ok",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        uptimeSeconds: expect.any(Number),
        revisions: { oldest: "2023-10-15", newest: "2026-07-15" },
        accounts: [{ companyId: emulator.companyId, counts: { profiles: 1, events: 0 } }],
      },
    });
  });
});

describe("operations", () => {
  it("lists every row, and what must filter along", async () => {
    const { call } = await control();
    const { json } = await call("GET", "operations");
    const row = (id: string) => json.operations.find((each: { id: string }) => each.id === id);
    expect(row("create_event")).toMatchObject({
      method: "POST",
      path: "/api/events",
      tier: "XL",
    });
    expect(row("get_events").filtersAlong).toEqual([
      "profile, sort=datetime",
      "profile, sort=timestamp",
      "metric, sort=datetime",
      "metric, sort=timestamp",
    ]);
  });
});

describe("the clock", () => {
  it("is shown, frozen, advanced and set free", async () => {
    const { call } = await control();
    expect((await call("GET", "clock")).json).toEqual({
      mode: "frozen",
      factor: 1,
      now: "2026-07-20T12:00:00+00:00",
      ms: Date.UTC(2026, 6, 20, 12),
      aheadMs: expect.any(Number),
    });
    expect((await call("POST", "clock/advance", { by: "90s" })).json.now).toBe(
      "2026-07-20T12:01:30+00:00",
    );
    expect(
      (await call("PUT", "clock", { mode: "frozen", at: "2026-08-01T00:00:00Z" })).json.now,
    ).toBe("2026-08-01T00:00:00+00:00");
    const real = (await call("PUT", "clock", { mode: "real" })).json;
    expect([real.mode, real.aheadMs]).toEqual(["real", 0]);
  });

  it("opens the windows anew when it goes back", async () => {
    const { call, get } = await control({ rateLimits: "real" });
    await get("/api/accounts");
    expect((await get("/api/accounts")).status).toBe(429);
    await call("PUT", "clock", { mode: "frozen", at: "2026-07-01T00:00:00Z" });
    expect((await get("/api/accounts")).status).toBe(200);
  });

  it.each([
    ["PUT", "clock", { mode: "slow" }, "mode"],
    ["PUT", "clock", { mode: "frozen", at: "soon" }, "at"],
    ["PUT", "clock", { mode: "real", at: "2026-01-01" }, "at"],
    ["PUT", "clock", { mode: "offset" }, "at"],
    ["PUT", "clock", { mode: "frozen", at: -1 }, "at"],
    ["POST", "clock/advance", { by: "much" }, "by"],
    ["POST", "clock/advance", { by: -1 }, "by"],
    ["POST", "clock/advance", { by: 1e300 }, "by"],
    ["POST", "clock/advance", {}, "by"],
  ])("%s %s %j is refused", async (method, path, body, at) => {
    const { call } = await control();
    expect(await call(method, path, body)).toMatchObject({
      status: 400,
      json: { error: { path: at } },
    });
  });
});

describe("limits", () => {
  it("show every counter in use", async () => {
    const { emulator, call, get } = await control({ rateLimits: "real" });
    await get("/api/metrics");
    expect((await call("GET", "limits")).json).toEqual({
      mode: "real",
      operations: {},
      tiers: {},
      accounts: [
        {
          account: emulator.companyId,
          mode: "real",
          counters: [
            {
              name: "get_metrics",
              window: "burst",
              limit: 10,
              used: 1,
              opensAt: "2026-07-20T12:00:01.000Z",
              opensAtMs: Date.parse("2026-07-20T12:00:01Z"),
              shutUntil: null,
              shutUntilMs: null,
              resetSeconds: 1,
            },
            {
              name: "get_metrics",
              window: "steady",
              limit: 150,
              used: 1,
              opensAt: "2026-07-20T12:01:00.000Z",
              opensAtMs: Date.parse("2026-07-20T12:01:00Z"),
              shutUntil: null,
              shutUntilMs: null,
              resetSeconds: 60,
            },
          ],
          forecasts: [{ operation: "get_metrics", perSecond: 1, full: null }],
        },
      ],
    });
  });

  it("can be turned off, scaled and back to real", async () => {
    const { call, get } = await control({ rateLimits: "real" });
    await get("/api/accounts");
    expect((await get("/api/accounts")).status).toBe(429);
    expect((await call("PUT", "limits", { mode: "scaled", factor: 2 })).json).toMatchObject({
      mode: "scaled",
      factor: 2,
    });
    expect([(await get("/api/accounts")).status, (await get("/api/accounts")).status]).toEqual([
      200, 200,
    ]);
    expect((await get("/api/accounts")).status).toBe(429);
    await call("PUT", "limits", { mode: "off" });
    expect((await get("/api/accounts")).status).toBe(200);
  });

  it.each([
    { mode: "none" },
    { mode: "scaled" },
    { mode: "scaled", factor: 0 },
    { mode: "off", factor: 2 },
    {},
  ])("%j is refused", async (body) => {
    const { call } = await control();
    expect((await call("PUT", "limits", body)).status).toBe(400);
  });

  it("of an account that does not exist are 404", async () => {
    const { call } = await control();
    expect((await call("GET", "limits?account=nobody")).status).toBe(404);
  });
});

describe("requests", () => {
  it("tell who asked for what, which stage answered, and what was written", async () => {
    const { emulator, call, post } = await control();
    await post("/api/events", newEvent());
    const { json } = await call("GET", "requests");
    expect(json.requests).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        method: "POST",
        target: "/api/events",
        operation: "create_event",
        account: emulator.companyId,
        key: "full",
        status: 202,
        stage: "handle",
        faults: [],
        arrivedWorld: Date.UTC(2026, 6, 20, 12),
        written: [
          { collection: "metric", change: "created" },
          { collection: "profile", change: "created" },
          { collection: "event", change: "created" },
        ],
      },
    ]);
    const [{ id }] = json.requests;
    expect((await call("GET", `requests/${id}`)).json).toMatchObject(json.requests[0]);
  });

  it("are found by operation, status and stage, and refused with a filter that does not exist", async () => {
    const { call, get } = await control();
    await get("/api/metrics");
    await get("/api/events?sort=x");
    expect((await call("GET", "requests?status=400&stage=query")).json.requests).toHaveLength(1);
    expect((await call("GET", "requests?operation=get_metrics")).json.requests).toHaveLength(1);
    expect(await call("GET", "requests?opration=x")).toMatchObject({
      status: 400,
      json: { error: { nearest: "operation" } },
    });
    expect((await call("GET", "requests?status=many")).status).toBe(400);
  });

  it("hold no secret, and not the control API's own calls", async () => {
    const { emulator, call, get } = await control();
    await get(`/api/v2/people?api_key=${emulator.keys["full"]}`);
    const { json } = await call("GET", "requests");
    expect(JSON.stringify(json)).not.toContain(emulator.keys["full"]);
    expect(json.requests).toHaveLength(1);
  });

  it("can be forgotten", async () => {
    const { call, get } = await control();
    await get("/api/metrics");
    expect((await call("DELETE", "requests")).status).toBe(204);
    expect((await call("GET", "requests")).json.requests).toEqual([]);
  });
});

describe("faults", () => {
  it("two 429s on create_event, then a 202", async () => {
    const { call, post } = await control();
    const planned = await call("POST", "faults", {
      operation: "create_event",
      status: 429,
      times: 2,
    });
    expect(planned).toMatchObject({ status: 201, json: { id: "fault-1", remaining: 2 } });
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1) answers.push(await post("/api/events", newEvent()));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 202]);
    expect(answers[0]?.headers.get("x-emulator-fault")).toBe("fault-1");
    expect(answers[0]?.errors[0]).toMatchObject({
      status: 429,
      code: "throttled",
      source: { pointer: "/data" },
    });
    const { json } = await call("GET", "faults");
    expect(json.faults).toMatchObject([
      { id: "fault-1", times: 2, remaining: 0, hits: { count: 2 } },
    ]);
    const met = (await call("GET", "requests?fault=fault-1")).json.requests.map(
      ({ id }: { id: string }) => id,
    );
    expect(json.faults[0].hits.exchanges).toEqual(met);
  });

  it("hold a caller back until the promised instant", async () => {
    const { emulator, call, post } = await control();
    await call("POST", "faults", { operation: "create_event", status: 429, retryAfter: 2 });
    expect((await post("/api/events", newEvent())).headers.get("retry-after")).toBe("2");
    await emulator.clock.advance("1s");
    expect((await post("/api/events", newEvent())).headers.get("retry-after")).toBe("1");
    await emulator.clock.advance("1s");
    expect((await post("/api/events", newEvent())).status).toBe(202);
  });

  it("delay an answer on the world's clock, and leave its status to the service", async () => {
    const { emulator, post } = await control();
    emulator.faults.add({ operation: "create_event", delay: "30s" });
    let answered = false;
    const waiting = post("/api/events", newEvent()).then((answer) => {
      answered = true;
      return answer;
    });
    await met(emulator);
    await emulator.clock.advance("29s");
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    await emulator.clock.advance("1s");
    expect((await waiting).status).toBe(202);
  });

  it("stop waiting when the emulator is reset", async () => {
    const { emulator, post } = await control();
    emulator.faults.add({ operation: "create_event", delay: "1h" });
    const waiting = post("/api/events", newEvent());
    await met(emulator);
    emulator.reset();
    expect((await waiting).status).toBe(202);
  });

  it("leave the control API alone", async () => {
    const { call } = await control();
    await call("POST", "faults", { operation: "*", status: 500, times: "always" });
    expect((await call("GET", "health")).status).toBe(200);
  });

  it("name the nearest operation when there is none", async () => {
    const { call } = await control();
    expect(await call("POST", "faults", { operation: "creat_event", status: 429 })).toMatchObject({
      status: 400,
      json: {
        error: {
          message: "no operation 'creat_event'",
          path: "operation",
          nearest: "create_event",
        },
      },
    });
  });

  it("are shown, removed and cleared by id", async () => {
    const { call } = await control();
    await call("POST", "faults", { operation: "*", status: 500 });
    await call("POST", "faults", { operation: "*", status: 503 });
    expect((await call("GET", "faults/fault-2")).json.status).toBe(503);
    expect((await call("DELETE", "faults/fault-1")).status).toBe(204);
    expect((await call("DELETE", "faults/fault-1")).status).toBe(404);
    expect((await call("DELETE", "faults")).status).toBe(204);
    expect((await call("GET", "faults")).json.faults).toEqual([]);
  });

  it("are the same by the library and by the control API", async () => {
    const input = {
      operation: "get_events",
      status: 503,
      retryAfter: 3,
      skip: 1,
      times: 2,
      delay: "1s",
    } as const;
    const byLibrary = (await control()).emulator.faults.add(input);
    const { call } = await control();
    expect((await call("POST", "faults", input)).json).toEqual(byLibrary);
  });
});

describe("reset", () => {
  it("puts the seeded world back: data, ids, limits, faults, journal and clock", async () => {
    const { emulator, call, get, post } = await control({ rateLimits: "real" });
    const before = await post("/api/profiles", newProfile());
    emulator.faults.add({ operation: "*", status: 503, times: "always" });
    await emulator.clock.advance("1d");
    await get("/api/metrics");
    expect(await call("POST", "reset")).toEqual({ status: 200, json: { reset: true } });
    expect(emulator.requests.list()).toEqual([]);
    expect(emulator.faults.list()).toEqual([]);
    expect(emulator.clock.now().now).toBe("2026-07-20T12:00:00+00:00");
    const after = await post("/api/profiles", newProfile());
    expect([after.status, after.data.id]).toEqual([201, before.data.id]);
    expect(after.headers.get("ratelimit-remaining")).toBe("699");
  });

  it("puts only the part back that is asked for", async () => {
    const { emulator, call, get, post } = await control();
    await post("/api/profiles", newProfile());
    emulator.faults.add({ operation: "create_event", status: 503 });
    await call("POST", "reset", { only: ["faults"] });
    expect(emulator.faults.list()).toEqual([]);
    expect((await get("/api/profiles")).many).toHaveLength(1);
    await call("POST", "reset", { only: ["state"] });
    expect((await get("/api/profiles")).many).toHaveLength(0);
    expect(emulator.requests.list()).toHaveLength(3);
  });

  it.each([{ only: ["everything"] }, { only: "state" }, { only: [] }])(
    "refuses %j",
    async (body) => {
      const { call } = await control();
      expect((await call("POST", "reset", body)).status).toBe(400);
    },
  );
});

describe("the control API", () => {
  it.each([
    ["GET", "nothing", undefined, 404],
    ["POST", "health", undefined, 405],
    ["POST", "faults", "{", 400],
    ["POST", "faults", "[]", 400],
    ["POST", "faults", "\u0000", 400],
    ["GET", "requests/none", undefined, 404],
    ["GET", "faults/none", undefined, 404],
  ])("%s %s %j is refused with %i and a message", async (method, path, body, status) => {
    const { call } = await control();
    const answer = await call(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toEqual(expect.any(String));
  });

  it("names the nearest path", async () => {
    const { call } = await control();
    expect((await call("GET", "helth")).json.error.nearest).toBe("/_emulator/health");
  });
});
