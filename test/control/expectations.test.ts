import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

/** What the control API makes of expectations. */
async function judge(ways: Awaited<ReturnType<typeof emulate>>, expected: unknown, query = "") {
  const answer = await ways.emulator.fetch(`/_emulator/expectations${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ expect: expected }),
  });
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> };
}

describe("expectations over HTTP", () => {
  it("are judged by what the journal has, in the words of scenarios", async () => {
    const ways = await emulate();
    await ways.post("/api/events", newEvent({}, { email: "p1@example.com" }));
    await ways.post("/api/events", newEvent({}, { email: "p2@example.com" }));
    const of = (email: string) => ({ operation: "create_event", email });
    const { status, answer } = await judge(ways, [
      { requests: { ...of("p1@example.com"), count: 1 } },
      { order: [of("p1@example.com"), of("p2@example.com")] },
      { state: { collection: "events", count: 2 } },
    ]);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      passed: true,
      checks: [{ passed: true, message: "requests: 1, expected 1" }, {}, {}],
    });
  });

  it("that fail are an answer, too, with the nearest misses", async () => {
    const ways = await emulate();
    await ways.post("/api/events", newEvent({}, { email: "p2@example.com" }));
    const { status, answer } = await judge(ways, [
      { name: "p1 is told", requests: { operation: "create_event", email: "p1@example.com" } },
    ]);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      passed: false,
      checks: [
        {
          name: "p1 is told",
          passed: false,
          message: "requests: 0, expected at least 1",
          evidence: [
            {
              exchange: ways.emulator.requests.list()[0]?.id,
              text: "+0.00 s POST /api/events 202, but email was p2@example.com",
            },
          ],
        },
      ],
    });
  });

  it("may be about one account", async () => {
    const ways = await emulate();
    const sandbox = ways.emulator.sandbox();
    await sandbox.fetch("/api/profiles");
    const expected = [{ requests: { operation: "get_profiles" } }];
    expect((await judge(ways, expected, `?account=${sandbox.id}`)).answer["passed"]).toBe(true);
    expect((await judge(ways, expected, "?account=Tests1")).answer["passed"]).toBe(false);
    expect(await judge(ways, expected, "?account=Test1")).toMatchObject({
      status: 404,
      answer: { error: { nearest: "Tests1" } },
    });
  });

  it("may be about an account that is gone, for what the journal has of it", async () => {
    const ways = await emulate();
    const sandbox = ways.emulator.sandbox();
    await sandbox.fetch("/api/profiles");
    sandbox.delete();
    const expected = [{ requests: { account: sandbox.id, count: 1 } }];
    expect((await judge(ways, expected)).answer["passed"]).toBe(true);
  });

  it("of the report card name an account that there is", async () => {
    const { emulator } = await emulate();
    await expect(emulator.report({ account: "Test1" })).rejects.toMatchObject({
      message: "no account with id Test1; did you mean Tests1?",
      nearest: "Tests1",
    });
  });

  it.each([
    [[{ requests: { operation: "create_evnt" } }], "expect[0].requests.operation", "create_event"],
    [[{ request: {} }], "expect[0].request", "requests"],
    [[{ requests: { count: 1, min: 1 } }], "expect[0].requests.min", undefined],
    [[{}], "expect[0]", undefined],
    [[{ exit: 0 }], "expect[0].exit", undefined],
    [[{ hits: { step: "down" } }], "expect[0].hits.step", undefined],
    [{}, "expect", undefined],
    [[{ requests: { account: "Test1", count: 0 } }], "expect[0].requests.account", "Tests1"],
    [[{ order: [{}, { account: "Test1" }] }], "expect[0].order[1].account", "Tests1"],
  ])("that are wrong are refused: %j", async (expected, path, nearest) => {
    const { status, answer } = await judge(await emulate(), expected);
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: { path, ...(nearest && { nearest }) } });
  });
});

it("a scenario may expect requests by what was sent in them, also over a reset", async () => {
  const { emulator, post } = await emulate();
  const sent = { email: "p1@example.com", header: { "x-source": "shop" } };
  const expected = [
    { requests: { ...sent, body: { "data.type": "event" }, count: 1 } },
    { requests: { email: "p2@example.com", min: 1 } },
  ];
  const verdict = await emulator.scenarios.run({ name: "t", expect: expected }, async () => {
    const headers = { "x-source": "shop" };
    await post("/api/events", newEvent({}, { email: "p1@example.com" }), { headers });
    emulator.reset();
  });
  expect(verdict.expectations.map(({ passed }) => passed)).toEqual([true, false]);
  expect(verdict.expectations[1]?.evidence.map(({ text }) => text)).toEqual([
    "+0.00 s POST /api/events 202, but email was p1@example.com",
  ]);
});
