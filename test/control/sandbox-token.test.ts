import { describe, expect, it } from "vitest";
import { apart, caller, everyOperation, type Filled, goodCalls, seenOf } from "../support/apart.ts";
import { emulate } from "../support/emulate.ts";

/** Whatever of an answer is of somebody else. */
const leaksIn = (text: string, others: readonly Filled[]): string[] =>
  [...others.flatMap(({ id, mark }) => [id, mark]), "xmainx"].filter((own) => text.includes(own));

describe("with the control token of a sandbox, each operation", () => {
  it("sees and changes that sandbox alone, or is refused in one line", async () => {
    const stage = await apart();
    const { call, main, mine, theirs, sandbox } = stage;
    const { token } = sandbox;
    const others = [main, theirs];
    const before = await seenOf(stage, main.id, theirs.id);
    const all = new Map(
      (await everyOperation(stage.emulator)).map((each) => [each.operation, each]),
    );
    const refused: string[] = [];
    for (const [operation, [path, body]] of Object.entries(goodCalls(mine))) {
      const { method = "" } = all.get(operation) ?? {};
      const { status, text, json } = await call(method, path, { body, token });
      expect([operation, leaksIn(text, others)]).toEqual([operation, []]);
      if (status === 403) {
        refused.push(operation);
        expect(json.error?.message).toMatch(
          /^the control token of a sandbox is not enough: [^\n]+$/,
        );
      } else {
        expect([operation, json.error, status < 400]).toEqual([operation, undefined, true]);
      }
      if (method === "GET" && !operation.includes("links")) continue;
      expect([operation, await seenOf(stage, main.id, theirs.id)]).toEqual([operation, before]);
    }
    expect(refused.toSorted()).toEqual([
      "DELETE /_emulator/revisions",
      "DELETE /_emulator/runs",
      "GET /_emulator/explore",
      "GET /_emulator/runs",
      "GET /_emulator/session",
      "PATCH /_emulator/revisions/{revision}",
      "POST /_emulator/explore",
      "POST /_emulator/export",
      "POST /_emulator/import",
      "POST /_emulator/revisions",
      "POST /_emulator/runs",
      "POST /_emulator/sandboxes",
      "PUT /_emulator/revisions/default",
    ]);
  });

  it("knows nothing of what others have, by whatever id it is asked for", async () => {
    const stage = await apart();
    const { call, main, mine, theirs, sandbox } = stage;
    const { token } = sandbox;
    const before = await seenOf(stage, main.id, theirs.id);
    const own = goodCalls(mine);
    for (const { operation, method } of await everyOperation(stage.emulator)) {
      for (const other of [main, theirs]) {
        const [path = "", body] = goodCalls(other)[operation] ?? [];
        if (path === own[operation]?.[0]) continue;
        const { status } = await call(method, path, { body, token });
        expect([operation, path, status]).toEqual([operation, path, 404]);
      }
      for (const account of [main.id, theirs.id, "Nobody"]) {
        const [path = "", body] = own[operation] ?? [];
        const { status } = await call(method, `${path}?account=${account}`, { body, token });
        expect([operation, status === 403 || status === 400]).toEqual([operation, true]);
      }
    }
    expect(await seenOf(stage, main.id, theirs.id)).toEqual(before);
  });

  it.each([
    ["POST", "faults", (id: string) => ({ operation: "*", status: 503, match: { account: id } })],
    ["POST", "tokens", (account: string) => ({ account })],
    ["POST", "seed", (company_id: string) => ({ company_id, lists: [{ name: "Theirs" }] })],
    ["POST", "seed", (id: string) => ({ accounts: [{ company_id: id, lists: [{ name: "L" }] }] })],
    ["POST", "seed", () => ({ apps: [{ name: "For all" }] })],
    ["POST", "reset", () => ({ all: true })],
    ["POST", "reset", () => ({ only: ["revisions"] })],
    ["POST", "expectations", (account: string) => ({ expect: [{ requests: { account } }] })],
    [
      "POST",
      "expectations",
      (account: string) => ({ expect: [{ state: { collection: "profiles", account, min: 0 } }] }),
    ],
    ["POST", "expectations", (account: string) => ({ expect: [{ outbox: { account, min: 0 } }] })],
    ...[
      (account: string) => ({ fault: { operation: "*", status: 503, match: { account } } }),
      (account: string) => ({ delete: { collection: "profiles", account } }),
      () => ({ defaultRevision: "newest" }),
      () => ({ revision: { revision: "2027-01-15" } }),
      () => ({ reset: ["revisions"] }),
    ].map(
      (step) => ["POST", "scenarios", (id: string) => ({ name: "x", steps: [step(id)] })] as const,
    ),
  ] as const)("%s %s refuses a body that is about others", async (method, path, bodyOf) => {
    const stage = await apart();
    const { call, main, theirs, sandbox } = stage;
    await call("DELETE", `scenarios/${stage.mine.has.scenario}`);
    const before = await seenOf(stage, main.id, theirs.id);
    for (const { id } of [main, theirs]) {
      const { status } = await call(method, path, { body: bodyOf(id), token: sandbox.token });
      expect(status).toBe(400);
    }
    expect(await seenOf(stage, main.id, theirs.id)).toEqual(before);
  });

  it("a step of a scenario that is about others is not done", async () => {
    const stage = await apart();
    const { call, main, theirs, mine, sandbox } = stage;
    await call("DELETE", `scenarios/${mine.has.scenario}`);
    const before = await seenOf(stage, main.id, theirs.id);
    const steps = [
      { revoke: { key: `${theirs.mark}-key`, account: theirs.id } },
      { seed: { company_id: theirs.id, lists: [{ name: "Theirs" }] } },
    ];
    const body = { name: "x", steps };
    const { status, json } = await call("POST", "scenarios", { body, token: sandbox.token });
    expect([status, json["steps"]]).toMatchObject([
      201,
      [
        { problem: expect.stringContaining("alone") },
        { problem: expect.stringContaining("alone") },
      ],
    ]);
    expect(await seenOf(stage, main.id, theirs.id)).toEqual(before);
  });
});

