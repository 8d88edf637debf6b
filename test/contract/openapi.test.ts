import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { livesIn } from "../../src/contract/revisions.ts";
import { newProfile } from "../support/bodies.ts";
import { api, describedIn, served, undescribed } from "../support/described.ts";
import { emulate } from "../support/emulate.ts";

const operations = [...api.operations.values()];

const validator = new Validator();
const ajv = new Ajv2020({ strict: false });

/** What was met in a revision before: a schema that says the same, with all that it refers to, is looked at once. */
const met = new Set<string>();

describe.each(served)("the document of %s", (revision) => {
  const described = describedIn(revision);
  const { document } = described;

  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await validator.validate(document);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe("3.1");
  });

  it("refers to nothing that is not there, and holds nothing that is not referred to", () => {
    const refs = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = ""]) => ref),
    );
    const held = Object.entries(document.components)
      .filter(([section]) => section !== "securitySchemes")
      .flatMap(([section, parts]) =>
        Object.keys(parts).map((name) => `#/components/${section}/${name}`),
      );
    expect([...refs].sort()).toEqual(held.sort());
  });

  it("has schemas that compile", () => {
    for (const [name, schema] of Object.entries(document.components["schemas"] ?? {})) {
      const ref = `#/components/schemas/${name}`;
      const id = described.idOf(ref);
      if (met.has(id)) continue;
      met.add(id);
      expect(ajv.validateSchema(schema as object)).toBe(true);
      expect(() => described.compiled(ref)).not.toThrow();
    }
  });

  it("has the operations that live in it, and no others", () => {
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => operation["operationId"]),
    );
    const living = operations.filter((operation) => livesIn(operation, revision));
    expect(described.sort()).toEqual(living.map(({ id }) => id).sort());
  });
});

it("an error without its place is not as described", async () => {
  const { ask } = await emulate();
  const { status, headers, text } = await ask("GET", "/api/profiles/nobody");
  expect(undescribed("GET", "/api/profiles/nobody", { status, headers, text })).toEqual([]);
  const spoilt = text.replace('"source":{"pointer":"/data/"},', "");
  expect(undescribed("GET", "/api/profiles/nobody", { status, headers, text: spoilt })).not.toEqual(
    [],
  );
});

it("an answer in the media type of JSON:API is as described", async () => {
  const { get } = await emulate();
  const answer = await get("/api/profiles", { headers: { accept: "application/vnd.api+json" } });
  expect(answer.headers.get("content-type")).toBe("application/vnd.api+json");
});

it("an answer with a fieldset has fewer attributes, and none that are not described", async () => {
  const { post, get } = await emulate();
  await post("/api/profiles", newProfile());
  const { many } = await get("/api/profiles?fields[profile]=email,location.city");
  expect(many[0]?.attributes).toEqual({ email: "ada@example.com", location: { city: null } });
});
