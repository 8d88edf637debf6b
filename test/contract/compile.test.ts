import { describe, expect, it } from "vitest";
import type { Area, Row } from "../../src/contract/operation.ts";
import { compile } from "../../src/contract/compile.ts";
import { many, one } from "../../src/contract/members.ts";
import { type ResourceTable, resource } from "../../src/contract/resource.ts";
import { listing, pages } from "../../src/contract/row-options.ts";
import { action, get, list, relation } from "../../src/contract/rows.ts";
import { string } from "../../src/contract/shape.ts";

const cat = (changes: Partial<ResourceTable> = {}) =>
  resource("cat", {
    path: "/api/cats",
    attributes: {
      name: { shape: string() },
      mood: { shape: string(), additional: true, computed: true },
    },
    relationships: { owner: one("person"), toys: many("toy") },
    fields: { born: { type: "datetime" } },
    orders: ["id", ["name", "born"]],
    ...changes,
  });
const others = [
  resource("person", { path: "/api/people" }),
  resource("toy", { path: "/api/toys" }),
];
const scopes = ["profiles:read"] as const;
const bindings = { cat: { computed: { mood: () => "calm" }, related: { toys: () => [] } } };

/** A table of cats with these rows. */
const area = (operations: readonly Row[], changes: Partial<Area> = {}): Area => ({
  name: "cats",
  resources: [cat(), ...others],
  operations,
  behavior: {},
  bindings,
  ...changes,
});

const row = (changes: object = {}): Row => ({ ...get(cat(), "get_cat", { scopes }), ...changes });

