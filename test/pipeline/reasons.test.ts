import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { detailOf } from "../../src/cli/actions/requests.ts";
import { requestLine } from "../../src/cli/card/request-line.ts";
import type { Emulator } from "../../src/index.ts";
import { newEvent, newProfile } from "../support/bodies.ts";
import { type Asking, emulate } from "../support/emulate.ts";

/** What a client did wrong, and what it is told. */
interface Mistake {
  readonly method?: string;
  readonly path?: string;
  readonly asking?: Asking;
  /** The name of the key. */
  readonly key?: string;
  readonly status: number;
  readonly hint: string;
}

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  path: "/api/profiles",
  asking: { body, headers },
});

const list = (query: string) => ({ path: `/api/profiles?${query}` });

/** The nineteen ordinary mistakes: each with its reason and its remedy. */
const mistakes: Readonly<Record<string, Mistake>> = {
  "a wrong field": {
    ...post(newProfile({ emial: "ada@example.com" })),
    status: 400,
    hint: "'emial' is not a field of /data/attributes: did you mean email?",
  },
  "a wrong parameter": {
    ...list("pagesize=3"),
    status: 400,
    hint: "'pagesize' is not a parameter here: did you mean page[size]?",
  },
  "a wrong filter operator": {
    ...list('filter=equal(email,"a@b.co")'),
    status: 400,
    hint: "'equal' is not a filter operator: did you mean equals?",
  },
  "a wrong fieldset": {
    ...list("fields[profile]=emial"),
    status: 400,
    hint: "'emial' is not a field of profile: did you mean email?",
  },
  "a wrong sort": {
    ...list("sort=-creatd"),
    status: 400,
    hint: "'creatd' is not sortable here: did you mean created?",
  },
  "a wrong include": {
    path: "/api/events?include=metrics",
    status: 400,
    hint: "'metrics' is not includable here: did you mean metric?",
  },
  "a wrong page size": {
    ...list("page[size]=1000"),
    status: 400,
    hint: "page[size] is '1000': send a whole number from 1 to 100",
  },
  "a wrong email": {
    ...post(newProfile({ email: "ada@example" })),
    status: 400,
    hint: "/data/attributes/email is 'ada@example': send an email address such as ada@example.com",
  },
  "a wrong phone number": {
    ...post(newProfile({ phone_number: "0171 123" })),
    status: 400,
    hint:
      "/data/attributes/phone_number is '0171 123': send a phone number with its country code, " +
      "such as +12345678901",
  },
  "a wrong type": {
    ...post({ data: { type: "profiles", attributes: {} } }),
    status: 400,
    hint: "/data/type is 'profiles': did you mean 'profile'?",
  },
  "wrong JSON": {
    ...post('{"data": {"type": "profile",'),
    status: 400,
    hint: "the JSON ends too early: close its quotes, braces and brackets, and send all of it",
  },
  "a wrong id": {
    path: "/api/profiles/01HWWWWWWWWWWWWWWWWWWWWWWW",
    status: 404,
    hint: "no profile has the id '01HWWWWWWWWWWWWWWWWWWWWWWW': GET /api/profiles lists those that exist",
  },
  "a wrong method": {
    method: "PUT",
    path: "/api/profiles/01HWWWWWWWWWWWWWWWWWWWWWWW",
    asking: { body: newProfile() },
    status: 405,
    hint: "PUT is not allowed on this path: did you mean PATCH?",
  },
  "a wrong path": {
    path: "/api/profil/01HWWWWWWWWWWWWWWWWWWWWWWW",
    status: 404,
    hint: "no such path: did you mean /api/profiles/01HWWWWWWWWWWWWWWWWWWWWWWW?",
  },
  "a wrong revision": {
    asking: { headers: { revision: "2026-7-15" } },
    status: 400,
    hint: "revision '2026-7-15' is not a date: send revision: 2026-07-15 (the oldest is 2023-10-15)",
  },
  "a wrong key": {
    asking: { key: "not-a-key" },
    status: 401,
    hint:
      "no account has this key: send one that the banner shows " +
      "(full, read-only, events-only, webhooks-only)",
  },
  "a key from a variable that is not set": {
    asking: { key: "undefined" },
    status: 401,
    hint:
      "no account has this key, since its variable is not set: send one that the banner shows " +
      "(full, read-only, events-only, webhooks-only)",
  },
  "a wrong scope": {
    key: "events-only",
    status: 403,
    hint: "key `events-only` lacks profiles:read; `full` has it",
  },
  "a wrong media type": {
    ...post(newProfile(), { "content-type": "text/plain" }),
    status: 415,
    hint: "Content-Type is 'text/plain': send Content-Type: application/json",
  },
};

