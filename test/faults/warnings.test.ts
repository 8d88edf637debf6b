import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { globsMeet } from "../../src/world/name-match.ts";
import type { FaultInput, OperationId } from "../../src/index.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const warningsOf = async (fault: FaultInput, ...older: FaultInput[]) => {
  const { emulator } = await emulate();
  for (const each of older) emulator.faults.add(each);
  return emulator.faults.add(fault).warnings;
};

const match = (
  operation: OperationId | "*",
  asked: NonNullable<FaultInput["match"]>,
): FaultInput => ({
  operation,
  match: asked,
  status: 503,
});

describe("a fault that no request can meet is planned with a warning", () => {
  it.each<[string, FaultInput, string]>([
    [
      "a sequence that lets everything pass",
      { operation: "get_profiles", sequence: ["pass", "pass"] },
      "every step of the sequence is pass",
    ],
    [
      "a method that its operation has not",
      { operation: "create_event", method: "GET", status: 503 },
      "create_event has the method POST, not GET",
    ],
    [
      "an area that its operation is not in",
      { operation: "create_event", area: "profiles", status: 503 },
      "create_event has the area events, not profiles",
    ],
    [
      "a path that its operation has not",
      { operation: "get_profile", path: "/api/events*", status: 503 },
      "get_profile has the path /api/profiles/{id}, not /api/events*",
    ],
    [
      "a method that nothing in its area has",
      { area: "accounts", method: "DELETE", status: 503 },
      "no operation has area accounts and method DELETE",
    ],
    [
      "a key on an operation without keys",
      match("create_client_event", { key: "full" }),
      "a request to /client has no key and no app",
    ],
    [
      "a key on a request of OAuth",
      match("oauth_token", { key: "full" }),
      "a request of OAuth has no key",
    ],
    [
      "a body of a request without one",
      match("get_profiles", { body: { a: 1 } }),
      "these requests have no body",
    ],
    [
      "a profile of a request that names none",
      match("get_metrics", { email: "ada@example.com" }),
      "these requests name no profile",
    ],
    [
      "a revision that there is none of",
      match("get_profiles", { revision: "2026-07-16" }),
      "there is no revision 2026-07-16 (the newest is 2026-07-15)",
    ],
    [
      "after, in a revision that has not the operation",
      {
        operation: "create_custom_metric",
        match: { revision: "2023-10-15" },
        where: "after",
        connection: "reset",
      },
      "is not in revision 2023-10-15, and after acts on successes only",
    ],
    [
      "after, with a key that is refused",
      {
        operation: "get_profiles",
        match: { key: "events-only" },
        where: "after",
        connection: "reset",
      },
      "the key events-only lacks the scopes, and after acts on successes only",
    ],
    [
      "a body to spoil where there never is one",
      { area: "events", method: "POST", path: "/api/events", spoil: "truncate" },
      "these operations respond without a body",
    ],
    [
      "a time that is over",
      { operation: "get_profiles", status: 503, between: ["-10s", "-5s"] },
      "between is over already",
    ],
    [
      "a ttl that ends before it begins",
      { operation: "get_profiles", status: 503, between: ["+10s", "+20s"], ttl: "5s" },
      "its ttl of 5s is over before between begins",
    ],
  ])("%s", async (_, fault, why) => {
    const [first] = await warningsOf(fault);
    expect(first).toContain(why);
    expect(first).toMatch(/: this fault never acts$/);
  });

  it.each<[string, FaultInput, string]>([
    [
      "an account that is not there",
      match("get_profiles", { account: "Test1" }),
      "no account has the id Test1 (did you mean Tests1?)",
    ],
    [
      "a key that is not there",
      match("get_profiles", { key: "ful" }),
      "no key has the name ful (did you mean full?)",
    ],
    ["an app that is not there", match("get_profiles", { app: "x" }), "no app has the client id x"],
  ])("%s", async (_, fault, why) => {
    expect(await warningsOf(fault)).toEqual([`${why}: until there is, this fault does not act`]);
  });

  it("one that stands behind an older one for ever", async () => {
    const fault: FaultInput = { operation: "get_profiles", status: 503 };
    const all: FaultInput = { operation: "*", status: 500, times: "always" };
    const why = ["fault-1 always acts on these requests first: this fault never acts"];
    expect(await warningsOf(fault, all)).toEqual(why);
    expect(await warningsOf(fault, { ...fault, times: "always" })).toEqual(why);
    expect(await warningsOf(fault, { ...fault, times: 2 })).toEqual([]);
    expect(await warningsOf(fault, { ...all, probability: 0.5 })).toEqual([]);
    expect(await warningsOf({ ...fault, where: "after" }, all)).toEqual([]);
    expect(await warningsOf({ operation: "get_profiles", spoil: "empty" }, all)).toEqual([]);
  });

  it("a path that there is none of, with what it meets all the same", async () => {
    expect(await warningsOf({ path: "/api/evnts", status: 503 })).toEqual([
      "no operation has a path like /api/evnts (did you mean /api/events?): " +
        "only requests that the service refuses meet this fault",
    ]);
  });

  it("and is planned all the same", async () => {
    const { emulator } = await emulate();
    const { id } = emulator.faults.add(match("get_profiles", { account: "none" }));
    expect(emulator.faults.get(id).state).toBe("active");
  });
});

