import { describe, expect, it } from "vitest";
import { ControlError, type Emulator, type Sandbox } from "../../src/index.ts";
import { newEvent } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ name: Newsletter, id: NewsLs }]
profiles: [{ email: ada@example.com }, { email: bob@example.com }]
`;

async function emulator(options: Parameters<typeof emulate>[0] = {}) {
  return emulate({ fixtures: [fixtureFile(fixture)], ...options });
}

const newProfile = (email: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ data: { type: "profile", attributes: { email } } }),
});

async function emails({ fetch: ask }: Pick<Sandbox, "fetch">): Promise<string[]> {
  const answer = (await (await ask("/api/profiles")).json()) as {
    data: { attributes: { email: string } }[];
  };
  return answer.data.map(({ attributes }) => attributes.email);
}

/** A call of the control API. */
async function control({ fetch: ask }: Emulator, method: string, path: string, body?: unknown) {
  const response = await ask(`/_emulator/${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? undefined : JSON.parse(text) };
}

const seeded = ["ada@example.com", "bob@example.com"];

describe("a sandbox", () => {
  it("begins with what was seeded, whatever has happened since", async () => {
    const { emulator: main, post } = await emulator();
    await post("/api/profiles", JSON.parse(newProfile("eve@example.com").body));
    expect(await emails(main.sandbox())).toEqual(seeded);
    expect(await emails(main.sandbox({ from: "current" }))).toEqual([...seeded, "eve@example.com"]);
  });

  it("that is to be empty has an account, a tag group, and nobody", async () => {
    const { emulator: main } = await emulator();
    const sandbox = main.sandbox({ from: "empty" });
    expect(await emails(sandbox)).toEqual([]);
    const held = Object.entries(sandbox.state.counts()).filter(([, count]) => count > 0);
    expect(held.map(([name]) => name).toSorted()).toEqual([
      "accounts",
      "geofences",
      "mapped-metrics",
      "tag-groups",
      "tracking-settings",
    ]);
  });

  it("sees nothing of what others write, and is seen by none", async () => {
    const { emulator: main, get } = await emulator();
    const [one, other] = [main.sandbox(), main.sandbox()];
    const { status } = await one.fetch("/api/profiles", newProfile("eve@example.com"));
    expect(status).toBe(201);
    expect(await emails(one)).toEqual([...seeded, "eve@example.com"]);
    expect(await emails(other)).toEqual(seeded);
    expect((await get("/api/profiles")).many).toHaveLength(2);
  });

  it("has a company id and keys of its own, by which it is told apart", async () => {
    const { emulator: main, ask } = await emulator();
    const sandbox = main.sandbox();
    expect(sandbox.companyId).toMatch(/^[A-Za-z0-9]{6}$/);
    const { data } = await ask("GET", `/api/accounts/${sandbox.id}`, {
      key: sandbox.keys["full"] ?? "",
    });
    expect([data.id, data.attributes["public_api_key"]]).toEqual([sandbox.id, sandbox.id]);
    const [settings] = (
      await ask("GET", "/api/tracking-settings", { key: sandbox.keys["full"] ?? "" })
    ).many;
    expect(settings?.id).toBe(sandbox.id);
    const readOnly = await ask("POST", "/api/profiles", {
      key: sandbox.keys["read-only"] ?? "",
      body: {},
    });
    expect(readOnly.status).toBe(403);
  });

  it("is asked by its company id on /client", async () => {
    const { emulator: main, get } = await emulator();
    const sandbox = main.sandbox();
    const { status } = await sandbox.fetch("/client/events", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newEvent({}, { email: "eve@example.com" })),
    });
    expect(status).toBe(202);
    expect(await emails(sandbox)).toContain("eve@example.com");
    expect((await get("/api/profiles")).many).toHaveLength(2);
  });

  it("that is one too many is rejected with 429, and says what to do", async () => {
    const { emulator: main } = await emulator({ maxSandboxes: 1 });
    const first = main.sandbox();
    const { status, json } = await control(main, "POST", "sandboxes");
    const why =
      "no more than 1 sandbox is kept: delete those that are not needed, or start with --max-sandboxes 2 (in code: maxSandboxes)";
    expect([status, json.error.message]).toEqual([429, why]);
    expect(() => main.sandbox()).toThrow(new ControlError(why, "", { kind: "too many" }));
    first.delete();
    expect(main.sandbox().id).not.toBe(first.id);
  });

  it("is listed with its age and its memory, which grows with what it writes; health has the sum", async () => {
    const { emulator: main } = await emulator();
    const before = Date.now();
    const { fetch: write } = main.sandbox();
    main.sandbox();
    await write("/api/profiles", newProfile("eve@example.com"));
    const { sandboxes: all } = (await control(main, "GET", "sandboxes")).json;
    const [one, other] = all as { createdAt: string; bytes: number }[];
    expect(Date.parse(one?.createdAt ?? "")).toBeGreaterThanOrEqual(before - 1000);
    expect(one?.bytes).toBeGreaterThan(other?.bytes ?? 0);
    const { json: health } = await control(main, "GET", "health");
    const bytes = (one?.bytes ?? 0) + (other?.bytes ?? 0);
    expect(health.sandboxes).toEqual({ count: 2, max: 10_000, oldestAt: one?.createdAt, bytes });
  });

  it("that has expired takes its faults and its snapshots with it", async () => {
    const { emulator: main } = await emulator();
    const sandbox = main.sandbox({ ttl: "1ms" });
    sandbox.faults.add({ operation: "get_profiles", status: 503 });
    main.state.snapshot("before", { account: sandbox.id });
    const living = async () =>
      (await control(main, "GET", "sandboxes")).json.sandboxes as unknown[];
    while ((await living()).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(main.faults.list()).toEqual([]);
    expect((await control(main, "GET", `snapshots?account=${sandbox.id}`)).status).toBe(404);
  });

  it("has faults, a journal, limits and a clock that are nobody else's", async () => {
    const { emulator: main, get } = await emulator({ rateLimits: "real" });
    const [one, other] = [main.sandbox({ rateLimits: "off" }), main.sandbox()];
    one.faults.add({ operation: "get_profiles", status: 503 });
    await one.clock.advance("1h");
    expect((await other.fetch("/api/profiles")).status).toBe(200);
    expect((await get("/api/profiles")).status).toBe(200);
    expect((await one.fetch("/api/profiles")).status).toBe(503);
    expect(one.requests.list().map(({ status }) => status)).toEqual([503]);
    expect(other.requests.list().map(({ status }) => status)).toEqual([200]);
    expect([one.faults.list().length, other.faults.list().length]).toEqual([1, 0]);
    const [hour] = [one, other].map(({ clock }) => Date.parse(clock.now().now));
    expect((hour ?? 0) - Date.parse(other.clock.now().now)).toBe(3_600_000);
    const statuses = async ({ fetch: ask }: Sandbox) => {
      const answers = await Promise.all(
        Array.from({ length: 80 }, () => ask("/api/profiles?page[size]=1")),
      );
      return new Set(answers.map(({ status }) => status));
    };
    expect(await statuses(one)).toEqual(new Set([200]));
    expect(await statuses(other)).toEqual(new Set([200, 429]));
  });

  it("says of its requests what they wrote twice", async () => {
    const { emulator: main } = await emulator();
    const sandbox = main.sandbox();
    sandbox.faults.add({ operation: "create_event", connection: "reset", where: "after" });
    const sent = () =>
      sandbox.fetch("/api/events", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(newEvent()),
      });
    await expect(sent()).rejects.toThrow("fetch failed");
    await sandbox.clock.advance("2s");
    await sent();
    expect(sandbox.requests.list()[1]).toMatchObject({ duplicates: { records: 1 } });
  });

  it("goes back to what it began with, its faults gone", async () => {
    const { emulator: main } = await emulator();
    const sandbox = main.sandbox();
    await sandbox.fetch("/api/profiles", newProfile("eve@example.com"));
    sandbox.faults.add({ operation: "get_profiles", status: 503, times: "always" });
    sandbox.reset();
    expect(await emails(sandbox)).toEqual(seeded);
    expect(sandbox.companyId).toBe(sandbox.state.get("accounts").records[0]?.["id"]);
  });

  it("gives the same ids to the same requests, whichever it is", async () => {
    const { emulator: main } = await emulator();
    const id = async () => {
      const answer = await main.sandbox().fetch("/api/profiles", newProfile("eve@example.com"));
      return ((await answer.json()) as { data: { id: string } }).data.id;
    };
    expect(await id()).toBe(await id());
  });

  it("is gone with its keys and its faults once it is deleted", async () => {
    const { emulator: main, ask } = await emulator();
    const { keys, ...sandbox } = main.sandbox();
    sandbox.faults.add({ operation: "*", status: 503 });
    sandbox.delete();
    const key = keys["full"] ?? "";
    expect((await ask("GET", "/api/profiles", { key })).status).toBe(401);
    expect(main.faults.list()).toEqual([]);
    expect(() => sandbox.state.counts()).toThrow(`no account with id ${sandbox.id}`);
  });

  it("outlives a reset and a restore, and goes with `all`", async () => {
    const { emulator: main } = await emulator();
    main.state.snapshot("before");
    const sandbox = main.sandbox();
    await sandbox.fetch("/api/profiles", newProfile("eve@example.com"));
    main.reset();
    main.state.restore("before");
    main.reset(["state", "clock", "limits", "journal"]);
    expect(sandbox.requests.list().map(({ operation }) => operation)).toEqual(["create_profile"]);
    expect(await emails(sandbox)).toEqual([...seeded, "eve@example.com"]);
    const again = main.sandbox();
    expect(again.keys["full"]).not.toBe(sandbox.keys["full"]);
    await control(main, "POST", "reset", { all: true });
    expect((await sandbox.fetch("/api/profiles")).status).toBe(401);
  });

  describe("whose work is not done yet", () => {
    const late = { processingDelay: "1m", frozenAt: "2026-09-01T12:00:00Z" };
    const job = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        data: {
          type: "profile-bulk-import-job",
          attributes: {
            profiles: { data: [{ type: "profile", attributes: { email: "eve@example.com" } }] },
          },
        },
      }),
    };

    it("goes on with it over a reset, at its instant", async () => {
      const { emulator: main } = await emulator(late);
      const sandbox = main.sandbox();
      expect((await sandbox.fetch("/api/profile-bulk-import-jobs", job)).status).toBe(202);
      main.reset();
      expect(await emails(sandbox)).toEqual(seeded);
      await main.clock.advance("1h");
      expect(await emails(sandbox)).toEqual([...seeded, "eve@example.com"]);
    });

    it("waits for its instant, too, where the reset has turned the clock back", async () => {
      const { emulator: main } = await emulator(late);
      await main.clock.advance("1d");
      const sandbox = main.sandbox();
      await sandbox.fetch("/api/profile-bulk-import-jobs", job);
      main.reset();
      await main.clock.advance("1h");
      expect(await emails(sandbox)).toEqual(seeded);
      await main.clock.advance("1d");
      expect(await emails(sandbox)).toEqual([...seeded, "eve@example.com"]);
    });

    it("does it at once where the reset has put the clock beyond its instant", async () => {
      const { emulator: main } = await emulator(late);
      main.clock.set("2026-08-01T12:00:00Z");
      const sandbox = main.sandbox();
      await sandbox.fetch("/api/profile-bulk-import-jobs", job);
      main.reset();
      expect(await emails(sandbox)).toContain("eve@example.com");
    });

    it("does nothing of it once it is deleted, over a reset", async () => {
      const { emulator: main } = await emulator(late);
      const sandbox = main.sandbox();
      await sandbox.fetch("/api/profile-bulk-import-jobs", job);
      main.reset();
      sandbox.delete();
      await main.clock.advance("1h");
      expect(main.state.counts().profiles).toBe(2);
    });
  });

  it("is nothing that the rest is told of: counts, states and accounts are as before", async () => {
    const { emulator: main } = await emulator();
    const before = main.state.counts();
    main.sandbox();
    expect(main.state.counts()).toEqual(before);
    const { accounts } = (await control(main, "GET", "health")).json as {
      accounts: { companyId: string }[];
    };
    expect(accounts.map(({ companyId }) => companyId)).toEqual(["Tests1"]);
  });

  it.each([
    [{ from: "nothing" }, "from"],
    [{ account: "Nobody" }, "Nobody"],
    [{ rateLimits: "fast" }, "rateLimits"],
    [{ ttl: "soon" }, "ttl"],
    [{ tll: "1m" }, "tll"],
  ])("is not made of %j", async (options, told) => {
    const { emulator: main } = await emulator();
    const { status, text } = await control(main, "POST", "sandboxes", options);
    expect([400, 404]).toContain(status);
    expect(text).toContain(told);
    expect(() => main.sandbox(options as never)).toThrow(ControlError);
    expect((await control(main, "GET", "sandboxes")).json).toEqual({ sandboxes: [] });
  });
});

