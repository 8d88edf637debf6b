import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { ControlError } from "../../src/index.ts";
import { apart, caller, everyOperation, goodCalls, seenOf } from "../support/apart.ts";
import { emulate } from "../support/emulate.ts";

const withQuery = (path: string, query: string) =>
  `${path}${path.includes("?") ? "&" : "?"}${query}`;

describe("each operation of the control API", () => {
  it("that is asked about a sandbox acts on that sandbox alone", async () => {
    const stage = await apart();
    const { call, main, mine, theirs } = stage;
    const calls = goodCalls(mine);
    const before = await seenOf(stage, main.id, theirs.id);
    const all = await everyOperation(stage.emulator);
    expect(Object.keys(calls).toSorted()).toEqual(all.map(({ operation }) => operation).toSorted());
    const byName = new Map(all.map((each) => [each.operation, each]));
    const idle: string[] = [];
    let own = await seenOf(stage, mine.id);
    for (const [operation, [path, body]] of Object.entries(calls)) {
      const { method = "", query = [] } = byName.get(operation) ?? {};
      const { status, json } = await call(method, withQuery(path, `account=${mine.id}`), { body });
      if (query.includes("account")) {
        expect([operation, json.error, status < 400]).toEqual([operation, undefined, true]);
      } else {
        expect([operation, status, json.error?.path]).toEqual([operation, 400, "account"]);
        expect(json.error?.message).toMatch(/^it takes no account: \w/);
      }
      if (method === "GET" && !operation.includes("links")) continue;
      expect([operation, await seenOf(stage, main.id, theirs.id)]).toEqual([operation, before]);
      const steps = operation === "POST /_emulator/scenarios" ? (json["steps"] as object[]) : [];
      for (const step of steps) expect(step).toMatchObject({ done: true, problem: null });
      const now = await seenOf(stage, mine.id);
      if (isDeepStrictEqual(now, own) && query.includes("account")) idle.push(operation);
      own = now;
    }
    // Each of the others has done something to the sandbox.
    expect(idle.toSorted()).toEqual([
      "POST /_emulator/clock/halt",
      "POST /_emulator/expectations",
      "POST /_emulator/faults/dry-run",
    ]);
  });

  it("refuses an account that there is not, and a parameter that it does not take, and does nothing", async () => {
    const stage = await apart();
    const { call, main, mine, theirs } = stage;
    const everybody = [main.id, mine.id, theirs.id];
    const before = await seenOf(stage, ...everybody);
    for (const { operation, method, query } of await everyOperation(stage.emulator)) {
      const [path = "", body] = goodCalls(mine)[operation] ?? [];
      const unknown = await call(method, withQuery(path, "account=Nobody"), { body });
      const isScoped = query.includes("account");
      expect([operation, unknown.status]).toEqual([operation, isScoped ? 404 : 400]);
      const bogus = await call(method, withQuery(path, "bogus=1"), { body });
      expect([operation, bogus.status, bogus.json.error?.path]).toEqual([operation, 400, "bogus"]);
    }
    expect(await seenOf(stage, ...everybody)).toEqual(before);
  });
});

