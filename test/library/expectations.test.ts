import { describe, expect, it } from "vitest";
import { ControlError, ExpectationError, type OperationId, type Which } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;

const track = ({ post }: Ways, email = "p1@example.com", headers = {}) =>
  post("/api/events", newEvent({}, { email }), { headers });

/** What an act throws. */
function thrown(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was thrown");
}

const created: Which = { operation: "create_event", email: "p1@example.com", status: 202 };

describe("an expectation of requests", () => {
  it("counts exactly, at least, at most and none, and gives those that it counted", async () => {
    const ways = await emulate();
    const { requests } = ways.emulator;
    await track(ways);
    await track(ways);
    expect(requests.expect(created).times(2)).toEqual(requests.list());
    expect(requests.expect(created).atLeast(1)).toHaveLength(2);
    expect(requests.expect(created).atMost(2)).toHaveLength(2);
    requests.expect({ ...created, email: "p2@example.com" }).never();
    expect(() => requests.expect(created).times(1)).toThrow("2, expected 1");
    expect(() => requests.expect(created).never()).toThrow("2, expected 0");
    expect(() => requests.expect(created).atLeast(3)).toThrow("2, expected at least 3");
    expect(() => requests.expect(created).atMost(1)).toThrow("2, expected at most 1");
  });

  it("that fails shows the nearest misses, and which condition each failed", async () => {
    const ways = await emulate();
    ways.emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 1 });
    await track(ways);
    await track(ways, "p2@example.com");
    await ways.get("/api/profiles");
    await ways.emulator.clock.advance("2s");
    await track(ways, "p2@example.com");
    const error = thrown(() => ways.emulator.requests.expect(created).times(1));
    expect(error).toBeInstanceOf(ExpectationError);
    expect(error.message).toBe(
      [
        "create_event, email p1@example.com, status 202: 0, expected 1",
        "all but one condition:",
        "  POST   429 /api/events  create_event  fault-1: status  but status was 429",
        "  POST   202 /api/events  create_event  but email was p2@example.com",
      ].join("\n"),
    );
    expect((error as ExpectationError).misses.map(({ but }) => but)).toEqual([
      "status was 429",
      "email was p2@example.com",
    ]);
  });

  it("gives requests that stand for themselves, also where it fails", async () => {
    const ways = await emulate();
    const { requests } = ways.emulator;
    await track(ways);
    const text = JSON.stringify(requests.list());
    expect(JSON.stringify(requests.expect(created).times(1))).toBe(text);
    expect(JSON.stringify(requests.expectOrder([created]))).toBe(text);
    const more = thrown(() => requests.expect(created).times(2)) as ExpectationError;
    expect(JSON.stringify(more.found)).toBe(text);
    const other = { ...created, status: 400 };
    const none = thrown(() => requests.expect(other).times(1)) as ExpectationError;
    expect(JSON.stringify(none.misses.map(({ entry }) => entry))).toBe(text);
  });

  it("to which nothing came near shows what was asked at all", async () => {
    const ways = await emulate();
    const { requests } = ways.emulator;
    expect(() => requests.expect(created).times(1)).toThrow("there was no request");
    await ways.get("/api/profiles");
    expect(() => requests.expect(created).times(1)).toThrow(
      "nothing came near; the last requests:\n  GET    200 /api/profiles  get_profiles",
    );
  });

  it.each<[string, Which, Which]>([
    ["a method", { method: "POST" }, { method: "PATCH" }],
    ["a path", { path: "/api/ev*" }, { path: "/api/profiles" }],
    ["a key", { key: "full" }, { key: "reader" }],
    ["a test id", { testId: "t-1" }, { testId: "t-2" }],
    ["a revision", { revision: "2026-07-15" }, { revision: "2025-10-15" }],
    ["a header", { header: { "X-Source": "shop*" } }, { header: { "x-source": "app" } }],
    [
      "members of the body",
      { body: { "data.attributes.properties.items": 2 } },
      { body: { data: { attributes: { properties: { items: 3 } } } } },
    ],
    ["a fault", { fault: "fault-1" }, { fault: "fault-2" }],
    ["a stage", { stage: "handle" }, { stage: "limit" }],
    ["an email in any case", { email: "Ada@Example.com" }, { email: "bob@example.com" }],
  ])("may be about %s", async (_, right, wrong) => {
    const { emulator, post } = await emulate();
    emulator.faults.add({ operation: "create_event", headers: { "x-more": "1" }, where: "after" });
    const headers = { "x-emulator-test-id": "t-1", "x-source": "shop-7" };
    await post("/api/events", newEvent({ properties: { items: 2 } }), { headers });
    const { requests } = emulator;
    expect(requests.expect(right).times(1)).toEqual(requests.list());
    requests.expect(wrong).never();
  });

  it("may be about an account", async () => {
    const { emulator, get } = await emulate();
    const sandbox = emulator.sandbox();
    await get("/api/profiles");
    const { companyId, requests } = emulator;
    expect(requests.expect({ account: companyId }).times(1)).toEqual(requests.list());
    emulator.requests.expect({ account: sandbox.id }).never();
  });

  it("may be about a parameter", async () => {
    const { emulator, get } = await emulate();
    await get("/api/events?sort=-datetime");
    const { requests } = emulator;
    expect(requests.expect({ query: { sort: "*datetime" } }).times(1)).toHaveLength(1);
    requests.expect({ query: { sort: "datetime" } }).never();
  });

  it("knows whom a request is about by the id in its path, and of one that it created", async () => {
    const { emulator, post, get } = await emulate();
    const { data } = await post("/api/profiles", newProfile());
    await get(`/api/profiles/${data.id}`);
    const { requests } = emulator;
    const [created, read] = requests.list();
    const ofEmail = requests.expect({ operation: "get_profile", email: "ada@example.com" });
    expect(ofEmail.times(1)).toEqual([read]);
    const ofId = requests.expect({ operation: "create_profile", profileId: data.id });
    expect(ofId.times(1)).toEqual([created]);
    requests.expect({ operation: "get_profile", profileId: "nobody" }).never();
  });

  it("knows whom a refused request was about", async () => {
    const ways = await emulate();
    await ways.post("/api/events", newEvent({}, { email: "p1@example.com" }), { key: "pk_wrong" });
    const refused = ways.emulator.requests.expect({ email: "p1@example.com", status: 401 });
    expect(refused.times(1)).toHaveLength(1);
  });

  it("shows no secret of what it compares", async () => {
    const { emulator, get } = await emulate();
    await get("/api/profiles");
    const which = { header: { authorization: "Bearer *" } };
    const { message } = thrown(() => emulator.requests.expect(which).times(1));
    expect(message).toContain("but header authorization was Service-API-Key pk_");
    expect(message).not.toContain(emulator.keys["full"] as string);
  });

  it("with a wrong name is refused, with the nearest one", async () => {
    const { emulator } = await emulate();
    const { requests } = emulator;
    const wrong = thrown(() =>
      requests.expect({ operation: "create_evnt" as OperationId }).never(),
    );
    expect(wrong).toBeInstanceOf(ControlError);
    expect(wrong.message).toBe("operation: no operation 'create_evnt'; did you mean create_event?");
    const odd = { operatoin: "create_event" } as Which;
    const noStage = { stage: "limits" } as unknown as Which;
    expect(() => requests.expect(odd).never()).toThrow("did you mean operation?");
    expect(() => requests.expect(noStage).never()).toThrow("did you mean limit?");
    expect(() => requests.expect({}).times(-1)).toThrow("expected a whole number");
    expect(() => requests.expect({ account: "Test1" }).never()).toThrow(
      "account: no account with id Test1; did you mean Tests1?",
    );
    expect(() => requests.expectOrder([])).toThrow("expected a list of at least one");
    expect(() => requests.expectOrder([{}, { operation: "get_evnts" as OperationId }])).toThrow(
      "[1].operation: no operation 'get_evnts'; did you mean get_events?",
    );
  });

  it("of an order lets others come between, and tells which one did not come", async () => {
    const ways = await emulate();
    const { requests } = ways.emulator;
    await track(ways, "p1@example.com");
    await ways.get("/api/profiles");
    await track(ways, "p2@example.com");
    const of = (email: string) => ({ operation: "create_event", email }) as const;
    const [first, , second] = requests.list();
    const order = [of("p1@example.com"), of("p2@example.com")];
    expect(requests.expectOrder(order)).toEqual([first, second]);
    expect(() => requests.expectOrder(order.toReversed())).toThrow(
      "create_event, email p1@example.com: none came, after the 1 before it",
    );
  });

  it("of a sandbox is about its own requests alone", async () => {
    const { emulator } = await emulate();
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    await one.fetch("/api/profiles");
    expect(one.requests.expect({ operation: "get_profiles" }).times(1)).toHaveLength(1);
    other.requests.expect({ operation: "get_profiles" }).never();
    expect(() => other.requests.expect({}).times(1)).toThrow("there was no request");
  });
});

