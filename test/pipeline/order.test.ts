import { expect, it } from "vitest";
import type { Opened, Versioned } from "../../src/pipeline/exchange.ts";
import { permit, row } from "../../src/pipeline/row.ts";
import { query } from "../../src/pipeline/body.ts";
import { stages } from "../../src/pipeline/stages.ts";
import { Way } from "../../src/pipeline/stage.ts";
import { newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";

it("a request that breaks every rule is refused in the order of the stages", async () => {
  const { emulator, get, post } = await emulate({ rateLimits: "real" });
  await post("/api/profiles", newProfile());
  // A wrong method is counted under the first operation of its path.
  for (let taken = 0; taken < 75; taken += 1) await get("/api/profiles");
  emulator.faults.add({ operation: "*", status: 503 });
  emulator.requests.clear();

  const broken = {
    path: "/api/v1/people",
    method: "PUT",
    query: "?include=friends",
    key: undefined as string | undefined,
    revision: undefined as string | undefined,
    type: "text/plain",
    body: JSON.stringify(newProfile()),
  };
  const send = async () => {
    const { path, method, query, key, revision, type, body } = broken;
    const headers: Record<string, string> = { "content-type": type };
    if (key !== undefined) headers["authorization"] = `Service-API-Key ${key}`;
    if (revision !== undefined) headers["revision"] = revision;
    const { status } = await emulator.fetch(path + query, { method, headers, body });
    return [emulator.requests.list().at(-1)?.stage, status];
  };
  const mends: (() => void)[] = [
    () => (broken.path = "/api/profiles"),
    () => emulator.faults.clear(),
    () => (broken.key = emulator.keys["events-only"]),
    () => (broken.key = emulator.keys["full"]),
    () => emulator.clock.advance("61s"),
    () => (broken.revision = newest),
    () => (broken.method = "POST"),
    () => (broken.query = ""),
    () => (broken.type = "application/json"),
    () => (broken.body = JSON.stringify(newProfile({ email: "new@example.com" }))),
  ];
  const answers = [];
  for (const mend of mends) {
    answers.push(await send());
    mend();
  }
  answers.push(await send());

  expect(answers).toEqual([
    ["retired", 410],
    ["plan", 503],
    ["authenticate", 401],
    ["permit", 403],
    ["limit", 429],
    ["revision", 400],
    ["row", 405],
    ["query", 400],
    ["body", 415],
    ["handle", 409],
    ["handle", 201],
  ]);
  // A preflight is answered, never refused; OAuth's requests never come further than their stage.
  const others = ["preflight", "oauth"];
  const refusing = stages.map(([name]) => name).filter((name) => !others.includes(name));
  expect([...new Set(answers.map(([stage]) => stage))]).toEqual(refusing);
});

// `npm run check:types` is what fails: each line below must be an error to the compiler.
it("the compiler refuses a stage before its phase, one out of its turn, and a way that lacks one", () => {
  const opened = new Way<Opened, ["permit"]>();
  const versioned = new Way<Versioned, ["row", "query"]>();

  // @ts-expect-error: nobody knows the account yet.
  opened.through("permit", permit);
  // @ts-expect-error: there is no row yet.
  versioned.through("row", query);
  // @ts-expect-error: the row comes first.
  versioned.through("query", query);
  // @ts-expect-error: the query is still to be read.
  const lacking = versioned.through("row", row).end();

  expect(lacking.map(([name]) => name)).toEqual(["row"]);
});
