import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { batch, consentOf, suppressing, unsubscribing } from "./bodies.ts";

const suppress = "profile-suppression-bulk-create-job";
const unsuppress = "profile-suppression-bulk-delete-job";

/** Ada and Bob are in the list, Eve is in the segment. */
async function account(options: Parameters<typeof emulate>[0] = {}) {
  const fixture = `
company_id: Tests1
sms: true
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsLs }]
segments: [{ name: Best, id: BestSg, profiles: [eve@example.com] }]
profiles:
  - { email: ada@example.com, lists: [News] }
  - { email: bob@example.com, lists: [News], suppression: [{ reason: USER_SUPPRESSED }] }
  - { email: eve@example.com }
`;
  const ways = await emulate({ fixtures: [fixtureFile(fixture)], ...options });
  const reasons = async (email: string) =>
    (await consentOf(ways, email)).email.suppression.map(({ reason }) => reason);
  return { ...ways, reasons };
}

describe("suppressing", () => {
  it("profiles answers with a job that counts those who were suppressed already", async () => {
    const { post, get, reasons } = await account();
    const people = [{ email: "ada@example.com" }, { email: "BOB@example.com" }];
    const accepted = await post(`/api/${suppress}s`, suppressing(suppress, people));
    expect(accepted.status).toBe(202);
    expect(accepted.data).toMatchObject({
      type: suppress,
      id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      attributes: { status: "processing", total_count: 0, completed_count: 0 },
    });
    const read = await get(`/api/${suppress}s/${accepted.data.id}`);
    expect(read.data.attributes).toEqual({
      status: "complete",
      created_at: "2026-07-20T12:00:00.000000+00:00",
      total_count: 2,
      completed_count: 1,
      completed_at: expect.stringMatching(/^2026-07-20T12:00:00\.00\d000\+00:00$/),
      skipped_count: 1,
    });
    expect(await reasons("ada@example.com")).toEqual(["USER_SUPPRESSED"]);
  });

  it("an address that nobody has makes a suppressed profile of it", async () => {
    const { post, reasons } = await account();
    await post(`/api/${suppress}s`, suppressing(suppress, [{ email: "new@example.com" }]));
    expect(await reasons("new@example.com")).toEqual(["USER_SUPPRESSED"]);
  });

  it("a list suppresses the members that it has now", async () => {
    const { post, reasons } = await account();
    const { data } = await post(
      `/api/${suppress}s`,
      batch(suppress, undefined, { list: "NewsLs" }),
    );
    expect(data).toMatchObject({
      relationships: { lists: { data: [{ type: "list", id: "NewsLs" }] } },
    });
    expect(await reasons("ada@example.com")).toEqual(["USER_SUPPRESSED"]);
    expect(await reasons("eve@example.com")).toEqual([]);
  });

  it("a segment, and takes it back again", async () => {
    const { post, reasons } = await account();
    await post(`/api/${suppress}s`, batch(suppress, undefined, { segment: "BestSg" }));
    expect(await reasons("eve@example.com")).toEqual(["USER_SUPPRESSED"]);
    const { data } = await post(
      `/api/${unsuppress}s`,
      batch(unsuppress, undefined, { segment: "BestSg" }),
    );
    expect(data.relationships["segments"]?.data).toEqual([{ type: "segment", id: "BestSg" }]);
    expect(await reasons("eve@example.com")).toEqual([]);
  });

  it.each<[string, Parameters<typeof batch>[1], Parameters<typeof batch>[2], string]>([
    ["nobody", undefined, {}, "/data"],
    ["profiles and a list", [{ email: "ada@example.com" }], { list: "NewsLs" }, "/data"],
    ["a list and a segment", undefined, { list: "NewsLs", segment: "BestSg" }, "/data"],
    ["an unknown list", undefined, { list: "Nobody" }, "/data/relationships/list/data/id"],
    ["an unknown segment", undefined, { segment: "No" }, "/data/relationships/segment/data/id"],
    [
      "one bad address among good ones",
      [{ email: "ada@example.com" }, { email: "ada" }],
      {},
      "/data/attributes/profiles/data/1/attributes/email",
    ],
  ])("refuses %s, and suppresses nobody", async (_what, people, beside, pointer) => {
    const { post, get, reasons } = await account();
    const refused = await post(`/api/${suppress}s`, batch(suppress, people, beside));
    expect(refusalOf(refused)).toEqual([400, "invalid", pointer]);
    expect(await reasons("ada@example.com")).toEqual([]);
    expect((await get(`/api/${suppress}s`)).many).toEqual([]);
  });

  it.each([suppress, unsuppress])("by %s takes 100 at once and refuses 101", async (type) => {
    const { post, get } = await account();
    const people = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com` }));
    const refused = await post(`/api/${type}s`, suppressing(type, people(101)));
    expect(refusalOf(refused)).toEqual([400, "invalid", "/data/attributes/profiles/data"]);
    await post(`/api/${type}s`, suppressing(type, people(100)));
    const [job] = (await get(`/api/${type}s`)).many;
    expect(job?.attributes).toMatchObject({ status: "complete", total_count: 100 });
  });

  it("has no body, and no job to read, before 2024-10-15", async () => {
    const { post, get } = await account();
    const older = { headers: { revision: "2024-07-15" } };
    const body = suppressing(suppress, [{ email: "ada@example.com" }]);
    const accepted = await post(`/api/${suppress}s`, body, older);
    expect([accepted.status, accepted.text]).toEqual([202, ""]);
    expect((await get(`/api/${suppress}s`, older)).status).toBe(404);
    expect((await get(`/api/${suppress}s`)).many).toHaveLength(1);
  });
});

describe("suppression jobs", () => {
  it("are found by status, list and segment, and sorted by their time", async () => {
    const { emulator, post, get } = await account();
    const made: string[] = [];
    for (const beside of [{ list: "NewsLs" }, { segment: "BestSg" }, { list: "NewsLs" }]) {
      const { data } = await post(`/api/${suppress}s`, batch(suppress, undefined, beside));
      made.push(data.id);
      await emulator.clock.advance("1s");
    }
    const ids = async (query: string) =>
      (await get(`/api/${suppress}s?${query}`)).many.map(({ id }) => made.indexOf(id));
    expect(await ids("")).toEqual([0, 1, 2]);
    expect(await ids("sort=-created")).toEqual([2, 1, 0]);
    expect(await ids('filter=equals(list_id,"NewsLs")')).toEqual([0, 2]);
    expect(await ids('filter=equals(segment_id,"BestSg")')).toEqual([1]);
    expect(await ids('filter=equals(status,"complete")&sort=-created')).toEqual([2, 1, 0]);
    expect(await ids('filter=equals(status,"queued")')).toEqual([]);
    expect(await ids('filter=and(equals(list_id,"NewsLs"),equals(status,"complete"))')).toEqual([
      0, 2,
    ]);
  });

  it("come twenty to a page, and take no page size", async () => {
    const { post, get } = await account();
    for (let n = 0; n < 21; n += 1) {
      await post(`/api/${suppress}s`, batch(suppress, undefined, { list: "NewsLs" }));
    }
    const first = await get(`/api/${suppress}s`);
    expect(first.many).toHaveLength(20);
    const next = new URL(first.links.next as string);
    expect((await get(next.pathname + next.search)).many).toHaveLength(1);
    expect((await get(`/api/${suppress}s?page[size]=5`)).status).toBe(400);
  });

  it("go through their states on the clock, and do their work at the end", async () => {
    const { emulator, post, get, reasons } = await account({ processingDelay: "10s" });
    const { data } = await post(
      `/api/${suppress}s`,
      batch(suppress, undefined, { list: "NewsLs" }),
    );
    const status = async () =>
      (await get(`/api/${suppress}s/${data.id}`)).data.attributes["status"];
    expect(await status()).toBe("processing");
    await emulator.clock.advance("5s");
    expect([await status(), await reasons("ada@example.com")]).toEqual(["processing", []]);
    await emulator.clock.advance("5s");
    expect([await status(), await reasons("ada@example.com")]).toEqual([
      "complete",
      ["USER_SUPPRESSED"],
    ]);
  });

  it("of unsuppressing are jobs of their own", async () => {
    const { post, get, reasons } = await account();
    const people = [{ email: "bob@example.com" }, { email: "nobody@example.com" }];
    const { data } = await post(`/api/${unsuppress}s`, suppressing(unsuppress, people));
    expect((await get(`/api/${unsuppress}s/${data.id}`)).data.attributes).toMatchObject({
      completed_count: 1,
      skipped_count: 1,
    });
    expect(await reasons("bob@example.com")).toEqual([]);
    expect((await get(`/api/${suppress}s/${data.id}`)).status).toBe(404);
  });
});

describe("profiles filtered by suppression", () => {
  const field = "subscriptions.email.marketing.suppression";
  const ofList = "subscriptions.email.marketing.list_suppressions";
  const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
profiles:
  - email: none@example.com
  - email: early@example.com
    suppression: [{ reason: HARD_BOUNCE, at: 2026-01-01 }]
  - email: both@example.com
    suppression: [{ reason: HARD_BOUNCE, at: 2026-03-01 }, { reason: USER_SUPPRESSED, at: 2026-02-01 }]
  - email: late@example.com
    suppression: [{ reason: SPAM_COMPLAINT, at: 2026-04-01 }]
`;

  async function found(query: string) {
    const { get } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const { status, many, text } = await get(`/api/profiles?${query}`);
    expect([status, text]).toEqual([200, text]);
    return many.map(({ attributes: { email } }) => String(email).split("@")[0]);
  }

  it.each([
    ["HARD_BOUNCE", ["early", "both"]],
    ["BOUNCE", ["early", "both"]],
    ["USER_SUPPRESSED", ["both"]],
    ["USER_INITIATED", ["both"]],
    ["SPAM_REPORT", ["late"]],
    ["UNSUBSCRIBE", []],
  ])("by the reason %s, in either spelling", async (reason, names) => {
    expect((await found(`filter=equals(${field}.reason,"${reason}")`)).toSorted()).toEqual(
      names.toSorted(),
    );
  });

  it("by time, sorted by it, without the subscriptions being asked for", async () => {
    const after = `filter=greater-or-equal(${field}.timestamp,2026-03-01T00:00:00Z)`;
    expect(await found(`${after}&sort=${field}.timestamp`)).toEqual(["both", "late"]);
    expect(await found(`${after}&sort=-${field}.timestamp`)).toEqual(["late", "both"]);
  });

  it("by reason and time of one and the same suppression", async () => {
    const reason = `equals(${field}.reason,"USER_SUPPRESSED")`;
    const since = (day: string) => `greater-than(${field}.timestamp,${day}T00:00:00Z)`;
    expect(await found(`filter=and(${reason},${since("2026-02-15")})`)).toEqual([]);
    expect(await found(`filter=and(${reason},${since("2026-01-15")})`)).toEqual(["both"]);
  });

  it("sorted by the suppression that is asked for", async () => {
    const filter = `filter=equals(${field}.reason,"HARD_BOUNCE")&sort=-${field}.timestamp`;
    expect(await found(filter)).toEqual(["both", "early"]);
  });

  it("in pages that neither skip nor repeat anybody", async () => {
    const { get } = await emulate({ fixtures: [fixtureFile(fixture)] });
    const names: unknown[] = [];
    const path = `/api/profiles?sort=-${field}.timestamp&page[size]=1`;
    for (let next: string | null | undefined = path; next;) {
      const page = await get(next.replace(/^https?:\/\/[^/]+/, ""));
      names.push(...page.many.map(({ attributes: { email } }) => email));
      next = page.links.next;
    }
    expect(names).toEqual(["late", "both", "early", "none"].map((name) => `${name}@example.com`));
  });

  it.each([
    ["an unknown reason", `equals(${field}.reason,"BOUNCED")`],
    [
      "two dates",
      `and(greater-than(${field}.timestamp,2026-01-01),greater-than(created,2026-01-01))`,
    ],
    ["a list's reason without its list", `equals(${ofList}.reason,"UNSUBSCRIBE")`],
    ["a list's and all", `and(equals(${ofList}.list_id,"A"),equals(${field}.reason,"BOUNCE"))`],
  ])("refuses %s", async (_what, filter) => {
    const { get } = await emulate();
    expect(refusalOf(await get(`/api/profiles?filter=${filter}`))).toEqual([
      400,
      "invalid",
      "filter",
    ]);
  });

  it("by a list that they left", async () => {
    const { post, get } = await account();
    const leave = "profile-subscription-bulk-delete-job";
    const people = [{ email: "ada@example.com" }];
    await post(`/api/${leave}s`, unsubscribing(leave, people, "email", { list: "NewsLs" }));
    const names = async (...conditions: string[]) =>
      (await get(`/api/profiles?filter=and(${conditions.join()})`)).many.map(
        ({ attributes: { email } }) => email,
      );
    const list = `equals(${ofList}.list_id,"NewsLs")`;
    expect(await names(list)).toEqual(["ada@example.com"]);
    expect(await names(list, `equals(${ofList}.reason,"UNSUBSCRIBE")`)).toHaveLength(1);
    expect(await names(list, `less-than(${ofList}.timestamp,2026-07-20T12:00:00Z)`)).toEqual([]);
    expect(await names(`equals(${ofList}.list_id,"Other1")`)).toEqual([]);
  });
});
