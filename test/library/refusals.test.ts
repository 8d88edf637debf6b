import { describe, expect, it } from "vitest";
import { ControlError, createEmulator, type Emulator, ExpectationError } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

/** What an act refuses with, at once or later. */
async function refusalOf(act: () => unknown): Promise<Error> {
  try {
    await act();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was refused");
}

/** As a user without a compiler writes it. */
const anyhow = (value: unknown) => value as never;

describe("a refusal of the library", () => {
  it.each<[string, (emulator: Emulator) => unknown, string]>([
    [
      "an unknown member",
      ({ faults }) => faults.add(anyhow({ operation: "get_events", statsu: 503 })),
      "statsu: unknown member; did you mean status?",
    ],
    [
      "a name that is none of several",
      ({ faults }) => faults.add({ operation: "get_events", connection: anyhow("rest") }),
      "connection: expected 'reset' or 'close' or 'close-after-head' or 'close-mid-body' or 'hang' or 'idle-close' or 'close-reused'; did you mean reset?",
    ],
    [
      "an unknown operation",
      ({ faults }) => faults.add({ operation: anyhow("get_event_s"), status: 503 }),
      "operation: no operation 'get_event_s'; did you mean get_events?",
    ],
    [
      "an empty list",
      ({ faults }) => faults.add({ operation: "get_events", sequence: [] }),
      "sequence: expected at least one item",
    ],
    ["no object at all", ({ faults }) => faults.add(anyhow("get_events")), "expected an object"],
    [
      "an unknown collection",
      ({ state }) => state.get("profile_s"),
      "no collection 'profile_s'; did you mean profiles?",
    ],
    [
      "an unknown member of limits",
      ({ limits }) => limits.set(anyhow({ mod: "off" })),
      "mod: unknown member; did you mean mode?",
    ],
    [
      "an unknown rule of a report",
      ({ report }) => report({ preset: anyhow("strickt") }),
      "preset: expected 'gentle' or 'service' or 'strict'; did you mean strict?",
    ],
    [
      "a step of a scenario",
      ({ scenarios }) => scenarios.begin(anyhow({ name: "t", steps: [{ falt: {} }] })),
      "steps[0].falt: unknown member; did you mean fault?",
    ],
    [
      "a scenario's name where the scenario is expected",
      ({ scenarios }) => scenarios.run(anyhow("lost-response"), async () => {}),
      'expected a scenario, got its name: pass await readScenario("lost-response")',
    ],
    [
      "a member of a sandbox",
      ({ sandbox }) => sandbox(anyhow({ form: "seed" })),
      "form: unknown member; did you mean from?",
    ],
  ])("says the member, what was expected and the nearest name: %s", async (_, act, message) => {
    const { emulator } = await emulate();
    const error = await refusalOf(() => act(emulator));
    expect(error).toBeInstanceOf(ControlError);
    expect(error.message).toBe(message);
  });

  it.each<[string, (emulator: Emulator) => unknown]>([
    ["at once", ({ clock }) => clock.freeze("soon")],
    ["later", async ({ report }) => report({ account: "Nobody1" })],
    ["by what an act returned", ({ clock }) => clock.of("Tests1").freeze("soon")],
    ["of a sandbox", ({ sandbox }) => sandbox().clock.freeze("soon")],
    ["when it is created", async () => createEmulator({ port: -1 })],
  ])("has its name, and its trace begins at the user's call: %s", async (_, act) => {
    const { emulator } = await emulate();
    const { stack = "" } = await refusalOf(() => act(emulator));
    const [head, first] = stack.split("\n");
    expect(head).toMatch(/^ControlError: /);
    expect(first).toContain("refusals.test.ts");
  });

  it("is as plain where an expectation fails, at once and later", async () => {
    const { emulator } = await emulate();
    const meant = emulator.requests.expect({ operation: "get_events" });
    const waiting = meant.eventually({ within: "1s" });
    await emulator.clock.advance("1s");
    for (const error of [await refusalOf(() => meant.times(1)), await refusalOf(() => waiting)]) {
      expect(error).toBeInstanceOf(ExpectationError);
      const trace = error.stack?.split("\n") ?? [];
      expect(trace[0]).toBe(`ExpectationError: ${error.message.split("\n")[0]}`);
      expect(trace.find((line) => line.startsWith("    at "))).toContain("refusals.test.ts");
    }
  });
});

describe("a duration", () => {
  const bare = 'expected a duration with its unit: "60s" or "60ms"';

  it.each<[string, (emulator: Emulator) => unknown, string]>([
    ["a number", ({ clock }) => clock.advance(anyhow(60)), `by: ${bare}`],
    ["a text of digits", ({ clock }) => clock.advance("60"), `by: ${bare}`],
    [
      "a delay",
      ({ faults }) => faults.add({ operation: "*", delay: anyhow(60) }),
      `delay: ${bare}`,
    ],
    [
      "one within a list",
      ({ faults }) => faults.add({ operation: "*", delay: { uniform: ["1ms", anyhow(60)] } }),
      `delay.uniform[1]: ${bare}`,
    ],
    [
      "a ttl",
      ({ faults }) => faults.add({ operation: "*", status: 503, ttl: "60" }),
      `ttl: ${bare}`,
    ],
    [
      "a wait",
      async ({ requests }) => requests.expect({}).eventually({ within: anyhow(60) }),
      `within: ${bare}`,
    ],
    [
      "a step's instant",
      ({ scenarios }) =>
        scenarios.begin({ name: "t", steps: [{ at: anyhow(60), reset: ["state"] }] }),
      `steps[0].at: ${bare}`,
    ],
    [
      "an option",
      async () => createEmulator({ processingDelay: anyhow(60) }),
      `processingDelay: ${bare}`,
    ],
  ])("without a unit is refused with both readings: %s", async (_, act, message) => {
    const { emulator } = await emulate();
    expect((await refusalOf(() => act(emulator))).message).toBe(message);
  });

  it("of 0 is the same in every unit", async () => {
    const { emulator } = await emulate();
    const { ms } = emulator.clock.now();
    expect((await emulator.clock.advance("0")).ms).toBe(ms);
  });
});

describe("a closed emulator", () => {
  const closed = "the emulator is closed: use it before close(), or create another";

  it("refuses every act with the same words, and keeps what it is called", async () => {
    const emulator = await createEmulator({ fixtures: ["test/support/empty.yaml"] });
    const sandbox = emulator.sandbox();
    const expectation = emulator.requests.expect({});
    await emulator.close();
    const { keys: _keys, accounts: _accounts, apps: _apps, close: _close, ...rest } = emulator;
    const found = { ...rest, sandboxed: sandbox, expectation } as Record<string, unknown>;
    const acts = Object.entries(found).flatMap(([name, value]): [string, () => unknown][] =>
      typeof value === "function"
        ? [[name, value as () => unknown]]
        : actsOf(value).map(([member, act]) => [`${name}.${member}`, act]),
    );
    expect(acts.length).toBeGreaterThan(60);
    for (const [name, act] of acts) {
      const { name: kind, message } = await refusalOf(act);
      expect([name, kind, message]).toEqual([name, "ControlError", closed]);
    }
    expect(emulator.keys.full).toMatch(/^pk_/);
  });

  it("may be closed once more, and given up with what was made of it", async () => {
    const emulator = await createEmulator({ fixtures: ["test/support/empty.yaml"] });
    const sandbox = emulator.sandbox();
    const stop = emulator.requests.listen(() => {});
    await emulator.close();
    await emulator.close();
    await expect(sandbox[Symbol.asyncDispose]()).resolves.toBeUndefined();
    expect(stop).not.toThrow();
  });

  /** The functions of an object, and of the objects in it. */
  function actsOf(value: unknown): [string, () => unknown][] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, member]): [string, () => unknown][] =>
      typeof member === "function"
        ? [[name, member as () => unknown]]
        : actsOf(member).map(([inner, act]) => [`${name}.${inner}`, act]),
    );
  }
});

describe("the key `full`", () => {
  it("is there by its name; an account without one says which keys it has", async () => {
    const ways = await emulate();
    expect(ways.emulator.keys.full).toBe(ways.emulator.accounts[0]?.keys[0]?.key);
    const file = fixtureFile("keys:\n  - { name: reader, scopes: read-only }\n");
    const { emulator } = await emulate({ fixtures: [file] });
    expect(() => emulator.keys.full).toThrow("no key 'full'; there are: reader");
    expect(Object.keys(emulator.keys)).toEqual(["reader"]);
  });
});
