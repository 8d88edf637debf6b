import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

describe("creating a profile", () => {
  it("answers 201 with every attribute, null where unset", async () => {
    const { post } = await emulate();
    const { status, data } = await post("/api/profiles", newProfile());
    expect(status).toBe(201);
    expect(data).toEqual({
      type: "profile",
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      attributes: {
        email: "ada@example.com",
        phone_number: null,
        external_id: null,
        anonymous_id: null,
        first_name: null,
        last_name: null,
        organization: null,
        locale: null,
        title: null,
        image: null,
        created: "2026-07-20T12:00:00.000000+00:00",
        updated: "2026-07-20T12:00:00.000000+00:00",
        last_event_date: null,
        location: {
          address1: null,
          address2: null,
          city: null,
          country: null,
          latitude: null,
          longitude: null,
          region: null,
          zip: null,
          timezone: null,
          ip: null,
        },
        properties: {},
        whatsapp_bsuid: null,
      },
      relationships: expect.objectContaining({
        lists: {
          links: {
            self: `http://emulator.localhost/api/profiles/${data.id}/relationships/lists/`,
            related: `http://emulator.localhost/api/profiles/${data.id}/lists/`,
          },
        },
      }),
      links: { self: `http://emulator.localhost/api/profiles/${data.id}/` },
    });
  });

  it("answers 409 with the id of the profile that has the email in other letter case", async () => {
    const { post } = await emulate();
    const { data } = await post("/api/profiles", newProfile({ email: "Ada@Example.com" }));
    const answer = await post("/api/profiles", newProfile({ email: "aDA@eXAMPLE.com" }));
    expect(refusalOf(answer)).toEqual([409, "duplicate_profile", "/data/attributes"]);
    expect(answer.errors[0]?.meta).toEqual({ duplicate_profile_id: data.id });
  });

  it.each(["phone_number", "external_id"])("answers 409 for a %s that is taken", async (name) => {
    const { post } = await emulate();
    const value = name === "phone_number" ? "+12125550123" : "customer-7";
    await post("/api/profiles", newProfile({ [name]: value }));
    const answer = await post(
      "/api/profiles",
      newProfile({ email: "b@example.com", [name]: value }),
    );
    expect(answer.status).toBe(409);
  });

  it("keeps the email as it was sent", async () => {
    const { post, get } = await emulate();
    const { data } = await post("/api/profiles", newProfile({ email: "Ada@Example.com" }));
    expect((await get(`/api/profiles/${data.id}`)).data.attributes["email"]).toBe(
      "Ada@Example.com",
    );
  });

  it("gives a number for an external_id back as a number, and finds it as text", async () => {
    const { post, get } = await emulate();
    const { data } = await post("/api/profiles", newProfile({ external_id: 12345 }));
    expect(data.attributes["external_id"]).toBe(12345);
    expect((await get(`/api/profiles?filter=equals(external_id,"12345")`)).many[0]?.id).toBe(
      data.id,
    );
  });

  it("reads coordinates as numbers, however they were sent", async () => {
    const { post } = await emulate();
    const location = { latitude: "48.1", longitude: 11.5 };
    const { data } = await post("/api/profiles", newProfile({ location }));
    expect(data.attributes["location"]).toMatchObject({ latitude: 48.1, longitude: 11.5 });
  });

  it("takes properties inside and beside attributes", async () => {
    const { post } = await emulate();
    const { data } = await post(
      "/api/profiles",
      newProfile({ properties: { a: 1 } }, { properties: { b: 2 } }),
    );
    expect(data.attributes.properties).toEqual({ a: 1, b: 2 });
  });

  it("gives odd properties back as they were sent", async () => {
    const { post, get } = await emulate();
    const properties = `{"__proto__":{"x":1},"constructor":2,"$value":3,"a.b":{"$c":[null]},"lone":"\\ud800","":0}`;
    const body = `{"data":{"type":"profile","attributes":{"email":"ada@example.com","properties":${properties}}}}`;
    const { data } = await post("/api/profiles", body);
    const { text } = await get(`/api/profiles/${data.id}`);
    expect(text).toContain(`"properties":${properties}`);
  });

  it("refuses a profile without an identifier", async () => {
    const { post } = await emulate();
    const answer = await post("/api/profiles", newProfile({ email: null, first_name: "Ada" }));
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/attributes"]);
  });

  it("names every bad field by an error of its own", async () => {
    const { post } = await emulate();
    const { errors } = await post(
      "/api/profiles",
      newProfile({ email: "x", phone_number: "1", shoe: 44 }),
    );
    expect(errors.map(({ source }) => source.pointer)).toEqual([
      "/data/attributes/email",
      "/data/attributes/phone_number",
      "/data/attributes/shoe",
    ]);
    expect(new Set(errors.map(({ title }) => title))).toEqual(new Set(["Invalid input."]));
  });

  it("refuses a phone number alone only where SMS is not set up", async () => {
    const without = await emulate({ fixtures: ["test/support/no-sms.yaml"] });
    const body = { data: { type: "profile", attributes: { phone_number: "+12125550123" } } };
    const pointer = "/data/attributes/phone_number";
    expect(refusalOf(await without.post("/api/profiles", body))).toEqual([400, "invalid", pointer]);
    const withSms = await emulate();
    expect((await withSms.post("/api/profiles", body)).status).toBe(201);
  });

  it("is allowed to a key with events:write alone", async () => {
    const { emulator, post } = await emulate();
    const answer = await post("/api/profiles", newProfile(), {
      key: emulator.keys["events-only"] ?? "",
    });
    expect(answer.status).toBe(201);
  });
});

