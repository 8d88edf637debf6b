import { describe, expect, it } from "vitest";
import { emulate, refusalOf } from "../support/emulate.ts";

const header = (filter: string) => ({ headers: { "X-Service-API-Filters": filter } });
const at = (lat: number, lng: number) => header(`and(equals(lat,${lat}),equals(lng,${lng}))`);

async function map() {
  const ways = await emulate();
  const path = `/client/geofences?company_id=${ways.emulator.companyId}`;
  return { ...ways, path, read: (more = "", asking = {}) => ways.get(path + more, asking) };
}

describe("the geofences of a client", () => {
  it("are three in a new account, the same for the same seed", async () => {
    const [first, second] = [await (await map()).read(), await (await map()).read()];
    expect(first.many).toHaveLength(3);
    expect(first.text).toBe(second.text);
    for (const { attributes } of first.many) {
      expect(Object.keys(attributes)).toEqual(["latitude", "longitude", "radius"]);
    }
  });

  it("come nearest first from each of their places, page by page", async () => {
    const { read, get } = await map();
    const all = (await read()).many;
    for (const { id, attributes } of all) {
      const here = at(attributes["latitude"] as number, attributes["longitude"] as number);
      const ids = [];
      let page = await read("&page[size]=1", here);
      ids.push(page.many[0]?.id);
      while (page.links.next) {
        page = await get(page.links.next.replace(/^http:\/\/[^/]+/, ""), here);
        ids.push(...page.many.map((each) => each.id));
      }
      expect(ids[0]).toBe(id);
      expect(ids.toSorted()).toEqual(all.map((each) => each.id).toSorted());
    }
  });

  it.each([
    "equals(lat,1)",
    "and(equals(lat,91),equals(lng,1))",
    "and(equals(lat,1),equals(lng,181))",
    "and(equals(lat,x),equals(lng,1))",
    "and(equals(lat,1),equals(lng,1),equals(radius,1))",
    "greater-than(lat,1),equals(lng,1)",
    "lat=1",
  ])("are refused for the position %s", async (filter) => {
    const { read } = await map();
    const answer = await read("", header(filter));
    expect(refusalOf(answer)).toEqual([400, "invalid", "/data/"]);
    expect(answer.headers.get("x-emulator-hint")).toContain("equals(lat,40.7)");
  });
});

describe("the list of addresses", () => {
  const path = "/client/ip-allowlists/integration-egress";

  it("is read with and without a company", async () => {
    const { get, emulator } = await emulate();
    const { data } = await get(path);
    expect(data.id).toBe("integration-egress");
    expect(data.attributes["prefixes"]).toContain("192.0.2.0/24");
    const own = await get(`${path}?company_id=${emulator.companyId}`);
    expect(own.data.attributes).toEqual(data.attributes);
  });

  it("is refused to a company that does not exist", async () => {
    const { get } = await emulate();
    expect(refusalOf(await get(`${path}?company_id=ZZZZZZ`))).toEqual([
      400,
      "invalid",
      "company_id",
    ]);
  });

  it.each(["Service-API-Key pk_FullAccessDemo", "Service-API-Key pk_unknown", "Bearer nothing"])(
    "is read with the header Authorization: %s, which a hint says is ignored",
    async (authorization) => {
      const { get, emulator } = await emulate();
      const answer = await get(path, { headers: { authorization } });
      expect([answer.status, answer.data.id]).toEqual([200, "integration-egress"]);
      const hint = "Authorization is ignored: get_client_ip_allowlist needs no key";
      expect(answer.headers.get("x-emulator-hint")).toBe(hint);
      expect(emulator.requests.list()).toMatchObject([{ key: null, hint }]);
    },
  );

  it("has one id", async () => {
    const { get } = await emulate();
    expect(refusalOf(await get("/client/ip-allowlists/other"))).toEqual([
      404,
      "not_found",
      "/data/",
    ]);
  });
});
