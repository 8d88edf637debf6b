import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it, vi } from "vitest";
import { TextCache } from "../../src/world/journal/text-cache.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

type Headers = Readonly<Record<string, string>>;

/** Sends a path as it is written, by way of a socket or without one. */
async function naming(face: "socket" | "memory") {
  const { emulator, post } = await emulate(face === "socket" ? { port: 0 } : {});
  const { hostname, port, host } = new URL(emulator.url);
  const known = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
  const bySocket = async (path: string, headers: Headers, method: string) => {
    const sent = request({ hostname, port, path, method, headers: { host, ...headers } });
    sent.end();
    const [response] = await once(sent, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    return {
      status: response.statusCode as number,
      text,
      hint: response.headers["x-emulator-hint"],
    };
  };
  const inMemory = async (path: string, headers: Headers, method: string) => {
    const response = await emulator.fetch(path, { method, headers });
    const hint = response.headers.get("x-emulator-hint") ?? undefined;
    return { status: response.status, text: await response.text(), hint };
  };
  const ask = (path: string, headers: Headers = {}, method = "GET") =>
    (face === "socket" ? bySocket : inMemory)(path, { ...known, ...headers }, method);
  return { emulator, post, ask };
}

describe.each(["socket", "memory"] as const)("a named URL, by way of a %s", (face) => {
  it("is the same emulator, and its name is the test id", async () => {
    const { emulator, ask } = await naming(face);
    expect((await ask("/~checkout-7/api/profiles?page[size]=1")).status).toBe(200);
    expect(emulator.requests.list()).toMatchObject([
      { operation: "get_profiles", target: "/api/profiles?page[size]=1", testId: "checkout-7" },
    ]);
  });

  it("leaves a test id that a header gives", async () => {
    const { emulator, ask } = await naming(face);
    await ask("/~checkout-7/api/profiles", { "x-emulator-test-id": "mine" });
    expect(emulator.requests.list()).toMatchObject([{ testId: "mine" }]);
  });

  it("is matched by faults: by the name as a test id, and by the rest of the path", async () => {
    const { emulator, ask } = await naming(face);
    emulator.faults.add({ match: { testId: "a" }, path: "/api/profiles", status: 503, times: 9 });
    expect((await ask("/~a/api/profiles")).status).toBe(503);
    expect((await ask("/~b/api/profiles")).status).toBe(200);
  });

  it("stays in the links, also to the next page", async () => {
    const { post, ask, emulator } = await naming(face);
    for (const email of ["a@example.com", "b@example.com"]) {
      await post("/api/profiles", newProfile({ email }));
    }
    const base = emulator.urlFor("walk");
    const first = JSON.parse((await ask("/~walk/api/profiles?page[size]=1")).text);
    expect(first.links.self).toBe(`${base}/api/profiles?page[size]=1`);
    expect(first.links.next.startsWith(`${base}/api/profiles?`)).toBe(true);
    expect(first.data[0].links.self.startsWith(`${base}/api/profiles/`)).toBe(true);
    const next = await ask(first.links.next.slice(emulator.url.length));
    expect(JSON.parse(next.text).data).toHaveLength(1);
    expect(emulator.requests.list({ testId: "walk" })).toHaveLength(2);
    const plain = JSON.parse((await ask("/api/profiles")).text);
    expect(plain.data[0].links.self.startsWith(`${emulator.url}/api/`)).toBe(true);
  });

  it.each([
    ["/~x", "add a path of the service, such as /~x/api/profiles"],
    ["/~x/", "add a path of the service, such as /~x/api/profiles"],
    ["/~x?page=1", "add a path of the service, such as /~x/api/profiles"],
    ["/~x/_emulator", "remove /~x from the path"],
    ["/~x/_emulator/reset", "remove /~x from the path"],
    ["/~/api/profiles", "a name has 1 to 100 characters of A-Z a-z 0-9 . _ -"],
    ["/~a%20b/api/profiles", "a name has 1 to 100 characters of A-Z a-z 0-9 . _ -"],
    [`/~${"n".repeat(101)}/api/profiles`, "a name has 1 to 100 characters of A-Z a-z 0-9 . _ -"],
  ])("is 404 as %s, and says what to do", async (path, hint) => {
    const { ask, emulator } = await naming(face);
    const { status, text, hint: told } = await ask(path, {}, "POST");
    expect([status, JSON.parse(text).errors[0].code]).toEqual([404, "not_found"]);
    expect(told).toContain(hint);
    expect(emulator.requests.list()).toEqual([]);
  });

  it("may have its ~ encoded, and any other path behind its name", async () => {
    const { ask, emulator } = await naming(face);
    expect((await ask(`/%7E${"n".repeat(100)}/api/profiles`)).status).toBe(200);
    expect((await ask("/~x/profiles")).status).toBe(404);
    expect(emulator.requests.list()).toMatchObject([
      { testId: "n".repeat(100) },
      { target: "/profiles", testId: "x" },
    ]);
  });
});

describe("named URLs", () => {
  it("are asked for a host of this emulator first", async () => {
    const { ask } = await naming("socket");
    expect((await ask("/~x/api/profiles", { host: "evil.example" })).status).toBe(403);
    expect((await ask("/~x/_emulator/reset", { host: "evil.example" }, "POST")).status).toBe(403);
  });

  it("are made by urlFor, of the emulator and of a sandbox", async () => {
    const { emulator } = await emulate();
    const sandbox = emulator.sandbox();
    expect(emulator.urlFor("checkout-7")).toBe(`${emulator.url}/~checkout-7`);
    expect(sandbox.urlFor("a.B_9")).toBe(`${emulator.url}/~a.B_9`);
    await sandbox.fetch(`${sandbox.urlFor("one")}/api/metrics`);
    await sandbox.fetch(`${sandbox.urlFor("one")}/client/subscriptions`, { method: "POST" });
    expect(sandbox.requests.list({ testId: "one" }).map(({ target }) => target)).toEqual([
      "/api/metrics",
      `/client/subscriptions?company_id=${sandbox.id}`,
    ]);
  });

  it.each(["", "a b", "a/b", "ä", "n".repeat(101), "a\n"])(
    "cannot have the name %j",
    async (name) => {
      const { emulator } = await emulate();
      const message = `name: '${name}' is not allowed. Use 1 to 100 characters of A-Z a-z 0-9 . _ -.`;
      expect(() => emulator.urlFor(name)).toThrow(message);
      expect(() => emulator.sandbox().urlFor(name)).toThrow(message);
    },
  );

  it("are known to the report as one call each", async () => {
    const { emulator, post } = await emulate();
    await post("/api/profiles", newProfile({ email: "a@example.com" }));
    emulator.faults.add({ operation: "get_profiles", status: 503, times: 2 });
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const names = ["a", "b", "a", "b"];
    for (const name of names) await emulator.fetch(`/~${name}/api/profiles`, { headers });
    const { calls } = await emulator.report();
    expect(calls.map(({ named, attempts }) => [named, attempts.length])).toEqual([
      ["test id", 2],
      ["test id", 2],
    ]);
  });

  it("show that a lost write was done again, although it came under a new unique_id", async () => {
    const { emulator } = await emulate();
    emulator.faults.add({ operation: "create_event", where: "after", connection: "reset" });
    const authorization = `Service-API-Key ${emulator.keys["full"]}`;
    const headers = { authorization, revision: newest, "content-type": "application/json" };
    const track = (unique_id: string) => {
      const body = JSON.stringify(newEvent({ unique_id }));
      return emulator.fetch("/~one/api/events", { method: "POST", headers, body });
    };
    await expect(track("first")).rejects.toThrow("fetch failed");
    expect((await track("second")).status).toBe(202);
    const { calls, rules } = await emulator.report();
    expect(calls.map(({ named, attempts }) => [named, attempts.length])).toEqual([["test id", 2]]);
    expect(rules.find(({ rule }) => rule === "doubled-write")?.verdict).toBe("fail");
  });

  it("leave the texts of records that are kept as they are", async () => {
    const { emulator, post, get } = await emulate();
    await post("/api/profiles", newProfile({ email: "a@example.com" }));
    const kept = vi.spyOn(TextCache.prototype, "bytes");
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    await emulator.fetch("/~x/api/profiles", { headers });
    expect(kept).not.toHaveBeenCalled();
    await get("/api/profiles");
    expect(kept).toHaveBeenCalledOnce();
    kept.mockRestore();
  });
});
