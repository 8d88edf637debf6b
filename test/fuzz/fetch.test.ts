import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Entry } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { emulate } from "../support/emulate.ts";
import { runs } from "../support/fuzz.ts";

const rows = [...createApi().operations.values()];
/** The statuses of the specification, and what behaviour.md and this project add to them. */
const documented = [200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 410, 413, 415, 429];

const path = fc
  .tuple(
    fc.constantFrom(...rows),
    fc.oneof(fc.string(), fc.constantFrom("%E0%A4%A", "..", "a/b", "00000000000")),
  )
  .map(([row, id]) => row.path.replace(/\{\w+\}/g, () => id.replace(/[?#\s]/g, "")));
const query = fc.oneof(
  fc.constant(""),
  fc.string().map((text) => `?${text.replaceAll("#", "")}`),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.constantFrom(
    `?filter=equals(email,"a@b.c")`,
    "?sort=-created&page[size]=1",
    "?include=profile",
    "?page[cursor]=x",
    "?company_id=Tests1",
  ),
);
const body = fc.oneof(
  fc.constantFrom(
    JSON.stringify(newProfile()),
    JSON.stringify(newEvent()),
    "",
    "{",
    "[]",
    '{"data":null}',
  ),
  fc.json({ maxDepth: 6 }),
  fc
    .record({
      data: fc.record({
        type: fc.constantFrom("profile", "event"),
        attributes: fc.jsonValue({ maxDepth: 4 }),
      }),
    })
    .map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 100 }),
  fc.json().map((text) => new Uint8Array(gzipSync(text))),
);
const header = (text: fc.Arbitrary<string>) =>
  text.map((value) => value.replace(/[^\x21-\x7e]/g, ""));
const headers = fc.record(
  {
    authorization: fc.constantFrom(
      "FULL",
      "Bearer x",
      "",
      "Service-API-Key pk_unknown",
      "Basic eDp5",
    ),
    revision: fc.oneof(fc.constant("2026-07-15"), fc.constant("2024-02-15"), header(fc.string())),
    "content-type": fc.oneof(
      fc.constant("application/json"),
      fc.constant("text/plain"),
      header(fc.string()),
    ),
    "content-encoding": fc.constantFrom("", "gzip", "deflate", "br"),
    accept: fc.constantFrom("*/*", "application/vnd.api+json", "text/html"),
  },
  { requiredKeys: [] },
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"),
  path,
  query,
  body,
  headers,
  proper: fc.boolean(),
});

it("whatever is sent is answered in the service's format, and what is refused changes nothing", async () => {
  const { emulator } = await emulate();
  const held = async () => {
    const health = await emulator.fetch("/_emulator/health");
    return JSON.stringify(((await health.json()) as { accounts: unknown }).accounts);
  };
  let written: Entry["written"] = [];
  emulator.requests.listen((entry) => {
    written = entry.written;
  });
  let before = await held();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const given: Record<string, string> = { ...sent.headers };
      if (sent.proper || given["authorization"] === "FULL") {
        given["authorization"] = `Service-API-Key ${emulator.keys["full"]}`;
      }
      if (sent.proper) {
        given["revision"] = "2026-07-15";
        given["content-type"] = "application/json";
      }
      const bodiless = sent.method === "GET" || sent.method === "HEAD";
      const response = await emulator.fetch(new URL(sent.path + sent.query, emulator.url), {
        method: sent.method,
        headers: given,
        ...(!bodiless && { body: sent.body as string }),
      });
      const text = await response.text();
      expect(documented).toContain(response.status);
      const after = await held();
      if (response.status >= 400) {
        expect(after).toBe(before);
        expect(written).toEqual([]);
        if (sent.method !== "HEAD") {
          const { errors } = JSON.parse(text) as { errors: Record<string, unknown>[] };
          expect(errors.length).toBeGreaterThan(0);
          for (const each of errors) {
            expect(each).toMatchObject({
              id: response.headers.get("x-service-req-id"),
              status: response.status,
              code: expect.stringMatching(/^[a-z_]+$/),
              title: expect.any(String),
              detail: expect.any(String),
            });
            const { pointer, parameter } = each["source"] as Record<string, unknown>;
            expect(pointer ?? "/").toEqual(expect.stringMatching(/^\//));
            expect(pointer ?? parameter).toEqual(expect.any(String));
          }
        }
      }
      before = after;
    }),
    { numRuns: runs },
  );
});
