import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";

const asking = (fault: unknown) => ({
  headers: {
    "x-emulator-fault-plan": typeof fault === "string" ? fault : JSON.stringify(fault),
  },
});

describe("a request that asks for its own fault", () => {
  it("gets it, once, and no other request does", async () => {
    const { emulator, get } = await emulate({ allowHeaderFaults: true });
    const met = await get("/api/metrics", asking({ status: 503, retryAfter: 3 }));
    expect([met.status, met.headers.get("retry-after")]).toEqual([503, "3"]);
    expect(met.headers.get("x-emulator-fault")).toBe("header");
    expect((await get("/api/metrics")).status).toBe(200);
    expect(emulator.faults.list()).toEqual([]);
    expect(emulator.requests.list({ fault: "header" })).toHaveLength(1);
  });

  it("may ask for one that acts after", async () => {
    const { get } = await emulate({ allowHeaderFaults: true });
    const { text, status } = await get("/api/metrics", asking({ spoil: "empty" }));
    expect([status, text]).toEqual([200, ""]);
  });

  it("is refused where that is not allowed, and told how it would be", async () => {
    const { get } = await emulate();
    const answer = await get("/api/metrics", asking({ status: 503 }));
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-emulator-hint")).toBe(
      "faults by header are off: start with --allow-header-faults",
    );
  });

  it.each([
    ["{", "expected JSON"],
    ["3", "a fault is an object"],
    [{ status: 418 }, "status: the service never answers 418"],
    [{ staus: 503 }, "staus: unknown member; did you mean status?"],
    [{ status: 503, times: 2 }, "times: a header's fault is for its own request"],
    [{ operation: "get_events", status: 503 }, "operation: a header's fault is for its own"],
  ])("is refused with %j", async (fault, told) => {
    const { get } = await emulate({ allowHeaderFaults: true });
    const answer = await get("/api/metrics", asking(fault));
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/"]);
    expect(answer.errors[0]?.detail).toContain(told);
  });
});

describe("with --stealth", () => {
  it("no answer says that a fault gave it, but the journal does", async () => {
    const { emulator, get } = await emulate({ stealth: true });
    emulator.faults.add({ operation: "get_metrics", status: 503 });
    emulator.faults.add({ operation: "get_metrics", where: "after", headers: { "x-a": "b" } });
    for (const expected of [503, 200]) {
      const { status, headers } = await get("/api/metrics");
      expect(status).toBe(expected);
      expect([...headers.keys()].filter((name) => name.startsWith("x-emulator"))).toEqual([]);
    }
    expect(emulator.requests.list().map(({ faults }) => faults)).toEqual([
      ["fault-1"],
      ["fault-2"],
    ]);
  });
});

describe("the people of the demo seed who ask for a failure", () => {
  const boot = () => emulate({ fixtures: ["demo"], rateLimits: "real" });
  const filter = (email: string) => `/api/profiles?filter=equals(email,"${email}")`;

  it.each([
    ["429@fault.test", 429],
    ["500@fault.test", 500],
    ["503@fault.test", 503],
  ])("%s is answered with %i, always, and also by its id", async (email, status) => {
    const { emulator, get } = await boot();
    expect((await get(filter(email))).status).toBe(status);
    emulator.faults.clear();
    const id = (await get(filter(email))).many[0]?.id;
    emulator.reset(["faults"]);
    expect((await get(`/api/profiles/${id}`)).status).toBe(status);
  });

  it("reset@fault.test breaks the connection, lost@fault.test only once it is done", async () => {
    const { get } = await boot();
    await expect(get(filter("reset@fault.test"))).rejects.toThrow("fetch failed");
    await expect(get(filter("lost@fault.test"))).rejects.toThrow("fetch failed");
  });

  it("timeout@fault.test is never answered, slow@fault.test after five seconds", async () => {
    const { emulator, get } = await boot();
    const giveUp = new AbortController();
    const silent = emulator.fetch(filter("timeout@fault.test"), {
      headers: { authorization: `Service-API-Key ${emulator.keys["full"]}` },
      signal: giveUp.signal,
    });
    const slow = get(filter("slow@fault.test"));
    await new Promise(setImmediate);
    await emulator.clock.advance("1h");
    expect((await slow).status).toBe(200);
    giveUp.abort();
    await expect(silent).rejects.toThrow("aborted");
  });

  it("nobody else is touched", async () => {
    const { get } = await boot();
    expect((await get("/api/profiles")).status).toBe(200);
    expect((await get(filter("ada.byron@example.com"))).status).toBe(200);
  });
});
