import { describe, expect, it } from "vitest";
import { type Drift, driftOf } from "../../src/contract/drift/drift.ts";
import { newestRevision } from "../../src/contract/revisions.ts";
import type { JsonSchema } from "../../src/contract/schema.ts";
import { Dice } from "../../src/world/dice.ts";
import { api, describedIn } from "../support/described.ts";

type Any = Record<string, any>;

const { document } = describedIn(newestRevision);
const copy = (): Any => structuredClone(document) as Any;

/** A part that is edited where it stands: nothing else refers to it. */
function own(root: Any, holder: Any, ...way: string[]): Any {
  let at = holder;
  for (const name of way) {
    let next = at[name];
    while (next?.$ref !== undefined)
      next = next.$ref
        .slice(2)
        .split("/")
        .reduce((from: Any, step: string) => from[step], root);
    at[name] = structuredClone(next);
    at = at[name];
  }
  return at;
}

interface Place {
  readonly root: Any;
  readonly id: string;
  readonly path: string;
  readonly method: string;
  /** The operation in the document. */
  readonly said: Any;
}

type Named = Pick<Drift, "of" | "at" | "change">;

/** Attributes of the body: one of them, which is a plain text. */
function attributesOf({ root, said }: Place) {
  const schema = own(root, said, "requestBody", "content", "application/json", "schema");
  said["requestBody"].content = { "application/vnd.api+json": { schema } };
  return own(root, schema, "properties", "data", "properties", "attributes");
}

/** Attributes of the first success. */
function answered({ root, said }: Place) {
  const [status = ""] = Object.keys(said["responses"]);
  const schema = own(root, said, "responses", status, "content", "application/json", "schema");
  said["responses"][status].content = { "application/vnd.api+json": { schema } };
  const data = own(root, schema, "properties", "data");
  const one = data["type"] === "array" ? own(root, data, "items") : data;
  const at = `data${data["type"] === "array" ? "[]" : ""}.attributes`;
  return { at, attributes: own(root, one, "properties", "attributes") };
}

const parametersOf = ({ root, said }: Place): Any[] =>
  (said["parameters"] = said["parameters"].map((each: Any) => own(root, { each }, "each")));
const textIn = (attributes: Any): string => {
  const found = Object.entries<Any>(attributes["properties"] ?? {}).find(
    ([name, each]) =>
      each["type"] === "string" &&
      each["enum"] === undefined &&
      !/_id$|email|phone|status|type/.test(name),
  );
  if (found === undefined) throw new Error("no text");
  return found[0];
};
const parameter = (place: Place, test: (each: Any) => unknown): Any => {
  const found = parametersOf(place).find(test);
  if (found === undefined) throw new Error("no parameter");
  return found;
};

/** Every way in which a document may have changed; each throws where there is nothing to change. */
const plants: Readonly<Record<string, (place: Place) => Named>> = {
  "an operation is gone": ({ root, path, method }) => {
    delete root["paths"][path][method];
    return { of: "operation", at: `${method.toUpperCase()} ${path}`, change: "removed" };
  },
  "an operation is there": ({ root, said, path }) => {
    root["paths"][`${path}/drafts`] = {
      get: { ...said, operationId: `${said["operationId"]}_drafts` },
    };
    return { of: "operation", at: `GET ${path}/drafts`, change: "added" };
  },
  "it is deprecated": ({ said }) => {
    said["deprecated"] = true;
    return { of: "operation", at: "deprecation", change: "added" };
  },
  "a parameter is there": (place) => {
    parametersOf(place).push({ name: "locale", in: "query", schema: { type: "string" } });
    return { of: "parameter", at: "locale", change: "added" };
  },
  "a parameter is gone": (place) => {
    const { name } = parameter(place, (each) => each["in"] === "query");
    place.said["parameters"] = place.said["parameters"].filter(
      (each: Any) => each["name"] !== name,
    );
    return { of: "parameter", at: name, change: "removed" };
  },
  "a parameter is needed": (place) => {
    const found = parameter(place, (each) => each["in"] === "query" && !each["required"]);
    found["required"] = true;
    return { of: "parameter", at: found["name"], change: "changed" };
  },
  "a sort key is there": (place) => {
    parameter(place, ({ name }) => name === "sort").schema.enum.push("weight");
    return { of: "parameter", at: "sort=weight", change: "added" };
  },
  "an include is gone": (place) => {
    const { enum: values } = parameter(place, ({ name }) => name === "include").schema.items;
    return { of: "parameter", at: `include=${values.pop()}`, change: "removed" };
  },
  "a field is there": (place) => {
    const found = parameter(
      place,
      ({ name, schema }) => name.startsWith("fields[") && schema.items.enum,
    );
    found["schema"].items.enum.push("weight");
    return { of: "parameter", at: `${found["name"]}=weight`, change: "added" };
  },
  "pages are larger": (place) => {
    parameter(place, ({ name }) => name === "page[size]").schema.maximum += 50;
    return { of: "parameter", at: "page[size] maximum", change: "changed" };
  },
  "a filter takes one more operator": (place) => {
    const { "x-filter": filter } = parameter(place, ({ name }) => name === "filter");
    const [name = "", { operators }] = Object.entries<Any>(filter)[0] as [string, Any];
    (operators["single"] ??= []).push("sounds-like");
    return { of: "parameter", at: `filter sounds-like(${name})`, change: "added" };
  },
  "a scope is asked": ({ said }) => {
    said["security"] = [{ OAuth: ["audits:read"] }];
    return { of: "scopes", at: "", change: "changed" };
  },
  "a member of the body is there": (place) => {
    attributesOf(place)["properties"].weight = { type: "number" };
    return { of: "body", at: "data.attributes.weight", change: "added" };
  },
  "a member of the body is gone": (place) => {
    const attributes = attributesOf(place);
    const name = textIn(attributes);
    delete attributes["properties"][name];
    return { of: "body", at: `data.attributes.${name}`, change: "removed" };
  },
  "a member of the body has another type": (place) => {
    const attributes = attributesOf(place);
    const name = textIn(attributes);
    attributes["properties"][name] = { type: "integer", nullable: true };
    return { of: "body", at: `data.attributes.${name}`, change: "changed" };
  },
  "a member of the body has other values": (place) => {
    const attributes = attributesOf(place);
    const name = textIn(attributes);
    attributes["properties"][name] = { type: "string", enum: ["light", "heavy"] };
    return { of: "body", at: `data.attributes.${name}`, change: "changed" };
  },
  "a status is another": ({ said }) => {
    const [status = ""] = Object.keys(said["responses"]);
    said["responses"]["207"] = said["responses"][status];
    return { of: "answer", at: "207", change: "added" };
  },
  "a member of the answer is there": (place) => {
    const { at, attributes } = answered(place);
    attributes["properties"].weight = { type: "number" };
    return { of: "answer", at: `${at}.weight`, change: "added" };
  },
  "a member of the answer is gone": (place) => {
    const { at, attributes } = answered(place);
    const [name = ""] = Object.keys(attributes["properties"]);
    delete attributes["properties"][name];
    return { of: "answer", at: `${at}.${name}`, change: "removed" };
  },
  "a member of the answer has another type": (place) => {
    const { at, attributes } = answered(place);
    const name = textIn(attributes);
    attributes["properties"][name] = { type: "array", items: { type: "string" } };
    return { of: "answer", at: `${at}.${name}`, change: "changed" };
  },
};

