import { setTimeout as elapsed } from "node:timers/promises";

/** The work of a client in Node: `node program.mjs LIBRARY SETTING PASTED...`. All texts are options, as code. */
const [library = "", setting = "", ...pasted] = process.argv.slice(2);
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };

/** What a setting may use, by its name. @type {Record<string, unknown>} */
const names = { elapsed };

/** @param {string} text */
const value = (text) =>
  new Function(...Object.keys(names), `return ${text}`)(...Object.values(names));

/** @param {string} text @returns {any} */
const options = (text) => value(`({ ${text} })`);

/** All of them, of which the later ones stand. @returns {any} */
const merged = () => Object.assign({}, ...[setting, ...pasted].map(options));

/** An answer that is none, as retriers take it. */
class Refused extends Error {
  /** @param {Response} response */
  constructor({ status, headers: said }) {
    super(`status ${status}`);
    const after = said.get("retry-after");
    this.status = status;
    this.retryAfter =
      after === null ? 0 : Number(after) || Math.max(0, (Date.parse(after) - Date.now()) / 1000);
  }
}

/** Sends once, by Node's own fetch, and reads the answer. @param {any} request */
async function once({ to, ...request }) {
  const response = await fetch(to, { ...request, signal: AbortSignal.timeout(5000) });
  const text = await response.text();
  if (!response.ok) throw new Refused(response);
  return text === "" ? {} : JSON.parse(text);
}

/** @param {string} text */
const read = (text) => (text === "" ? {} : JSON.parse(text));

/** How each library asks. @type {Record<string, () => Promise<(request: any) => Promise<any>>>} */
const libraries = {
  async got() {
    const { got } = await import("got");
    const client = got.extend(
      { timeout: { response: 5000 } },
      ...[setting, ...pasted].map(options),
    );
    return async ({ to, ...request }) => read((await client(to, request)).body);
  },
  async axios() {
    const [{ default: axios }, { default: axiosRetry }] = [
      await import("axios"),
      await import("axios-retry"),
    ];
    names["axiosRetry"] = axiosRetry;
    const client = axios.create({
      responseType: "text",
      transformResponse: (text) => text,
      timeout: 5000,
    });
    if (setting !== "none") axiosRetry(client, { shouldResetTimeout: true, ...merged() });
    return async ({ to, body, ...request }) =>
      read((await client.request({ url: to, data: body, ...request })).data);
  },
  async ky() {
    const { default: ky } = await import("ky");
    const client = pasted.reduce(
      (made, text) => made.extend(options(text)),
      ky.create({ timeout: 120_000, ...options(setting) }),
    );
    return async ({ to, ...request }) => read(await client(to, request).text());
  },
  async "p-retry"() {
    const { default: pRetry } = await import("p-retry");
    const given = merged();
    return (request) => pRetry(() => once(request), given);
  },
  async ofetch() {
    const { ofetch } = await import("ofetch");
    const client = ofetch.create({ ...merged(), responseType: "text", timeout: 5000 });
    return async ({ to, ...request }) => read((await client(to, request)) ?? "");
  },
  async undici() {
    const { Agent, RetryAgent, request: send } = await import("undici");
    const dispatcher = new RetryAgent(new Agent({ headersTimeout: 5000 }), merged());
    return async ({ to, ...request }) => {
      const { statusCode, body } = await send(to, { ...request, dispatcher });
      const text = await body.text();
      if (statusCode >= 400) throw new Error(`status ${statusCode}`);
      return read(text);
    };
  },
  async "async-retry"() {
    const { default: retry } = await import("async-retry");
    const given = merged();
    return (request) => retry(() => once(request), given);
  },
  async "p-retry in async-retry"() {
    const [{ default: pRetry }, { default: retry }] = [
      await import("p-retry"),
      await import("async-retry"),
    ];
    const outer = { retries: 2, minTimeout: 2000, randomize: false };
    return (request) => retry(() => pRetry(() => once(request), merged()), outer);
  },
  async cockatiel() {
    const { retry, default: _, ...all } = await import("cockatiel");
    Object.assign(names, all);
    const policies = pasted.filter((text) => text.startsWith("handle"));
    const others = pasted.filter((text) => !text.startsWith("handle"));
    const given = Object.assign({}, ...[setting, ...others].map(options));
    const client = retry(value(policies.at(-1) ?? "handleAll"), given);
    return (request) => client.execute(() => once(request));
  },
};

const ask = await /** @type {any} */ (libraries[library])();

/** @param {string} name @param {unknown} [body] */
const call = (name, body) =>
  ask({
    to: `${url}${name}/api/${body === undefined ? name : "events"}`,
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

for (const name of ["lists", "segments", "tags", "metrics", "coupons"]) await call(name);
for (const name of ["one", "two", "three"]) {
  const metric = { data: { type: "metric", attributes: { name: "Zoo" } } };
  const profile = { data: { type: "profile", attributes: { email: `${name}@example.com` } } };
  const attributes = { unique_id: name, properties: {}, metric, profile };
  await call(name, { data: { type: "event", attributes } });
}
console.log("done");
