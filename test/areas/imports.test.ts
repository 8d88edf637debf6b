import { describe, expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { type Answer, emulate, refusalOf } from "../support/emulate.ts";

const type = "profile-bulk-import-job";
const path = `/api/${type}s`;
const at = "/data/attributes/profiles/data";

type Item = Record<string, unknown>;

const importing = (items: readonly Item[], lists: readonly string[] = []) => ({
  data: {
    type,
    attributes: {
      profiles: {
        data: items.map(({ id, ...attributes }) => ({
          type: "profile",
          ...(id !== undefined && { id }),
          attributes,
        })),
      },
    },
    ...(lists.length > 0 && {
      relationships: { lists: { data: lists.map((id) => ({ type: "list", id })) } },
    }),
  },
});

const people = (count: number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, first_name: `P${n}` }));

type Ways = Awaited<ReturnType<typeof emulate>>;

async function walked({ get }: Ways, start: string): Promise<Answer["many"]> {
  const found: Answer["many"] = [];
  for (let next: string | null | undefined = start; next;) {
    const page = await get(next.replace(/^https?:\/\/[^/]+/, ""));
    found.push(...page.many);
    next = page.links.next;
  }
  return found;
}

const emailsOf = (many: Answer["many"]) => many.map(({ attributes: { email } }) => email);