/** How a promise stands once everything that could be done at once is done. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  await new Promise(setImmediate);
  const pending = Symbol("pending");
  const first = await Promise.race([promise, Promise.resolve(pending)]).catch(
    (error: Error) => error.message.split("\n")[0] ?? "",
  );
  return first === pending ? "waits" : typeof first === "string" ? first : "is so";
}

describe("an expectation that waits", () => {
  it("is so at once if it was so before", async () => {
    const ways = await emulate();
    await track(ways);
    expect(await ways.emulator.requests.expect(created).eventually()).toHaveLength(1);
  });

  it("ends with the request that makes it so, on a frozen clock too", async () => {
    const ways = await emulate();
    const waiting = ways.emulator.requests.expect(created).eventually({ min: 2, within: "2s" });
    await track(ways);
    expect(await stateOf(waiting)).toBe("waits");
    await track(ways, "p2@example.com");
    expect(await stateOf(waiting)).toBe("waits");
    await track(ways);
    expect(await waiting).toHaveLength(2);
  });

  it("fails once its time is over on the emulator's clock, with the nearest misses", async () => {
    const ways = await emulate();
    const waiting = ways.emulator.requests.expect(created).eventually({ within: "2s" });
    await track(ways, "p2@example.com");
    await ways.emulator.clock.advance("1999ms");
    expect(await stateOf(waiting)).toBe("waits");
    await ways.emulator.clock.advance("1ms");
    await expect(waiting).rejects.toThrow(
      /0, expected at least 1 within 2s\n.*\n.*but email was p2@example.com/,
    );
  });

  it("of an exact number fails at once if there are too many", async () => {
    const ways = await emulate();
    await track(ways);
    await track(ways);
    await expect(ways.emulator.requests.expect(created).eventually({ count: 1 })).rejects.toThrow(
      "2, expected 1",
    );
  });

  it("waits on over a reset, which forgets what came before and leaves it its time", async () => {
    const ways = await emulate();
    const waiting = ways.emulator.requests.expect(created).eventually({ min: 2, within: "2s" });
    await track(ways);
    await ways.emulator.clock.advance("1s");
    ways.emulator.reset();
    await track(ways);
    expect(await stateOf(waiting)).toBe("waits");
    await ways.emulator.clock.advance("999ms");
    expect(await stateOf(waiting)).toBe("waits");
    await ways.emulator.clock.advance("1ms");
    await expect(waiting).rejects.toThrow("1, expected at least 2 within 2s");
  });

  it("of a sandbox goes by its clock, also if that becomes its own meanwhile", async () => {
    const { emulator } = await emulate();
    const sandbox = emulator.sandbox();
    const waiting = sandbox.requests.expect({}).eventually({ within: "2s" });
    await emulator.clock.advance("1s");
    sandbox.clock.freeze();
    await emulator.clock.advance("1h");
    expect(await stateOf(waiting)).toBe("waits");
    await sandbox.clock.advance("1s");
    expect(await stateOf(waiting)).toBe("requests: 0, expected at least 1 within 2s");
  });

  it("ends when the emulator is closed", async () => {
    const { emulator } = await emulate();
    const waiting = emulator.requests.expect(created).eventually({ within: "1h" });
    const told = waiting.catch(({ message }: Error) => message);
    await emulator.close();
    expect(await told).toContain("when the emulator was closed");
  });

  it.each([
    [{ within: "soon" }, "expected a duration"],
    [{ count: 0 }, "never()"],
    [{ count: 1, min: 1 }, "goes not with count"],
    [{ max: 1 } as object, "expected count, min or within"],
  ])("refuses %j", async (amount, message) => {
    const { emulator } = await emulate();
    await expect(emulator.requests.expect({}).eventually(amount)).rejects.toThrow(message);
  });
});