const named = Object.entries(mistakes);

async function make({ method = "GET", path = "/api/profiles", asking = {}, key }: Mistake) {
  const { emulator, ask } = await emulate();
  const secret = key === undefined ? asking.key : emulator.keys[key];
  return {
    emulator,
    answer: await ask(method, path, { ...asking, ...(secret !== undefined && { key: secret }) }),
  };
}

describe("an ordinary mistake: the reason and the remedy", () => {
  it("are told of nineteen", () => {
    expect(named).toHaveLength(19);
  });

  it.each(named)("are in the header of %s", async (_, mistake) => {
    const { answer } = await make(mistake);
    expect([answer.status, answer.headers.get("x-emulator-hint")]).toEqual([
      mistake.status,
      mistake.hint,
    ]);
    // The service knows of no hints.
    expect(answer.text).not.toContain(mistake.hint);
  });

  it.each(named)("are on the terminal at %s", async (_, mistake) => {
    const { emulator } = await make(mistake);
    const [entry] = emulator.requests.list();
    const lines = stripVTControlCharacters(requestLine(entry as never, 80)).split("\n");
    expect(lines.at(-1)).toBe(`       ↳ ${mistake.hint}`);
  });

  it.each(named)("are in `requests show` of %s, with both bodies", async (_, mistake) => {
    const { emulator, answer } = await make(mistake);
    const shown = emulator.requests.show("last");
    expect(shown.response).toMatchObject({ body: JSON.parse(answer.text), truncated: false });
    const text = stripVTControlCharacters(detailOf(shown));
    expect(text).toContain(`why           ${mistake.hint}\n`);
    expect(text).toContain(`"detail": ${JSON.stringify(answer.errors[0]?.detail)}`);
    const sent = mistake.asking?.body;
    if (typeof sent === "object") expect(shown.request.body).toEqual(sent);
    else expect(shown.request.body).toBe(sent);
  });
});

describe("over a socket", () => {
  it("a mistake has the same hint as without one", async () => {
    const { emulator } = await emulate({ port: 0 });
    const told: Record<string, unknown> = {};
    for (const [name, mistake] of named) told[name] = await hintOf(emulator, mistake);
    expect(told).toEqual(Object.fromEntries(named.map(([name, { hint }]) => [name, hint])));
  });
});

