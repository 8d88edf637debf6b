import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const at = (revision: string) => ({ headers: { revision } });
const newProfile = (attributes: Record<string, unknown>) => ({
  data: { type: "profile", attributes },
});

describe("the same state", () => {
  it("is read in two shapes by two clients of two revisions", async () => {
    const { post, get } = await emulate();
    const { data } = await post(
      "/api/profiles",
      newProfile({ email: "ada@example.com", locale: "en-GB" }),
    );
    const path = `/api/profiles/${data.id}?additional-fields[profile]=subscriptions`;
    const [old, young] = [await get(path, at("2023-10-15")), await get(path, at("2026-07-15"))];
    const attributes = (answer: typeof old) => Object.keys(answer.data.attributes).toSorted();
    const added = attributes(young).filter((name) => !attributes(old).includes(name));
    expect(added).toEqual(["locale", "whatsapp_bsuid"]);
    expect(Object.keys(old.data.relationships)).toEqual(["lists", "segments"]);
    expect(Object.keys(young.data.relationships)).toEqual([
      "lists",
      "segments",
      "push-tokens",
      "conversations",
    ]);
    const channels = (answer: typeof old) =>
      Object.keys(answer.data.attributes["subscriptions"] ?? {});
    expect(channels(old)).toEqual(["email", "sms"]);
    expect(channels(young)).toEqual(["email", "sms", "mobile_push", "whatsapp"]);
    expect(old.data.attributes["email"]).toBe(young.data.attributes["email"]);
  });

  it("that was written under an old revision is whole under a new one", async () => {
    const { post, get } = await emulate();
    const body = newEvent({}, { email: "ada@example.com", location: { city: "London" } });
    expect((await post("/api/events", body, at("2023-10-15"))).status).toBe(202);
    const { many } = await get("/api/profiles");
    expect(many[0]?.attributes["location"]).toMatchObject({ city: "London", zip: null });
  });

  it("of a segment shows what it is made of since 2024-06-15", async () => {
    const { post, get } = await emulate();
    const definition = {
      condition_groups: [
        {
          conditions: [
            {
              type: "profile-property",
              property: "email",
              filter: { type: "existence", operator: "is-set" },
            },
          ],
        },
      ],
    };
    const { data } = await post("/api/segments", {
      data: { type: "segment", attributes: { name: "All", definition } },
    });
    const names = async (revision: string) =>
      Object.keys((await get(`/api/segments/${data.id}`, at(revision))).data.attributes);
    expect(await names("2023-10-15")).toEqual(["name", "created", "updated"]);
    expect(await names("2024-05-15")).not.toContain("definition");
    expect(await names("2024-06-15")).toContain("definition");
  });
});

describe("a body in an older revision", () => {
  const place = "/data/attributes";
  const subscription = (attributes: unknown) => ({
    data: {
      type: "profile-subscription-bulk-create-job",
      attributes: { profiles: { data: [{ type: "profile", attributes: { email: "a@b.co" } }] } },
      ...(attributes as object),
    },
  });

  it.each<[string, string, string, unknown, string]>([
    [
      "2024-05-15",
      "POST",
      "/api/profiles",
      newProfile({ email: "a@b.co", locale: "en" }),
      `${place}/locale`,
    ],
    [
      "2023-12-15",
      "POST",
      "/api/events",
      newEvent({ value_currency: "EUR" }, { email: "a@b.co" }),
      `${place}/value_currency`,
    ],
    [
      "2023-12-15",
      "POST",
      "/api/events",
      newEvent({}, { email: "a@b.co", meta: {} }),
      `${place}/profile/data/attributes/meta`,
    ],
    [
      "2026-01-15",
      "POST",
      "/api/events",
      newEvent({ backfill: true }, { email: "a@b.co" }),
      `${place}/backfill`,
    ],
    [
      "2025-07-15",
      "POST",
      "/api/lists",
      { data: { type: "list", attributes: { name: "A", opt_in_process: "single_opt_in" } } },
      `${place}/opt_in_process`,
    ],
    [
      "2023-10-15",
      "POST",
      "/api/profile-subscription-bulk-create-jobs",
      subscription({}),
      "/data/relationships",
    ],
    [
      "2023-10-15",
      "POST",
      "/api/profile-suppression-bulk-create-jobs",
      {
        data: {
          type: "profile-suppression-bulk-create-job",
          attributes: {
            profiles: { data: [{ type: "profile", attributes: { email: "a@b.co" } }] },
          },
          relationships: { list: { data: { type: "list", id: "x" } } },
        },
      },
      "/data/relationships",
    ],
  ])(
    "%s: %s %s refuses what that revision does not know",
    async (revision, method, path, body, pointer) => {
      const { ask } = await emulate();
      const answer = await ask(method, path, { body, ...at(revision) });
      expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
    },
  );

  it("says since when a historical import can be asked for", async () => {
    const { post } = await emulate();
    const body = {
      data: {
        type: "profile-subscription-bulk-create-job",
        attributes: {
          historical_import: true,
          profiles: {
            data: [
              {
                type: "profile",
                attributes: {
                  email: "a@b.co",
                  subscriptions: {
                    email: {
                      marketing: { consent: "SUBSCRIBED", consented_at: "2020-01-01T00:00:00Z" },
                    },
                  },
                },
              },
            ],
          },
        },
      },
    };
    const path = "/api/profile-subscription-bulk-create-jobs";
    const before = await post(path, body, at("2024-06-15"));
    expect(refusalOf(before)).toEqual([400, "invalid", `${place}/historical_import`]);
    expect((await post(path, body, at("2024-07-15"))).status).toBe(202);
  });

  it("has a profile's patch beside its attributes until 2024-02-15", async () => {
    const { post, get } = await emulate();
    const meta = { patch_properties: { append: { seen: "a" } } };
    const event = newEvent({}, { email: "ada@example.com" });
    const profile = event.data.attributes.profile.data;
    const beside = {
      data: {
        ...event.data,
        attributes: { ...event.data.attributes, profile: { data: { ...profile, meta } } },
      },
    };
    expect((await post("/api/events", beside, at("2023-12-15"))).status).toBe(202);
    const { many } = await get("/api/profiles");
    expect(many[0]?.attributes.properties).toEqual({ seen: ["a"] });
    expect(refusalOf(await post("/api/events", beside))).toEqual([
      400,
      "invalid",
      "/data/attributes/profile/data/meta",
    ]);
  });
});

