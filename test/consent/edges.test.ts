import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { account, items, marketing, subscribeType, unsubscribeType } from "./account.ts";

const sub = `/api/${subscribeType}s`;
const unsub = `/api/${unsubscribeType}s`;
const older = { headers: { revision: "2024-10-15" } };

describe("confirmations", () => {
  it("of two people named by id are two", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    const bob = await ways.profile({ email: "bob@example.com" });
    const data = [ada, bob].map((id) => ({ id, attributes: marketing(["email"]) }));
    expect((await ways.post(sub, items(subscribeType, data, "Double"))).status).toBe(202);
    const waiting = ways.emulator.confirmations.list();
    expect(waiting).toHaveLength(2);
    for (const { id } of waiting) ways.emulator.confirmations.click(id);
    expect((await ways.members("Double")).toSorted()).toEqual([ada, bob].toSorted());
  });

  it("of somebody named by id show the address", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    const data = [{ id: ada, attributes: marketing(["email"]) }];
    await ways.post(sub, items(subscribeType, data, "Double"));
    expect(ways.emulator.confirmations.list({ email: "ada@example.com" })).toHaveLength(1);
  });

  it("are one for one address in either case", async () => {
    const ways = await account();
    for (const email of ["ada@example.com", "ADA@example.com"]) {
      const data = [{ attributes: { email, ...marketing(["email"]) } }];
      await ways.post(sub, items(subscribeType, data, "Double"));
    }
    expect(ways.emulator.confirmations.list()).toHaveLength(1);
  });

  it("of another channel do not take the first one's away", async () => {
    const ways = await account();
    const who = { email: "ada@example.com", phone_number: "+12125550101" };
    const id = await ways.profile(who);
    for (const channel of ["email", "sms"]) {
      const data = [{ attributes: { ...who, ...marketing([channel]) } }];
      await ways.post(sub, items(subscribeType, data, "Double"));
    }
    for (const each of ways.emulator.confirmations.list()) {
      ways.emulator.confirmations.click(each.id);
    }
    const { email, sms } = await ways.consent(id);
    expect([email.marketing["consent"], sms.marketing["consent"]]).toEqual([
      "SUBSCRIBED",
      "SUBSCRIBED",
    ]);
  });

  it("go with a merge to the one who is kept", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ phone_number: "+12125550101" });
    const data = [{ id: from, attributes: marketing(["sms"]) }];
    await ways.post(sub, items(subscribeType, data, "Double"));
    await ways.merge(ada, from);
    const [waiting] = ways.emulator.confirmations.list();
    const clicked = ways.emulator.confirmations.click(waiting?.id ?? "");
    expect(clicked.profile).toBe(ada);
    expect((await ways.consent(ada)).sms.marketing["consent"]).toBe("SUBSCRIBED");
  });

  it("are still needed if the list goes before the request is processed", async () => {
    const ways = await account({ processingDelay: "1m" });
    const ada = await ways.profile({ email: "ada@example.com" });
    const data = [{ attributes: { email: "ada@example.com", ...marketing(["email"]) } }];
    await ways.post(sub, items(subscribeType, data, "Double"));
    await ways.ask("DELETE", "/api/lists/Double");
    await ways.emulator.clock.advance("1m");
    expect((await ways.consent(ada)).email.marketing["consent"]).toBe("NEVER_SUBSCRIBED");
  });

  it("go with their list", async () => {
    const ways = await account();
    const data = [{ attributes: { email: "ada@example.com", ...marketing(["email"]) } }];
    await ways.post(sub, items(subscribeType, data, "Double"));
    await ways.ask("DELETE", "/api/lists/Double");
    expect(ways.emulator.confirmations.list()).toEqual([]);
  });

  it("are not made of somebody who was deleted before the request was processed", async () => {
    const ways = await account({ processingDelay: "1m" });
    const ada = await ways.profile({ email: "ada@example.com" });
    const profile = { data: { type: "profile", id: ada, attributes: {} } };
    await ways.post("/api/data-privacy-deletion-jobs", {
      data: { type: "data-privacy-deletion-job", attributes: { profile } },
    });
    const data = [{ id: ada, attributes: marketing(["email"]) }];
    await ways.post(sub, items(subscribeType, data, "Double"));
    await ways.emulator.clock.advance("1m");
    expect(ways.emulator.confirmations.list()).toEqual([]);
  });
});