describe("sandboxes by the control API", () => {
  it("are made, listed, put back and deleted", async () => {
    const { ask, emulator: main } = await emulator();
    const made = await control(main, "POST", "sandboxes");
    const { id, keys } = made.json as { id: string; keys: { key: string }[] };
    expect(made.status).toBe(201);
    const key = keys[0]?.key ?? "";
    await ask("POST", "/api/profiles", { key, body: JSON.parse(newProfile("e@x.co").body) });
    const count = () => main.state.counts(id)["profiles"];
    expect(count()).toBe(3);
    expect((await control(main, "POST", `sandboxes/${id}/reset`)).status).toBe(204);
    expect(count()).toBe(2);
    expect((await control(main, "GET", "sandboxes")).json.sandboxes).toHaveLength(1);
    expect((await control(main, "DELETE", `sandboxes/${id}`)).status).toBe(204);
    expect((await control(main, "DELETE", `sandboxes/${id}`)).status).toBe(404);
  });
});

/** What one test of many does: it writes, reads, and must find nothing but its own. */
async function parallelTest(main: Emulator, number: number): Promise<string[]> {
  const sandbox = main.sandbox();
  const own = [1, 2, 3].map((n) => `p${number}-${n}@example.com`);
  for (const email of own) await sandbox.fetch("/api/profiles", newProfile(email));
  sandbox.faults.add({ operation: "get_lists", status: 503 });
  const lists = await sandbox.fetch("/api/lists");
  const found = await emails(sandbox);
  sandbox.delete();
  return lists.status === 503 ? found.filter((email) => !seeded.includes(email)) : [];
}

it("50 tests at once on one emulator never see each other", async () => {
  const { emulator: main } = await emulator();
  const found = await Promise.all(
    Array.from({ length: 50 }, (_, number) => parallelTest(main, number)),
  );
  for (const [number, own] of found.entries()) {
    expect(own).toEqual([1, 2, 3].map((n) => `p${number}-${n}@example.com`));
  }
});
