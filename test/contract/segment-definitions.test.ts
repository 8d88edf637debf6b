import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { api, describedIn } from "../support/described.ts";
import { allBlocks } from "../support/pages.ts";
import { emulate, refusalOf } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";
import { isPublished, type Json, spoilt, variantsOf } from "./published-segments.ts";

const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ name: News, id: NewsLs }]
metrics: [{ name: Placed Order, id: Order1 }]
`;
const account = () => emulate({ fixtures: [fixtureFile(fixture)] });

/** What is defined by published schemas: where, and how a definition is sent. */
const kinds = {
  segment: { path: "/api/segments", id: "create_segment", schema: "SegmentDefinition" },
  "custom-metric": {
    path: "/api/custom-metrics",
    id: "create_custom_metric",
    schema: "CustomMetricDefinition",
  },
} as const;

const bodyOf = (type: string, definition: unknown) => ({
  data: { type, attributes: { name: "Some", definition } },
});

/** The kind of the first condition, for the name of a test. */
const kindOf = (definition: unknown): string =>
  (definition as { condition_groups?: { conditions: { type: string }[] }[] }).condition_groups?.[0]
    ?.conditions[0]?.type ?? "custom metric";

/** A few of one kind at a time, so that no account comes to have very many. */
function parted(definitions: readonly unknown[]): [name: string, part: unknown[]][] {
  return [...new Set(definitions.map(kindOf))].flatMap((kind) => {
    const all = definitions.filter((each) => kindOf(each) === kind);
    const parts = Math.ceil(all.length / partMax);
    return Array.from({ length: parts }, (_, index): [string, unknown[]] => [
      `${kind} (${index + 1} of ${parts})`,
      all.slice(index * partMax, (index + 1) * partMax),
    ]);
  });
}

const partMax = 60;

/** As it is answered: of membership, what is not said of its time is null (recorded.md, 6). */
const asRead = (definition: unknown): unknown =>
  JSON.parse(JSON.stringify(definition), (_, value) =>
    value?.type === "profile-group-membership" && value.is_member
      ? { timeframe_filter: null, ...value }
      : value,
  );

describe.each(Object.entries(kinds))("the definition of a %s", (type, { path, id, schema }) => {
  const definitions = variantsOf(schema);
  const operation = api.operations.get(id);

  it.each(parted(definitions))(
    "may be everything that is published of %s, and is read as it was sent",
    async (_kind, part) => {
      const { post, get } = await account();
      for (const definition of part) {
        const body = bodyOf(type, definition);
        const made = await post(path, body);
        expect([made.status, made.errors, definition]).toEqual([201, undefined, definition]);
        expect(made.data.attributes["definition"]).toEqual(asRead(definition));
        expect(operation && describedIn("2026-07-15").takes(operation, body)).toBe(true);
      }
      const { many } = await get(path);
      const read = part.map(asRead);
      for (const { attributes } of many) expect(read).toContainEqual(attributes["definition"]);
    },
  );

  it("may be nothing else: each published member, left out, of another type, or of another value", async () => {
    const { post, get } = await account();
    // Each member of each schema once, wherever it was met first.
    const met = new Set<string>();
    const wrong: Json[] = [];
    for (const definition of definitions) {
      for (const { what, pointer, value } of spoilt(schema, definition)) {
        if (met.has(what)) continue;
        met.add(what);
        const body = bodyOf(type, value);
        const refusal = refusalOf(await post(path, body));
        const described = operation && describedIn("2026-07-15").takes(operation, body);
        const at = `/data/attributes/definition${pointer}`;
        if (refusal[0] !== 400 || refusal[2] !== at || described !== false) {
          wrong.push({ what, at, refusal, described, value: JSON.stringify(value) });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(met.size).toBeGreaterThan(schema === "SegmentDefinition" ? 500 : 50);
    expect((await get(path)).many).toEqual([]);
  });
});

describe("the definitions that are shipped", () => {
  const root = join(import.meta.dirname, "../..");
  const seeds = join(root, "fixtures/seeds");

  it.each(readdirSync(seeds))("in %s are as published", (name) => {
    const { segments = [] } = parse(readFileSync(join(seeds, name), "utf8")) as {
      segments?: { name: string; definition?: unknown }[];
    };
    const defined = segments.filter(({ definition }) => definition !== undefined);
    expect(defined.length).toBe(["demo.yaml", "year.yaml"].includes(name) ? 1 : 0);
    for (const { definition } of defined) {
      expect(isPublished("SegmentDefinition", definition)).toBe(true);
    }
  });

  it("in the documents are as published", () => {
    const found = allBlocks.filter(({ kind }) => kind === "json definition");
    expect(found.length).toBeGreaterThan(0);
    for (const { text } of found) {
      expect(isPublished("SegmentDefinition", JSON.parse(text))).toBe(true);
    }
  });
});
