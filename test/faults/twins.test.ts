import { describe, expect, it } from "vitest";
import type { Emulator, FaultInput } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

const after = { operation: "create_event", where: "after" } as const;
const reset = { ...after, connection: "reset" } as const;
const from = (name: string) => ({ headers: { "x-emulator-test-id": name } });
const keyed = (key: string) => ({ headers: { "idempotency-key": key } });

/** What every request says, where a test sends it by hand. */
const headersOf = ({ keys }: Emulator) => ({
  authorization: `Service-API-Key ${keys["full"]}`,
  revision: "2026-07-15",
  "content-type": "application/json",
});

/** An emulator whose next event is written, and fails its client. */
async function losing(fault: FaultInput = reset) {
  const ways = await emulate();
  const { emulator, ask } = ways;
  emulator.faults.add(fault);
  /** Sends an event a second after the one before. */
  const send = async (attributes: Record<string, unknown>, asking = {}) => {
    await ask("POST", "/api/events", { body: newEvent(attributes), ...asking }).catch(() => {});
    await emulator.clock.advance("1s");
  };
  const duplicates = () => emulator.requests.list().map((each) => each.duplicates ?? null);
  return { ...ways, send, duplicates };
}

describe("a write that is sent again under another name", () => {
  it.each<[string, FaultInput]>([
    ["was lost", reset],
    ["was an error although it was written", { ...after, status: 503 }],
  ])("is a duplicate where the first answer %s", async (_, fault) => {
    const { send, duplicates, emulator } = await losing(fault);
    await send({ unique_id: "a", value: 1 });
    await send({ unique_id: "b", value: 1 });
    const [first] = emulator.requests.list();
    expect(duplicates()).toEqual([null, { of: first?.id, records: 1, renamed: "unique_id" }]);
    expect(emulator.requests.show("last").duplicates?.of).toBe(first?.id);
    expect(emulator.faults.list().map(({ doubledWrites }) => doubledWrites)).toEqual([1]);
  });

  it("is a duplicate where the first answer could not be read", async () => {
    const { duplicates, emulator } = await losing();
    emulator.faults.add({ ...after, operation: "create_list", spoil: "malformed" });
    const body = { data: { type: "list", attributes: { name: "Fresh" } } };
    for (const key of ["a", "b"]) {
      await emulator.fetch("/api/lists", {
        method: "POST",
        headers: { ...headersOf(emulator), "idempotency-key": key },
        body: JSON.stringify(body, undefined, key === "a" ? 1 : 2),
      });
      await emulator.clock.advance("1s");
    }
    expect(duplicates()[1]).toMatchObject({ records: 1, renamed: "Idempotency-Key" });
  });

  it("says that it is the idempotency key which is new", async () => {
    const { send, duplicates } = await losing();
    await send({ value: 1 }, keyed("a"));
    await send({ value: 1 }, keyed("b"));
    expect(duplicates()[1]).toMatchObject({ records: 1, renamed: "Idempotency-Key" });
  });

  it("counts each attempt, where more than one is lost", async () => {
    const { send, duplicates } = await losing({ ...reset, times: 2 });
    for (const unique_id of ["a", "b", "c"]) await send({ unique_id });
    expect(duplicates().map((each) => each?.records ?? 0)).toEqual([0, 1, 1]);
  });

  it("counts every record of a bulk request", async () => {
    const { ask, emulator, duplicates } = await losing({
      ...reset,
      operation: "bulk_create_events",
    });
    const { metric, profile } = newEvent().data.attributes;
    const bulk = (name: string, sizes: readonly number[]) => {
      const data = sizes.map((value) => ({
        type: "event",
        attributes: { metric, properties: { value }, unique_id: `${name}-${value}` },
      }));
      const attributes = { profile, events: { data } };
      const events = { data: [{ type: "event-bulk-create", attributes }] };
      return {
        data: { type: "event-bulk-create-job", attributes: { "events-bulk-create": events } },
      };
    };
    const path = "/api/event-bulk-create-jobs";
    await ask("POST", path, { body: bulk("a", [1, 2, 3]) }).catch(() => {});
    await emulator.clock.advance("1s");
    await ask("POST", path, { body: bulk("b", [2, 3, 4]) });
    expect(duplicates()[1]).toMatchObject({ records: 2 });
  });

  it("is seen where the client went away while it was answered", async () => {
    const { emulator } = await losing();
    emulator.faults.clear();
    emulator.faults.add({ ...after, delay: "5s" });
    const post = (unique_id: string, signal?: AbortSignal) =>
      emulator.fetch("/api/events", {
        method: "POST",
        headers: headersOf(emulator),
        body: JSON.stringify(newEvent({ unique_id })),
        ...(signal && { signal }),
      });
    const leaving = new AbortController();
    const left = post("a", leaving.signal).catch(() => {});
    await new Promise(setImmediate);
    leaving.abort();
    await left;
    await post("b");
    await emulator.clock.advance("5s");
    await new Promise(setImmediate);
    const found = emulator.requests.list().flatMap(({ duplicates }) => duplicates ?? []);
    expect(found).toMatchObject([{ records: 1, renamed: "unique_id" }]);
  });
});

