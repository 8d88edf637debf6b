import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { OpenApi } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";

async function documents(options: Parameters<typeof emulate>[0] = {}) {
  const { emulator } = await emulate(options);
  const ask = async (path: string) => {
    const response = await emulator.fetch(`/_emulator/${path}`);
    return { status: response.status, document: (await response.json()) as OpenApi };
  };
  return { emulator, ask };
}

const validityOf = (document: OpenApi) => new Validator().validate(structuredClone(document));

describe("the control API's own document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { ask } = await documents();
    const { document } = await ask("openapi.json");
    expect(await validityOf(document)).toEqual({ valid: true });
  });

  it("has every operation, itself too, and the host that was asked", async () => {
    const { ask, emulator } = await documents();
    const { document } = await ask("openapi.json");
    expect(document["servers"]).toEqual([{ url: emulator.url }]);
    const all = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(all).toContain("get /_emulator/openapi.json");
    expect(all).toContain("post /_emulator/scenarios/{id}/finish");
    const ids = Object.values(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(all.length);
  });

  it("describes bodies that are accepted, and refuses what they do not have", async () => {
    const { ask, emulator } = await documents();
    const { document } = await ask("openapi.json");
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      schemaOf(document, "/_emulator/clock", "put"),
    );
    for (const [change, fits] of [
      [{ mode: "frozen", at: "2026-08-01" }, true],
      [{ mode: "frozen", when: "2026-08-01" }, false],
      [{ mode: "stopped" }, false],
    ] as const) {
      const body = JSON.stringify(change);
      const { status } = await emulator.fetch("/_emulator/clock", { method: "PUT", body });
      expect([validate(change), status]).toEqual([fits, fits ? 200 : 400]);
    }
  });
});

interface Bodied {
  readonly requestBody: { readonly content: Readonly<Record<string, { schema: object }>> };
}

function schemaOf({ paths }: OpenApi, path: string, method: string): object {
  const { requestBody } = (paths[path] as never as Record<string, Bodied>)[method] as Bodied;
  return requestBody.content["application/json"]?.schema ?? {};
}

describe("the service's document of an emulator", () => {
  it("is that of the newest revision, unless another is asked for", async () => {
    const { ask, emulator } = await documents();
    const versionOf = ({ info }: OpenApi) => (info as { version: string }).version;
    expect(versionOf((await ask("service/openapi.json")).document)).toBe("2026-07-15");
    const other = await ask("service/openapi.json?revision=2024-12-24");
    expect(versionOf(other.document)).toBe("2024-10-15");
    expect(await emulator.openapi("2024-12-24")).toEqual(other.document);
  });

  it("says how this emulator is asked", async () => {
    const { ask, emulator } = await documents({ authScheme: "Own-Key" });
    const { document } = await ask("service/openapi.json");
    expect(document["servers"]).toEqual([{ url: emulator.url }]);
    expect(JSON.stringify(document.components["securitySchemes"])).toContain("`Own-Key`");
  });

  it("is that of a revision which was brought, with its patches beside it", async () => {
    const { ask, emulator } = await documents();
    emulator.revisions.add("2027-01-15", [{ resource: "profile", remove: ["attributes.title"] }]);
    const { document } = await ask("service/openapi.json?revision=2027-01-15");
    expect(document["info"]).toMatchObject({ version: "2027-01-15" });
    expect(document["x-patches"]).toEqual([{ resource: "profile", remove: ["attributes.title"] }]);
    expect(document.components["parameters"]?.["Revision"]).toMatchObject({
      schema: { enum: ["2027-01-15"] },
    });
    expect(await validityOf(document)).toEqual({ valid: true });
  });

  it.each(["2026-07-1", "newest", "2022-10-17", "2026-02-30"])(
    "refuses %s, which is no revision that is served",
    async (revision) => {
      const { ask } = await documents();
      const { status, document } = await ask(`service/openapi.json?revision=${revision}`);
      expect([status, document]).toMatchObject([400, { error: { path: "revision" } }]);
    },
  );
});
