import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

const named = (email: string) => newProfile({ email });

/** A profile whose first name is changed twice, two seconds apart, and reads of it. */
async function changing(fault: Partial<FaultInput> = {}) {
  const ways = await emulate();
  const { emulator, post, patch, get } = ways;
  const { id } = (await post("/api/profiles", named("a@a.com"))).data;
  const { id: planned } = emulator.faults.add({
    operation: "get_profile",
    stale: "5s",
    times: "always",
    ...fault,
  });
  const rename = (first_name: string) =>
    patch(`/api/profiles/${id}`, { data: { type: "profile", id, attributes: { first_name } } });
  const name = async () =>
    (await get(`/api/profiles/${id}`)).data.attributes["first_name"] as string | null;
  const hits = () => emulator.faults.get(planned).hits.count;
  return { ...ways, id, rename, name, hits };
}

describe("a stale answer", () => {
  it("is the answer of then, to the millisecond where a second had one write", async () => {
    const { emulator, rename, name } = await changing();
    const seen: unknown[] = [];
    await rename("one");
    await emulator.clock.advance("2s");
    await rename("two");
    for (const by of ["0ms", "2999ms", "1ms", "1999ms", "1ms"]) {
      await emulator.clock.advance(by);
      seen.push(await name());
    }
    expect(seen).toEqual([null, null, "one", "one", "two"]);
  });

  it("is never newer than it says where a second had several writes", async () => {
    const { emulator, rename, name } = await changing();
    await rename("one");
    await emulator.clock.advance("400ms");
    await rename("two");
    await emulator.clock.advance("4800ms");
    expect(await name()).toBeNull();
    await emulator.clock.advance("200ms");
    expect(await name()).toBe("two");
  });

  it("says that there is nothing of what came later, and is marked", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "*", method: "GET", stale: "5s", times: 2 });
    const { id } = (await post("/api/profiles", named("a@a.com"))).data;
    const missing = await get(`/api/profiles/${id}`);
    expect(missing.status).toBe(404);
    expect(missing.headers.get("x-emulator-fault")).toBe("fault-1");
    expect((await get("/api/profiles")).many).toEqual([]);
    expect((await get("/api/profiles")).many).toHaveLength(1);
    expect(emulator.requests.list({ status: 404 })).toMatchObject([{ injected: ["stale"] }]);
  });

  it("has what is included as it was then, too", async () => {
    const { emulator, post, get } = await emulate();
    await post("/api/events", newEvent());
    await emulator.clock.advance("1s");
    emulator.faults.add({ operation: "get_events", stale: "500ms" });
    await post("/api/events", newEvent({ value: 2 }));
    const { many, included } = await get("/api/events?include=profile,metric");
    expect(many).toHaveLength(1);
    expect(included).toHaveLength(2);
  });

  it("keeps its turn where nothing was written since", async () => {
    const { emulator, name, rename, hits } = await changing({ times: 1 });
    await name();
    await rename("one");
    await emulator.clock.advance("5s");
    expect([await name(), hits()]).toEqual(["one", 0]);
  });

  it("remembers 60 seconds in which something was written, and gives the oldest beyond", async () => {
    const { emulator, rename, name } = await changing({ stale: "1h" });
    for (let second = 0; second < 62; second += 1) {
      await rename(`n${second}`);
      await emulator.clock.advance("1s");
    }
    // Sixty are kept: what was before the third write, and all after it.
    expect(await name()).toBe("n1");
  });

  it("is of the account that is meant, and of nobody else", async () => {
    const { emulator, get, post } = await emulate();
    const { companyId, keys } = emulator.sandbox();
    const key = keys["full"] as string;
    emulator.faults.add({ operation: "*", match: { account: companyId }, stale: "5s", times: 9 });
    await post("/api/profiles", named("a@a.com"));
    await post("/api/profiles", named("a@a.com"), { key });
    expect((await get("/api/profiles")).many).toHaveLength(1);
    expect((await get("/api/profiles", { key })).many).toHaveLength(0);
  });

  it("ends with its plan", async () => {
    const { emulator, rename, name } = await changing();
    await rename("one");
    expect(await name()).toBeNull();
    emulator.faults.clear();
    expect(await name()).toBe("one");
  });

  it("knows of no past behind a state that was put back", async () => {
    const { emulator, rename, name } = await changing();
    emulator.state.snapshot("before");
    await rename("one");
    emulator.state.restore("before");
    expect(await name()).toBeNull();
    await rename("two");
    expect(await name()).toBeNull();
  });

  it("writes as ever", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "*", stale: "5s", times: "always" });
    expect((await post("/api/profiles", named("a@a.com"))).status).toBe(201);
    expect((await post("/api/profiles", named("a@a.com"))).status).toBe(409);
    await emulator.clock.advance("6s");
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it.each<[FaultInput, string]>([
    [{ operation: "create_event", stale: "5s" }, "create_event reads nothing"],
    [{ operation: "get_events", stale: "5s", spoil: "empty" }, "stale goes with no spoil"],
    [{ operation: "get_events", stale: "0s" }, "expected a duration of at most an hour"],
    [{ operation: "get_events", stale: "5s", where: "before" }, "leave out where"],
    [{ operation: "query_metric_aggregates", ignore: true }, "writes nothing"],
  ])("%j is refused", async (fault, told) => {
    const { emulator } = await emulate();
    expect(() => emulator.faults.add(fault)).toThrow(told);
  });

  it("may be planned for a query that is sent by POST", async () => {
    const { emulator } = await emulate();
    const { stale } = emulator.faults.add({ operation: "query_metric_aggregates", stale: "5s" });
    expect(stale).toBe("5s");
  });

  it("is not for a request to ask for itself", async () => {
    const { emulator } = await emulate({ allowHeaderFaults: true });
    const response = await emulator.fetch("/api/profiles", {
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: newest,
        "x-emulator-fault-plan": JSON.stringify({ stale: "5s" }),
      },
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("plan it before");
  });
});