/** Changes an operation that can be changed like this, by the dice. */
function plant(root: Any, kind: string, dice: Dice, taken: Set<string>) {
  const operations = [...api.operations.values()].filter(({ id }) => !taken.has(id));
  for (;;) {
    const { id, path, method } = operations[
      dice.word() % operations.length
    ] as (typeof operations)[0];
    const verb = method.toLowerCase();
    const paths = { ...root["paths"], [path]: structuredClone(root["paths"][path]) };
    const draft = { ...root, paths };
    const said = draft["paths"][path]?.[verb];
    if (said === undefined || taken.has(id)) continue;
    try {
      const named = (plants[kind] as (place: Place) => Named)({
        root: draft,
        id,
        path,
        method: verb,
        said,
      });
      taken.add(id);
      Object.assign(root, draft);
      return { operation: kind === "an operation is there" ? `${id}_drafts` : id, ...named };
    } catch {
      // It has nothing of this kind.
    }
  }
}

const brief = ({ operation, of, at, change }: Named & { operation: string }) =>
  [operation, of, change, at].join(" ").trim();

describe("a published document against the emulator", () => {
  it("has no difference if it is the emulator's own", () => {
    expect(driftOf(document, copy())).toEqual({ differences: [], onPurpose: [] });
  });

  it.each([1, 2, 3])(
    "has each of 30 changes that were made to it, and no other (seed %s)",
    (seed) => {
      const [root, dice, taken] = [copy(), Dice.from(seed, "drift"), new Set<string>()];
      const kinds = Object.keys(plants);
      const planted = Array.from({ length: 30 }, (_, at) =>
        plant(root, kinds[at % kinds.length] ?? "", dice, taken),
      );
      const { differences } = driftOf(document, root as JsonSchema);
      expect([...new Set(differences.map(brief))].toSorted()).toEqual(
        planted.map(brief).toSorted(),
      );
    },
  );

  it("reads what OpenAPI 3.0 writes otherwise", () => {
    const root = copy();
    const place = {
      root,
      id: "",
      path: "/api/lists",
      method: "post",
      said: root["paths"]["/api/lists"].post,
    };
    const attributes = attributesOf(place);
    attributes["properties"].name = { allOf: [{ type: "string" }], nullable: false };
    const { said } = { ...place, said: root["paths"]["/api/profiles"].get };
    const filter = parameter({ ...place, said }, ({ name }) => name === "filter");
    filter["description"] = Object.entries<Any>(filter["x-filter"])
      .map(
        ([name, { operators }]) =>
          `\`${name}\`: ${Object.values<string[]>(operators)
            .flat()
            .map((each) => `\`${each}\``)
            .join(", ")}`,
      )
      .join("<br>");
    delete filter["x-filter"];
    expect(driftOf(document, root as JsonSchema).differences).toEqual([]);
  });

  it("may refer in a circle, or to nothing", () => {
    const root = copy();
    root["components"].schemas.ListCircle = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/ListCircle", nullable: true } },
    };
    const place = {
      root,
      id: "",
      path: "/api/lists",
      method: "post",
      said: root["paths"]["/api/lists"].post,
    };
    const attributes = attributesOf(place);
    attributes["properties"].circle = { $ref: "#/components/schemas/ListCircle" };
    attributes["properties"].name = { $ref: "other.json#/nowhere" };
    expect(driftOf(document, root as JsonSchema).differences.map(({ at }) => at)).toEqual([
      "data.attributes.name",
      "data.attributes.circle",
    ]);
  });
});
