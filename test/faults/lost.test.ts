import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** An event whose answer is lost, and which its client sends again a second later. */
async function retried(attributes: Record<string, unknown>) {
  const ways = await emulate();
  const { emulator, post, get } = ways;
  const fault = emulator.faults.add({
    operation: "create_event",
    where: "after",
    connection: "reset",
  });
  await expect(post("/api/events", newEvent(attributes))).rejects.toMatchObject({
    cause: { code: "ECONNRESET" },
  });
  await emulator.clock.advance("1s");
  expect((await post("/api/events", newEvent(attributes))).status).toBe(202);
  const events = (await get("/api/events")).many.length;
  return { ...ways, events, fault: emulator.faults.get(fault.id) };
}

describe("an event whose answer was lost, sent again", () => {
  it("is there twice without a unique_id, and the journal says so", async () => {
    const { emulator, events, fault } = await retried({});
    expect([events, fault.doubledWrites]).toEqual([2, 1]);
    const [first, second] = emulator.requests.list({ operation: "create_event" });
    expect(first).toMatchObject({
      status: null,
      lostStatus: 202,
      faults: [fault.id],
      injected: ["reset"],
      repeats: null,
    });
    expect(first?.written).toContainEqual(expect.objectContaining({ collection: "event" }));
    expect(second).toMatchObject({ status: 202, lostStatus: null, repeats: first?.id });
    expect(second?.written).toContainEqual(
      expect.objectContaining({ collection: "event", change: "created" }),
    );
  });

  it("is there once with a unique_id", async () => {
    const { emulator, events, fault } = await retried({ unique_id: "order-1" });
    expect([events, fault.doubledWrites]).toEqual([1, 0]);
    const [first, second] = emulator.requests.list({ operation: "create_event" });
    expect(second?.repeats).toBe(first?.id);
  });
});

it("a profile whose answer was lost is refused as a duplicate, which is no doubled write", async () => {
  const { emulator, post } = await emulate();
  const { id } = emulator.faults.add({ operation: "create_profile", where: "after", status: 503 });
  expect((await post("/api/profiles", newProfile())).status).toBe(503);
  expect((await post("/api/profiles", newProfile())).status).toBe(409);
  expect(emulator.faults.get(id).doubledWrites).toBe(0);
});

it("another body is no repetition", async () => {
  const { emulator, post } = await emulate();
  emulator.faults.add({ operation: "create_event", where: "after", status: 503 });
  await post("/api/events", newEvent({ value: 1 }));
  await post("/api/events", newEvent({ value: 2 }));
  expect(emulator.requests.list().map(({ repeats }) => repeats)).toEqual([null, null]);
});

it("a fault that acts after acts on a success only, and keeps its turn for one", async () => {
  const { emulator, get, post } = await emulate();
  const { id } = emulator.faults.add({ operation: "*", where: "after", status: 503 });
  expect((await get("/api/metrics/nothing")).status).toBe(404);
  expect((await post("/api/events", {})).status).toBe(400);
  expect(emulator.faults.get(id).remaining).toBe(1);
  expect((await get("/api/metrics")).status).toBe(503);
});

it("what a slow request wrote is its own, whoever wrote meanwhile", async () => {
  const { emulator, post } = await emulate();
  emulator.faults.add({ operation: "create_profile", where: "after", delay: "1s" });
  const slow = post("/api/profiles", newProfile());
  await new Promise(setImmediate);
  await post("/api/profiles", newProfile({ email: "bob@example.com" }));
  await emulator.clock.advance("1s");
  const { data } = await slow;
  const [first, second] = emulator.requests.list();
  expect(second?.written).toEqual([{ collection: "profile", id: data.id, change: "created" }]);
  expect(first?.written).toHaveLength(1);
});
