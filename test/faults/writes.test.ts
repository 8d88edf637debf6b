import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const named = (email: string) => newProfile({ email });
const renamed = (id: string, first_name: string) => ({
  data: { type: "profile", id, attributes: { first_name } },
});

describe("a write that is ignored", () => {
  it("shows a record that nobody finds, whose id is not given again", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_profile", ignore: true });
    const lost = await post("/api/profiles", named("a@a.com"));
    expect(lost.status).toBe(201);
    expect((await get(`/api/profiles/${lost.data.id}`)).status).toBe(404);
    const kept = await post("/api/profiles", named("a@a.com"));
    expect(kept.status).toBe(201);
    expect(kept.data.id).not.toBe(lost.data.id);
    const [first] = emulator.requests.list();
    expect(first).toMatchObject({ status: 201, injected: ["ignore"], written: [] });
  });

  it("is one that would have been done: what is refused is refused, and the fault keeps its turn", async () => {
    const { emulator, post } = await emulate();
    await post("/api/profiles", named("a@a.com"));
    const { id } = emulator.faults.add({ operation: "create_profile", ignore: true });
    expect((await post("/api/profiles", named("a@a.com"))).status).toBe(409);
    expect((await post("/api/profiles", {})).status).toBe(400);
    expect(emulator.faults.get(id).hits.count).toBe(0);
  });

  it("leaves no work behind that is to be done later", async () => {
    const { emulator, post, get } = await emulate({ processingDelay: "10s" });
    emulator.faults.add({ operation: "create_event", ignore: true });
    expect((await post("/api/events", newEvent())).status).toBe(202);
    await emulator.clock.advance("1m");
    expect((await get("/api/events")).many).toEqual([]);
  });

  it("may be any of the writes of an area, and no read", async () => {
    const { emulator, post, get } = await emulate();
    const { id } = emulator.faults.add({ area: "profiles", ignore: true });
    expect((await get("/api/profiles")).status).toBe(200);
    expect(emulator.faults.get(id).hits.count).toBe(0);
    await post("/api/profiles", named("a@a.com"));
    expect((await get("/api/profiles")).many).toEqual([]);
  });
});

describe("a write that is late", () => {
  it("is there at its instant, as it was answered, and not before", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_profile", late: "5s" });
    const { data, headers } = await post("/api/profiles", named("a@a.com"));
    expect(headers.get("x-emulator-fault")).toBe("fault-1");
    await emulator.clock.advance("4999ms");
    expect((await get(`/api/profiles/${data.id}`)).status).toBe(404);
    await emulator.clock.advance("1ms");
    const { created, email } = (await get(`/api/profiles/${data.id}`)).data.attributes;
    expect(email).toBe("a@a.com");
    expect(Date.parse(String(created))).toBe(Date.parse(String(data.attributes["created"])));
  });

  it("is dropped with a note if what it touches has changed meanwhile", async () => {
    const { emulator, post, patch, get } = await emulate();
    const { id } = (await post("/api/profiles", named("a@a.com"))).data;
    emulator.faults.add({ operation: "update_profile", late: "5s" });
    await patch(`/api/profiles/${id}`, renamed(id, "late"));
    await emulator.clock.advance("1s");
    await patch(`/api/profiles/${id}`, renamed(id, "soon"));
    await emulator.clock.advance("5s");
    expect((await get(`/api/profiles/${id}`)).data.attributes["first_name"]).toBe("soon");
    const [, late] = emulator.requests.list();
    expect(emulator.faults.get("fault-1").notes).toEqual([
      `what ${late?.id} wrote was dropped: profile ${id} has changed meanwhile`,
    ]);
  });

  it("does not get in the way of others that are written before it", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_profile", late: "5s" });
    await post("/api/profiles", named("a@a.com"));
    expect((await post("/api/profiles", named("b@a.com"))).status).toBe(201);
    await emulator.clock.advance("5s");
    expect((await get("/api/profiles")).many).toHaveLength(2);
    expect(emulator.faults.get("fault-1")).not.toHaveProperty("notes");
  });

  it("comes and goes with a snapshot", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_profile", late: "5s" });
    emulator.state.snapshot("before");
    await post("/api/profiles", named("a@a.com"));
    emulator.state.snapshot("held");
    emulator.state.restore("before");
    await emulator.clock.advance("5s");
    expect((await get("/api/profiles")).many).toEqual([]);
    emulator.state.restore("held");
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it("outlives the process", async () => {
    const dataDir = newFolder();
    const first = await emulate({ dataDir });
    first.emulator.faults.add({ operation: "create_profile", late: "5s" });
    await first.post("/api/profiles", named("a@a.com"));
    await first.emulator.close();
    const { emulator, get } = await emulate({ dataDir });
    expect((await get("/api/profiles")).many).toEqual([]);
    await emulator.clock.advance("5s");
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it("is held back for that long after its delay", async () => {
    const { emulator, post, get } = await emulate();
    emulator.faults.add({ operation: "create_profile", late: "5s", delay: "2s" });
    const answer = post("/api/profiles", named("a@a.com"));
    await new Promise(setImmediate);
    await emulator.clock.advance("2s");
    expect((await answer).status).toBe(201);
    await emulator.clock.advance("4s");
    expect((await get("/api/profiles")).many).toEqual([]);
    await emulator.clock.advance("1s");
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });
});

describe("planning", () => {
  it.each<[FaultInput, string]>([
    [{ operation: "get_profiles", ignore: true }, "get_profiles writes nothing"],
    [{ operation: "get_profiles", late: "5s" }, "get_profiles writes nothing"],
    [{ operation: "oauth_token", late: "5s" }, "oauth_token is not about an account's data"],
    [{ operation: "create_event", ignore: true, status: 503 }, "ignore goes with no status"],
    [{ operation: "create_event", ignore: true, late: "5s" }, "ignore goes with no late"],
    [{ operation: "create_event", late: "5s", where: "after" }, "leave out where"],
    [{ operation: "create_event", late: "0s" }, "expected a duration of at most an hour"],
    [{ operation: "create_event", late: "2h" }, "expected a duration of at most an hour"],
  ])("%j is refused", async (fault, told) => {
    const { emulator } = await emulate();
    expect(() => emulator.faults.add(fault)).toThrow(told);
  });

  it("warns where time must pass and the clock is frozen", async () => {
    const { emulator } = await emulate();
    const { warnings } = emulator.faults.add({ operation: "create_event", late: "5s" });
    expect(warnings).toEqual([
      "the clock is frozen: what takes time here waits until it is advanced",
    ]);
  });
});