describe("updating a profile", () => {
  async function ada(attributes = {}) {
    const asked = await emulate();
    const { data } = await asked.post("/api/profiles", newProfile(attributes));
    const update = (fields: object, beside: object = {}) =>
      asked.patch(`/api/profiles/${data.id}`, {
        data: { type: "profile", id: data.id, attributes: fields, ...beside },
      });
    return { ...asked, id: data.id, update };
  }

  it("leaves what is absent, clears what is null, and merges properties key by key", async () => {
    const { update } = await ada({ first_name: "Ada", title: "Lady", properties: { a: 1, b: 2 } });
    const { status, data } = await update({ title: null, properties: { b: 3 } });
    expect(status).toBe(200);
    expect(data.attributes).toMatchObject({
      first_name: "Ada",
      title: null,
      properties: { a: 1, b: 3 },
    });
  });

  it("merges the location member by member", async () => {
    const { update } = await ada({ location: { city: "London", zip: "W1" } });
    const { data } = await update({ location: { zip: "W2" } });
    expect(data.attributes["location"]).toMatchObject({ city: "London", zip: "W2" });
  });

  it("moves `updated` only when something changed", async () => {
    const { emulator, update } = await ada({ first_name: "Ada" });
    await emulator.clock.advance("1m");
    expect((await update({ first_name: "Ada" })).data.attributes["updated"]).toBe(
      "2026-07-20T12:00:00+00:00",
    );
    expect((await update({ first_name: "Eda" })).data.attributes["updated"]).toBe(
      "2026-07-20T12:01:00.000000+00:00",
    );
  });

  it("appends, unappends and unsets properties", async () => {
    const { update } = await ada({ properties: { list: ["a"], one: 1, gone: true, also: 1 } });
    const patch_properties = {
      append: { list: ["b", "c"], one: 2 },
      unappend: { list: "a" },
      unset: ["gone", "also"],
    };
    const { data } = await update({}, { meta: { patch_properties } });
    expect(data.attributes.properties).toEqual({ list: ["b", "c"], one: [1, 2] });
  });

  it("refuses an id that is not the path's", async () => {
    const { id, patch } = await ada();
    const body = { data: { type: "profile", id: "another", attributes: {} } };
    expect(refusalOf(await patch(`/api/profiles/${id}`, body))).toEqual([
      400,
      "invalid",
      "/data/id",
    ]);
  });

  it("refuses to take an identifier from another profile", async () => {
    const { post, update } = await ada();
    await post("/api/profiles", newProfile({ email: "bob@example.com" }));
    expect((await update({ email: "BOB@example.com" })).status).toBe(409);
  });

  it("refuses to clear the last identifier, and changes nothing then", async () => {
    const { id, get, update } = await ada({ first_name: "Ada" });
    expect((await update({ email: null, first_name: "X" })).status).toBe(400);
    expect((await get(`/api/profiles/${id}`)).data.attributes).toMatchObject({
      email: "ada@example.com",
      first_name: "Ada",
    });
  });

  it("finds the profile by its new email and no longer by its old", async () => {
    const { get, update } = await ada();
    await update({ email: "new@example.com" });
    expect((await get(`/api/profiles?filter=equals(email,"new@example.com")`)).many).toHaveLength(
      1,
    );
    expect((await get(`/api/profiles?filter=equals(email,"ada@example.com")`)).many).toHaveLength(
      0,
    );
  });

  it("answers 404 for a profile that does not exist", async () => {
    const { patch } = await emulate();
    const body = { data: { type: "profile", id: "nobody", attributes: {} } };
    const answer = await patch("/api/profiles/nobody", body);
    expect(answer.errors[0]?.detail).toBe("A profile with id nobody does not exist.");
  });
});

