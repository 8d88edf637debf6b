import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newEvent, newProfile } from "../support/bodies.ts";
import { type Answer, emulate, refusalOf } from "../support/emulate.ts";

const path = (url: string | null | undefined) =>
  url ? url.replace(/^http:\/\/[^/]+/, "") : undefined;

/** Walks by `next` to the end, then back by `prev`; the ids met on both ways. */
async function walk(get: (path: string) => Promise<Answer>, start: string) {
  const there: string[][] = [];
  const back: string[][] = [];
  let last: Answer | undefined;
  for (let at: string | undefined = start; at; at = path(last?.links.next)) {
    last = await get(at);
    there.push(last.many.map(({ id }) => id));
  }
  for (let at = path(last?.links.prev); at;) {
    const page: Answer = await get(at);
    back.unshift(page.many.map(({ id }) => id));
    at = path(page.links.prev);
  }
  return { there, back };
}

async function profiles(count: number) {
  const asked = await emulate();
  for (let n = 0; n < count; n += 1) {
    await asked.post("/api/profiles", newProfile({ email: `${n % 7}-${n}@example.com` }));
  }
  return asked;
}

describe("walking the pages", () => {
  it("meets everything once, in order, there and back, whatever the sort and the size", async () => {
    const { get } = await profiles(23);
    const sorts = fc.constantFrom("created", "-created", "email", "-email", "id", "-id", "updated");
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 1, max: 30 }), async (sort, size) => {
        const all = (await get(`/api/profiles?sort=${sort}&page[size]=100`)).many.map(
          ({ id }) => id,
        );
        const { there, back } = await walk(get, `/api/profiles?sort=${sort}&page[size]=${size}`);
        expect(there.flat()).toEqual(all);
        expect(back.flat()).toEqual(all.slice(0, back.flat().length));
        expect(there.slice(0, -1)).toEqual(back);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps its place while others come and go", async () => {
    const { get, post } = await profiles(6);
    const first = await get("/api/profiles?sort=email&page[size]=3");
    await post("/api/profiles", newProfile({ email: "0-00@example.com" }));
    await post("/api/profiles", newProfile({ email: "9@example.com" }));
    const rest = await get(path(first.links.next) ?? "");
    const emails = [...first.many, ...rest.many].map(({ attributes }) => attributes["email"]);
    expect(emails).toEqual([...new Set(emails)].sort());
  });

  it("pages through a filter too", async () => {
    const { get, post } = await emulate();
    for (let n = 0; n < 9; n += 1) await post("/api/events", newEvent({ unique_id: `${n}` }));
    const [metric] = (await get("/api/metrics")).many;
    const { there } = await walk(
      get,
      `/api/events?filter=equals(metric_id,"${metric?.id}")&page[size]=4`,
    );
    expect(there.map(({ length }) => length)).toEqual([4, 4, 1]);
  });
});

describe("walking the pages of what belongs to another", () => {
  it("meets it all once, in the order of its own list, there and back", async () => {
    const { get, post } = await emulate();
    const create = (type: string, attributes: object, relationships?: object) =>
      post(`/api/${type}s`, { data: { type, attributes, relationships } });
    await create("coupon", { external_id: "SALE" });
    const coupon = { data: { type: "coupon", id: "SALE" } };
    const codes = ["M", "C", "X", "A", "Q", "B", "Z"];
    for (const unique_code of codes) await create("coupon-code", { unique_code }, { coupon });
    const all = codes.toSorted().map((code) => `SALE-${code}`);
    for (const at of [
      "/api/coupons/SALE/coupon-codes",
      "/api/coupons/SALE/relationships/coupon-codes",
    ]) {
      for (const size of [1, 2, 3, 7]) {
        const { there, back } = await walk(get, `${at}?page[size]=${size}`);
        expect(there.flat()).toEqual(all);
        expect(there.slice(0, -1)).toEqual(back);
      }
    }
    const first = await get("/api/coupons/SALE/coupon-codes?page[size]=3");
    await create("coupon-code", { unique_code: "AA" }, { coupon });
    await create("coupon-code", { unique_code: "N" }, { coupon });
    const rest = await get(path(first.links.next) ?? "");
    expect(rest.many.map(({ id }) => id)).toEqual(["SALE-M", "SALE-N", "SALE-Q"]);
  });
});

