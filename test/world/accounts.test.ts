import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { type Asking, emulate } from "../support/emulate.ts";

const first: Asking = { key: "pk_first000000000000000000000000000000" };
const second: Asking = { key: "pk_second00000000000000000000000000000" };
const two = (rateLimits = "off") => emulate({ fixtures: ["test/support/two.yaml"], rateLimits });

describe("two accounts in one emulator", () => {
  it("know the same person, each its own", async () => {
    const { get } = await two();
    const names = [];
    for (const account of [first, second]) {
      const { many } = await get(`/api/profiles?filter=equals(email,"ada@example.com")`, account);
      names.push(many.map(({ attributes }) => attributes["first_name"]));
    }
    expect(names).toEqual([["First"], ["Second"]]);
  });

  it("do not find each other's records", async () => {
    const { get, patch } = await two();
    const { many } = await get("/api/profiles", first);
    const id = many[0]?.id;
    for (const path of ["", "/lists", "/relationships/lists", "/segments"]) {
      expect((await get(`/api/profiles/${id}${path}`, second)).status).toBe(404);
    }
    const body = { data: { type: "profile", id, attributes: { title: "x" } } };
    expect((await patch(`/api/profiles/${id}`, body, second)).status).toBe(404);
  });

  it("take the same requests without meeting: no conflict, no shared metric, no shared list", async () => {
    const { get, post } = await two();
    const seen = [];
    for (const account of [first, second]) {
      await post("/api/profiles", newProfile({ email: "bob@example.com" }), account);
      await post(
        "/api/events",
        newEvent({ unique_id: "u", time: "2026-07-01T00:00:00Z" }),
        account,
      );
      await post(
        "/api/events",
        newEvent({ metric: { data: { type: "metric", attributes: { name: "New" } } } }),
        account,
      );
      const counts = [];
      for (const path of ["profiles", "events", "metrics", "lists"])
        counts.push((await get(`/api/${path}`, account)).many.length);
      seen.push(counts);
    }
    expect(seen).toEqual([
      [2, 2, 2, 1],
      [2, 2, 2, 1],
    ]);
  });

  it("give different ids to what they hold", async () => {
    const { get } = await two();
    for (const path of ["profiles", "metrics", "lists"]) {
      const [mine, yours] = [await get(`/api/${path}`, first), await get(`/api/${path}`, second)];
      expect(mine.many[0]?.id).not.toBe(yours.many[0]?.id);
    }
  });

  it("have limits of their own", async () => {
    const { get } = await two("real");
    await get("/api/accounts", first);
    expect((await get("/api/accounts", first)).status).toBe(429);
    expect((await get("/api/accounts", second)).status).toBe(200);
  });

  it("share their limits among their own keys only", async () => {
    const { emulator, get } = await emulate({ rateLimits: "real" });
    await get("/api/accounts");
    expect((await get("/api/accounts", { key: emulator.keys["read-only"] ?? "" })).status).toBe(
      429,
    );
  });

  it("show themselves, and themselves only", async () => {
    const { get } = await two();
    const { many } = await get("/api/accounts", second);
    expect(many).toMatchObject([
      { type: "account", id: "Secnd2", attributes: { public_api_key: "Secnd2" } },
    ]);
    expect((await get("/api/accounts/Secnd2", second)).status).toBe(200);
    expect((await get("/api/accounts/First1", second)).status).toBe(404);
  });
});
