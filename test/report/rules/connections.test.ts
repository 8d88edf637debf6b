import { expect, it } from "vitest";
import type { Emulator } from "../../../src/emulator.ts";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import { emulate, newest } from "../../support/emulate.ts";
import { answered, refused, resultOf, verdictOf } from "../../support/report.ts";

const rule = "connections";

interface Calls {
  /** Of their first attempts. */
  readonly said: Partial<Attempt>;
  readonly everyMs: number;
  readonly waitMs: number;
}

/** Calls that fail once, and then succeed, on these connections. */
const calls = (
  count: number,
  connectionsOf: (call: number) => readonly [number, number],
  { said = {}, everyMs = 10_000, waitMs = 500 }: Partial<Calls> = {},
): Attempt[] =>
  Array.from({ length: count }, (_, call) => {
    const name = { by: "test id" as const, value: `call ${call}` };
    const [first, second] = connectionsOf(call);
    const at = call * everyMs;
    return [
      refused(at, { name, likeness: `${call}`, connection: first, ...said }),
      answered(at + waitMs, { name, likeness: `${call}`, connection: second }),
    ];
  }).flat();

it("passes retries on the connection that is open", () => {
  expect(
    resultOf(
      rule,
      calls(5, () => [1, 1]),
    ),
  ).toMatchObject({
    verdict: "pass",
    message: "0 of 5 retries came on a new connection, though one was open.",
  });
});

it("fails a new connection for each attempt", () => {
  expect(
    resultOf(
      rule,
      calls(5, (call) => [2 * call, 2 * call + 1]),
    ),
  ).toMatchObject({
    verdict: "fail",
    message:
      "5 of 5 retries came on a new connection, though one was open. Expected: retries on a connection that is open already. Fix: keep one client or session for all requests, and read each response to its end.",
  });
});

it("says of a client that asks for the end of each connection that none was left open", () => {
  const attempts = calls(5, (call) => [2 * call, 2 * call + 1], { said: { closes: true } });
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message:
      "5 of 5 retries came on a new connection, since the client had asked to close the one before (Connection: close). Expected: retries on a connection that is open already. Fix: let the HTTP library keep its connections, and send no Connection: close.",
  });
});

it("passes who takes a new connection for a few of many retries", () => {
  const some = calls(120, (call) => (call % 4 === 0 ? [0, call + 1] : [0, 0]));
  expect(verdictOf(rule, some)).toBe("pass");
  expect(verdictOf(rule, some.slice(0, 40))).toBe("undecided");
});

it("names bodies of errors that are left unread, where connections are used again after good responses", () => {
  // The next call is sent on the connection of the last good response.
  const attempts = calls(7, (call) => [call, call + 1], { everyMs: 1000 });
  expect(resultOf(rule, attempts)).toMatchObject({
    verdict: "fail",
    message: expect.stringContaining("it leaves the bodies of errors unread"),
  });
});

it.each([
  [
    "a connection that the service closed",
    calls(6, (call) => [2 * call, 2 * call + 1], { said: { injected: ["close"] } }),
  ],
  [
    "a connection that ended with the request",
    calls(6, (call) => [2 * call, 2 * call + 1], {
      said: { outcome: "lost", injected: ["reset"] },
    }),
  ],
  [
    "requests without a socket",
    calls(6, () => [1, 1]).map((each) => ({ ...each, connection: null })),
  ],
  [
    "retries that come so late that a client has closed its connection",
    calls(6, (call) => [2 * call, 2 * call + 1], { waitMs: 5000 }),
  ],
])("is not exercised by %s", (_, attempts) => {
  expect(verdictOf(rule, attempts)).toBe("not exercised");
});

it("is undecided of few retries, and says how many more would do", () => {
  expect(
    resultOf(
      rule,
      calls(2, (call) => [2 * call, 2 * call + 1]),
    ),
  ).toMatchObject({
    verdict: "undecided",
    leaning: "fail",
    wouldDecide: "let 3 more retries follow an error within 4 s",
  });
});

it("fails more connections at once than a client may have", () => {
  const crowd = Array.from({ length: 101 }, (_, index) => [
    answered(index, { connection: index, end: 5000, likeness: `${index}` }),
  ]).flat();
  expect(resultOf(rule, crowd)).toMatchObject({
    verdict: "fail",
    message: expect.stringMatching(/^101 connections were in use at once\. Expected: at most 100/),
  });
  expect(verdictOf(rule, crowd, { preset: "gentle" })).toBe("not exercised");
});

/** Asks once, with this header, for the call of this name. */
const asking =
  ({ url, keys }: Emulator) =>
  async (connection: string, name = "one") => {
    const authorization = `Bearer ${keys["full"]}`;
    const response = await fetch(`${url}/~${name}/api/lists`, {
      headers: { authorization, revision: newest, connection },
    });
    await response.text();
  };

it("knows which requests ask for the end of their connection", async () => {
  const { emulator } = await emulate({ port: 0 });
  const ask = asking(emulator);
  for (const name of ["a", "b", "c", "d", "e"]) {
    emulator.faults.add({ operation: "get_lists", status: 503, times: 1 });
    for (const _ of ["first", "again"]) await ask("close", name);
  }
  const { rules } = await emulator.report();
  expect(rules.find((each) => each.rule === rule)?.message).toMatch(
    /asked to close the one before/,
  );
});

it("knows the connection of each request: one that the client closes is not used again", async () => {
  const { emulator } = await emulate({ port: 0 });
  const ask = asking(emulator);
  for (const connection of ["keep-alive", "keep-alive", "close", "close"]) await ask(connection);
  const numbers = emulator.requests.list().map(({ connection }) => connection);
  expect(new Set(numbers).size).toBe(2);
});