async function hintOf(emulator: Emulator, mistake: Mistake): Promise<string | null> {
  const { method = "GET", path = "/api/profiles", asking = {}, key = "full" } = mistake;
  const { body } = asking;
  const response = await fetch(new URL(path, emulator.url), {
    method,
    headers: {
      authorization: `Service-API-Key ${asking.key ?? emulator.keys[key]}`,
      revision: "2026-07-15",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...asking.headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await response.text();
  return response.headers.get("x-emulator-hint");
}

describe("the reason for a body that does not fit", () => {
  const reason = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { ask } = await emulate();
    return (await ask("POST", path, { body, headers })).headers.get("x-emulator-hint");
  };

  it.each([
    [
      "what is missing",
      { data: { type: "profile" } },
      "/data/attributes is missing: add an object",
    ],
    ["another type of value", [], "the body is an array of 0 items: send an object"],
    [
      "a number for a text",
      newProfile({ first_name: 3 }),
      "/data/attributes/first_name is 3: send a text",
    ],
    [
      "more than one thing, the name that is not known first",
      newProfile({ email: "x", emial: "ada@example.com" }),
      "'emial' is not a field of /data/attributes: did you mean email? (1 more in the response)",
    ],
    [
      "what is not sent as JSON",
      "email=ada@example.com",
      /^the body is not JSON.*: it looks like a form; send JSON instead$/,
    ],
    ["a comma too many", '{"data": {"a": 1,}}', /^the body is not JSON.*: remove the comma before/],
    [
      "single quotes",
      "{'data': 1}",
      /^the body is not JSON.*: put names and texts in double quotes/,
    ],
    ["nothing", " ", 'the body is empty: send a JSON object such as {"data": {"type": "profile"}}'],
  ])("names %s", async (_, body, told) => {
    if (told instanceof RegExp) expect(await reason("/api/profiles", body)).toMatch(told);
    else expect(await reason("/api/profiles", body)).toContain(told);
  });

  it("looks into what may be one of several", async () => {
    const definition = { condition_groups: [{ conditions: [{ type: "profile-metic" }] }] };
    const body = { data: { type: "segment", attributes: { name: "a", definition } } };
    expect(await reason("/api/segments", body)).toBe(
      "/data/attributes/definition/condition_groups/0/conditions/0/type is 'profile-metic': " +
        "did you mean 'profile-metric'?",
    );
  });

  it("says how many may be in a list", async () => {
    const attributes = { profiles: { data: [] } };
    const body = { data: { type: "profile-subscription-bulk-create-job", attributes } };
    expect(await reason("/api/profile-subscription-bulk-create-jobs", body)).toContain(
      "/data/attributes/profiles/data is an array of 0 items: send an array of 1 to",
    );
  });

  it("is what the response says where the operation itself refuses", async () => {
    const body = { data: { type: "tag", attributes: { name: "a" } } };
    const { post: send } = await emulate();
    await send("/api/tags", body);
    const { headers } = await send("/api/tags", body);
    expect(headers.get("x-emulator-hint")).toBe("a already exists.");
  });
});

describe("the reason for an id that is not there", () => {
  it("is the account that has it", async () => {
    const { emulator, post: send, ask } = await emulate();
    const { data } = await send("/api/profiles", newProfile());
    const sandbox = emulator.sandbox({ from: "empty" });
    const key = sandbox.keys["full"] as string;
    const { headers } = await ask("GET", `/api/profiles/${data.id}`, { key });
    expect(headers.get("x-emulator-hint")).toBe(
      `no profile has the id '${data.id}' in account ${sandbox.companyId}: ` +
        "account Tests1 has it, so send a key of that one",
    );
  });

  it("is the id that differs by a letter", async () => {
    const { get, post: send } = await emulate();
    const { data } = await send("/api/profiles", newProfile());
    const { headers } = await get(`/api/profiles/${data.id.slice(0, -1)}`);
    expect(headers.get("x-emulator-hint")).toContain(`did you mean ${data.id}?`);
  });
});

describe("a hint", () => {
  it("repeats no secret, also where it is cut off", async () => {
    const { emulator, ask } = await emulate();
    const secret = emulator.keys["full"] as string;
    const long = "x".repeat(70);
    for (const [method, path, body] of [
      ["GET", `/api/profiles?filter=equals(${secret},"a")`],
      ["GET", `/api/profiles/${long}${secret}`],
      ["GET", `/api/profiles?${long}${secret}=1`],
      ["POST", "/api/profiles", newProfile({ email: `${long}${secret}` })],
      ["POST", "/api/profiles", newProfile({ [`${long}${secret}`]: 1 })],
      ["POST", "/api/profiles", `{"data": ${secret}}`],
      ["POST", "/api/profiles", newProfile({ client_secret: "s3cret-s3cret" })],
    ] as const) {
      const answer = await ask(method, path, { body });
      const told = answer.headers.get("x-emulator-hint") ?? "";
      expect(told).not.toBe("");
      expect(told).not.toContain(secret.slice(0, 9));
      expect(told).not.toContain("s3cret");
    }
    const kept = JSON.stringify(emulator.requests.list().map(({ hint }) => hint));
    expect(kept).not.toContain(secret.slice(0, 9));
  });

  it("is a header of one line, in ASCII, whatever was sent", async () => {
    const { post: send } = await emulate();
    const { headers } = await send("/api/profiles", newProfile({ "ä\r\nx: y\u{1F600}": 1 }));
    expect(headers.get("x-emulator-hint")).toMatch(
      /^'\\u\{e4\}\\u\{d\}\\u\{a\}x: y\\u\{1f600\}' is not a field of \/data\/attributes: /,
    );
  });

  it("is short, however much was sent", async () => {
    const { post: send } = await emulate();
    const { headers } = await send("/api/profiles", newProfile({ ["é".repeat(5000)]: 1 }));
    expect(headers.get("x-emulator-hint")?.length).toBeLessThanOrEqual(1000);
  });

  it("is with every refusal", async () => {
    const { emulator, ask } = await emulate();
    await ask("POST", "/api/profiles", { body: newProfile() });
    await ask("POST", "/api/profiles", { body: newProfile() });
    await ask("POST", "/api/events", { body: newEvent({}, { email: "" }) });
    await ask("POST", "/api/profiles", { body: "x".repeat(5_000_001) });
    await ask("GET", "/api/profiles?page[cursor]=x");
    await ask("GET", "/api/profiles?filter=(");
    await ask("GET", "/api/campaigns");
    await emulator.fetch("/oauth/token", { method: "POST" });
    const refused = emulator.requests.list({ failed: true });
    expect(refused).toHaveLength(7);
    expect(refused.filter(({ hint }) => !hint)).toEqual([]);
  });
});