describe("unsubscribing", () => {
  const phone_number = "+12125550101";

  it("undoes what the same request subscribed", async () => {
    const ways = await account();
    const bob = await ways.profile({ email: "bob@example.com", phone_number });
    const who = { email: "ada@example.com", phone_number };
    await ways.post(sub, items(subscribeType, [{ attributes: { ...who, ...marketing(["sms"]) } }]));
    expect((await ways.consent(bob)).sms.marketing["can_receive_sms_marketing"]).toBe(true);
    const body = items(unsubscribeType, [
      { attributes: { ...who, ...marketing(["sms"], "UNSUBSCRIBED") } },
    ]);
    expect((await ways.post(unsub, body)).status).toBe(202);
    expect((await ways.consent(bob)).sms.marketing["can_receive_sms_marketing"]).toBe(false);
  });

  it("of a phone number beside an address that nobody has is not lost", async () => {
    const ways = await account();
    const bob = await ways.profile({ email: "bob@example.com", phone_number });
    await ways.post(
      sub,
      items(subscribeType, [{ attributes: { phone_number, ...marketing(["sms"]) } }]),
    );
    const who = { email: "nobody@example.com", phone_number };
    await ways.post(
      unsub,
      items(unsubscribeType, [{ attributes: { ...who, ...marketing(["sms"], "UNSUBSCRIBED") } }]),
    );
    expect((await ways.consent(bob)).sms.marketing["can_receive_sms_marketing"]).toBe(false);
  });

  it("somebody twice in one batch from a list is no more than once", async () => {
    const ways = await account();
    const one = { attributes: { email: "ada@example.com", ...marketing(["email"]) } };
    await ways.post(sub, items(subscribeType, [one], "Single"));
    const out = {
      attributes: { email: "ada@example.com", ...marketing(["email"], "UNSUBSCRIBED") },
    };
    await ways.post(unsub, items(unsubscribeType, [out, out], "Single"));
    const [ada] = (await ways.get("/api/profiles")).many;
    expect((await ways.consent(ada?.id ?? "")).email.marketing["consent"]).toBe("SUBSCRIBED");
  });
});

describe("subscribing", () => {
  it("a historical import without consented_at is refused in every revision", async () => {
    const ways = await account();
    const data = [{ attributes: { email: "ada@example.com" } }];
    const body = items(subscribeType, data, "Double", { historical_import: true });
    expect((await ways.post(sub, body, older)).status).toBe(400);
    expect(await ways.count()).toBe(0);
  });

  it("a phone number alone makes no profile where SMS is not set up", async () => {
    const ways = await account({}, { sms: false });
    const data = [{ attributes: { phone_number: "+12125550101" } }];
    const answer = await ways.post(sub, items(subscribeType, data), older);
    expect(refusalOf(answer)).toEqual([
      400,
      "invalid",
      "/data/attributes/profiles/data/0/attributes/phone_number",
    ]);
    expect(await ways.count()).toBe(0);
  });

  const client = "/client/subscriptions?company_id=Tests1";
  const ofClient = (data: Record<string, unknown>, list = "Single") => ({
    data: {
      type: "subscription",
      attributes: { profile: { data: { type: "profile", ...data } } },
      relationships: { list: { data: { type: "list", id: list } } },
    },
  });

  it("a phone number alone makes no profile by /client where SMS is not set up", async () => {
    const ways = await account({}, { sms: false });
    const answer = await ways.post(
      client,
      ofClient({ attributes: { phone_number: "+12125550101" } }),
    );
    expect(answer.status).toBe(400);
    expect(await ways.count()).toBe(0);
  });

  it("by id on /client does not subscribe to SMS where it is not set up", async () => {
    const ways = await account({}, { sms: false });
    const ada = await ways.profile({ email: "ada@example.com" });
    await ways.post(client, ofClient({ id: ada, attributes: marketing(["sms"]) }));
    expect((await ways.consent(ada)).sms.marketing["can_receive_sms_marketing"]).toBe(false);
  });

  it("by id on /client does not subscribe somebody without a phone to SMS", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    await ways.post(client, ofClient({ id: ada, attributes: marketing(["sms"]) }));
    expect((await ways.consent(ada)).sms.marketing["can_receive_sms_marketing"]).toBe(false);
  });

  it("by id alone, without channels, means the profile's own addresses", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    const body = items(subscribeType, [{ id: ada, attributes: {} }], "Single");
    expect((await ways.post(sub, body, older)).status).toBe(202);
    expect(await ways.members("Single")).toEqual([ada]);
    expect((await ways.consent(ada)).email.marketing["consent"]).toBe("SUBSCRIBED");
  });

  it("to a channel without its consent is refused, not ignored", async () => {
    const ways = await account();
    const attributes = { email: "ada@example.com", subscriptions: { email: {} } };
    const answer = await ways.post(sub, items(subscribeType, [{ attributes }], "Single"));
    expect(answer.status).toBe(400);
    expect(await ways.count()).toBe(0);
  });

  it("by /client gives an identifier that was not known", async () => {
    const ways = await account();
    const meta = { patch_identifiers: { append: { external_id: "crm-1" } } };
    const attributes = { email: "ada@example.com", meta, ...marketing(["email"]) };
    expect((await ways.post(client, ofClient({ attributes }))).status).toBe(202);
    const { many } = await ways.get('/api/profiles?filter=equals(external_id,"crm-1")');
    expect(many[0]?.attributes["email"]).toBe("ada@example.com");
  });

  it("by /client with a wrong unset refuses it", async () => {
    const ways = await account();
    const attributes = { email: "ada@example.com", ...marketing(["email"]) };
    const meta = { patch_properties: { unset: 5 } };
    const profile = { attributes: { ...attributes, meta } };
    expect((await ways.post(client, ofClient(profile))).status).toBe(400);
  });
});