describe("a fault in a fixture that no request can meet", () => {
  const notesOf = async (fixture: string): Promise<string[]> => {
    const notes: string[] = [];
    await emulate({ fixtures: [fixture], onNote: (note) => notes.push(note) });
    return notes;
  };

  it("is told of when the emulator starts", async () => {
    const file = join(newFolder(), "faults.yaml");
    const faults = [
      { operation: "get_lists", status: 503 },
      { operation: "create_event", method: "GET", status: 503 },
    ];
    writeFileSync(file, JSON.stringify({ company_id: "Tests1", faults }));
    expect(await notesOf(file)).toEqual([
      "fault-2: create_event has the method POST, not GET: this fault never acts",
    ]);
  });

  it.each(["demo", "small"])("is not in the fixture %s", async (name) => {
    expect(await notesOf(name)).toEqual([]);
  });
});

describe("a fault that requests can meet is planned without a warning", () => {
  it.each<[FaultInput]>([
    [{ operation: "*", status: 503 }],
    [{ operation: "get_campaigns", status: 503 }],
    [{ path: "/api/profiles/01ABC", status: 503 }],
    [{ path: "/api/profiles/*", status: 503 }],
    [{ path: "/api/profiles/01ABC/relationships/*", method: "GET", status: 503 }],
    [{ path: "*", status: 503 }],
    [{ path: "/oauth/*", status: 503 }],
    [{ area: "events", method: "GET", spoil: "truncate" }],
    [match("get_profiles", { account: "Tests1", key: "full" })],
    [match("get_profiles", { email: "ada@example.com", revision: "2026-07-15" })],
    [match("get_events", { profileId: "01ABC" })],
    [match("create_event", { body: { a: 1 }, email: "ada@example.com" })],
    [match("oauth_token", { body: { grant_type: "refresh_token" } })],
    [match("create_client_event", { account: "Tests1", email: "ada@example.com" })],
    [
      {
        operation: "create_event",
        connection: "reset",
        where: "after",
        match: { key: "events-only" },
      },
    ],
  ])("%j", async (fault) => {
    expect(await warningsOf(fault)).toEqual([]);
  });
});

describe("how often a fault acts is said where its author said when, and not how often", () => {
  const often = "give times a number, or always, to act more often";
  it.each<[FaultInput, string[]]>([
    [{ every: 3 }, [`acts once, on match 3 of the requests: ${often}`]],
    [
      { probability: 0.2 },
      [`acts once, on the first match that is drawn with probability 0.2: ${often}`],
    ],
    [{ every: 3, times: 1 }, []],
    [{ probability: 0.2, times: "always" }, []],
    [{ skip: 2 }, []],
  ])("%j", async (fault, told) => {
    expect(await warningsOf({ operation: "get_profiles", status: 503, ...fault })).toEqual(told);
  });

  it("also within two times", async () => {
    const fault: FaultInput = { operation: "get_profiles", status: 503, between: ["+1s", "+9s"] };
    expect(await warningsOf(fault)).toContain(`acts once, between +1s and +9s: ${often}`);
  });
});

it.each([
  ["/api/*", "/api/*/x", true],
  ["/a*c", "/*bc", true],
  ["/a", "/b", false],
  ["*", "/anything", true],
  ["/api/events*", "/api/profiles/*", false],
  ["/api/p*/x", "/api/*/y", false],
  ["", "", true],
  ["", "*", true],
])("the patterns %s and %s meet: %s", (one, other, meet) => {
  expect(globsMeet(one, other)).toBe(meet);
  expect(globsMeet(other, one)).toBe(meet);
});
