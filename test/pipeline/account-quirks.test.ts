import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createEmulator } from "../../src/index.ts";
import { newFolder } from "../support/data-folder.ts";

/** A file with quirks of an account. */
function quirkFile(quirks: unknown) {
  const file = join(newFolder(), "emulator.quirks.yaml");
  writeFileSync(file, typeof quirks === "string" ? quirks : stringify({ quirks }));
  return file as `${string}.yaml`;
}

/** Asks an emulator that has these quirks. */
async function having(...quirks: readonly object[]) {
  const emulator = await createEmulator({ fixtures: ["small"], quirks: [quirkFile(quirks)] });
  onTestFinished(() => emulator.close());
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  return async (path: string, method = "GET", body?: object) => {
    const response = (await emulator.fetch(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })) as Response;
    const text = await response.text();
    const read = (text === "" ? {} : JSON.parse(text)) as Record<string, any>;
    return { status: response.status, headers: response.headers, body: read };
  };
}

const list = (name: string) => ({ data: { type: "list", attributes: { name } } });

describe("a quirk of the account", () => {
  it("changes the status of a success", async () => {
    const ask = await having({ operation: "create_list", status: 200 });
    const made = await ask("/api/lists", "POST", list("Fresh"));
    expect([made.status, made.body["data"].attributes.name]).toEqual([200, "Fresh"]);
  });

  it("rejects what would succeed before anything is written", async () => {
    const ask = await having({
      operation: "create_list",
      when: { status: 201, body: { "data.attributes.name": "Taken" } },
      status: 409,
      errors: [{ code: "conflict", detail: "There is one." }],
    });
    const taken = await ask("/api/lists", "POST", list("Taken"));
    expect([taken.status, taken.body["errors"][0]]).toEqual([
      409,
      expect.objectContaining({ code: "conflict", status: 409, detail: "There is one." }),
    ]);
    const { body } = await ask("/api/lists");
    const names = body["data"].map((each: any) => each.attributes.name);
    expect(names).not.toContain("Taken");
    expect((await ask("/api/lists", "POST", list("Free"))).status).toBe(201);
  });

  it("rejects otherwise what is rejected", async () => {
    const quirk = { operation: "get_list", when: { status: 404 }, status: 400 };
    const ask = await having(quirk);
    const unknown = await ask("/api/lists/Nobody");
    expect([unknown.status, unknown.body["errors"][0].code]).toEqual([400, "not_found"]);
    const { body } = await ask("/api/lists");
    expect((await ask(`/api/lists/${body["data"][0].id}`)).status).toBe(200);
  });

  it("changes headers, and leaves one out", async () => {
    const headers = { "RateLimit-Limit": "1, 1;w=1, 2;w=60", "ratelimit-reset": null };
    const ask = await having({ operation: "get_lists", headers });
    const found = await ask("/api/lists");
    const names = ["ratelimit-limit", "ratelimit-reset"];
    expect(names.map((name) => found.headers.get(name))).toEqual(["1, 1;w=1, 2;w=60", null]);
  });

  it("adds, removes and retypes members, where a parameter is met", async () => {
    const ask = await having({
      operation: "get_lists",
      when: { query: { sort: "name" } },
      patch: { remove: ["attributes.created"], add: { "attributes.folder": null } },
    });
    const [sorted, usual] = [await ask("/api/lists?sort=name"), await ask("/api/lists")];
    expect(sorted.body["data"][0].attributes).toHaveProperty("folder", null);
    expect(sorted.body["data"][0].attributes).not.toHaveProperty("created");
    expect(usual.body["data"][0].attributes).toHaveProperty("created");
  });

  it.each([
    [
      "quirks:\n  - operation: get_list2\n    status: 200\n",
      ":2: quirks[0].operation: no operation 'get_list2'; did you mean get_lists?",
    ],
    [
      "quirks:\n  - operation: get_lists\n    statos: 200\n",
      ":3: quirks[0].statos: unknown member; did you mean status?",
    ],
    [
      "quirks:\n  - operation: get_lists\n",
      ":2: quirks[0]: expected a status, errors, headers or a patch",
    ],
    [
      "quirks:\n  - { operation: get_lists, patch: { remove: [attributes.nam] } }\n",
      "lists has no nam among",
    ],
    ["quirks: !!js/function 1\n", "not valid YAML"],
    ["", "the file is empty; expected quirks: [...]"],
  ])("that is written wrong is refused in one line: %j", async (text, told) => {
    const failed = await createEmulator({ quirks: [quirkFile(text)] }).catch(
      (error: Error) => error,
    );
    expect((failed as Error).message.replace("list has", "lists has")).toContain(told);
    expect((failed as Error).message).not.toContain("\n");
  });
});
