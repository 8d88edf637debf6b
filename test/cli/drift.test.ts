import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { newestRevision } from "../../src/contract/revisions.ts";
import { listening, runHere } from "../support/cli.ts";
import { describedIn } from "../support/described.ts";

type Any = Record<string, any>;

/** A folder of this test's own. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-drift-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** The emulator's own document, changed; a file with it. */
function changed(change: (document: Any) => void, into = folder()): string {
  const document = structuredClone(describedIn(newestRevision).document) as Any;
  change(document);
  const file = join(into, "service.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

function written(text: string): string {
  const file = join(folder(), "document");
  writeFileSync(file, text);
  return file;
}

/** Lists have a weight, and the events cannot be read any more. */
function twoChanges(document: Any): void {
  document["components"].schemas.PlainList.properties.attributes.properties.weight = {
    type: "number",
  };
  delete document["paths"]["/api/events"].get;
}

describe("drift", () => {
  it("finds no difference in the emulator's own document", async () => {
    const { code, stdout } = await runHere(["drift", changed(() => {})]);
    expect(stdout).toMatch(/\(2026-07-15\) against the emulator at 2026-07-15: 0 differences\n$/);
    expect(code).toBe(0);
  });

  it("names what a document has otherwise, alike ones together", async () => {
    const { code, stdout } = await runHere(["drift", changed(twoChanges)]);
    expect(stdout).toContain("- operation GET /api/events: in the emulator only\n    get_events\n");
    expect(stdout).toMatch(
      /\n\+ answer .*data(\[\])?\.attributes\.weight: in the document only\n {4}get_lists, /,
    );
    expect(code).toBe(1);
  });

  it("shows first what the recorded requests meet", async () => {
    const { ask, cli } = await listening();
    await ask("/api/lists");
    await ask("/api/events");
    const file = changed((document) => {
      twoChanges(document);
      // What the answers have that the document has not is met, too.
      delete document["components"].schemas.Account.properties.attributes.properties.industry;
    });
    const { stdout } = await cli("drift", file, "--journal");
    const first = stdout.split("\n").slice(1, 3);
    expect(first).toEqual([
      "- operation GET /api/events: in the emulator only",
      "    Met: get_events (1 request)",
    ]);
    expect(stdout.split("\n")[4]).toMatch(/^ {4}get_lists \(1 request\)/);
    const archive = written((await cli("requests", "export", "--har")).stdout);
    const { stdout: json } = await runHere(["drift", file, "--recording", archive, "--json"]);
    const { differences } = JSON.parse(json) as { differences: Any[] };
    expect(differences[0]).toEqual({
      operation: "get_events",
      of: "operation",
      at: "GET /api/events",
      change: "removed",
      is: "in the emulator only",
      requests: 1,
      isMet: true,
    });
  });

  it("fails with a ratchet only on what is new, and lets go what is gone", async () => {
    const into = folder();
    const ratchet = join(into, "drift.json");
    const ask = (change: (document: Any) => void) =>
      runHere(["drift", changed(change, into), "--ratchet", ratchet]);
    expect((await ask(twoChanges)).code).toBe(0);
    const more = await ask((document) => {
      twoChanges(document);
      delete document["paths"]["/api/metrics"].get;
    });
    expect([more.code, more.stdout]).toEqual([
      1,
      expect.stringContaining(": 1 difference\n- operation GET /api/metrics: "),
    ]);
    expect((await ask((document) => delete document["paths"]["/api/events"].get)).code).toBe(0);
    expect(JSON.parse(readFileSync(ratchet, "utf8"))).toEqual({
      differences: ["get_events: operation GET /api/events: in the emulator only"],
    });
  });

  it("reads YAML, and compares with the revision that the document names", async () => {
    const text =
      "openapi: 3.0.2\ninfo: { version: '2025-10-15' }\npaths:\n  /api/lists:\n    get: { responses: { '200': {} } }\n";
    const { code, stdout } = await runHere(["drift", written(text)]);
    expect(stdout).toContain("(2025-10-15) against the emulator at 2025-10-15: ");
    expect(code).toBe(1);
  });

  it.each([
    ["", "the file is empty; expected an OpenAPI document"],
    ["{", "is no JSON: "],
    ["{}", "is no OpenAPI 3 document: it needs openapi: 3.x and paths"],
    ['{ "swagger": "2.0", "paths": {} }', "is no OpenAPI 3 document"],
    ['{ "__proto__": { "openapi": "3.0.0", "paths": {} } }', "is no OpenAPI 3 document"],
    ["a: &a [*a]", "nests deeper than 40 levels"],
    ["- !!js/function x", "not valid YAML"],
  ])("rejects %j in one line", async (text, told) => {
    const { code, stderr } = await runHere(["drift", written(text)]);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toContain(told);
  });

  it.each<[string, Any]>([
    ["refer in a circle", { L0: { $ref: "#/components/schemas/L0" } }],
    [
      "multiply",
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `L${at}`,
          { anyOf: [1, 2, 3].map(() => ({ $ref: `#/components/schemas/L${at + 1}` })) },
        ]),
      ),
    ],
  ])("gives up on schemas that %s", async (_, schemas) => {
    const file = changed((document) => {
      Object.assign(document["components"].schemas, schemas);
      document["components"].schemas.PlainList = { $ref: "#/components/schemas/L0" };
    });
    const { code, stderr } = await runHere(["drift", file]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^service-emulator: .* cannot be compared: .*\n$/),
    ]);
  });

  it("takes a document whose parts are of any kind", async () => {
    const odd = [null, 5, "x", [], [[]], {}];
    const paths = Object.fromEntries(
      odd.map((each, at) => [
        `/api/odd/${at}`,
        {
          parameters: each,
          get: { parameters: each, security: each, requestBody: each, responses: { 200: each } },
          post: each,
        },
      ]),
    );
    const lists = {
      post: {
        requestBody: {
          content: {
            "a/b": { schema: { type: odd, properties: 5, required: 5, enum: odd, allOf: odd } },
          },
        },
        responses: 5,
      },
    };
    const { code } = await runHere([
      "drift",
      written(
        JSON.stringify({
          openapi: "3.1.0",
          paths: { ...paths, "/api/lists": lists },
          components: 5,
        }),
      ),
    ]);
    expect(code).toBe(1);
  });
});
