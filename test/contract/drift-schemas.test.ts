import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../src/contract/schema.ts";
import { emulate } from "../support/emulate.ts";
import { unpublished } from "../support/published.ts";
import { differenceText, schemaDifferences } from "../../src/contract/drift/schemas.ts";

const text = { type: "string" };
const object = (properties: Record<string, JsonSchema>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});
const rooted = (schema: JsonSchema) => ({ schema, root: { $defs: { text } } });

describe("two schemas", () => {
  it.each<[what: string, ours: JsonSchema, theirs: JsonSchema, same: string[], within: string[]]>([
    ["alike", { $ref: "#/$defs/text" }, text, [], []],
    ["of two types", text, { type: "number" }, ...twice(": string, in the document: number")],
    ["one of them anything", {}, text, ...twice(": anything, in the document: string")],
    [
      "a value more",
      { enum: ["a", "b"] },
      { enum: ["a"] },
      ...twice(': "a" | "b", in the document: "a"'),
    ],
    [
      "a value less",
      { enum: ["a"] },
      { enum: ["a", "b"] },
      ...twice(': "a", in the document: "a" | "b"'),
    ],
    ["values of a text", { enum: ["a"] }, text, [': "a", in the document: string'], []],
    ["a form of a text", { ...text, format: "uri" }, text, [": uri, in the document: string"], []],
    ["null", { type: ["string", "null"] }, text, ...twice(": may be null, in the document: not")],
    [
      "null of theirs",
      text,
      { anyOf: [text, { type: "null" }] },
      [": not null, in the document: may be"],
      [],
    ],
    ["a member more", object({ a: text }), object({}), ...twice("a: in the emulator only")],
    ["a member less", object({}), object({ a: text }), ...twice("a: in the document only")],
    [
      "a member that must be there",
      object({ a: text }, ["a"]),
      object({ a: text }),
      ["a: required, in the document: optional"],
      [],
    ],
    [
      "a member that need not be there",
      object({ a: text }),
      object({ a: text }, ["a"]),
      ...twice("a: optional, in the document: required"),
    ],
    [
      "no members of its own",
      { type: "object" },
      object({ a: text }),
      ...twice(": any members, in the document: a"),
    ],
    [
      "items",
      object({ a: { type: "array", items: text } }),
      object({ a: { type: "array", items: { type: "integer" } } }),
      ...twice("a[]: string, in the document: integer"),
    ],
    [
      "objects that are told by their type",
      { anyOf: [object({ type: { const: "b" } }), object({ type: { const: "a" } })] },
      { anyOf: [object({ type: { enum: ["a"] } }), object({ type: { enum: ["c"] } })] },
      ...twice("<b>: in the emulator only", "<c>: in the document only"),
    ],
  ])("%s", (_, ours, theirs, same, within) => {
    const found = (as: "same" | "within") =>
      schemaDifferences(rooted(ours), rooted(theirs), { as }).map(differenceText).sort();
    expect({ same: found("same"), within: found("within") }).toEqual({ same, within });
  });
});

function twice(...what: string[]): [string[], string[]] {
  return [what, what];
}

it("an answer that is other than published is told, with its place", async () => {
  const { post, get } = await emulate();
  await post("/api/lists", { data: { type: "list", attributes: { name: "One" } } });
  const { status, headers, text } = await get("/api/lists");
  expect(unpublished("GET", "/api/lists", { status, headers, text })).toEqual([]);
  const spoilt = text.replace(/"(single|double)_opt_in"/, '"no_opt_in"').replace('"One"', "1");
  const said = unpublished("GET", "/api/lists", { status, headers, text: spoilt });
  expect(said.sort()).toEqual([
    expect.stringContaining("data[].attributes.name must be string"),
    expect.stringContaining("data[].attributes.opt_in_process must be equal to one of"),
  ]);
});