describe("a bulk import", () => {
  it("writes new and known profiles, and says so in its job", async () => {
    const { post, get } = await emulate();
    const known = await post("/api/profiles", newProfile({ first_name: "Ada", title: "Countess" }));
    const items = [{ email: "ADA@example.com", first_name: "Augusta" }, { email: "b@b.co" }];
    const accepted = await post(path, importing(items));
    expect(accepted.status).toBe(202);
    expect(accepted.data.id).toMatch(/^[\w-]+$/);
    expect(accepted.data.attributes).toEqual({
      status: "queued",
      created_at: "2026-07-20T12:00:00+00:00",
      started_at: null,
      completed_at: null,
      expires_at: "2026-07-27T12:00:00+00:00",
      total_count: 2,
      completed_count: 0,
      failed_count: 0,
    });
    expect((await get(`${path}/${accepted.data.id}`)).data.attributes).toMatchObject({
      status: "complete",
      completed_count: 2,
      failed_count: 0,
      completed_at: "2026-07-20T12:00:00.000000+00:00",
    });
    const { attributes } = (await get(`/api/profiles/${known.data.id}`)).data;
    expect(attributes).toMatchObject({ first_name: "Augusta", title: "Countess" });
    expect((await get("/api/profiles")).many).toHaveLength(2);
  });

  it("of 1,000 with 7 that fail imports 993 and says which 7, and why", async () => {
    const ways = await emulate();
    const { post, get } = ways;
    await post("/api/profiles", newProfile({ email: "one@example.com", external_id: "one" }));
    await post("/api/profiles", newProfile({ email: "two@example.com", external_id: "two" }));
    const items = people(1000);
    const wrong = [3, 100, 255, 256, 500, 750, 999];
    for (const index of wrong.slice(0, 4)) items[index] = { id: "01NOBODY", email: "no@body.co" };
    for (const index of wrong.slice(4)) {
      items[index] = { email: "one@example.com", external_id: "two" };
    }
    const { data } = await post(path, importing(items));
    expect((await get(`${path}/${data.id}`)).data.attributes).toMatchObject({
      status: "complete",
      total_count: 1000,
      completed_count: 993,
      failed_count: 7,
    });
    const errors = await walked(ways, `${path}/${data.id}/import-errors?page[size]=3`);
    expect(errors.map(({ attributes }) => attributes["source"])).toEqual([
      ...wrong.slice(0, 4).map((index) => ({ pointer: `${at}/${index}` })),
      ...wrong.slice(4).map((index) => ({ pointer: `${at}/${index}/attributes` })),
    ]);
    expect(errors[0]).toMatchObject({
      type: "import-error",
      attributes: {
        code: "not_found",
        detail: "A profile with id 01NOBODY does not exist.",
        original_payload: { type: "profile", id: "01NOBODY" },
      },
    });
    expect(errors.at(-1)?.attributes["code"]).toBe("duplicate_profile");
    expect(await walked(ways, `${path}/${data.id}/profiles?page[size]=100`)).toHaveLength(993);
  });

  it("puts its profiles into lists, which is no consent", async () => {
    const { post, get } = await emulate();
    const list = await post("/api/lists", {
      data: { type: "list", attributes: { name: "Newsletter" } },
    });
    const { id } = list.data;
    const { data } = await post(path, importing(people(2), [id]));
    const members = await get(`/api/lists/${id}/profiles?additional-fields[profile]=subscriptions`);
    expect(emailsOf(members.many)).toEqual(["p0@example.com", "p1@example.com"]);
    expect(members.many[0]?.attributes["subscriptions"]).toMatchObject({
      email: { marketing: { consent: "NEVER_SUBSCRIBED" } },
    });
    expect((await get(`${path}/${data.id}/lists`)).many).toMatchObject([{ type: "list", id }]);
    const linkage = await get(`${path}/${data.id}/relationships/lists`);
    expect(linkage.many).toEqual([{ type: "list", id }]);
    const included = await get(`${path}/${data.id}?include=lists`);
    expect(included.included).toMatchObject([{ type: "list", id }]);
  });

  it("links to its errors, and to nothing that is not there", async () => {
    const { post } = await emulate();
    const { data } = await post(path, importing(people(1)));
    expect(Object.keys(data.relationships)).toEqual(["lists", "profiles", "import-errors"]);
    expect(data.relationships["import-errors"]).toEqual({
      links: { related: expect.stringMatching(/\/import-errors\/$/) },
    });
  });

  it.each<[string, Item[], string[], string]>([
    ["a profile with no identifier", [{ first_name: "Ada" }], [], `${at}/1/attributes`],
    ["a bad email", [{ email: "ada" }], [], `${at}/1/attributes/email`],
    ["an unknown field", [{ email: "a@b.co", shoe: 42 }], [], `${at}/1/attributes/shoe`],
    ["an unknown list", [], ["Nobody"], "/data/relationships/lists/data/0/id"],
  ])("is refused whole for %s", async (_what, items, lists, pointer) => {
    const { post, get } = await emulate();
    const refused = await post(path, importing([...people(1), ...items], lists));
    expect(refusalOf(refused)).toEqual([400, "invalid", pointer]);
    expect((await get("/api/profiles")).many).toEqual([]);
    expect((await get(path)).many).toEqual([]);
  });

  it("takes 10,000 and refuses 10,001", async () => {
    const { post } = await emulate();
    const many = (count: number) => importing(people(count).map(({ email }) => ({ email })));
    expect(refusalOf(await post(path, many(10_001)))).toEqual([400, "invalid", at]);
    expect((await post(path, many(10_000))).data.attributes).toMatchObject({ total_count: 10_000 });
  });

  it("goes through its states on the clock", async () => {
    const { emulator, post, get } = await emulate({ processingDelay: "1m" });
    const { data } = await post(path, importing(people(1)));
    const job = async () => (await get(`${path}/${data.id}`)).data.attributes;
    await emulator.clock.advance("30s");
    expect(await job()).toMatchObject({
      status: "processing",
      started_at: "2026-07-20T12:00:30.000000+00:00",
    });
    expect((await get("/api/profiles")).many).toEqual([]);
    await emulator.clock.advance("30s");
    expect(await job()).toMatchObject({
      status: "complete",
      completed_at: "2026-07-20T12:01:00.000000+00:00",
    });
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it("can be read for a week; its profiles stay", async () => {
    const { emulator, post, get } = await emulate();
    const { data } = await post(path, importing(people(1)));
    await emulator.clock.advance("6d");
    expect((await get(`${path}/${data.id}`)).status).toBe(200);
    await emulator.clock.advance("1d");
    expect((await get(`${path}/${data.id}`)).status).toBe(404);
    expect((await get("/api/profiles")).many).toHaveLength(1);
  });

  it("is listed by status, oldest and newest first", async () => {
    const { emulator, post, get } = await emulate();
    for (const count of [1, 2, 3]) {
      await post(path, importing(people(count)));
      await emulator.clock.advance("1s");
    }
    const totals = async (query: string) =>
      (await get(`${path}?${query}`)).many.map(({ attributes }) => attributes["total_count"]);
    expect(await totals("")).toEqual([1, 2, 3]);
    expect(await totals("sort=-created_at&page[size]=2")).toEqual([3, 2]);
    expect(await totals('filter=equals(status,"complete")')).toEqual([1, 2, 3]);
    expect(await totals('filter=any(status,["queued","processing"])')).toEqual([]);
  });

  it("of several that wait is done in the order in which they came", async () => {
    const { emulator, post, get } = await emulate({ processingDelay: "1s" });
    for (const first_name of ["First", "Second", "Third"]) {
      await post(path, importing([{ email: "ada@example.com", first_name }]));
    }
    await emulator.clock.advance("1s");
    expect((await get("/api/profiles")).many[0]?.attributes["first_name"]).toBe("Third");
  });
});
