import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { jsonSchemaOf } from "../src/contract/schema.ts";
import type { Shape } from "../src/contract/shape.ts";
import { configShape } from "../src/cli/options/config-shape.ts";
import { foundShape } from "../src/explore/result-shape.ts";
import { accountShape, accountsShape } from "../src/seeding/fixture/shape.ts";
import { shippedScenarios } from "../src/scenarios/read.ts";
import { scenarioShape } from "../src/scenarios/shape.ts";
import { verdictShape } from "../src/scenarios/verdict.ts";
import { cardShape } from "../src/report/card-shape.ts";
import { receiverCardShape } from "../src/report/receivers/card-shape.ts";
import { faultShape } from "../src/world/faults/kinds.ts";
import { oneOf } from "../src/contract/shape.ts";
import { withDefs, withoutDefs } from "./support/schema-defs.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "fixtures/schemas");

/** The shapes whose schemas are shipped, for editors. */
const shipped: Readonly<Record<string, Shape>> = {
  config: configShape as Shape,
  explore: foundShape as Shape,
  fault: faultShape,
  fixture: oneOf(accountShape, accountsShape) as Shape,
  "receiver-report": receiverCardShape as Shape,
  report: cardShape as Shape,
  scenario: scenarioShape as Shape,
  verdict: verdictShape as Shape,
};

const generated = (name: string) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: name,
  ...withDefs(jsonSchemaOf(shipped[name] as Shape), name),
});

const validators = new Map<string, ValidateFunction>();

/** Each is compiled once, when it is first asked for. */
function validator(name: string): ValidateFunction {
  const made =
    validators.get(name) ?? new Ajv2020({ validateFormats: false }).compile(generated(name));
  validators.set(name, made);
  return made;
}

it.each(Object.keys(shipped))("the shipped schema of a %s is what its shape says", (name) => {
  const file = join(folder, `${name}.schema.json`);
  const text = `${JSON.stringify(generated(name), null, 2)}\n`;
  // UPDATE_SCHEMAS=1 writes what would otherwise be missed.
  if (process.env["UPDATE_SCHEMAS"] === "1") writeFileSync(file, text);
  else expect(readFileSync(file, "utf8")).toBe(text);
});

it.each(Object.entries(shipped))(
  "the schema of a %s loses nothing in references",
  (name, shape) => {
    const { $schema } = generated(name);
    expect(withoutDefs(generated(name))).toEqual({ $schema, title: name, ...jsonSchemaOf(shape) });
  },
);

describe("a validator with the shipped schema", () => {
  it.each([
    { operation: "create_event", status: 429, retryAfter: 2, times: 2 },
    { area: "events", delay: { uniform: ["100ms", "2s"] }, times: "always" },
    { path: "/api/events*", sequence: [{ status: 429 }, "pass", { connection: "reset" }] },
    { operation: "*", match: { email: "a@b.c", body: { "a.b": 1 } }, spoil: "empty" },
  ])("accepts the fault %j", (fault) => {
    expect(validator("fault")(fault)).toBe(true);
  });

  it.each([
    { operation: "create_event", statsu: 429 },
    { operation: "create_event", times: 0 },
    { operation: "create_event", connection: "drop" },
    { operation: "create_event", sequence: [{ status: 429, times: 2 }] },
  ])("refuses the fault %j", (fault) => {
    expect(validator("fault")(fault)).toBe(false);
  });

  it.each(shippedScenarios())("accepts the shipped scenario %s", (name) => {
    const text = readFileSync(join(root, `fixtures/scenarios/${name}.yaml`), "utf8");
    const validate = validator("scenario");
    validate(parse(text));
    expect(validate.errors).toBeNull();
  });

  it.each(["demo", "small", "empty"])("accepts the shipped fixture %s", (name) => {
    const text = readFileSync(join(root, `fixtures/seeds/${name}.yaml`), "utf8");
    const validate = validator("fixture");
    validate(parse(text));
    expect(validate.errors).toBeNull();
  });
});
