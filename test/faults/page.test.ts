import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";

type Page = NonNullable<FaultInput["page"]>;

/** Five profiles in their order, and a walk over them, two at a time. */
async function walked(fault: Partial<FaultInput>, query = "sort=created", pagesMax = 8) {
  const ways = await emulate();
  const { emulator, post, get } = ways;
  for (const name of ["a", "b", "c", "d", "e"]) {
    await post("/api/profiles", newProfile({ email: `${name}@example.com` }));
    await emulator.clock.advance("1s");
  }
  const planned = emulator.faults.add({ operation: "get_profiles", ...fault });
  const pages: string[] = [];
  let next: string | null | undefined = `/api/profiles?page[size]=2&${query}`;
  let refused: number | undefined;
  while (next && pages.length < pagesMax) {
    const answer: Awaited<ReturnType<typeof get>> = await get(next);
    if (answer.status !== 200) {
      refused = answer.status;
      break;
    }
    pages.push(answer.many.map(({ attributes }) => String(attributes["email"])[0]).join(""));
    const to = answer.links?.["next"];
    next = to == null ? undefined : to.replace(/^http:\/\/[^/]+/, "");
  }
  return { ...ways, pages, refused, fault: emulator.faults.get(planned.id) };
}

describe("a page of a list", () => {
  it.each<[Page, Partial<FaultInput>, string, string[]]>([
    ["short", {}, "sort=created", ["a", "bc", "de"]],
    ["short", { skip: 1 }, "sort=created", ["ab", "c", "de"]],
    ["short", {}, "sort=-created", ["e", "dc", "ba"]],
    ["empty", {}, "sort=created", ["", "ab", "cd", "e"]],
    ["empty", {}, "sort=-created", ["", "ed", "cb", "a"]],
    ["empty", { skip: 2 }, "sort=created", ["ab", "cd", "", "e"]],
    ["repeat", {}, "sort=created", ["ab", "bc", "de"]],
    ["repeat", { skip: 1 }, "sort=-created", ["ed", "cb", "ba"]],
    ["skip", {}, "sort=created", ["ab", "de"]],
    ["skip", { skip: 1 }, "sort=created", ["ab", "cd"]],
    ["cycle", { skip: 1 }, "sort=created", ["ab", "cd", "ab", "cd", "e"]],
    ["cycle", { skip: 2 }, "sort=-created", ["ed", "cb", "a", "ed", "cb", "a"]],
    [{ cap: 1 }, { times: "always" }, "sort=created", ["a", "b", "c", "d", "e"]],
    [{ cap: 1 }, {}, "sort=created", ["a", "bc", "de"]],
  ])("%j, with %j, in the order %s", async (page, when, query, seen) => {
    const { pages, refused, fault, emulator } = await walked({ page, ...when }, query);
    expect(pages).toEqual(seen);
    expect(refused).toBeUndefined();
    const met = emulator.requests.list().filter(({ injected }) => injected.length > 0);
    const kind = typeof page === "object" ? "page cap" : `page ${page}`;
    expect(met.map(({ injected }) => injected)).toEqual(met.map(() => [kind]));
    expect(met).toHaveLength(fault.hits.count);
    expect(fault.hits.count).toBeGreaterThan(0);
    expect(fault).not.toHaveProperty("where");
  });

  it("whose cursor comes round for ever never ends", async () => {
    const { pages } = await walked({ page: "cycle", times: "always" }, undefined, 4);
    expect(pages).toEqual(["ab", "ab", "ab", "ab"]);
  });

  it("expires in mid-walk: its cursor is refused, and a new walk sees everything", async () => {
    const { pages, refused, get, emulator } = await walked({ page: "expire", skip: 1 });
    expect([pages, refused]).toEqual([["ab", "cd"], 400]);
    const [entry] = emulator.requests.list({ status: 400 });
    expect(entry).toMatchObject({ injected: ["page expire"], status: 400 });
    expect((await get("/api/profiles?sort=created")).many).toHaveLength(5);
  });

  it("says in a header which fault it met", async () => {
    const { get, emulator } = await walked({ page: "skip", skip: 9 });
    const { id } = emulator.faults.add({ operation: "get_profiles", page: "short" });
    const { headers, links } = await get("/api/profiles");
    expect(headers.get("x-emulator-fault")).toBe(id);
    expect(links?.["next"]).toMatch(/page%5Bcursor%5D=/);
  });

  it("is broken on the way back, too", async () => {
    const { get, emulator, pages } = await walked({ page: "skip", skip: 9 });
    expect(pages).toEqual(["ab", "cd", "e"]);
    const to = async (path: string, name: "next" | "prev") =>
      String((await get(path)).links?.[name]).replace(/^http:\/\/[^/]+/, "");
    const second = await to("/api/profiles?page[size]=2&sort=created", "next");
    const third = await to(second, "next");
    const back = await to(third, "prev");
    emulator.faults.add({ operation: "get_profiles", page: "skip" });
    const { many, links } = await get(back);
    expect(many.map(({ attributes }) => attributes["email"])).toEqual([
      "c@example.com",
      "d@example.com",
    ]);
    const first = await get(String(links?.["prev"]).replace(/^http:\/\/[^/]+/, ""));
    expect(first.many.map(({ attributes }) => attributes["email"])).toEqual(["a@example.com"]);
  });

  it("keeps its turn for a page on which it makes a difference", async () => {
    const { get, emulator } = await emulate();
    const { id } = emulator.faults.add({ operation: "get_metrics", page: "repeat" });
    expect((await get("/api/metrics")).many).toEqual([]);
    expect(emulator.faults.get(id).hits.count).toBe(0);
  });

  it("is broken for relationships of identifiers, too", async () => {
    const { get, post, emulator } = await emulate();
    const list = (await post("/api/lists", { data: { type: "list", attributes: { name: "VIP" } } }))
      .data as { id: string };
    const data = [];
    for (const name of ["a", "b", "c"]) {
      const { id } = (await post("/api/profiles", newProfile({ email: `${name}@example.com` })))
        .data as { id: string };
      data.push({ type: "profile", id });
    }
    await post(`/api/lists/${list.id}/relationships/profiles`, { data });
    emulator.faults.add({ operation: "*", page: "empty" });
    const path = `/api/lists/${list.id}/relationships/profiles?page[size]=2`;
    const { many, links } = await get(path);
    expect(many).toEqual([]);
    const next = String(links?.["next"]).replace(/^http:\/\/[^/]+/, "");
    expect((await get(next)).many).toHaveLength(2);
  });

  it("takes its time, if it is told to", async () => {
    const { get, emulator } = await emulate();
    const { id } = emulator.faults.add({
      operation: "get_profiles",
      page: "expire",
      delay: "2s",
    });
    const cursor = Buffer.from("no").toString("base64url");
    expect((await get(`/api/profiles?page[cursor]=${cursor}`)).status).toBe(400);
    // What is refused anyhow does not meet it.
    expect(emulator.faults.get(id).hits.count).toBe(0);
  });

  it.each<[FaultInput, string]>([
    [{ operation: "get_profile", page: "short" }, "get_profile has no pages"],
    [{ operation: "create_event", page: "short" }, "create_event has no pages"],
    [{ operation: "oauth_token", page: "short" }, "oauth_token is not about an account's data"],
    [{ operation: "get_profiles", page: "short", status: 503 }, "page goes with no status"],
    [{ operation: "get_profiles", page: "short", where: "after" }, "leave out where"],
    [{ operation: "get_profiles", page: { cap: 0 } }, "expected"],
    [
      { operation: "get_profiles", sequence: [{ page: "short" }, { status: 503 }] },
      "all steps act at one place: plan two faults",
    ],
    [
      { operation: "get_profile", sequence: ["pass", { page: "short" }] },
      "get_profile has no pages",
    ],
  ])("%j is refused", async (fault, told) => {
    const { emulator } = await emulate();
    expect(() => emulator.faults.add(fault)).toThrow(told);
  });

  it("is warned of where no operation has any", async () => {
    const { emulator } = await emulate();
    const { warnings } = emulator.faults.add({ method: "POST", path: "/api/*", page: "short" });
    expect(warnings).toEqual(["each of these operations has no pages: this fault never acts"]);
  });
});