describe("the stream with the control token of a sandbox", () => {
  it("tells what happens in that sandbox, and of the clock and the limits that it shares", async () => {
    const { emulator } = await emulate();
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    const heard = await listening(emulator, one.token);
    // The clock is shared until it is told something.
    await emulator.clock.advance("1s");
    emulator.limits.set({ mode: "real" });
    for (const { fetch: ask } of [other, emulator.sandbox(), one]) await ask("/api/profiles");
    emulator.faults.add({ operation: "get_profiles", status: 503, times: 2 });
    await other.fetch("/api/profiles");
    await one.fetch("/api/profiles");
    other.faults.add({ operation: "get_lists", status: 503 });
    one.faults.add({ operation: "get_lists", status: 503 });
    emulator.state.snapshot("before");
    emulator.reset(["state"]);
    other.reset();
    await one.clock.advance("1s");
    await emulator.clock.advance("1s");
    one.reset();
    const told = await heard("reset");
    expect(told.map(({ name, data }) => [name, data["account"] ?? null])).toEqual([
      ["hello", null],
      ["clock", null],
      ["limits", null],
      ["request", one.id],
      ["request", one.id],
      ["fault", null],
      ["clock", one.id],
      ["fault", null],
      ["reset", one.id],
    ]);
    expect(told[0]?.data).toMatchObject({ accounts: [one.id], clock: { shared: true } });
    expect(JSON.stringify(told)).not.toContain(other.id);
  });

  it("goes on where it was, and leaves out what happened to others meanwhile", async () => {
    const { emulator } = await emulate();
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    emulator.listen(() => {});
    await one.fetch("/api/profiles");
    await other.fetch("/api/profiles");
    const { text } = await caller(emulator)("GET", "stream?types=request&after=0", {
      token: one.token,
    });
    expect([text.includes(one.id), text.includes(other.id)]).toEqual([true, false]);
  });

  it("tells nothing any more once the sandbox is gone", async () => {
    const { emulator } = await emulate();
    const one = emulator.sandbox();
    const heard = await listening(emulator, one.token);
    await one.fetch("/api/profiles");
    one.delete();
    await emulator.clock.advance("1s");
    emulator.limits.set({ mode: "real" });
    expect((await heard("request")).map(({ name }) => name)).toEqual(["hello", "request"]);
  });
});

type Told = { readonly name: string; readonly data: Readonly<Record<string, unknown>> };

