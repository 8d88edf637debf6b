import { onTestFinished } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { emulate } from "./emulate.ts";
import { fixtureFile } from "./fixture.ts";
import { receive } from "./webhooks.ts";

/** Something of each kind. A sandbox like it has the same ids. */
const shop = (receiver: string) => `
company_id: Main01
sms: true
keys: [{ name: full, scopes: full }]
apps: [{ name: App, client_id: team-app, client_secret: ocs_TeamAppSecretOfTests01 }]
lists: [{ id: NewsL1, name: News, opt_in_process: double_opt_in }]
metrics: [{ name: Placed Order }]
templates: [{ name: Letter, html: "<p>Hello {{ first_name }}</p>" }]
images: [{ name: Dot, data: iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg== }]
profiles:
  - { email: ada@example.com, first_name: Ada, phone_number: "+12025550101", lists: [News], consent: { email: SUBSCRIBED, sms: SUBSCRIBED } }
campaigns: [{ id: 01JZCAMPA1GN0000000000AVTM, name: Autumn, subject: Autumn, template: Letter, included: [News] }]
flows: [{ id: Welco1, name: Welcome, list: News, status: live, emails: [{ subject: Hi, template: Letter }] }]
forms: [{ id: Popup1, name: Popup, list: News, status: live }]
webhooks:
  - { name: Shop, endpoint_url: "${receiver}", secret_key: 0123456789abcdef, topics: [event:service.subscribed_to_list] }
`;

/** One account or sandbox, with something of its own of each kind. */
export interface Filled {
  readonly id: string;
  readonly key: string;
  /** Stands in whatever it has of its own, and in nothing of the others. */
  readonly mark: string;
  /** Ids of what it has, as the paths of the control API name them. */
  readonly has: Readonly<Record<Had, string>>;
}

type Had =
  | "request"
  | "fault"
  | "confirmation"
  | "conversation"
  | "image"
  | "delivery"
  | "message"
  | "link"
  | "oauth"
  | "name"
  | "scenario"
  | "sandbox";

type Json = Readonly<Record<string, unknown>>;

/** An emulator with its main account and two sandboxes, each of which has done the same. */
export async function apart() {
  const { url } = await receive();
  const { emulator } = await emulate({ fixtures: [fixtureFile(shop(url))], rateLimits: "real" });
  const call = caller(emulator);
  const [one, other] = [emulator.sandbox({ ttl: "10h" }), emulator.sandbox({ ttl: "10h" })];
  const main = await filled(
    emulator,
    { id: emulator.companyId, key: emulator.keys.full },
    "xmainx",
  );
  const fill = ({ id, keys }: typeof one, mark: string) =>
    filled(emulator, { id, key: keys.full }, mark);
  const [mine, theirs] = [await fill(one, "xminex"), await fill(other, "xtheirsx")];
  // What is about no account alone.
  emulator.state.snapshot("xmainx-all");
  emulator.faults.add({ operation: "get_lists", status: 500, match: { testId: "xmainx-all" } });
  return { emulator, call, sandbox: one, other, main, mine, theirs };
}

/** Sends a call of the control API; the answers that go on are ended. */
export function caller(emulator: Emulator) {
  return async (
    method: string,
    path: string,
    { body, token }: { readonly body?: unknown; readonly token?: string } = {},
  ) => {
    const ended = new AbortController();
    onTestFinished(() => ended.abort());
    const response = await emulator.fetch(`/_emulator/${path}`, {
      method,
      redirect: "manual",
      signal: ended.signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(token !== undefined && { "x-emulator-token": token }) },
    });
    const isStream = response.headers.get("content-type") === "text/event-stream";
    const text = isStream ? await beginning(response) : await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "") && text !== "";
    const json = (isJson ? JSON.parse(text) : {}) as Json & {
      readonly error?: { message: string; path: string; nearest?: string };
    };
    return { status: response.status, text, json };
  };
}

/** What a stream sends at once. */
async function beginning(response: Response): Promise<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  while (!text.includes("event: hello") && !text.includes("data:")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  await reader.cancel();
  return text;
}