describe("create or update", () => {
  it("answers 201 for a new profile and 200 for a known one", async () => {
    const { post } = await emulate();
    const first = await post("/api/profile-import", newProfile({ first_name: "Ada" }));
    const second = await post(
      "/api/profile-import",
      newProfile({ email: "ADA@example.com", last_name: "B" }),
    );
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.data).toMatchObject({
      id: first.data.id,
      attributes: { first_name: "Ada", last_name: "B" },
    });
  });

  it("finds the profile by its id too", async () => {
    const { post } = await emulate();
    const { data } = await post("/api/profile-import", newProfile());
    const body = newProfile({ email: "new@example.com" }, { id: data.id });
    expect(await post("/api/profile-import", body)).toMatchObject({
      status: 200,
      data: { id: data.id },
    });
  });

  it("answers 409 when the identifiers belong to two profiles", async () => {
    const { post } = await emulate();
    await post("/api/profiles", newProfile());
    const other = await post(
      "/api/profiles",
      newProfile({ email: "bob@example.com", phone_number: "+12125550123" }),
    );
    const answer = await post("/api/profile-import", newProfile({ phone_number: "+12125550123" }));
    expect(answer.errors[0]?.meta["duplicate_profile_id"]).toBe(other.data.id);
  });

  it("makes one profile of two requests that come at once", async () => {
    const { post } = await emulate();
    const both = await Promise.all([
      post("/api/profiles", newProfile()),
      post("/api/profiles", newProfile()),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe("reading profiles", () => {
  it("finds an email in single and in double quotes, whatever its letter case", async () => {
    const { post, get } = await emulate();
    await post("/api/profiles", newProfile());
    for (const value of [`"ADA@example.com"`, `'ada@EXAMPLE.com'`]) {
      const { many } = await get(
        `/api/profiles/?filter=equals(email,${encodeURIComponent(value)})`,
      );
      expect(many.map(({ attributes }) => attributes["email"])).toEqual(["ada@example.com"]);
    }
  });

  it("finds any of several, sorted as asked", async () => {
    const { post, get } = await emulate();
    for (const name of ["c", "a", "b"])
      await post("/api/profiles", newProfile({ email: `${name}@example.com` }));
    const { many } = await get(
      `/api/profiles?filter=any(email,["a@example.com","c@example.com"])&sort=-email`,
    );
    expect(many.map(({ attributes }) => attributes["email"])).toEqual([
      "c@example.com",
      "a@example.com",
    ]);
  });

  it("filters by time along the order that is asked", async () => {
    const { emulator, post, get } = await emulate();
    for (const name of ["c", "a", "b"]) {
      await post("/api/profiles", newProfile({ email: `${name}@example.com` }));
      await emulator.clock.advance("1h");
    }
    const filter = "greater-than(created,2026-07-20T12:00:00Z)";
    const { many } = await get(`/api/profiles?filter=${filter}&sort=email`);
    expect(many.map(({ attributes }) => attributes["email"])).toEqual([
      "a@example.com",
      "b@example.com",
    ]);
  });

  it("shows the subscriptions of a fresh profile when they are asked for", async () => {
    const { post, get } = await emulate();
    const { data } = await post("/api/profiles", newProfile());
    const shown = await get(`/api/profiles/${data.id}?additional-fields[profile]=subscriptions`);
    expect(shown.data.attributes["subscriptions"]).toMatchObject({
      email: {
        marketing: {
          can_receive_email_marketing: true,
          consent: "NEVER_SUBSCRIBED",
          consent_timestamp: null,
          suppression: [],
          list_suppressions: [],
        },
      },
      sms: { marketing: { can_receive_sms_marketing: false, consent: "NEVER_SUBSCRIBED" } },
    });
  });

  it("leaves predictive analytics away from an account that is not eligible", async () => {
    const { post, get } = await emulate();
    const { data } = await post("/api/profiles", newProfile());
    const shown = await get(
      `/api/profiles/${data.id}?additional-fields[profile]=predictive_analytics`,
    );
    expect(shown.status).toBe(200);
    expect(shown.data.attributes).not.toHaveProperty("predictive_analytics");
  });
});
