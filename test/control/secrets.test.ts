import { expect, it } from "vitest";
import { metricNamed, newEvent } from "../support/bodies.ts";
import { newest } from "../support/emulate.ts";
import { receive, secret, webhookBody } from "../support/webhooks.ts";
import { installing } from "../oauth/support.ts";

type Ways = Awaited<ReturnType<typeof installing>>;

/** Every kind of secret that an emulator has, each as it was shown when it came to be. */
async function secretsOf({ emulator, installed, codeFor }: Ways): Promise<string[]> {
  const control = async (path: string, body: object = {}) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const answer = await emulator.fetch(`/_emulator/${path}`, init);
    expect(answer.status).toBe(201);
    return (await answer.json()) as Record<string, string> & { keys: { key: string }[] };
  };
  const key = await control("keys", { name: "made" });
  const token = await control("tokens");
  const sandbox = await control("sandboxes");
  const { code, access_token, refresh_token } = await installed();
  return [
    ...emulator.accounts.flatMap(({ keys }) => keys.map((each) => each.key)),
    ...emulator.apps.flatMap(({ clientSecret, tokens }) => [
      clientSecret,
      ...tokens.flatMap((each) => [each.accessToken, each.refreshToken]),
    ]),
    key["key"] as string,
    token["access_token"] as string,
    token["refresh_token"] as string,
    ...sandbox.keys.map((each) => each.key),
    ...Object.values(emulator.sandbox().keys),
    code,
    access_token,
    refresh_token,
    await codeFor(),
  ];
}

/** Things that a read shows, each about the secrets. */
async function about({ emulator, bearing }: Ways, secrets: readonly string[]): Promise<void> {
  for (const secret of secrets) {
    await bearing(secret);
    await bearing(
      secret,
      `/api/profiles/${encodeURIComponent(secret)}?x=${encodeURIComponent(secret)}`,
    );
    emulator.faults.add({
      operation: "get_profiles",
      status: 429,
      match: { header: { "x-api-key": secret } },
    });
  }
  emulator.state.snapshot("before");
  emulator.limits.set({ mode: "real" });
}

/** A scenario that is about a secret, while it runs. */
async function scenarioOf({ emulator }: Ways, secret: string): Promise<string> {
  const scenario = {
    name: "A key",
    steps: [{ at: "+1s", fault: { match: { header: { "x-api-key": secret } }, status: 503 } }],
    expect: [{ requests: { header: { "x-api-key": secret }, count: 0 } }],
  };
  const init = { method: "POST", body: JSON.stringify(scenario) };
  const answer = await emulator.fetch("/_emulator/scenarios", init);
  const begun = (await answer.json()) as { id: string };
  expect([answer.status, begun]).toEqual([201, expect.objectContaining({ id: begun.id })]);
  return begun.id;
}

/** A delivery, signed with the secret of its webhook. */
async function deliveredOf({ emulator }: Ways): Promise<string> {
  const { url, received } = await receive();
  const post = (path: string, body: object) =>
    emulator.fetch(path, {
      method: "POST",
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: newest,
        "content-type": "application/vnd.api+json",
      },
      body: JSON.stringify(body),
    });
  const topic = "event:api.told";
  const told = (unique_id: string) => newEvent({ metric: metricNamed("Told"), unique_id });
  expect((await post("/api/events", told("one"))).status).toBe(202);
  const hook = webhookBody({ endpoint_url: url }, [topic]);
  expect((await post("/api/webhooks", hook)).status).toBe(201);
  expect((await post("/api/events", told("two"))).status).toBe(202);
  await emulator.clock.advance("1s");
  expect(received).toHaveLength(1);
  return emulator.deliveries.list()[0]?.id ?? "";
}

/** The last part of a link's path. */
const tokenOf = ({ url }: { url: string }): string => url.split("/").at(-1) ?? "";

it("no read shows a secret in whole", async () => {
  const ways = await installing({ port: 0 });
  const { emulator } = ways;
  const secrets = await secretsOf(ways);
  expect(new Set(secrets).size).toBe(secrets.length);
  expect(secrets.length).toBeGreaterThan(15);
  await about(ways, secrets);
  const messages = await emulator.outbox.list();
  const campaigns = emulator.state.get("campaigns").records;
  const flows = emulator.state.get("flows").records;
  /** What stands for the parameters of a path: all that there is. */
  const fillings: Readonly<Record<string, readonly string[]>> = {
    "/_emulator/requests/{id}": emulator.requests.list().map(({ id }) => id),
    "/_emulator/deliveries/{id}": [await deliveredOf(ways)],
    "/_emulator/threads/{id}": emulator.requests
      .list()
      .filter(({ account, written }) => account !== null && written.length > 0)
      .map(({ id }) => id),
    "/_emulator/faults/{id}": emulator.faults.list().map(({ id }) => id),
    "/_emulator/images/{id}": emulator.state.get("pictures").records.map(({ id }) => String(id)),
    "/_emulator/outbox/{id}": messages.map(({ id }) => id),
    "/_emulator/outbox/{id}/html": messages.map(({ id }) => `${id}/html`),
    "/_emulator/links/{token}": messages.flatMap(({ links }) => links.map(tokenOf)),
    "/_emulator/campaigns/{id}/sends": campaigns.map(({ id }) => `${id}/sends`),
    "/_emulator/flows/{id}/runs": flows.map(({ id }) => `${id}/runs`),
    "/_emulator/state/{collection}": Object.keys(emulator.state.counts()),
    "/_emulator/snapshots/{a}/diff/{b}": ["seeded/diff/now"],
    "/_emulator/scenarios/{id}": [await scenarioOf(ways, secrets[0] as string)],
  };
  const document = await (await emulator.fetch("/_emulator/openapi.json")).json();
  const { paths } = document as { paths: Record<string, object> };
  const reads = Object.keys(paths).filter((path) => "get" in (paths[path] as object));
  const asked = reads.flatMap((path) =>
    path.includes("{")
      ? (fillings[path] as readonly string[]).map((filling) => path.replace(/\{.*$/, filling))
      : [path],
  );
  const showing: string[] = [];
  for (const path of ["/", ...asked.filter((each) => !each.endsWith("/stream"))]) {
    const answer = await fetch(emulator.url + path);
    expect([path, answer.status]).toEqual([path, 200]);
    const text = await answer.text();
    if ([...secrets, secret].some((each) => text.includes(each))) showing.push(path);
  }
  expect(showing).toEqual([]);
});

it("the stream shows no secret in whole", async () => {
  const ways = await installing();
  const { emulator } = ways;
  const secrets = await secretsOf(ways);
  const stream = await emulator.fetch("/_emulator/stream?types=request");
  await about(ways, secrets);
  const last = emulator.requests.list().at(-1)?.id ?? "";
  let text = "";
  for await (const bytes of stream.body as ReadableStream<Uint8Array>) {
    text += Buffer.from(bytes).toString();
    if (text.includes(last)) break;
  }
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
