import { careless, elapsed, firstPage, newEvent, send } from "./kit.js";
import { once, work } from "./workload.js";

/** Clients with one bug each: `node bad.js lost-response`. */

/** Retries at once, whatever it is told. @param {string} path @param {Parameters<typeof send>[1]} options @param {number} times */
async function hasty(path, options, times) {
  for (let attempt = 0; attempt < times; attempt += 1) {
    const response = await careless(path, options);
    await response?.text();
    if (response?.ok) return;
  }
}

/** Reads pages until one is not as it should be. @param {Parameters<typeof send>[1]} [options] */
async function readSome(options) {
  for (let path = firstPage; path;) {
    const response = await careless(path, options);
    const page = await response?.json().catch(() => ({}));
    path = page?.links?.next;
  }
}

/** @type {Record<string, () => Promise<unknown>>} */
const clients = {
  "burst-throttle": () => hasty("/api/events", { body: newEvent({ unique_id: "one" }) }, 5),
  "steady-throttle": () => careless(firstPage),
  "flapping-503": () => readSome(),
  "brown-out": async () => {
    for (let n = 0; n < 10; n += 1)
      await careless("/api/events", { body: newEvent({ unique_id: `event ${n}` }) });
  },
  "black-out": async () => {
    const end = performance.now() + 2000;
    while (performance.now() < end && !(await careless(firstPage))?.ok);
  },
  exam: () => work(once),
  "slow-start": async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const signal = AbortSignal.timeout(1500);
      if ((await careless(firstPage, { signal }))?.ok) break;
    }
    // What it sent first is answered meanwhile.
    await elapsed(1000);
  },
  "lost-response": async () => {
    if (await careless("/api/events", { body: newEvent() })) return;
    await elapsed(50);
    await careless("/api/events", { body: newEvent() });
  },
  "truncated-pages": () => readSome(),
  "short-pages": async () => {
    for (let path = firstPage; path;) {
      const page = await (await send(path)).json();
      path = page.data.length < 2 ? undefined : page.links.next;
    }
  },
  "cursor-expires": () => readSome(),
  "edge-outage": () => readSome(),
  "retired-in-mid-run": async () => {
    for (let path = firstPage, attempts = 0; path && attempts < 8; attempts += 1) {
      const response = await send(path, { revision: "2025-10-15" });
      const page = await response.json();
      if (response.ok) path = page.links.next;
    }
  },
  "token-expires": async () => {
    const token = process.env["SERVICE_EMULATOR_ACCESS_TOKEN"] ?? "";
    for (let path = firstPage, attempts = 0; path && attempts < 5; attempts += 1) {
      const response = await send(path, { token });
      const page = await response.json();
      if (response.ok) path = page.links.next;
    }
  },
  stampede: () =>
    Promise.all(
      Array.from({ length: 10 }, async (_, worker) => {
        const path = `/api/metrics?filter=equals(integration.name,"${worker}")`;
        const first = await send(path);
        if (first.status !== 429) return;
        await elapsed(Number(first.headers.get("retry-after")) * 1000);
        await send(path);
      }),
    ),
};

await clients[process.argv[2] ?? ""]?.();