describe("what is asked of one account", () => {
  it("limits it otherwise than the others, until it is reset", async () => {
    const { emulator } = await emulate({ rateLimits: "real" });
    const call = caller(emulator);
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    const limits = { mode: "scaled", factor: 2, operations: { get_lists: { burst: 1 } } };
    const set = await call("PUT", `limits?account=${one.id}`, { body: limits });
    expect(set.json).toMatchObject({ mode: "scaled", factor: 2, accounts: [{ account: one.id }] });
    const statuses = async ({ fetch: ask }: typeof one) => [
      (await ask("/api/lists")).status,
      (await ask("/api/lists")).status,
      (await ask("/api/lists")).status,
    ];
    expect(await statuses(one)).toEqual([200, 200, 429]);
    expect(await statuses(other)).toEqual([200, 200, 200]);
    expect(emulator.limits.show()).toMatchObject({ mode: "real", operations: {} });
    expect(one.limits.show()).toMatchObject({ mode: "scaled", operations: limits.operations });
    // Who has nothing of its own is limited as all are.
    emulator.limits.set({ operations: { get_lists: { burst: 2 } } });
    expect([other.limits.show(), one.limits.show()]).toMatchObject([
      { operations: { get_lists: { burst: 2 } } },
      { operations: { get_lists: { burst: 1 } } },
    ]);
    one.reset();
    expect(one.limits.show()).toMatchObject({
      mode: "real",
      operations: { get_lists: { burst: 2 } },
    });
  });

  it("limits a sandbox as the emulator does, also after a reset of the whole", async () => {
    const { emulator } = await emulate({ rateLimits: "real" });
    const one = emulator.sandbox();
    emulator.reset();
    emulator.limits.set({ operations: { get_lists: { burst: 1 } } });
    await one.fetch("/api/lists");
    expect((await one.fetch("/api/lists")).status).toBe(429);
    emulator.limits.set({ mode: "off" });
    expect((await one.fetch("/api/lists")).status).toBe(200);
  });

  it("takes a snapshot of it alone, whose name is its own", async () => {
    const { emulator } = await emulate();
    const call = caller(emulator);
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    const people = ({ id }: typeof one) => emulator.state.counts(id)["profiles"];
    const add = (sandbox: typeof one, email: string) =>
      sandbox.fetch("/api/profiles", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ data: { type: "profile", attributes: { email } } }),
      });
    await add(one, "ada@example.com");
    for (const account of [one.id, other.id, emulator.companyId]) {
      const taken = await call("POST", `snapshots?account=${account}`, { body: { name: "here" } });
      expect([taken.status, Object.keys(taken.json["accounts"] as object)]).toEqual([
        201,
        [account],
      ]);
    }
    emulator.state.snapshot("here");
    await add(one, "bob@example.com");
    await add(other, "cyd@example.com");
    expect(emulator.state.diff("seeded", "now", { account: one.id })[one.id]).toMatchObject({
      profiles: { counts: { added: 2 } },
    });
    await call("POST", `snapshots/here/restore?account=${one.id}`);
    expect([people(one), people(other)]).toEqual([1, 1]);
    expect((await one.fetch("/api/profiles")).status).toBe(200);
    await call("DELETE", `snapshots/here?account=${one.id}`);
    const gone = await call("POST", `snapshots/here/restore?account=${one.id}`);
    expect([gone.status, emulator.state.snapshots().length]).toEqual([404, 1]);
    other.delete();
    expect(emulator.state.snapshots({ account: emulator.companyId })).toHaveLength(2);
  });

  it("does not halt the clock that it shares", async () => {
    const { emulator } = await emulate();
    const one = emulator.sandbox();
    const advanced = emulator.clock.advance("1h");
    one.clock.halt();
    await caller(emulator)("POST", `clock/halt?account=${one.id}`);
    expect((await advanced).now).toBe("2026-07-20T13:00:00+00:00");
  });

  it("puts one account back as it was seeded, and lets the others be", async () => {
    const { emulator, post, get } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [first = "", second = ""] = emulator.accounts.map(({ companyId }) => companyId);
    const body = { data: { type: "profile", attributes: { email: "new@example.com" } } };
    await post("/api/profiles", body);
    emulator.clock.of(second).advance("1h");
    const { status } = await caller(emulator)("POST", `reset?account=${second}`);
    expect([status, emulator.clock.of(second).now().shared]).toEqual([200, true]);
    expect(emulator.state.counts(first)["profiles"]).toBe(2);
    await caller(emulator)("POST", `reset?account=${first}`, { body: { only: ["journal"] } });
    expect([emulator.requests.list().length, emulator.state.counts(first)["profiles"]]).toEqual([
      0, 2,
    ]);
    await caller(emulator)("POST", `reset?account=${first}`);
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });
});

describe("a value of a query that there is not", () => {
  it.each([
    ["requests", "operation=get_profles", "get_profiles"],
    ["requests", "stage=limits", "limit"],
    ["requests", "status=4299", "429"],
    ["requests", "failed=yes", undefined],
    ["requests", "since=soon", undefined],
    ["stream", "operation=get_profles", "get_profiles"],
    ["stream", "types=requests", "request"],
    ["deliveries", "state=pendin", "pending"],
    ["deliveries", "limit=0", undefined],
    ["outbox", "channel=mail", "email"],
    ["outbox", "status=open", "opened"],
    ["flows/Welcome/runs", "state=waitin", "waiting"],
    ["report", "format=markdwn", "markdown"],
    ["report", "preset=strickt", "strict"],
    ["report", "calls=al", "all"],
    ["report", "of=client", "clients"],
    ["state/profiles", "limit=none", undefined],
    ["tokens", "app=team-ap", "team-app"],
  ])("is refused: %s?%s", async (path, query, near) => {
    const { call } = await apart();
    const { status, json } = await call("GET", `${path}?${query}`);
    expect([status < 500 && status >= 400, json.error?.nearest]).toEqual([true, near]);
    expect(json.error?.path).toBe(query.split("=")[0]);
  });

  it("is refused by the library, too", async () => {
    const { emulator } = await emulate();
    const sandbox = emulator.sandbox();
    const asked: readonly (readonly [string, () => unknown])[] = [
      ["get_profiles", () => emulator.requests.list({ operation: "get_profles" as never })],
      ["get_profiles", () => sandbox.requests.list({ operation: "get_profles" as never })],
      ["operation", () => emulator.requests.list({ operatio: "get_profiles" } as never)],
      ["limit", () => emulator.requests.list({ stage: "limits" as never })],
      [emulator.companyId, () => emulator.requests.list({ account: `${emulator.companyId}x` })],
      ["request", () => emulator.listen(() => {}, { types: ["requests" as never] })],
      ["pending", () => emulator.deliveries.list({ state: "pendin" as never })],
      [emulator.companyId, () => emulator.tokens.list({ account: `${emulator.companyId}x` })],
    ];
    for (const [near, ask] of asked) {
      expect(ask).toThrow(ControlError);
      expect(ask).toThrow(`did you mean ${near}?`);
    }
  });
});