/** What `compile` says of a table, without its heading. */
function faultsOf(...areas: Area[]): string[] {
  try {
    compile(areas);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

describe("compile refuses", () => {
  it.each<[string, Area | Area[], string]>([
    [
      "an operation described twice",
      area([row(), row({ path: "/api/other/{id}" })]),
      "operation get_cat: described twice",
    ],
    [
      "two operations at one place",
      area([row(), row({ id: "b", path: "/api/cats/{cat_id}" })]),
      "operation b: same place as get_cat",
    ],
    ["a resource described twice", [area([]), area([])], "resource cat: described twice"],
    [
      "a row about an unknown resource",
      area([row({ resource: "dog" })]),
      "operation get_cat: no resource dog",
    ],
    [
      "an unknown scope",
      area([row({ scopes: [["cats:read"]] })]),
      "operation get_cat: unknown scope cats:read",
    ],
    [
      "a row that asks for no scope",
      area([row({ scopes: [] })]),
      "operation get_cat: asks for no scope",
    ],
    [
      "an unknown revision",
      area([row({ since: "2024-01-01" })]),
      "operation get_cat: unknown revision 2024-01-01",
    ],
    [
      "a life that ends before it begins",
      area([row({ since: "2024-10-15", until: "2024-05-15" })]),
      "operation get_cat: ends (2024-05-15) before it begins (2024-10-15)",
    ],
    [
      "a limit of nothing",
      area([row({ limits: { burst: 0, steady: 5 } })]),
      "operation get_cat: limits 0/s 5/m Infinity/d",
    ],
    [
      "a burst above its steady limit",
      area([row({ limits: { burst: 9, steady: 5 } })]),
      "operation get_cat: limits 9/s 5/m Infinity/d",
    ],
    [
      "a path outside the API",
      area([row({ path: "/cats/{id}" })]),
      "operation get_cat: path /cats/{id}",
    ],
    [
      "a read of one without an id",
      area([row({ path: "/api/cats" })]),
      "operation get_cat: get needs one {id} in /api/cats",
    ],
    [
      "a list with an id",
      area([{ ...list(cat(), "cats", { scopes }), path: "/api/cats/{id}" }]),
      "operation cats: list with an {id} in /api/cats/{id}",
    ],
    ["a read by POST", area([row({ method: "POST" })]), "operation get_cat: get by POST"],
    ["a GET with a body", area([row({ body: string() })]), "operation get_cat: a GET with a body"],
    [
      "a status that is no success",
      area([row({ success: [{ status: 404, empty: false }] })]),
      "operation get_cat: success status 404",
    ],
    [
      "an action without behavior",
      area([action(cat(), "pat_cat", { post: "/api/cats", scopes, success: 202 })]),
      "operation pat_cat: no behavior",
    ],
    [
      "behavior without an action",
      area([], { behavior: { pat_cat: () => undefined } }),
      "behavior pat_cat: area cats has no such operation",
    ],
    [
      "a relation that the resource lacks",
      area([{ ...get(cat(), "r", { scopes }), verb: "related", relationship: "x" } as Row]),
      "operation r: no relationship x",
    ],
    [
      "a filter on an unknown field",
      area([list(cat(), "cats", { scopes, filter: { age: ["equals"] } })]),
      "operation cats: filter age: no such field of cat",
    ],
    [
      "an unknown operator",
      area([list(cat(), "cats", { scopes, filter: { name: ["like" as "any"] } })]),
      "operation cats: filter name: unknown operator like",
    ],
    [
      "an operator that makes no sense on the field",
      area([list(cat(), "cats", { scopes, filter: { name: ["greater-than"] } })]),
      "operation cats: filter name: greater-than makes no sense on a string",
    ],
    [
      "a list for an operator that is not there",
      area([list(cat(), "cats", { scopes, filter: { name: listing("contains") } })]),
      "operation cats: filter name: lists, and no equals",
    ],
    [
      "a parameter that is needed and not taken",
      area([list(cat(), "cats", { scopes, required: ["filter"] })]),
      "operation cats: needs filter, and takes none",
    ],
    [
      "a sort by an unknown field",
      area([
        list(cat(), "cats", { scopes, sort: ["age"], paging: [pages({ default: 1, max: 1 })] }),
      ]),
      "operation cats: sort age: no such field of cat",
    ],
    [
      "a sorted list without pages",
      area([list(cat(), "cats", { scopes, sort: ["name"] })]),
      "operation cats: sorted, not paged",
    ],
    [
      "an include of an unknown relationship",
      area([list(cat(), "cats", { scopes, include: ["tail"] })]),
      "operation cats: include tail: no such relationship of cat",
    ],
    [
      "fields of a type that is out of reach",
      area([list(cat(), "cats", { scopes, fields: ["person"] })]),
      "operation cats: fields[person]: neither answered nor included",
    ],
    [
      "an additional field that is none",
      area([list(cat(), "cats", { scopes, additionalFields: { cat: ["name"] } })]),
      "operation cats: additional-fields[cat]: name is no additional attribute",
    ],
    [
      "pages larger than their maximum",
      area([list(cat(), "cats", { scopes, paging: [pages({ default: 5, max: 2 })] })]),
      "operation cats: pages of 5, at most 2",
    ],
    [
      "an attribute that nothing computes",
      area([], { bindings: {} }),
      "resource cat: attribute mood: computed by nothing",
    ],
    [
      "a function that no attribute asks for",
      area([], { bindings: { cat: { computed: { mood: () => 1, weight: () => 1 } } } }),
      "resource cat: computes weight, which no attribute asks for",
    ],
    [
      "a to-many relationship that is asked for and read by nothing",
      area([...relation(cat(), "toys", ["toys", "toy_ids"], { scopes })], {
        bindings: { cat: { computed: { mood: () => 1 } } },
      }),
      "operation toys: relationship toys of cat: read by nothing",
    ],
    [
      "a function that reads what is no relationship",
      area([], { bindings: { cat: { ...bindings.cat, related: { owner: () => [] } } } }),
      "resource cat: reads owner, which is stored in the record",
    ],
    [
      "bindings of an unknown resource",
      area([], { bindings: { ...bindings, dog: {} } }),
      "bindings: no resource dog",
    ],
    [
      "a relationship that is found by a field that the other end has not",
      area([], {
        resources: [
          cat({
            relationships: { owner: one("person"), toys: many("toy", { by: "cat.id" }) },
          }),
          ...others,
        ],
      }),
      "resource cat: relationship toys: toy has no field cat.id",
    ],
    [
      "a list that is sorted by what is kept in no order",
      area([
        list(cat(), "get_cats", {
          scopes,
          sort: ["id", "born", "name"],
          paging: [pages({ default: 1, max: 1 })],
        }),
      ]),
      "operation get_cats: sort name: cat has no such order",
    ],
    [
      "a natural key that its records do not have",
      area([], { resources: [cat({ natural: ["name", ["name", "colour"]] }), ...others] }),
      "resource cat: natural key colour: no such property",
    ],
    [
      "a person's record of which nobody says what becomes of it when the person is deleted",
      area([], {
        resources: [
          cat({ relationships: { owner: one("profile"), toys: many("toy") } }),
          resource("profile", { path: "/api/profiles" }),
          ...others,
        ],
      }),
      "resource cat: relationship owner: what becomes of it when the person is deleted?",
    ],
    [
      "a relationship to an unknown type",
      area([], {
        resources: [cat({ relationships: { owner: one("ghost"), toys: many("toy") } }), ...others],
      }),
      "resource cat: relationship owner: no resource ghost",
    ],
    [
      "a default sort that is no field",
      area([], { resources: [cat({ defaultSort: "-age" }), ...others] }),
      "resource cat: default sort -age: no such field",
    ],
  ])("%s", (_, broken, fault) => {
    expect(faultsOf(...[broken].flat())).toContain(fault);
  });

  it("everything that is wrong at once", () => {
    expect(faultsOf(area([row({ resource: "dog", scopes: [] })]))).toHaveLength(2);
  });
});

describe("a compiled contract", () => {
  const contract = compile([
    area([list(cat(), "cats", { scopes }), get(cat(), "get_cat", { scopes })]),
  ]);

  it("leads a path to its row, with or without a slash at the end", () => {
    expect(contract.match("GET", "/api/cats/7")).toMatchObject({
      row: { id: "get_cat" },
      params: ["7"],
    });
    expect(contract.match("GET", "/api/cats/7/")).toMatchObject({ row: { id: "get_cat" } });
  });

  it("decodes what stands for an id, and says when it cannot", () => {
    expect(contract.match("GET", "/api/cats/a%2Fb")).toMatchObject({ params: ["a/b"] });
    expect(contract.match("GET", "/api/cats/%E0%A4%A")).toEqual({ kind: "malformed" });
  });

  it("knows a wrong method from a wrong path", () => {
    expect(contract.match("POST", "/api/cats")).toMatchObject({
      kind: "wrong-method",
      allow: ["GET"],
    });
    expect(contract.match("GET", "/api/dogs")).toEqual({ kind: "none" });
    expect(contract.match("GET", "/api/cats//")).toEqual({ kind: "none" });
  });

  it("cannot be changed", () => {
    const operation = contract.operations.get("cats");
    expect(Object.isFrozen(contract) && Object.isFrozen(operation)).toBe(true);
  });
});
