import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { livesIn } from "../../src/contract/revisions.ts";
import { newProfile } from "../support/bodies.ts";
import { api, describedIn, served, undescribed } from "../support/described.ts";
import { emulate } from "../support/emulate.ts";
import { formats } from "../support/formats.ts";

const operations = [...api.operations.values()];

const met = new Set<string>();

/** Whether no revision before had a schema that says the same, with all that it refers to. */
function isNew(name: string, schemas: Readonly<Record<string, unknown>>): boolean {
  const whole = new Map<string, string>();
  for (const waiting = [name]; waiting.length > 0;) {
    const next = waiting.pop() as string;
    if (whole.has(next)) continue;
    const text = JSON.stringify(schemas[next]);
    whole.set(next, text);
    waiting.push(
      ...Array.from(text.matchAll(/#\/components\/schemas\/([^"]+)/g), ([, to = ""]) => to),
    );
  }
  const text = JSON.stringify([...whole]);
  if (met.has(text)) return false;
  met.add(text);
  return true;
}

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
    const ajv = new Ajv2020({
      strict: false,
      formats,
      validateSchema: "log",
      inlineRefs: false,
      code: { optimize: false },
    });
    ajv.addSchema({ components: document.components }, "service");
    const schemas = document.components["schemas"] ?? {};
    for (const name of Object.keys(schemas).filter((each) => isNew(each, schemas))) {
      expect(ajv.validateSchema(schemas[name] as object)).toBe(true);
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