/** Reads the stream. @returns gives all that was told up to the first event of a name */
async function listening({ fetch: ask }: { fetch: typeof fetch }, token: string) {
  const response = await ask("/_emulator/stream", { headers: { "x-emulator-token": token } });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const told: Told[] = [];
  let rest = "";
  return async (last: string): Promise<Told[]> => {
    while (told.at(-1)?.name !== last) {
      const { value, done } = await reader.read();
      if (done) break;
      const events = (rest + new TextDecoder().decode(value)).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const name = /^event: (.*)$/m.exec(event)?.[1];
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const what = JSON.parse(data ?? "null") as Told["data"];
        // Counters are told a few times a second.
        if (name !== undefined && what["what"] !== "counted") told.push({ name, data: what });
      }
    }
    await reader.cancel();
    return told;
  };
}

describe("the control token of a sandbox", () => {
  it("comes with its keys and its URL when it is made, and is shown nowhere else", async () => {
    const { emulator } = await emulate();
    const call = caller(emulator);
    const { json } = await call("POST", "sandboxes", { body: {} });
    const { id, token, url, keys } = json as { id: string; token: string; url: string; keys: [] };
    expect([url, keys.length]).toEqual([emulator.url, 2]);
    expect(token).toMatch(new RegExp(`^sandbox_${id}_[0-9A-Za-z]{32}$`));
    await emulator.fetch(`/api/profiles?x=${token}`, { headers: { "x-emulator-token": token } });
    for (const path of ["sandboxes", "requests", "requests/last"]) {
      expect((await call("GET", path)).text).not.toContain(token);
    }
    expect(emulator.sandbox().token).not.toBe(token);
  });

  it("that is of a sandbox that is gone is refused, wherever it is sent", async () => {
    const { emulator } = await emulate();
    const { token, ...sandbox } = emulator.sandbox();
    sandbox.delete();
    for (const [method, path] of [
      ["POST", "reset"],
      ["GET", "requests"],
      ["GET", "operations"],
    ] as const) {
      const { status, json } = await caller(emulator)(method, path, { token });
      expect([status, json.error?.message]).toEqual([
        403,
        "the sandbox of this control token is gone: create another",
      ]);
    }
  });

  it("with another end is no token of that sandbox", async () => {
    const { emulator } = await emulate();
    const { token } = emulator.sandbox();
    const wrong = token.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    expect((await caller(emulator)("GET", "requests", { token: wrong })).status).toBe(403);
  });

  it.each([
    ["on loopback with a control token", { controlToken: "the-token-that-was-given" }],
    ["beyond loopback", { host: "0.0.0.0" }],
  ])("is enough for its sandbox %s, and opens nothing else", async (_, options) => {
    const { emulator } = await emulate({ port: 0, ...options });
    const { token, id } = emulator.sandbox();
    const url = emulator.url.replace("0.0.0.0", "127.0.0.1");
    const ask = async (method: string, path: string, sent: string | undefined) =>
      (
        await fetch(`${url}/_emulator/${path}`, {
          method,
          ...(sent !== undefined && { headers: { "x-emulator-token": sent } }),
        })
      ).status;
    expect(await ask("POST", "reset", token)).toBe(200);
    expect(await ask("GET", "requests", token)).toBe(200);
    expect(await ask("DELETE", "revisions", token)).toBe(403);
    expect(await ask("POST", "reset", undefined)).toBe(403);
    expect(await ask("POST", "reset", `sandbox_${id}_${"a".repeat(32)}`)).toBe(403);
    expect(await ask("POST", "reset", emulator.controlToken)).toBe(200);
  });

  it("cannot be foreseen where a control token is needed", async () => {
    const tokens = async (controlToken?: string) => {
      const { emulator } = await emulate({ ...(controlToken && { controlToken }) });
      return emulator.sandbox().token;
    };
    expect(await tokens()).toBe(await tokens());
    expect(await tokens("a-control-token")).not.toBe(await tokens("a-control-token"));
  });

  it("is that of the same sandbox after a reset of the whole", async () => {
    const { emulator } = await emulate();
    const { token, id } = emulator.sandbox();
    emulator.reset();
    const { json } = await caller(emulator)("GET", "sandboxes", { token });
    expect(json).toMatchObject({ sandboxes: [{ id }] });
  });
});