describe("the report card of a client with a new unique_id for each attempt", () => {
  const graded = async (asking: object) => {
    const { send, emulator } = await losing();
    await send({ unique_id: "a" }, asking);
    await send({ unique_id: "b" }, asking);
    const { rules } = await emulator.report();
    return rules.find(({ rule }) => rule === "doubled-write");
  };

  it("is undecided and leans to fail, and fails if the call has another name", async () => {
    expect(await graded({})).toMatchObject({ verdict: "undecided", leaning: "fail" });
    const { verdict, message } = (await graded(from("checkout"))) ?? {};
    expect(verdict).toBe("fail");
    expect(message).toContain("Fix: send the same unique_id with all attempts.");
  });
});

describe("no duplicate is", () => {
  it.each([
    ["another value", { unique_id: "a", value: 1 }, { unique_id: "b", value: 2 }],
    [
      "another time that the client said",
      { unique_id: "a", time: "2026-07-19T00:00:00Z" },
      { unique_id: "b", time: "2026-07-19T00:00:01Z" },
    ],
  ])("%s", async (_, one, other) => {
    const { send, duplicates } = await losing();
    await send(one);
    await send(other);
    expect(duplicates()).toEqual([null, null]);
  });

  it("a write whose like was answered", async () => {
    const { send, duplicates, emulator } = await losing();
    emulator.faults.clear();
    await send({ unique_id: "a" });
    await send({ unique_id: "b" });
    expect(duplicates()).toEqual([null, null]);
  });

  it("a write like a lost one that was sent again under its own name", async () => {
    const { send, duplicates } = await losing();
    await send({ unique_id: "a" });
    await send({ unique_id: "a" });
    await send({ unique_id: "b" });
    expect(duplicates()).toEqual([null, null, null]);
  });

  it("a write after the one that was sent again", async () => {
    const { send, duplicates } = await losing();
    for (const unique_id of ["a", "b", "c"]) await send({ unique_id });
    expect(duplicates().map((each) => each?.records ?? 0)).toEqual([0, 1, 0]);
  });

  it("a write of another test", async () => {
    const { send, duplicates } = await losing();
    await send({ unique_id: "a" }, from("one"));
    await send({ unique_id: "a" }, from("two"));
    await send({ unique_id: "b" }, from("two"));
    expect(duplicates()).toEqual([null, null, null]);
  });

  it("a person who is found by the email", async () => {
    const { post, emulator, duplicates } = await losing({ ...reset, operation: "create_profile" });
    await post("/api/profiles", newProfile({ first_name: "Ada" })).catch(() => {});
    await emulator.clock.advance("1s");
    await post("/api/profiles", newProfile({ first_name: "Ada" }), keyed("b"));
    expect(duplicates()).toEqual([null, null]);
  });
});

describe("who is the same call by name", () => {
  const repeated = async (one: object, other: object, asking: readonly object[]) => {
    const { send, emulator } = await losing();
    await send({ value: 1, ...one }, asking[0]);
    await send({ value: 2, ...other }, asking[1]);
    const [first, second] = emulator.requests.list();
    return second?.repeats === first?.id;
  };

  it.each<[string, boolean, object, object, readonly object[]]>([
    ["a test id", true, {}, {}, [from("t"), from("t")]],
    ["no test id", false, {}, {}, []],
    ["an idempotency key", true, {}, {}, [keyed("k"), keyed("k")]],
    ["another idempotency key", false, {}, {}, [keyed("k"), keyed("l")]],
    ["a unique_id", true, { unique_id: "u" }, { unique_id: "u" }, []],
    ["another unique_id", false, { unique_id: "u" }, { unique_id: "v" }, []],
  ])("repeats a lost request with %s: %s", async (_, is, one, other, asking) => {
    expect(await repeated(one, other, asking)).toBe(is);
  });

  it("by a named URL repeats a lost request, and its new record is a duplicate", async () => {
    const { emulator, duplicates } = await losing();
    for (const unique_id of ["a", "b"]) {
      await emulator
        .fetch("/~checkout/api/events", {
          method: "POST",
          headers: headersOf(emulator),
          body: JSON.stringify(newEvent({ unique_id })),
        })
        .catch(() => {});
      await emulator.clock.advance("1s");
    }
    expect(duplicates()[1]).toMatchObject({ records: 1, renamed: "unique_id" });
    expect(emulator.requests.list()[1]?.repeats).toBe(emulator.requests.list()[0]?.id);
  });

  it("repeats nothing once it was answered, though it is alike", async () => {
    const { send, emulator } = await losing();
    for (const value of [1, 2, 3]) await send({ value }, from("t"));
    const [first, ...later] = emulator.requests.list();
    expect(later.map(({ repeats }) => repeats)).toEqual([first?.id, null]);
  });

  it("repeats nothing of another test, though it is alike", async () => {
    const { send, emulator } = await losing();
    await send({}, from("one"));
    await send({}, from("two"));
    expect(emulator.requests.list()[1]?.repeats).toBeNull();
  });
});
