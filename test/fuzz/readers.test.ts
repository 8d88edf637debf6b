import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Shape } from "../../src/contract/shape.ts";
import { type RawBody, readJson, shapedBody } from "../../src/jsonapi/json.ts";
import { checkShape } from "../../src/jsonapi/check.ts";
import { readParameters } from "../../src/jsonapi/parameters.ts";
import {
  livesIn,
  newestRevision,
  oldestRevision,
  revisions,
} from "../../src/contract/revisions.ts";
import { readQuery } from "../../src/jsonapi/query.ts";
import { Refusal, refused } from "../../src/jsonapi/refusal.ts";
import { fitting } from "../support/fitting.ts";
import { runs } from "../support/fuzz.ts";

const { operations, resources } = createApi();
const rows = [...operations.values()];

const readBody = (body: RawBody, shape: Shape | undefined, revision = newestRevision) =>
  shapedBody(readJson(body), shape, revision);
const withBody = rows.flatMap(({ body }) => (body === undefined ? [] : [body]));
const raw = (text: string | Uint8Array, changes = {}) => ({
  contentType: "application/json",
  contentEncoding: undefined,
  bytes: typeof text === "string" ? new TextEncoder().encode(text) : text,
  ...changes,
});

it("the body reader lets through what fits, however it is encoded", () => {
  const served = revisions.filter((revision) => revision >= oldestRevision);
  const asked = fc
    .constantFrom(...rows.filter(({ body }) => body !== undefined))
    .chain((row) => {
      const living = served.filter((revision) => livesIn(row, revision));
      return fc.tuple(fc.constant(row.body as Shape), fc.constantFrom(...living));
    })
    .chain(([shape, revision]) =>
      fc.tuple(
        fc.constant(shape),
        fc.constant(revision),
        fitting(shape, revision),
        fc.constantFrom("identity", "gzip", "deflate"),
      ),
    );
  fc.assert(
    fc.property(asked, ([shape, revision, value, encoding]) => {
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const bytes =
        encoding === "gzip" ? gzipSync(plain) : encoding === "deflate" ? deflateSync(plain) : plain;
      const found = readBody({ ...raw(bytes), contentEncoding: encoding }, shape, revision);
      expect(found).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: runs },
  );
});

it("the body reader refuses anything else with 400, 413 or 415, and says where", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => gzipSync(text).subarray(0, -3)),
  );
  const encodings = fc.constantFrom(undefined, "gzip", "deflate", "br", "identity", "x".repeat(99));
  const types = fc.constantFrom(
    undefined,
    "",
    "application/json; charset=utf-8",
    "text/plain",
    "application/vnd.api+json",
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...withBody),
      bytes,
      encodings,
      types,
      (shape, body, contentEncoding, contentType) => {
        const found = readBody({ contentType, contentEncoding, bytes: body }, shape);
        if (!refused(found)) return expect(checkShape(shape, found)).toEqual([]);
        expect([400, 413, 415]).toContain(found.status);
        expect(found.problems.every(({ pointer }) => pointer.startsWith("/"))).toBe(true);
      },
    ),
    { numRuns: runs },
  );
});

it("the query reader reads or refuses with 400 and names the parameter", () => {
  const name = fc.oneof(
    fc.constantFrom(
      "filter",
      "sort",
      "include",
      "page[size]",
      "page[cursor]",
      "fields[profile]",
      "additional-fields[profile]",
    ),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      ...rows.flatMap(({ abilities }) =>
        [...abilities.sort, ...abilities.include].map((each) => each.name),
      ),
    ),
    fc.constantFrom(
      "1",
      "-created",
      "location.city,email",
      "has(profile)",
      "profile,metric",
      "%zz",
      "%E0%A4%A",
    ),
  );
  const encoded = fc.tuple(name, value, fc.boolean()).map(([key, text, proper]) => {
    const encode = proper
      ? (part: string) => encodeURIComponent(Buffer.from(part).toString())
      : (part: string) => part.replace(/[&=]/g, "");
    return `${encode(key)}=${encode(text)}`;
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...rows),
      fc.array(encoded, { maxLength: 4 }),
      (operation, pairs) => {
        const parameters = readParameters(pairs.join("&"));
        const found = refused(parameters)
          ? parameters
          : readQuery({
              operation,
              resources,
              revision: newestRevision,
              path: operation.path,
              parameters,
            });
        if (!(found instanceof Refusal)) return;
        expect(found.status).toBe(400);
        // A cursor has a pointer alone.
        const [{ parameter, pointer } = {}] = found.problems;
        if (found.status === 400) expect(parameter ?? pointer).toEqual(expect.any(String));
      },
    ),
    { numRuns: runs },
  );
});
