import { describe, expect, it } from "vitest";
import { account, newEvent, newProfile } from "./segment-support.ts";

const someone = (attributes: unknown, beside = {}) => ({
  data: { type: "profile", attributes, ...beside },
});
const bis = (attributes: unknown, beside = {}) => ({
  data: {
    type: "back-in-stock-subscription",
    attributes: { channels: ["EMAIL"], profile: someone(attributes, beside) },
    relationships: { variant: { data: { type: "catalog-variant", id: "shirt" } } },
  },
});

describe("what a client may not do", () => {
  it("does not tell whether a phone number is known, where SMS is not set up", async () => {
    const { client, post } = await account({}, false);
    await post("/api/profiles", newProfile({ phone_number: "+12125550101" }));
    const event = (phone_number: string) =>
      client("events", {
        data: {
          type: "event",
          attributes: {
            properties: {},
            metric: { data: { type: "metric", attributes: { name: "Visit" } } },
            profile: someone({ phone_number }),
          },
        },
      });
    const known = await event("+12125550101");
    const unknown = await event("+12125550199");
    expect(known.status).toBe(unknown.status);
  });

  it("cannot take all identifiers from a profile", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada");
    await client("profiles", someone({ email: null }, { id }));
    const { attributes } = await profile(id);
    expect([
      attributes["email"],
      attributes["phone_number"],
      attributes["external_id"],
    ]).not.toEqual([null, null, null]);
  });

  it("cannot give a known profile another email (by phone number)", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada", { phone_number: "+12125550101" });
    await client("profiles", someone({ email: "eve@example.com", phone_number: "+12125550101" }));
    expect((await profile(id)).attributes["email"]).toBe("ada@example.com");
  });

  it("event: cannot give a known profile another email (by phone number)", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada", { phone_number: "+12125550101" });
    await client(
      "events",
      newEvent({}, { email: "eve@example.com", phone_number: "+12125550101" }),
    );
    expect((await profile(id)).attributes["email"]).toBe("ada@example.com");
  });

  it("back in stock by an external id that is known is about that profile", async () => {
    const { client, person, get } = await account();
    const id = await person("ada", { external_id: "crm-1" });
    await client("back-in-stock-subscriptions", bis({ external_id: "crm-1" }));
    const { many } = await get("/api/profiles");
    expect(many.map((p) => p.id)).toEqual([id]);
  });

  it("back in stock: nobody without identifiers is made", async () => {
    const { client, person, get } = await account();
    await person("ada", { external_id: "crm-1" });
    await client("back-in-stock-subscriptions", bis({ external_id: "crm-1" }));
    const { many } = await get("/api/profiles");
    for (const { attributes: a } of many) {
      expect(a["email"] ?? a["phone_number"] ?? a["external_id"]).not.toBeNull();
    }
  });

  it("subscription takes no identifier away", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada", { external_id: "crm-1" });
    const meta = { patch_identifiers: { unappend: { external_id: "crm-1" } } };
    const answer = await client("subscriptions", {
      data: {
        type: "subscription",
        attributes: { profile: someone({ email: "ada@example.com", meta }) },
        relationships: { list: { data: { type: "list", id: "NewsLs" } } },
      },
    });
    expect(answer.status).toBe(202);
    expect((await profile(id)).attributes["external_id"]).toBe("crm-1");
  });

  it("subscription with a wrong unset is refused", async () => {
    const { client } = await account();
    const answer = await client("subscriptions", {
      data: {
        type: "subscription",
        attributes: {
          profile: someone({ email: "a@b.co", meta: { patch_properties: { unset: 5 } } }),
        },
        relationships: { list: { data: { type: "list", id: "NewsLs" } } },
      },
    });
    expect(answer.status).toBe(400);
  });

  it("subscription does not write over another's email by phone, id", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada", { external_id: "x" });
    const sub = (attributes: unknown, beside = {}) =>
      client("subscriptions", {
        data: {
          type: "subscription",
          attributes: { profile: someone(attributes, beside) },
          relationships: { list: { data: { type: "list", id: "NewsLs" } } },
        },
      });
    await sub({ email: null, external_id: null }, { id });
    const { attributes: a } = await profile(id);
    expect([a["email"], a["external_id"]]).toEqual(["ada@example.com", "x"]);
  });

  it("subscription without a channel named, by id, subscribes", async () => {
    const { client, person, get } = await account();
    const id = await person("ada");
    await client("subscriptions", {
      data: {
        type: "subscription",
        attributes: { profile: someone({}, { id }) },
        relationships: { list: { data: { type: "list", id: "NewsLs" } } },
      },
    });
    const p = await get(`/api/profiles/${id}?additional-fields[profile]=subscriptions`);
    expect(
      (p.data.attributes["subscriptions"] as { email: { marketing: unknown } }).email.marketing,
    ).toMatchObject({
      consent: "SUBSCRIBED",
    });
  });

  it("a client cannot take over a person by their email: external id, phone number", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada", { external_id: "crm-1", phone_number: "+12125550101" });
    await client(
      "profiles",
      someone({ email: "ada@example.com", external_id: "mine", phone_number: "+12125550199" }),
    );
    const { attributes: a } = await profile(id);
    expect([a["external_id"], a["phone_number"]]).toEqual(["crm-1", "+12125550101"]);
  });

  it("push token: a client may not write over identifiers", async () => {
    const { client, person, profile } = await account();
    const id = await person("ada");
    await client("push-tokens", {
      data: {
        type: "push-token",
        attributes: {
          token: "t",
          platform: "ios",
          vendor: "apns",
          profile: someone({ email: "eve@example.com" }, { id }),
        },
      },
    });
    expect((await profile(id)).attributes["email"]).toBe("ada@example.com");
  });

  it("unregister: someone else's token stays", async () => {
    const { client, get } = await account();
    const token = {
      data: {
        type: "push-token",
        attributes: {
          token: "t",
          platform: "ios",
          vendor: "apns",
          profile: someone({ email: "a@b.co" }),
        },
      },
    };
    await client("push-tokens", token);
    await client("push-token-unregister", {
      data: {
        type: "push-token-unregister",
        attributes: {
          token: "t",
          platform: "ios",
          vendor: "fcm",
          profile: someone({ email: "eve@b.co" }),
        },
      },
    });
    expect((await get("/api/push-tokens")).many).toHaveLength(1);
  });

  it("a page may read when a revision ends", async () => {
    const { emulator } = await account();
    emulator.revisions.deprecate("2025-10-15", { sunset: "+90d" });
    const r = await emulator.fetch("/client/events?company_id=Tests1", {
      method: "POST",
      headers: {
        revision: "2025-10-15",
        "content-type": "application/json",
        origin: "https://x.example",
      },
      body: JSON.stringify(newEvent()),
    });
    const exposed = (r.headers.get("access-control-expose-headers") ?? "").toLowerCase();
    const missing = [...r.headers.keys()].filter(
      (n) => /deprec|sunset|retire|x-service/.test(n) && !exposed.includes(n),
    );
    expect(missing).toEqual([]);
  });

  it("back in stock after it was sent: asked for twice in time is two wishes", async () => {
    const { client, get, emulator } = await account();
    const body = {
      data: {
        type: "back-in-stock-subscription",
        attributes: { channels: ["EMAIL"], profile: someone({ email: "a@b.co" }) },
        relationships: { variant: { data: { type: "catalog-variant", id: "shirt" } } },
      },
    };
    await client("back-in-stock-subscriptions", body);
    await emulator.clock.advance("60d");
    await client("back-in-stock-subscriptions", body);
    expect((await get("/api/events")).many).toHaveLength(2);
  });

  it("a preflight is no request of the client's", async () => {
    const { emulator } = await account();
    const result = await emulator.scenarios.run(
      {
        name: "x",
        description: "x",
        steps: [],
        expect: [{ requests: { count: 1 } }],
      },
      async () => {
        await emulator.fetch("/client/events?company_id=Tests1", {
          method: "OPTIONS",
          headers: { origin: "https://a.b", "access-control-request-method": "POST" },
        });
        await emulator.fetch("/client/events?company_id=Tests1", {
          method: "POST",
          headers: { revision: "2026-07-15", "content-type": "application/json" },
          body: JSON.stringify(newEvent()),
        });
      },
    );
    expect(result.passed).toBe(true);
  });
});
