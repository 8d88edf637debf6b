import { describe, expect, it } from "vitest";
import { reportText } from "../../src/cli/card/report-card.ts";
import { plainLine } from "../../src/cli/card/request-line.ts";
import { Summary } from "../../src/cli/card/summary.ts";
import { ExpectationError } from "../../src/index.ts";
import { formats } from "../../src/report/printed/card-page.ts";
import { newEvent } from "../support/bodies.ts";
import { installing } from "../oauth/support.ts";

/** A request that holds a secret in one place. */
interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const encoded = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const json = (value: unknown, more: Partial<Request> = {}): Request => ({
  method: "POST",
  path: "/api/events",
  headers: { "content-type": "application/json" },
  body: typeof value === "string" ? value : JSON.stringify(value),
  ...more,
});
const long = "x".repeat(12_000);

/** Every place in which a client may have put a secret. */
const places: Readonly<Record<string, (secret: string) => Request>> = {
  "an id": (s) => ({ path: `/api/profiles/${encodeURIComponent(s)}` }),
  "an id as it is": (s) => ({ path: `/api/profiles/${s}` }),
  "an id, wholly encoded": (s) => ({ path: `/api/profiles/${encoded(s)}` }),
  "an id, encoded twice": (s) => ({ path: `/api/profiles/${encodeURIComponent(encoded(s))}` }),
  "an id beside what is no encoding": (s) => ({ path: `/api/profiles/%zz%ff${encoded(s)}` }),
  "an id of what is related": (s) => ({ path: `/api/profiles/${encodeURIComponent(s)}/lists` }),
  "an id to be changed": (s) =>
    json({ data: { id: s } }, { method: "PATCH", path: `/api/profiles/${encodeURIComponent(s)}` }),
  "a path that does not exist": (s) => ({ path: `/${encodeURIComponent(s)}/api` }),
  "a retired path": (s) => ({ path: `/api/v1/person/${encodeURIComponent(s)}` }),
  "a parameter": (s) => ({ path: `/api/profiles?api_key=${encodeURIComponent(s)}` }),
  "a parameter of any name": (s) => ({ path: `/api/profiles?x=${encodeURIComponent(s)}` }),
  "the name of a parameter": (s) => ({ path: `/api/profiles?${encodeURIComponent(s)}=1` }),
  "a filter": (s) => ({ path: `/api/profiles?filter=${encodeURIComponent(`equals(id,"${s}")`)}` }),
  "a field of a filter": (s) => ({
    path: `/api/profiles?filter=${encodeURIComponent(`equals(${s},"x")`)}`,
  }),
  "an include": (s) => ({ path: `/api/profiles?include=${encodeURIComponent(s)}` }),
  "a sort": (s) => ({ path: `/api/profiles?sort=${encodeURIComponent(s)}` }),
  "a cursor": (s) => ({ path: `/api/profiles?page[cursor]=${encodeURIComponent(s)}` }),
  "a company id": (s) => json({}, { path: `/client/events?company_id=${encodeURIComponent(s)}` }),
  "a member": (s) => json({ data: { type: "event", attributes: { note: s } } }),
  "a member's name": (s) => json({ data: { [s]: 1 } }),
  "a list in a body": (s) => json([[s]]),
  "an id in a body": (s) => json({ data: { type: "event", id: s } }),
  "an event that is taken": (s) => json(newEvent({ unique_id: s, properties: { [s]: s } })),
  "a member, escaped": (s) => json(`{"data":{"note":"${escaped(s)}"}}`),
  "a text that is no JSON": (s) => json(`{ data: ${s}`),
  "a long body": (s) => json({ client_secret: s, note: s, more: long }),
  "a long body, escaped": (s) => json(`{"note":"${escaped(s)}","more":"${long}"}`),
  "a form": (s) =>
    json(new URLSearchParams({ note: s }).toString(), {
      path: "/oauth/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    }),
  "x-api-key": (s) => ({ path: "/api/profiles", headers: { "x-api-key": s } }),
  "a header of any name": (s) => ({ path: "/api/profiles", headers: { "x-note": s } }),
  "a cookie": (s) => ({ path: "/api/profiles", headers: { cookie: `session=${s}` } }),
  "a referer": (s) => ({
    path: "/api/profiles",
    headers: { referer: `http://app.example.com/?x=${encodeURIComponent(s)}` },
  }),
  "a user agent": (s) => ({ path: "/api/profiles", headers: { "user-agent": `client/${s}` } }),
  "an origin": (s) => ({ path: "/client/profiles", headers: { origin: `http://${s}` } }),
  "a revision": (s) => ({ path: "/api/profiles", headers: { revision: s } }),
  "a content type": (s) => json({}, { headers: { "content-type": s } }),
  "an idempotency key": (s) => json({}, { headers: { "idempotency-key": s } }),
  "a test id": (s) => ({ path: "/api/profiles", headers: { "x-emulator-test-id": s } }),
  "a fault that it asks for": (s) => ({
    path: "/api/profiles",
    headers: { "x-emulator-fault-plan": `{"${s}":1}` },
  }),
  "an unknown scheme": (s) => ({ path: "/api/profiles", headers: { authorization: `Token ${s}` } }),
  "no scheme": (s) => ({ path: "/api/profiles", headers: { authorization: s } }),
  "the control token": (s) => ({ path: "/api/profiles", headers: { "x-emulator-token": s } }),
};

/** Every kind of secret that there is, and what looks like one. */
async function secretsOf({ emulator, installed }: Awaited<ReturnType<typeof installing>>) {
  const { code, access_token, refresh_token } = await installed();
  return {
    "a private key": emulator.keys["full"] as string,
    "a key that was made": emulator.privateKeys.create("made").key,
    "a sandbox's key": emulator.sandbox().keys["full"] as string,
    "a client secret": emulator.apps[0]?.clientSecret as string,
    "an access token": access_token,
    "a refresh token": refresh_token,
    "a code": code,
    "the control token": emulator.controlToken as string,
    "a key of another account's": "pk_0123456789abcdefghij",
    "a token that nobody gave": "oat_0123456789ABCDEFGHIJ",
  };
}

/** All that anybody is told of requests, as one text for each way of telling. */
async function toldBy({ emulator }: Awaited<ReturnType<typeof installing>>) {
  const { requests } = emulator;
  const shown = requests.list().map(({ id }) => requests.show(id));
  const control = async (path: string) => (await emulator.fetch(`/_emulator/${path}`)).text();
  const card = await emulator.report();
  const misses = (which: object) => {
    try {
      requests.expect(which).times(9999);
    } catch (error) {
      if (error instanceof ExpectationError) return error.message;
      throw error;
    }
    return "";
  };
  return {
    "the journal": await control("requests"),
    "a request's detail": JSON.stringify(shown),
    "the log": requests.list().map(plainLine).join("\n"),
    "the report": await control("report"),
    "the report in a terminal": reportText(card),
    ...Object.fromEntries(
      Object.entries(formats).map(([name, { write }]) => [`the report as ${name}`, write(card)]),
    ),
    "an expectation by path": misses({ path: "/api/none" }),
    "an expectation by header": ["x-api-key", "x-note", "referer", "authorization"]
      .map((name) => misses({ header: { [name]: "none" } }))
      .join("\n"),
    "an expectation by query": misses({ query: { x: "none" } }),
    "an expectation by body": misses({ body: { "data.attributes.note": "none" } }),
    "an expectation by person": misses({ profileId: "none" }) + misses({ email: "none" }),
  };
}

/** Whether a text holds a secret, as it is or in any form in which it was sent. */
const holds = (text: string, secret: string) =>
  [
    secret,
    encodeURIComponent(secret),
    encoded(secret),
    encodeURIComponent(encoded(secret)),
    escaped(secret),
    JSON.stringify(escaped(secret)).slice(1, -1),
  ].some((form) => text.toLowerCase().includes(form.toLowerCase()));

const kinds = [
  "a private key",
  "a key that was made",
  "a sandbox's key",
  "a client secret",
  "an access token",
  "a refresh token",
  "a code",
  "the control token",
  "a key of another account's",
  "a token that nobody gave",
] as const;

describe.each(kinds)("%s in a request", (kind) => {
  it("is told by nothing, wherever it was put", async () => {
    const ways = await installing({
      controlToken: "a-token.of+the/user's own",
      allowHeaderFaults: true,
    });
    const { emulator } = ways;
    const secret = (await secretsOf(ways))[kind];
    emulator.requests.clear();
    const summary = new Summary(emulator);
    const streamed: string[] = [];
    emulator.requests.listen((entry) => streamed.push(JSON.stringify(entry)));
    const hints: string[] = [];
    for (const make of Object.values(places)) {
      const { path, headers = {}, ...rest } = make(secret);
      const credentials = {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: "2026-07-15",
      };
      const answer = await emulator.fetch(path, {
        ...rest,
        headers: { ...credentials, ...headers },
      });
      hints.push(answer.headers.get("x-emulator-hint") ?? "");
    }
    const told: Record<string, string> = {
      ...(await toldBy(ways)),
      "the stream": streamed.join("\n"),
      "the hints": hints.join("\n"),
      "the summary": summary.text() + summary.json(),
    };
    expect(emulator.requests.list()).toHaveLength(Object.keys(places).length);
    expect(Object.keys(told).filter((way) => holds(told[way] as string, secret))).toEqual([]);
  });
});

it("a path with a key in it is told as it was but for the key", async () => {
  const { emulator } = await installing();
  const key = String(emulator.keys["full"]);
  for (const id of [key, encoded(key)])
    await emulator.fetch(`/api/profiles/${id}/lists?page[size]=1`);
  const shown = `/api/profiles/${key.slice(0, 7)}`;
  expect(emulator.requests.list().map(({ target }) => decodeURIComponent(target))).toEqual([
    `${shown}…/lists?page[size]=1`,
    `${shown}…/lists?page[size]=1`,
  ]);
  expect(emulator.requests.list().map(({ target }) => target.split("/").length)).toEqual([5, 5]);
});
