import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

/** The revision before the one in which `equals` takes a list, and `fields` the id. */
const before = { headers: { revision: "2026-04-15" } };

async function three() {
  const emulated = await emulate();
  for (const name of ["a", "b", "c"]) {
    await emulated.post("/api/profiles", newProfile({ email: `${name}@example.com` }));
  }
  const emails = async (filter: string) =>
    (await emulated.get(`/api/profiles?filter=${filter}&sort=email`)).many.map(
      ({ attributes }) => attributes["email"],
    );
  return { ...emulated, emails };
}

describe("a filter", () => {
  it("that equals a list means any of it", async () => {
    const { emails } = await three();
    const some = '["c@example.com","A@example.com","nobody@example.com"]';
    expect(await emails(`equals(email,${some})`)).toEqual(["a@example.com", "c@example.com"]);
    expect(await emails(`any(email,${some})`)).toEqual(["a@example.com", "c@example.com"]);
    expect(await emails('equals(email,"b@example.com")')).toEqual(["b@example.com"]);
    const both = `equals(email,${some}),equals(email,["c@example.com"])`;
    expect(await emails(both)).toEqual(["c@example.com"]);
  });

  it("that equals a list is refused before 2026-07-15", async () => {
    const { get } = await three();
    const answer = await get('/api/profiles?filter=equals(email,["a@example.com"])', before);
    expect(refusalOf(answer)).toEqual([400, "invalid", "filter"]);
    expect(answer.errors[0]?.detail).toBe(
      `Invalid filter at character 0: 'equals' of 'email' takes one value, not a list: equals(email,"a").`,
    );
  });

  it.each([
    'any(email,"a@example.com")',
    'any(email,"a@example.com","b@example.com")',
    "any(email,[])",
    'greater-than(created,["2026-07-01"])',
    'equals(_kx,["a"])',
    "equals(email)",
  ])("%s is refused in every revision", async (filter) => {
    const { get } = await emulate();
    for (const asking of [{}, before]) {
      const answer = await get(`/api/profiles?filter=${filter}`, asking);
      expect(refusalOf(answer)).toEqual([400, "invalid", "filter"]);
    }
  });

  it("shows how a list is written", async () => {
    const { get } = await emulate();
    const { errors } = await get('/api/profiles?filter=any(email,"a")');
    expect(errors[0]?.detail).toBe(
      `Invalid filter at character 0: 'any' of 'email' takes a list: any(email,["a","b"]).`,
    );
  });

  it("tells by a hint which of its operators take a list, in the revision that is asked", async () => {
    const { get } = await emulate();
    const hint = async (asking = {}) =>
      (await get('/api/profiles?filter=contains(email,"a")', asking)).headers.get(
        "x-emulator-hint",
      );
    const wrong = "'email' does not take 'contains'";
    expect(await hint()).toBe(`${wrong}: use any [...], equals, equals [...]`);
    expect(await hint(before)).toBe(`${wrong}: use any [...], equals`);
  });

  it("takes texts that are numbers without quotes", async () => {
    const { post, get } = await emulate();
    for (const id of ["10", "20"]) {
      await post("/api/coupons", { data: { type: "coupon", attributes: { external_id: id } } });
      await post("/api/coupon-codes", {
        data: {
          type: "coupon-code",
          attributes: { unique_code: "X", expires_at: "2027-01-01T00:00:00Z" },
          relationships: { coupon: { data: { type: "coupon", id } } },
        },
      });
    }
    const ids = async (filter: string) =>
      (await get(`/api/coupon-codes?filter=${filter}`)).many.map(({ id }) => id);
    expect(await ids("any(coupon.id,[20,30])")).toEqual(["20-X"]);
    expect(await ids("equals(coupon.id,[10,20])")).toEqual(["10-X", "20-X"]);
  });

  it("by truth takes true and false, one or both", async () => {
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
    for (const is_starred of [true, false]) {
      const attributes = { name: String(is_starred), definition, is_starred };
      await post("/api/segments", { data: { type: "segment", attributes } });
    }
    const names = async (filter: string) =>
      (await get(`/api/segments?filter=${filter}&sort=name`)).many.map(
        ({ attributes }) => attributes["name"],
      );
    expect(await names("equals(is_starred,true)")).toEqual(["true"]);
    expect(await names("equals(is_active,[true,false])")).toEqual(["false", "true"]);
    expect(await names("any(is_active,[false])")).toEqual([]);
  });
});

describe("a fieldset", () => {
  it("may name the id, which is there in any case", async () => {
    const { get } = await three();
    const { many } = await get("/api/profiles?fields[profile]=id");
    expect(many.map(({ id, attributes }) => [id.length, attributes])).toEqual([
      [26, {}],
      [26, {}],
      [26, {}],
    ]);
    const [first] = (await get("/api/profiles?fields[profile]=id,email&sort=email")).many;
    expect(first?.attributes).toEqual({ email: "a@example.com" });
  });

  it("may not name it before 2026-07-15", async () => {
    const { get } = await three();
    const answer = await get("/api/profiles?fields[profile]=id", before);
    expect(refusalOf(answer)).toEqual([400, "invalid", "fields[profile]"]);
  });

  it.each([
    ["/api/profiles", "profile", "properties.a"],
    ["/api/profiles", "profile", "joined_group_at"],
    ["/api/profiles", "profile", "location.nowhere"],
    ["/api/lists", "list", "profile_count"],
    ["/api/profiles", "list", "name"],
  ])("of %s: fields[%s] may not name %s", async (path, type, name) => {
    const { get } = await emulate();
    const answer = await get(`${path}?fields[${type}]=${name}`);
    expect(refusalOf(answer)).toEqual([400, "invalid", `fields[${type}]`]);
  });

  it("names what its row adds to the records", async () => {
    const { get, post } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const [list] = (await get("/api/lists")).many;
    const { many } = await get(`/api/lists/${list?.id}/profiles?fields[profile]=joined_group_at`);
    expect(Object.keys(many[0]?.attributes ?? {})).toEqual(["joined_group_at"]);
    const counted = `/api/lists/${list?.id}?fields[list]=profile_count`;
    expect((await get(`${counted}&additional-fields[list]=profile_count`)).data.attributes).toEqual(
      {
        profile_count: 1,
      },
    );
    expect((await get(counted)).data.attributes).toEqual({});
    const body = { data: { type: "list", attributes: { name: "New" } } };
    const created = await post("/api/lists?fields[list]=id", body);
    expect([created.status, created.data.attributes]).toEqual([201, {}]);
  });
});