async function filled(
  emulator: Emulator,
  { id, key }: Pick<Filled, "id" | "key">,
  mark: string,
): Promise<Filled> {
  const call = caller(emulator);
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await emulator.fetch(path, {
      method,
      headers: {
        revision: "2026-07-15",
        "x-emulator-test-id": mark,
        ...(!path.startsWith("/client") && { authorization: `Service-API-Key ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === "" ? {} : (JSON.parse(text) as { data: { id: string }[] });
  };
  const profile = (email: string) => ({ data: { type: "profile", attributes: { email } } });
  await ask("POST", "/api/profiles", profile(`${mark}@example.com`));
  await ask("POST", `/client/subscriptions?company_id=${id}`, {
    data: {
      type: "subscription",
      attributes: { profile: profile(`${mark}-new@example.com`) },
      relationships: { list: { data: { type: "list", id: "NewsL1" } } },
    },
  });
  const job = { type: "campaign-send-job", id: "01JZCAMPA1GN0000000000AVTM" };
  await ask("POST", "/api/campaign-send-jobs", { data: job });
  const scope = `account=${id}`;
  await emulator.clock.of(id).advance("1h");
  emulator.deliveries.trigger("event:service.subscribed_to_list", { account: id });
  const own = { account: id, testId: mark };
  const fault = emulator.faults.add({ operation: "get_lists", status: 503, match: own });
  emulator.privateKeys.create(`${mark}-key`, { account: id });
  const oauth = emulator.tokens.create({ account: id });
  await call("POST", `snapshots?${scope}`, { body: { name: `${mark}-snap` } });
  const scenario = { name: `${mark}-scenario`, steps: [{ snapshot: `${mark}-step` }] };
  const run = await call("POST", `scenarios?${scope}`, { body: scenario });
  emulator.rates.set({ open: 0.5 }, id);
  await ask("GET", "/api/profiles");
  const [message] = await emulator.outbox.list({ account: id });
  const { records: pictures } = emulator.state.get("pictures", { account: id });
  const has: Record<Had, string> = {
    request: emulator.requests.list({ account: id }).at(-1)?.id ?? "",
    fault: fault.id,
    confirmation: emulator.confirmations.list({ account: id })[0]?.id ?? "",
    conversation: emulator.conversations.list({ account: id })[0]?.id ?? "",
    image: String(pictures[0]?.["id"] ?? ""),
    delivery: emulator.deliveries.list({ account: id })[0]?.id ?? "",
    message: message?.id ?? "",
    link:
      message?.links
        .find(({ kind }) => kind === "click" || kind === "open")
        ?.url.split("/")
        .at(-1) ?? "",
    oauth: oauth.id,
    name: mark,
    scenario: String(run.json["id"] ?? ""),
    sandbox: id,
  };
  const missing = Object.entries(has).filter(([, value]) => value === "");
  if (missing.length > 0) throw new Error(`${id} has no ${missing.join(" ")}`);
  return { id, key, mark, has };
}

/** All that the control API tells of accounts, to see that nothing of it has changed. */
export async function seenOf({ emulator }: { emulator: Emulator }, ...ids: readonly string[]) {
  const call = caller(emulator);
  const paths = `clock limits keys tokens confirmations conversations deliveries outbox rates
    campaigns flows settings state state/profiles state/events snapshots faults requests scenarios
    sandboxes flows/Welcome/runs report`.split(/\s+/);
  const seen: Record<string, unknown> = {};
  for (const id of ids) {
    for (const path of paths) {
      seen[`${path} of ${id}`] = (await call("GET", `${path}?account=${id}`)).json;
    }
  }
  for (const path of ["clock", "revisions", "snapshots", "explore"]) {
    seen[path] = (await call("GET", path)).json;
  }
  const { mode, operations, tiers } = (await call("GET", "limits")).json;
  // How far the clock is from the machine's changes by itself.
  const text = JSON.stringify({ ...seen, limits: { mode, operations, tiers } }, (name, value) =>
    name === "aheadMs" ? undefined : (value as unknown),
  );
  return JSON.parse(text) as unknown;
}

/** What is sent with each operation: the path, and its body if it has one. */
export type Sent = readonly [path: string, body?: unknown];

const readPaths =
  `health operations truth requests har stages stream faults clock limits revisions keys tokens
  confirmations conversations deliveries outbox rates campaigns flows settings state snapshots
  sandboxes sandboxes/names due report openapi.json service/openapi.json scenarios explore runs session`.split(
    /\s+/,
  );

/** A good call for each operation, about what an account has: each finds what it acts on, if they come in this order. */
export const goodCalls = ({
  has,
  mark,
}: Pick<Filled, "has" | "mark">): Readonly<Record<string, Sent>> => ({
  ...Object.fromEntries(readPaths.map((path) => [`GET /_emulator/${path}`, [path]])),
  "GET /_emulator/requests/{id}": [`requests/${has.request}`],
  "GET /_emulator/threads/{id}": [`threads/${has.message}`],
  "GET /_emulator/faults/{id}": [`faults/${has.fault}`],
  "GET /_emulator/deliveries/{id}": [`deliveries/${has.delivery}`],
  "GET /_emulator/images/{id}": [`images/${has.image}`],
  "GET /_emulator/outbox/{id}": [`outbox/${has.message}`],
  "GET /_emulator/outbox/{id}/html": [`outbox/${has.message}/html`],
  "GET /_emulator/links/{token}": [`links/${has.link}`],
  "POST /_emulator/links/{token}": [`links/${has.link.replace(/\w+$/, "u")}`],
  "GET /_emulator/campaigns/{id}/sends": ["campaigns/01JZCAMPA1GN0000000000AVTM/sends"],
  "GET /_emulator/flows/{id}/runs": ["flows/Welcome/runs"],
  "GET /_emulator/state/{collection}": ["state/profiles"],
  "GET /_emulator/snapshots/{a}/diff/{b}": [`snapshots/${mark}-snap/diff/now`],
  "GET /_emulator/scenarios/{id}": [`scenarios/${has.scenario}`],
  "POST /_emulator/expectations": ["expectations", { expect: [{ requests: { count: 1 } }] }],
  "POST /_emulator/faults": ["faults", { operation: "get_segments", status: 503 }],
  "POST /_emulator/faults/several": [
    "faults/several",
    { faults: [{ operation: "get_segments", status: 500 }] },
  ],
  "POST /_emulator/faults/dry-run": ["faults/dry-run", { operation: "*", status: 503 }],
  "PATCH /_emulator/faults/{id}": [`faults/${has.fault}`, { on: false }],
  "DELETE /_emulator/faults/{id}": [`faults/${has.fault}`],
  "DELETE /_emulator/faults": ["faults"],
  "PUT /_emulator/clock": ["clock", { mode: "frozen", at: "2026-08-01T00:00:00Z" }],
  "POST /_emulator/clock/advance": ["clock/advance", { by: "1h" }],
  "POST /_emulator/clock/halt": ["clock/halt"],
  "POST /_emulator/clock/resume": ["clock/resume"],
  "PUT /_emulator/limits": ["limits", { mode: "off", operations: { get_lists: { burst: 1 } } }],
  "POST /_emulator/revisions": ["revisions", { revision: "2027-01-15" }],
  "PUT /_emulator/revisions/default": ["revisions/default", { missing: "newest" }],
  "PATCH /_emulator/revisions/{revision}": ["revisions/2026-07-15", { status: "deprecated" }],
  "DELETE /_emulator/revisions": ["revisions"],
  "POST /_emulator/keys": ["keys", { name: "another" }],
  "DELETE /_emulator/keys/{name}": [`keys/${mark}-key`],
  "POST /_emulator/tokens": ["tokens", {}],
  "DELETE /_emulator/tokens/{id}": [`tokens/${has.oauth}`],
  "DELETE /_emulator/tokens": ["tokens"],
  "POST /_emulator/confirmations/{id}": [`confirmations/${has.confirmation}`],
  "POST /_emulator/conversations/{id}/inbound": [
    `conversations/${encodeURIComponent(has.conversation)}/inbound`,
    { text: "Hello" },
  ],
  "POST /_emulator/deliveries/{id}/redeliver": [`deliveries/${has.delivery}/redeliver`],
  "POST /_emulator/templates/lint": ["templates/lint", { html: "{{ a }}" }],
  "POST /_emulator/trigger": ["trigger", { topic: "event:service.subscribed_to_list" }],
  "PUT /_emulator/rates": ["rates", { click: 0.25 }],
  "POST /_emulator/forms/{id}/publish": ["forms/Popup1/publish", {}],
  "POST /_emulator/forms/{id}/views": ["forms/Popup1/views", {}],
  "POST /_emulator/forms/{id}/closes": ["forms/Popup1/closes", {}],
  "POST /_emulator/forms/{id}/submissions": [
    "forms/Popup1/submissions",
    { values: { $email: "submitter@example.com" } },
  ],
  "PATCH /_emulator/settings": ["settings", { webhooks: "oauth-only" }],
  "POST /_emulator/snapshots": ["snapshots", { name: "taken" }],
  "POST /_emulator/snapshots/{name}/restore": [`snapshots/${mark}-snap/restore`],
  "DELETE /_emulator/snapshots/{name}": [`snapshots/${mark}-snap`],
  "POST /_emulator/sandboxes": ["sandboxes", {}],
  "POST /_emulator/seed": ["seed", { lists: [{ name: "Seeded" }] }],
  "POST /_emulator/export": ["export", { folder: "/nowhere/at/all" }],
  "POST /_emulator/import": ["import", { folder: "/nowhere/at/all" }],
  "DELETE /_emulator/requests": ["requests"],
  "POST /_emulator/scenarios/{id}/finish": [`scenarios/${has.scenario}/finish`, {}],
  "POST /_emulator/scenarios": [
    "scenarios",
    {
      name: "acts",
      steps: [
        { clock: { advance: "1m" } },
        { limits: { mode: "real" } },
        { rates: { spam: 0 } },
        { fault: { operation: "get_tags", status: 500 } },
        { snapshot: "of-a-step" },
        { seed: { lists: [{ name: "Of a step" }] } },
        { delete: { collection: "lists" } },
        { revoke: { app: "team-app" } },
        { reset: ["state", "faults", "journal"] },
      ],
    },
  ],
  "DELETE /_emulator/scenarios/{id}": [`scenarios/${has.scenario}`],
  "POST /_emulator/explore": ["explore", {}],
  "POST /_emulator/runs": ["runs", { command: "id" }],
  "DELETE /_emulator/runs": ["runs"],
  "POST /_emulator/sandboxes/{id}/reset": [`sandboxes/${has.sandbox}/reset`],
  "POST /_emulator/reset": ["reset", {}],
  "DELETE /_emulator/sandboxes/{id}": [`sandboxes/${has.sandbox}`],
});

/** Every operation of the control API, as its document has them, with the names of their parameters. */
export async function everyOperation(emulator: Emulator) {
  const { json } = await caller(emulator)("GET", "openapi.json");
  const paths = json["paths"] as Record<
    string,
    Record<string, { parameters: { name: string; in: string }[] }>
  >;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters }]) => ({
      operation: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      query: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    })),
  );
}
