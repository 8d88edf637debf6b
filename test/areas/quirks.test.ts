import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { quirkNames } from "../../src/contract/quirks.ts";
import { createEmulator, type Quirk } from "../../src/index.ts";
import { aggregateOf } from "./metric-support.ts";
import { bodies, body, shop } from "./recorded-support.ts";

/** The same account, with the quirk and without. */
const withAndWithout = async <T>(
  quirk: Quirk,
  ask: (ways: Awaited<ReturnType<typeof shop>>) => Promise<T>,
) => [await ask(await shop({ quirks: [quirk] })), await ask(await shop())];

it("each quirk belongs to one operation that there is", () => {
  const api = createApi();
  const found = [...api.quirks].flatMap(([id, all]) => all.map(({ name }) => [name, id]));
  expect(found.map(([name]) => name).sort()).toEqual([...quirkNames].sort());
  for (const [, id = ""] of found) expect(api.operations.has(id)).toBe(true);
});

describe("with its quirk, and not without,", () => {
  it("an image that is updated without a name loses it", async () => {
    const names = await withAndWithout("image-name-lost", async ({ emulator, post }) => {
      const { id } = (await post("/api/images", bodies["/api/images"])).data;
      const headers = {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2026-07-15",
        "content-type": "application/json",
      };
      // The document of the API knows of no image without a name.
      const path = `/api/images/${id}`;
      const change = JSON.stringify(body("image", { hidden: true }, { id }));
      await emulator.fetch(path, { method: "PATCH", headers, body: change });
      const read = await (await emulator.fetch(path, { headers })).text();
      return /"name":("[^"]*"|null)/.exec(read)?.[1];
    });
    expect(names).toEqual(["null", '"a.png"']);
  });

  it("images of a size of more than 0 are refused", async () => {
    const ask = async ({ get }: Awaited<ReturnType<typeof shop>>) =>
      (await get("/api/images?filter=greater-than(size,0)")).status;
    expect(await withAndWithout("image-size-zero", ask)).toEqual([400, 200]);
  });

  it.each([
    [{ sort: "count" }, 400],
    [{ sort: "count", by: ["URL"] }, 500],
    [{ by: ["URL"] }, 200],
  ])("an aggregate of %j answers %i", async (asked, status) => {
    const statuses = await withAndWithout(
      "aggregate-sort-refused",
      async ({ post }) => (await post("/api/metric-aggregates", aggregateOf(asked))).status,
    );
    expect(statuses).toEqual([status, 200]);
  });

  it("the first page of some lists has a link to what comes before it", async () => {
    const prev = await withAndWithout("lists-prev-cursor", async ({ get }) => {
      const { links } = await get('/api/lists?filter=any(id,["NewsLs"])');
      return links.prev;
    });
    expect(prev).toEqual([expect.stringContaining("page%5Bcursor%5D="), null]);
  });

  it("segments are listed whether they are starred or not", async () => {
    const counts = await withAndWithout("starred-ignored", async ({ post, get }) => {
      await post("/api/segments", bodies["/api/segments"]);
      return (await get("/api/segments?filter=equals(is_starred,true)")).many.length;
    });
    expect(counts).toEqual([1, 0]);
  });

  it("a schema that is not known is a server error", async () => {
    const owner = { type: "profile-object-schema", id: "profile", meta: { name: "owner" } };
    const path = "/api/object-schemas/nobody/relationships/profile-object-schemas";
    const statuses = await withAndWithout(
      "schema-unknown-500",
      async ({ post }) => (await post(path, { data: [owner] })).status,
    );
    expect(statuses).toEqual([500, 404]);
  });
});

it.each([
  ["starred-ignord", "Did you mean starred-ignored?"],
  ["x".repeat(60), `Use one of ${quirkNames.join(", ")}`],
])("a quirk %s that there is not is refused", async (name, said) => {
  const message = `quirks: unknown quirk '${name}'. ${said}`;
  await expect(createEmulator({ quirks: [name as Quirk] })).rejects.toThrow(message);
});
