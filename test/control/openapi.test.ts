import { setImmediate as turn } from "node:timers/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { controlOperations } from "../../src/control/operations.ts";
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

describe.each(["openapi.json", "service/openapi.json"])(
  "the document %s, as it is sent,",
  (name) => {
    const path = `/_emulator/${name}`;

    it("is made once: whoever has it is told that it is the same", async () => {
      const { emulator } = await emulate();
      const first = await emulator.fetch(path);
      const etag = first.headers.get("etag") as string;
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const known = await emulator.fetch(path, { headers: { "if-none-match": `"x", W/${etag}` } });
      expect([known.status, known.headers.get("etag"), await known.text()]).toEqual([
        304,
        etag,
        "",
      ]);
      const other = await emulator.fetch(path, { headers: { "if-none-match": '"x"' } });
      expect([other.status, await other.text()]).toEqual([200, await first.text()]);
    });

    it("is another for another host", async () => {
      const { emulator } = await emulate({ port: 0 });
      const { port } = new URL(emulator.url);
      const [one, two] = await Promise.all(
        ["127.0.0.1", "localhost"].map((host) => fetch(`http://${host}:${port}${path}`)),
      );
      expect(one?.headers.get("etag")).not.toBe(two?.headers.get("etag"));
      expect(await two?.json()).toMatchObject({ servers: [{ url: `http://localhost:${port}` }] });
    });

    it("is as long as its head says, on a socket", async () => {
      const { emulator } = await emulate({ port: 0 });
      const { headers, ...answer } = await fetch(emulator.url + path).then(async (response) => ({
        headers: response.headers,
        bytes: (await response.arrayBuffer()).byteLength,
      }));
      expect(headers.get("content-length")).toBe(String(answer.bytes));
    });
  },
);

describe("the service's document, as it changes,", () => {
  const path = "/_emulator/service/openapi.json?revision=2027-01-15";

  it("is made anew for other patches", async () => {
    const { emulator } = await emulate();
    const patch = { resource: "profile", remove: ["attributes.title"] } as const;
    emulator.revisions.add("2027-01-15", []);
    const etag = async () => (await emulator.fetch(path)).headers.get("etag");
    const before = await etag();
    emulator.revisions.patch("2027-01-15", patch);
    expect(await etag()).not.toBe(before);
  });
});

describe("while a document is made, and sent to ten at once,", () => {
  it("others have many turns", async () => {
    // A scheme of its own: no test before has asked for this one.
    const { emulator } = await emulate({ authScheme: "Turns-Key" });
    const loop = { turns: 0, isOver: false };
    const all = Promise.all(
      Array.from({ length: 10 }, async () =>
        (await emulator.fetch("/_emulator/service/openapi.json")).arrayBuffer(),
      ),
    ).finally(() => (loop.isOver = true));
    while (!loop.isOver) {
      await turn();
      loop.turns += 1;
    }
    const [{ byteLength }] = (await all) as [ArrayBuffer];
    expect(byteLength).toBeGreaterThan(1_000_000);
    expect(loop.turns).toBeGreaterThan(20);
  });
});

describe("no answer of the control API", () => {
  it("hands over more than 300 kB at once, however long it is", async () => {
    const { emulator } = await emulate({ fixtures: ["demo"], profiles: 2000 });
    await Promise.all(
      Array.from({ length: 500 }, () => emulator.fetch(`/api/profiles?x=${"x".repeat(1000)}`)),
    );
    const paths = controlOperations
      .filter(({ method, path, streams }) => method === "GET" && !path.includes("{") && !streams)
      .map(({ path }) => path);
    const asked = [...paths, "/_emulator/snapshots/seeded/diff/now"].concat(
      ["profiles", "events", "memberships"].map((name) => `/_emulator/state/${name}?limit=100000`),
    );
    const sizes: Record<string, number> = {};
    for (const path of asked) {
      const { body } = await emulator.fetch(path);
      let length = 0;
      for await (const portion of body ?? []) {
        const { byteLength } = portion as Uint8Array;
        expect([path, byteLength < 300_000]).toEqual([path, true]);
        length += byteLength;
      }
      sizes[path] = length;
    }
    const long = Object.entries(sizes).filter(([, size]) => size > 300_000);
    expect(long.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        "/_emulator/requests",
        "/_emulator/service/openapi.json",
        "/_emulator/state/events?limit=100000",
      ]),
    );
  });
});