describe("the links of a page", () => {
  it("are absolute, keep the query, and put the cursor last", async () => {
    const { get } = await profiles(5);
    const { links } = await get("/api/profiles/?page%5Bsize%5D=2&sort=email");
    const base = "http://emulator.localhost/api/profiles/?page%5Bsize%5D=2&sort=email";
    expect(links.self).toBe(base);
    expect(links.prev).toBeNull();
    expect(links.next).toMatch(/^http:.*&page%5Bcursor%5D=[\w-]+$/);
    expect(links.next?.startsWith(base)).toBe(true);
  });

  it("stand on the host that was asked", async () => {
    const { emulator } = await profiles(2);
    const response = await emulator.fetch("http://localhost:4010/api/profiles?page[size]=1", {
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2026-07-15",
      },
    });
    const { data, links } = (await response.json()) as {
      data: { links: { self: string } }[];
      links: { next: string };
    };
    expect(links.next).toMatch(/^http:\/\/localhost:4010\//);
    expect(data[0]?.links.self).toMatch(/^http:\/\/localhost:4010\//);
  });

  it("are null where there is no page", async () => {
    const { get } = await emulate();
    expect((await get("/api/profiles")).links).toMatchObject({ next: null, prev: null });
  });
});

describe("a cursor", () => {
  it.each<[part: string, of: (next: string) => string]>([
    ["the whole URL of the next page", (next) => next],
    ["that URL over https", (next) => next.replace("http:", "https:")],
    [
      "what stands there behind the name, with the =",
      (next) => next.split("%5Bcursor%5D")[1] ?? "",
    ],
  ])("may be %s", async (_, of) => {
    const { get } = await profiles(5);
    const { links } = await get("/api/profiles?page[size]=2");
    const next = (await get(path(links.next) ?? "")).many;
    const part = of(links.next ?? "");
    for (const sent of [encodeURIComponent(part), part.replaceAll("&", "%26")]) {
      const page = await get(`/api/profiles?page[size]=2&page[cursor]=${sent}`);
      expect([page.status, page.many]).toEqual([200, next]);
    }
  });

  it("may go with another page size", async () => {
    const { get } = await profiles(5);
    const { links } = await get("/api/profiles?page[size]=2");
    const next = (path(links.next) ?? "").replace("page[size]=2", "page[size]=50");
    expect((await get(next)).many).toHaveLength(3);
  });

  it.each(["sort=-email", `filter=equals(email,"a@example.com")`])(
    "is refused with %s of another query",
    async (other) => {
      const { get } = await profiles(5);
      const { links } = await get("/api/profiles?page[size]=2");
      const cursor = links.next?.split("page%5Bcursor%5D=")[1];
      const answer = await get(`/api/profiles?${other}&page[cursor]=${cursor}`);
      expect(refusalOf(answer)).toEqual([400, "invalid", "/data/"]);
      expect(answer.errors[0]?.detail).toBe("Invalid cursor provided.");
    },
  );

  it.each(["nonsense", "%00", "W10", "a".repeat(3000)])(
    "is refused when it is %j",
    async (cursor) => {
      const { get } = await emulate();
      expect((await get(`/api/profiles?page[cursor]=${cursor}`)).status).toBe(400);
    },
  );
});

describe("the size of a page", () => {
  it.each([
    ["/api/profiles", 20, 100],
    ["/api/events", 200, 1000],
    ["/api/lists", 10, 10],
    ["/api/segments", 10, 10],
  ])("of %s is %i unless asked, %i at the most", async (at, _, max) => {
    const { get } = await emulate();
    expect((await get(`${at}?page[size]=${max}`)).status).toBe(200);
    for (const size of [0, max + 1, "x", "-1", "1.5", "1e2", ""]) {
      expect(refusalOf(await get(`${at}?page[size]=${size}`))).toEqual([
        400,
        "invalid",
        "page[size]",
      ]);
    }
  });

  it("is 20 profiles unless asked", async () => {
    const { get } = await profiles(21);
    expect((await get("/api/profiles")).many).toHaveLength(20);
  });

  it("of metrics cannot be asked for", async () => {
    const { get } = await emulate();
    expect(refusalOf(await get("/api/metrics?page[size]=5"))).toEqual([
      400,
      "invalid",
      "page[size]",
    ]);
  });
});
