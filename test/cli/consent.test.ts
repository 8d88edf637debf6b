import { describe, expect, it } from "vitest";
import { subscribing } from "../consent/bodies.ts";
import { listening } from "../support/cli.ts";

async function driven(fixtures?: string) {
  const { ask, cli } = await listening(fixtures === undefined ? {} : { fixtures: [fixtures] });
  return { ask, cli: (line: string) => cli(...line.split(" ")) };
}

describe("keys", () => {
  it("are made, listed and revoked", async () => {
    const { cli, ask } = await driven();
    const made = await cli("keys create ci --scopes profiles:read,lists:read");
    expect(made.stdout).toMatch(/^pk_[0-9a-f]{34}\n$/);
    const headers = { authorization: `Service-API-Key ${made.stdout.trim()}` };
    expect((await ask("/api/lists", { headers })).status).toBe(200);
    expect((await cli("keys list")).stdout).toMatch(/^ci +pk_.{4}… +custom +profiles:read, lists/m);
    expect((await cli("keys rm ci")).stdout).toBe("ci is revoked.\n");
    expect((await ask("/api/lists", { headers })).status).toBe(401);
    expect((await cli("keys rm ci")).stderr).toBe("service-emulator: no key ci\n");
  });
});

describe("tokens", () => {
  it("are made, listed and revoked", async () => {
    const { cli, ask } = await driven("test/support/apps.yaml");
    const made = await cli("tokens create --app sync-app --scopes lists:read --expires-in 90");
    expect(made.stdout).toMatch(/^oat_[0-9A-Za-z]{40}\n$/);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    expect((await ask("/api/lists", { headers })).status).toBe(200);
    expect((await ask("/api/profiles", { headers })).status).toBe(403);
    expect((await cli("tokens list")).stdout).toMatch(
      /^token-2 +oat_.{3}… +active +\S+ +sync-app +lists:read/m,
    );
    expect((await cli("tokens rm token-2")).stdout).toContain("its refresh token stays");
    expect((await ask("/api/lists", { headers })).status).toBe(401);
    expect((await cli("requests list --app sync-app --json")).stdout).toContain("get_lists");
    expect((await cli("tokens clear --app other-app")).code).toBe(0);
    expect((await cli("tokens list --app other-app")).stdout).toBe("There is no token.\n");
    expect((await cli("tokens create --app sync-ap")).stderr).toBe(
      "service-emulator: --app: no app 'sync-ap'; did you mean sync-app?\n",
    );
    const fault = "faults add get_lists --match-app sync-app --status 503 --json";
    expect(JSON.parse((await cli(fault)).stdout).match).toEqual({ app: "sync-app" });
  });
});

describe("confirmations", () => {
  it("are listed and clicked by the address they were sent to", async () => {
    const { cli, ask } = await driven();
    expect((await cli("confirmations list")).stdout).toBe("No pending confirmations.\n");
    const list = { data: { type: "list", attributes: { name: "Asks" } } };
    const json = { "content-type": "application/json" };
    const made = await ask("/api/lists", {
      method: "POST",
      headers: json,
      body: JSON.stringify(list),
    });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    const type = "profile-subscription-bulk-create-job";
    const body = subscribing(type, [{ email: "ada@example.com" }], "email", { list: id });
    await ask(`/api/${type}s`, { method: "POST", headers: json, body: JSON.stringify(body) });
    expect((await cli("confirmations list")).stdout).toContain("ada@example.com");
    expect((await cli("confirmations click ADA@example.com")).stdout).toBe(
      `ada@example.com is subscribed to ${id}.\n`,
    );
    expect((await cli("confirmations click ada@example.com")).stderr).toContain("nothing waits");
  });
});
