import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { receive, webhookBody } from "../support/webhooks.ts";

async function control() {
  const asked = await emulate();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await asked.emulator.fetch(`/_emulator/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };
  return { ...asked, call };
}

describe("a fault that is switched off", () => {
  it("acts on nothing, and goes on where it was once it is on again", async () => {
    const { emulator, get } = await emulate();
    const { faults } = emulator;
    const { id } = faults.add({ operation: "get_metrics", status: 503, times: 2 });
    const status = async () => (await get("/api/metrics")).status;
    expect(await status()).toBe(503);
    expect(faults.off(id)).toMatchObject({ state: "off", remaining: 1 });
    expect(await status()).toBe(200);
    expect(faults.on(id)).toMatchObject({ state: "active", remaining: 1, hits: { count: 1 } });
    expect([await status(), await status()]).toEqual([503, 200]);
    expect(faults.get(id).state).toBe("spent");
  });

  it("refuses nobody whom it had told to wait", async () => {
    const { emulator, get } = await emulate();
    const { id } = emulator.faults.add({ operation: "get_metrics", status: 429, retryAfter: 60 });
    expect((await get("/api/metrics")).status).toBe(429);
    emulator.faults.off(id);
    expect((await get("/api/metrics")).status).toBe(200);
    emulator.faults.on(id);
    expect((await get("/api/metrics")).status).toBe(429);
  });

  it("leaves the others as they are", async () => {
    const { emulator, get } = await emulate();
    const { id } = emulator.faults.add({ operation: "get_metrics", status: 503, times: "always" });
    emulator.faults.add({ operation: "get_metrics", status: 500, times: "always" });
    emulator.faults.off(id);
    expect((await get("/api/metrics")).status).toBe(500);
  });

  it("is switched by the control API, whose stream tells of it once", async () => {
    const { emulator, call } = await control();
    const { id } = emulator.faults.add({ operation: "*", status: 503 });
    const heard: unknown[] = [];
    emulator.listen(({ data }) => heard.push((data as { what: string }).what), {
      types: ["fault"],
    });
    expect(await call("PATCH", `faults/${id}`, { on: false })).toMatchObject({
      status: 200,
      json: { id, state: "off" },
    });
    await call("PATCH", `faults/${id}`, { on: false });
    await call("PATCH", `faults/${id}`, { on: true });
    expect(heard).toEqual(["off", "on"]);
  });

  it.each([
    ["faults/fault-9", { on: false }, 404, "id"],
    ["faults/fault-1", {}, 400, "on"],
    ["faults/fault-1", { on: "no" }, 400, "on"],
    ["faults/fault-1", { on: true, off: true }, 400, "off"],
  ])("PATCH %s with %j is refused with %i", async (path, body, status, at) => {
    const { emulator, call } = await control();
    emulator.faults.add({ operation: "*", status: 503 });
    expect(await call("PATCH", path, body)).toMatchObject({
      status,
      json: { error: { path: at } },
    });
  });
});

describe("a dry run", () => {
  it("says which of the recorded requests a fault would have met, and plans nothing", async () => {
    const { emulator, get, post, call } = await control();
    await get("/api/metrics");
    await post("/api/events", newEvent({}, { email: "ada@example.com" }));
    await post("/api/events", newEvent({}, { email: "bob@example.com" }));
    const fault = { operation: "create_event", match: { email: "ada@example.com" }, status: 503 };
    const [, ada] = emulator.requests.list();
    expect(await call("POST", "faults/dry-run", fault)).toEqual({
      status: 200,
      json: { kept: 3, met: 1, exchanges: [ada?.id], warnings: [] },
    });
    expect(emulator.faults.dryRun({ area: "events", status: 503 }).met).toBe(2);
    expect(emulator.faults.list()).toEqual([]);
  });

  it("of what acts once a request is done counts those that were done", async () => {
    const { emulator, post } = await emulate();
    await post("/api/events", newEvent({}, { email: "ada@example.com" }));
    await post("/api/events", {});
    const lost = { operation: "create_event", connection: "reset" } as const;
    expect(emulator.faults.dryRun({ ...lost, where: "after" }).met).toBe(1);
    expect(emulator.faults.dryRun(lost).met).toBe(2);
  });

  it("of a fault on deliveries counts these", async () => {
    const { url } = await receive();
    const { emulator, post } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const topic = "event:service.subscribed_to_list";
    await post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("1s");
    const { kept, met } = emulator.faults.dryRun({ delivery: topic, drop: true });
    expect([kept, met]).toEqual([1, 1]);
    expect(emulator.faults.dryRun({ delivery: "event:api.*", drop: true }).met).toBe(0);
  });

  it("refuses what makes no sense, as planning does", async () => {
    const { emulator } = await emulate();
    expect(() => emulator.faults.dryRun({ operation: "get_metrics", status: 418 })).toThrow("418");
  });
});