describe("an answer in an older revision", () => {
  it("to a suppression is empty before 2024-10-15, and the job since then", async () => {
    const { post } = await emulate();
    const body = {
      data: {
        type: "profile-suppression-bulk-create-job",
        attributes: { profiles: { data: [{ type: "profile", attributes: { email: "a@b.co" } }] } },
      },
    };
    const path = "/api/profile-suppression-bulk-create-jobs";
    const [old, young] = [await post(path, body, at("2024-07-15")), await post(path, body)];
    expect([old.status, old.text, old.headers.get("content-type")]).toEqual([202, "", null]);
    expect([young.status, young.data.type]).toEqual([202, "profile-suppression-bulk-create-job"]);
  });

  it("to a change of a tag group shows it before 2026-04-15", async () => {
    const { post, ask } = await emulate();
    const { data } = await post("/api/tag-groups", {
      data: { type: "tag-group", attributes: { name: "Seasons" } },
    });
    const body = { data: { type: "tag-group", id: data.id, attributes: { name: "Months" } } };
    const path = `/api/tag-groups/${data.id}`;
    const old = await ask("PATCH", path, { body, ...at("2026-01-15") });
    expect([old.status, old.data.attributes["name"]]).toEqual([200, "Months"]);
    const young = await ask("PATCH", path, { body });
    expect([young.status, young.text]).toEqual([204, ""]);
  });

  it("shows the metric of an event as a list in 2024-07-15 alone", async () => {
    const { post, get } = await emulate();
    await post("/api/events", newEvent({}, { email: "ada@example.com" }));
    const { many } = await get("/api/events");
    const path = `/api/events/${many[0]?.id}/metric`;
    expect((await get(path, at("2024-07-15"))).many).toHaveLength(1);
    for (const revision of ["2024-06-15", "2024-10-15"]) {
      expect((await get(path, at(revision))).data.type).toBe("metric");
    }
  });

  it("to a new coupon code is 201 before 2024-06-15, and 200 since", async () => {
    const { post } = await emulate();
    await post("/api/coupons", { data: { type: "coupon", attributes: { external_id: "SALE" } } });
    const code = (unique_code: string) => ({
      data: {
        type: "coupon-code",
        attributes: { unique_code },
        relationships: { coupon: { data: { type: "coupon", id: "SALE" } } },
      },
    });
    const made = async (revision: string) =>
      (await post("/api/coupon-codes", code(revision), at(revision))).status;
    expect([await made("2024-05-15"), await made("2024-06-15")]).toEqual([201, 200]);
  });

  it("shows the id of a bulk job among its attributes at 2023-10-15", async () => {
    const { post, get } = await emulate();
    const type = "catalog-category-bulk-create-job";
    const category = { type: "catalog-category", attributes: { external_id: "a", name: "A" } };
    const attributes = { categories: { data: [category] } };
    const { id } = (await post(`/api/${type}s`, { data: { type, attributes } })).data;
    const shown = async (revision: string) =>
      (await get(`/api/${type}s/${id}`, at(revision))).data.attributes["job_id"];
    expect([await shown("2023-10-15"), await shown("2023-12-15")]).toEqual([id, undefined]);
  });

  it("shows the link of an import's error at 2023-12-15 and 2024-02-15", async () => {
    const { post, get } = await emulate();
    const profile = (attributes: object) => ({ type: "profile", attributes });
    for (const email of ["a@b.co", "c@d.co"]) {
      const external_id = email === "a@b.co" ? "1" : "2";
      await post("/api/profiles", newProfile({ email, external_id }));
    }
    const type = "profile-bulk-import-job";
    const profiles = { data: [profile({ email: "a@b.co", external_id: "2" })] };
    const job = await post(`/api/${type}s`, { data: { type, attributes: { profiles } } });
    const path = `/api/${type}s/${job.data.id}/import-errors`;
    const linked = async (revision: string) =>
      (await get(path, at(revision))).many.map(({ links }) => links !== undefined);
    expect(await linked("2023-12-15")).toEqual([true]);
    expect(await linked("2024-02-15")).toEqual([true]);
    expect(await linked("2024-05-15")).toEqual([false]);
  });

  it("to a write takes additional fields since 2024-10-15", async () => {
    const { post } = await emulate();
    const path = "/api/profiles?additional-fields[profile]=subscriptions";
    const refused = await post(path, newProfile({ email: "a@b.co" }), at("2024-07-15"));
    expect([refused.status, refused.errors[0]?.source.parameter]).toEqual([
      400,
      "additional-fields[profile]",
    ]);
    const { data } = await post(path, newProfile({ email: "a@b.co" }), at("2024-10-15"));
    expect(data.attributes["subscriptions"]).toBeDefined();
  });
});
