import { describe, expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";

async function keyed() {
  const ways = await emulate();
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await ways.emulator.fetch(`/_emulator/keys${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
  };
  const status = async (key: string, path = "/api/profiles") =>
    (await ways.get(path, { key })).status;
  return { ...ways, call, status };
}

describe("a private key", () => {
  it("has to have every scope that an operation asks for", async () => {
    const { call, post } = await keyed();
    const subscribe = async (...scopes: readonly string[]) => {
      const { json } = await call("POST", "", { name: scopes.join(" "), scopes });
      const body = { data: { type: "profile-subscription-bulk-create-job", attributes: {} } };
      const path = "/api/profile-subscription-bulk-create-jobs";
      return (await post(path, body, { key: json.key })).status;
    };
    expect(await subscribe("lists:write", "profiles:write")).toBe(403);
    expect(await subscribe("subscriptions:write")).toBe(403);
    expect(await subscribe("lists:write", "profiles:write", "subscriptions:write")).toBe(400);
  });

  it("is made, works at once, and is shown once", async () => {
    const { call, status } = await keyed();
    const { status: made, json } = await call("POST", "", { name: "ci" });
    expect(made).toBe(201);
    expect(json).toMatchObject({ name: "ci", account: "Tests1", type: "full" });
    expect(json.key).toMatch(/^pk_[0-9a-f]{34}$/);
    expect(await status(json.key)).toBe(200);
    const listed = (await call("GET", "")).json as { name: string; masked: string }[];
    expect(listed.find(({ name }) => name === "ci")).toMatchObject({
      masked: `${json.key.slice(0, 7)}…`,
    });
    expect(JSON.stringify(listed)).not.toContain(json.key);
  });

  it("has the scopes that it was made with", async () => {
    const { emulator, status, post } = await keyed();
    const { key } = emulator.privateKeys.create("reader", { scopes: ["lists:read"] });
    expect(await status(key, "/api/lists")).toBe(200);
    expect(await status(key, "/api/profiles")).toBe(403);
    const readOnly = emulator.privateKeys.create("all reads", { scopes: "read-only" });
    expect(await status(readOnly.key)).toBe(200);
    expect((await post("/api/lists", {}, { key: readOnly.key })).status).toBe(403);
  });

  it("is refused once it is revoked", async () => {
    const { emulator, call, status } = await keyed();
    const { key } = emulator.privateKeys.create("a/b");
    expect((await call("DELETE", "/a%2Fb")).status).toBe(204);
    expect(await status(key)).toBe(401);
    expect((await call("DELETE", "/a%2Fb")).status).toBe(404);
  });

  it("is gone after a reset, where a revoked one is back", async () => {
    const { emulator, status } = await keyed();
    const { key } = emulator.privateKeys.create("minted");
    const full = emulator.keys["full"] ?? "";
    emulator.privateKeys.revoke("full");
    expect(await status(full)).toBe(401);
    emulator.reset();
    expect([await status(key), await status(full)]).toEqual([401, 200]);
  });

  it("with a scope that is misspelt is refused with the nearest", async () => {
    const { emulator } = await keyed();
    const create = () => emulator.privateKeys.create("x", { scopes: ["lists:reed"] });
    expect(create).toThrow("no scope 'lists:reed'");
  });

  it.each<[string, unknown, number, string]>([
    ["without a name", {}, 400, "name"],
    ["with a name that no path can hold", { name: ".." }, 400, "name"],
    ["with a taken name", { name: "full" }, 409, "name"],
    ["with unknown scopes", { name: "x", scopes: ["profile:read"] }, 400, "scopes[0]"],
    ["with no scopes", { name: "x", scopes: [] }, 400, "scopes"],
    ["with a role", { name: "x", role: "Owner" }, 400, "role"],
  ])("%s is refused", async (_what, body, status, path) => {
    const { call } = await keyed();
    const before = (await call("GET", "")).json;
    const refused = await call("POST", "", body);
    expect(refused).toMatchObject({ status, json: { error: { path } } });
    expect((await call("GET", "")).json).toEqual(before);
  });
});
