import { careful, elapsed, firstPage, newEvent, refreshed, send } from "./kit.js";
import { heedful, work } from "./workload.js";

/** Clients that cope, one for each scenario: `node good.js lost-response`. */
const json = (/** @type {Response} */ response) => response.json();

/** Reads every page. @param {Parameters<typeof send>[1]} [options] */
async function readAll(options) {
  for (let path = firstPage; path;) {
    const { response, content } = await careful(path, options, json);
    if (response.status === 410) options = { ...options, revision: "2026-07-15" };
    else if (response.status === 400) path = firstPage;
    else path = content.links.next;
  }
}

/** Reads every page with an access token, and fetches another when it is refused. */
async function readAsApp() {
  const { SERVICE_EMULATOR_ACCESS_TOKEN, SERVICE_EMULATOR_REFRESH_TOKEN } = process.env;
  let token = SERVICE_EMULATOR_ACCESS_TOKEN ?? "";
  for (let path = firstPage; path;) {
    const { response, content } = await careful(path, { token }, json);
    if (response.status === 401) token = await refreshed(SERVICE_EMULATOR_REFRESH_TOKEN);
    else path = content.links.next;
  }
}

const oneEvent = (/** @type {string} */ id) =>
  careful("/api/events", { body: newEvent({ unique_id: id }) });

/** @type {Record<string, () => Promise<unknown>>} */
const clients = {
  "burst-throttle": () => oneEvent("one"),
  "steady-throttle": () => careful(firstPage),
  "flapping-503": () => readAll(),
  "brown-out": async () => {
    for (let n = 0; n < 10; n += 1) await oneEvent(`event ${n}`);
  },
  "black-out": () => careful(firstPage),
  exam: () => work(heedful),
  "slow-start": () => send(firstPage, { signal: AbortSignal.timeout(10_000) }),
  "lost-response": () => oneEvent("one"),
  "truncated-pages": () => readAll(),
  "short-pages": () => readAll(),
  "cursor-expires": () => readAll(),
  "edge-outage": () => readAll(),
  "token-expires": readAsApp,
  "retired-in-mid-run": () => readAll({ revision: "2025-10-15" }),
  // Jitter: here by their number, so that every run is alike.
  stampede: () =>
    Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        const path = `/api/metrics?filter=equals(integration.name,"${worker}")`;
        const first = await send(path);
        if (first.status !== 429) return;
        await elapsed(Number(first.headers.get("retry-after")) * 1000 + worker * 120);
        await send(path);
      }),
    ),
};

await clients[process.argv[2] ?? ""]?.();