describe("writes beside", () => {
  it("an event cannot take a profile's last identifier", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    await ways.post("/api/events", {
      data: {
        type: "event",
        attributes: {
          properties: {},
          metric: { data: { type: "metric", attributes: { name: "Visit" } } },
          profile: { data: { type: "profile", id: ada, attributes: { email: null } } },
        },
      },
    });
    expect((await ways.read(ada)).data.attributes["email"]).toBe("ada@example.com");
  });

  it("a client cannot take a profile's last identifier", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    await ways.post("/client/profiles?company_id=Tests1", {
      data: { type: "profile", id: ada, attributes: { email: null } },
    });
    expect((await ways.read(ada)).data.attributes["email"]).toBe("ada@example.com");
  });

  it("an event points to the meta that is wrong", async () => {
    const ways = await account();
    const meta = { patch_properties: { unset: 5 } };
    const answer = await ways.post("/api/events", {
      data: {
        type: "event",
        attributes: {
          properties: {},
          metric: { data: { type: "metric", attributes: { name: "Visit" } } },
          profile: { data: { type: "profile", attributes: { email: "a@b.co", meta } } },
        },
      },
    });
    expect(refusalOf(answer)).toEqual([
      400,
      "invalid",
      "/data/attributes/profile/data/attributes/meta/patch_properties/unset",
    ]);
  });
});

describe("what was decided before holds", () => {
  it("a merge does not put the destination back into a list that it left", async () => {
    const ways = await account();
    const ada = await ways.profile({ email: "ada@example.com" });
    const from = await ways.profile({ email: "augusta@example.com" });
    for (const email of ["ada@example.com", "augusta@example.com"]) {
      await ways.post(
        sub,
        items(subscribeType, [{ attributes: { email, ...marketing(["email"]) } }], "Single"),
      );
    }
    const out = {
      attributes: { email: "ada@example.com", ...marketing(["email"], "UNSUBSCRIBED") },
    };
    await ways.post(unsub, items(unsubscribeType, [out], "Single"));
    await ways.merge(ada, from);
    const { list_suppressions } = (await ways.consent(ada)).email.marketing;
    const member = (await ways.members("Single")).includes(ada);
    expect([member, (list_suppressions as unknown[]).length]).not.toEqual([true, 1]);
  });

  it("last_updated of a historical import is when it was imported", async () => {
    const ways = await account();
    const one = {
      attributes: {
        email: "ada@example.com",
        subscriptions: {
          email: { marketing: { consent: "SUBSCRIBED", consented_at: "2020-01-01T00:00:00Z" } },
        },
      },
    };
    await ways.post(sub, items(subscribeType, [one], undefined, { historical_import: true }));
    const [ada] = (await ways.get("/api/profiles")).many;
    expect((await ways.consent(ada?.id ?? "")).email.marketing["last_updated"]).toBe(
      "2026-07-20T12:00:00+00:00",
    );
  });

  it("a key minted after a restore is not the one that was revoked by it", async () => {
    const { emulator } = await account();
    emulator.state.snapshot("before");
    const a = emulator.privateKeys.create("a");
    emulator.state.restore("before");
    const b = emulator.privateKeys.create("b", { scopes: "read-only" });
    expect(b.key).not.toBe(a.key);
  });
});
