import { describe, expect, it } from "vitest";
import { apiOf } from "../../src/areas/index.ts";
import { instant, stamps, many, one } from "../../src/contract/members.ts";
import { resource } from "../../src/contract/resource.ts";
import { create, get, list, relation, remove, update } from "../../src/contract/rows.ts";
import { boolean, nullable, string } from "../../src/contract/shape.ts";
import { checkShape } from "../../src/jsonapi/check.ts";
import type { Refusal } from "../../src/jsonapi/refusal.ts";
import type { Asking } from "../../src/verbs/invocation.ts";
import { relate } from "../../src/verbs/related.ts";
import { run } from "../../src/verbs/run.ts";
import { collectionOf } from "../../src/world/store/collection-of.ts";
import { put } from "../../src/world/store/store.ts";
import { createWorld, now } from "../seeding/support.ts";

/** A type that is said once, and nothing else. */
const toy = resource("toy", { path: "/api/toys", orders: ["id"], defaultSort: "id" });
const cat = resource("cat", {
  path: "/api/cats",
  id: "number",
  attributes: {
    name: { shape: string({ minLength: 1 }), write: "always", required: true },
    born: { shape: nullable(instant()), write: "create" },
    asleep: { shape: boolean(), write: "update", default: true },
    ...stamps,
  },
  relationships: {
    friend: one("cat", { optional: true, write: "always" }),
    toys: many("toy", { ids: "toy_ids", write: "always", required: true }),
  },
  natural: ["name"],
  orders: ["created", "name"],
  defaultSort: "created",
});
const scopes = ["profiles:read"] as const;
const operations = [
  list(cat, "get_cats", { scopes, include: ["toys"], fields: ["cat", "toy"] }),
  create(cat, "create_cat", { scopes }),
  get(cat, "get_cat", { scopes, include: ["toys"], fields: ["cat", "toy"] }),
  update(cat, "update_cat", { scopes }),
  remove(cat, "delete_cat", { scopes }),
  ...relation(cat, "toys", ["get_toys_for_cat", "get_toy_ids_for_cat"], { scopes }),
];

/** An account with a ball and a mouse, and what its operations answer. */
function house() {
  const api = apiOf([{ name: "cats", resources: [cat, toy], operations }]);
  const account = createWorld().addAccount({ companyId: "Tests1", sms: true });
  const toys = collectionOf(toy);
  account.commit(["ball", "mouse"].map((id, seq) => put(toys, { id, seq })));
  const ask = (id: string, path: readonly string[] = [], body?: unknown) => {
    const operation = api.operations.get(id) as Asking["operation"];
    const misfits = operation.body ? checkShape(operation.body, body, "2026-07-15") : [];
    if (misfits.length > 0) return misfits;
    const query = { conditions: [], include: [] } as never;
    return run({ account, api, operation, params: path, query, revision: "2026-07-15", now, body });
  };
  return { api, account, ask, table: account.table(collectionOf(cat)) };
}

const named = (...ids: string[]) => ({ data: ids.map((id) => ({ type: "toy", id })) });
const newCat = (
  attributes: object = { name: "Tom" },
  relationships: object = { toys: named("ball") },
) => ({
  data: { type: "cat", attributes, relationships },
});
const pointersOf = (answer: unknown) =>
  ((answer as Refusal).problems ?? (answer as Refusal["problems"])).map(({ pointer }) => pointer);

describe("a record that is created", () => {
  it("has what its body says, and else what its table says", () => {
    const { ask, table } = house();
    ask("create_cat", [], newCat({ name: "Tom", born: "2020-02-29T12:00:00Z" }));
    const [tom] = table.all();
    expect(tom).toMatchObject({
      name: "Tom",
      born: Date.UTC(2020, 1, 29, 12),
      asleep: true,
      created: now,
      updated: now,
      friend: null,
      toy_ids: ["ball"],
    });
    expect(tom?.id).toMatch(/^\d{9}$/);
  });

  it("keeps each of those that it names once", () => {
    const { ask, table } = house();
    ask("create_cat", [], newCat({ name: "Tom" }, { toys: named("mouse", "ball", "mouse") }));
    expect([...table.all()][0]?.toy_ids).toEqual(["mouse", "ball"]);
  });

  it("is refused without what its table requires, and with what nobody may write", () => {
    const { ask, table } = house();
    expect(pointersOf(ask("create_cat", [], newCat({}, {})))).toEqual([
      "/data/attributes/name",
      "/data/relationships/toys",
    ]);
    expect(pointersOf(ask("create_cat", [], newCat({ name: "Tom", asleep: false })))).toEqual([
      "/data/attributes/asleep",
    ]);
    expect(table.size).toBe(0);
  });

  it("is refused with the place of each that it names and that is not there", () => {
    const { ask, table } = house();
    const body = newCat(
      { name: "Tom" },
      { toys: named("dog", "ball", "rat"), friend: { data: { type: "cat", id: "1" } } },
    );
    expect(pointersOf(ask("create_cat", [], body))).toEqual([
      "/data/relationships/toys/data/0/id",
      "/data/relationships/toys/data/2/id",
      "/data/relationships/friend/data/id",
    ]);
    expect(table.size).toBe(0);
  });
});

describe("a record that is updated", () => {
  const updated = (data: object) => {
    const all = house();
    all.ask("create_cat", [], newCat());
    const [tom] = all.table.all();
    const id = tom?.id ?? "";
    const answer = all.ask("update_cat", [id], { data: { type: "cat", id, ...data } });
    return { ...all, answer, id, after: all.table.get(id) };
  };

  it("keeps what the body leaves away, and what it says null of where there is always something", () => {
    const { after } = updated({ attributes: { name: null, asleep: false } });
    expect(after).toMatchObject({ name: "Tom", asleep: false, toy_ids: ["ball"] });
  });

  it("has those that the body names in place of all that it had", () => {
    expect(
      updated({ attributes: {}, relationships: { toys: named("mouse") } }).after?.toy_ids,
    ).toEqual(["mouse"]);
    expect(updated({ attributes: {}, relationships: { toys: named() } }).after?.toy_ids).toEqual(
      [],
    );
  });

  it("stays as it was if the body names something that is not there", () => {
    const { answer, after } = updated({
      attributes: { name: "Tim" },
      relationships: { toys: named("rat") },
    });
    expect(pointersOf(answer)).toEqual(["/data/relationships/toys/data/0/id"]);
    expect(after).toMatchObject({ name: "Tom", toy_ids: ["ball"] });
  });
});

describe("the records that a record leads to", () => {
  it("are those that it names and that are still there", () => {
    const { api, account, ask, table } = house();
    ask("create_cat", [], newCat({ name: "Tom" }, { toys: named("mouse", "ball") }));
    const [tom] = table.all();
    account.commit([{ collection: collectionOf(toy) as never, drop: "mouse" }]);
    const found = relate(api, account, cat, "toys", tom as never);
    expect(found.map(({ id }) => id)).toEqual(["ball"]);
    expect(ask("get_toy_ids_for_cat", [tom?.id ?? ""])).toMatchObject({
      data: [{ type: "toy", id: "ball" }],
    });
  });
});

it("A record that is removed is gone", () => {
  const { ask, table } = house();
  ask("create_cat", [], newCat());
  const [tom] = table.all();
  expect(ask("delete_cat", [tom?.id ?? ""])).toEqual({ kind: "empty", status: 204 });
  expect(table.size).toBe(0);
});
