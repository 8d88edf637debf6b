import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { livesIn } from "../../src/contract/revisions.ts";
import { newProfile } from "../support/bodies.ts";
import { api, describedIn, served, undescribed } from "../support/described.ts";
import { emulate } from "../support/emulate.ts";
import { formats } from "../support/formats.ts";

const operations = [...api.operations.values()];

describe.each(served)("the document of %s", (revision) => {
  const { document } = describedIn(revision);

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
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
    const ajv = new Ajv2020({ strict: false, formats, validateSchema: "log", inlineRefs: false });
    ajv.addSchema({ components: document.components }, "service");
    for (const [name, schema] of Object.entries(document.components["schemas"] ?? {})) {
      expect(ajv.validateSchema(schema)).toBe(true);
      const $ref = `service#/components/schemas/${name}`;
      expect(() => ajv.compile({ $ref })).not.toThrow();
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
