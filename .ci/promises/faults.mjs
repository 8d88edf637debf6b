import { createHmac } from "node:crypto";
import { inTime, must, receive } from "./wire.mjs";

const topic = "event:service.subscribed_to_list";
const secret = "0123456789abcdef";
const page = (size) => `/api/profiles?page[size]=${size}&sort=created`;

/** What an untouched page of profiles has: the ids of the first, and of the second. */
async function twoPages(client) {
  const first = await client.get(page(2));
  const next = (await client.get(nextOf(first))).ids;
  return { first: first.ids, next };
}

const nextOf = ({ json }) => {
  const { pathname, search } = new URL(json.links.next);
  return pathname + search;
};

const create = (client, email) => client.post("/api/profiles", "profile", { email });
const isThere = async (client, email) =>
  (await client.get(`/api/profiles?filter=equals(email,"${email}")`)).json.data.length === 1;

/** A connection that is kept, once its first request was answered. */
async function whole(client) {
  const kept = client.begin("GET", "/api/profiles", undefined, { connection: "keep-alive" });
  while (!kept.isWhole) await client.get("/api/metrics");
  return kept;
}

/** A page with a fault is told from the same page without one. */
const paged = (fault, differs) => ({
  fault: { operation: "get_profiles", page: fault },
  async met({ client, plan }) {
    const good = await twoPages(client);
    plan();
    return differs(good, await client.get(page(2)), client);
  },
});

const spoilt = (spoil, differs) => ({
  fault: { operation: "get_profiles", spoil, where: "after" },
  met: async ({ client, plan }) => {
    plan();
    return differs(await client.get());
  },
});

const isNoJson = ({ body }) => {
  try {
    return JSON.parse(body) === undefined;
  } catch {
    return true;
  }
};

const connection = (kind, broke) => ({
  fault: { operation: "get_profiles", connection: kind, where: "after" },
  met: async ({ client, plan }) => {
    plan();
    return broke(await client.get());
  },
});

/** A fault on requests that answers in the place of the service. */
const answered = (fault, is) => ({
  fault: { operation: "get_profiles", ...fault },
  met: async ({ client, plan }) => {
    plan();
    return is(await client.get());
  },
});

const onDelivery = (fault, is, count = 1) => ({
  fault: { delivery: topic, times: "always", ...fault },
  async met({ emulator, plan }) {
    const receiver = await receive();
    try {
      const shop = {
        name: "Shop",
        endpoint_url: receiver.url,
        secret_key: secret,
        topics: [topic],
      };
      await emulator.seed({ webhooks: [shop] });
      plan();
      const email = "a@example.com";
      const events = [];
      for (let made = 0; made < count; made += 1) {
        events.push(emulator.deliveries.trigger(topic, { email }).event);
        if (fault.batch === undefined) await emulator.clock.advance("1s");
      }
      await emulator.clock.advance("1s");
      const early = receiver.received.length;
      await emulator.clock.advance("2m");
      const calls = receiver.received.map(({ headers, body }) => ({
        body,
        stamp: headers["service-timestamp"],
        signature: headers["service-signature"],
        isSigned:
          headers["service-signature"] ===
          createHmac("sha256", secret)
            .update(body)
            .update(headers["service-timestamp"])
            .digest("hex"),
      }));
      return is({ calls, early, events });
    } finally {
      receiver.close();
    }
  },
});

const eventsOf = ({ body }) => JSON.parse(body).data.map(({ payload }) => payload.data.id);

/**
 * Each kind of fault, by the member that plans it (and its value, where a kind has several), with what a client or a
 * receiver sees of it on the wire.
 */
const tries = {
  status: answered({ status: 503 }, ({ status, json }) => status === 503 && json.errors.length > 0),
  edge: answered({ edge: 502 }, ({ status, body }) => status === 502 && body.includes("<html")),
  // Goes with idle-close, which is tried with it.
  idle: answered({ connection: "idle-close" }, ({ status }) => status === 200),
  retryAfter: answered({ status: 429, retryAfter: 3 }, (one) => one.header("retry-after") === "3"),
  headers: answered(
    { status: 500, headers: { "x-odd": "1" } },
    (one) => one.header("x-odd") === "1",
  ),
  body: answered({ status: 500, body: "odd" }, ({ body }) => body === "odd"),
  failures: {
    fault: { operation: "bulk_import_profiles", failures: 1 },
    async met({ client, emulator, plan }) {
      plan();
      const emails = ["lost@example.com", "kept@example.com"];
      const data = emails.map((email) => ({ type: "profile", attributes: { email } }));
      const jobs = "/api/profile-bulk-import-jobs";
      const { json } = await client.post(jobs, "profile-bulk-import-job", { profiles: { data } });
      await emulator.clock.advance("5m");
      const job = (await client.get(`${jobs}/${json.data.id}`)).json.data.attributes;
      const [lost, kept] = [await isThere(client, emails[0]), await isThere(client, emails[1])];
      return job.failed_count === 1 && !lost && kept;
    },
  },
  delay: {
    fault: { operation: "get_profiles", delay: "150ms" },
    async met({ client, plan }) {
      plan();
      const asked = client.begin("GET", "/api/profiles");
      const [other] = await Promise.all([client.get("/api/metrics"), asked.ended]);
      return other.status === 200 && asked.status === 200;
    },
  },
  "connection reset": connection("reset", ({ text, end }) => text === "" && end === "ECONNRESET"),
  "connection close": connection("close", ({ text, end }) => text === "" && end === "FIN"),
  "connection close-after-head": connection(
    "close-after-head",
    (one) => one.status === 200 && one.body === "",
  ),
  "connection close-mid-body": connection(
    "close-mid-body",
    (one) => one.body !== "" && isNoJson(one),
  ),
  "connection hang": {
    fault: { operation: "get_profiles", connection: "hang" },
    async met({ client, plan }) {
      plan();
      const hanging = client.begin("GET", "/api/profiles");
      const other = await client.get("/api/metrics");
      const isOpen = hanging.text === "" && hanging.end === undefined;
      hanging.socket.destroy();
      return other.status === 200 && isOpen;
    },
  },
  "connection idle-close": {
    fault: { operation: "get_profiles", connection: "idle-close", idle: "2s" },
    async met({ client, emulator, plan }) {
      plan();
      const kept = await whole(client);
      const isOpen = kept.end === undefined;
      await emulator.clock.advance("2s");
      await inTime("the end of an idle connection", kept.ended);
      return isOpen && kept.status === 200 && kept.end === "FIN";
    },
  },
  "connection close-reused": {
    fault: { operation: "get_profiles", connection: "close-reused" },
    async met({ client, plan }) {
      const kept = await whole(client);
      plan();
      const fresh = await client.get();
      const before = kept.text;
      kept.socket.write(kept.sent);
      await inTime("the end of a reused connection", kept.ended);
      return fresh.status === 200 && kept.text === before && kept.end === "FIN";
    },
  },
  "spoil truncate": spoilt("truncate", isNoJson),
  "spoil malformed": spoilt("malformed", isNoJson),
  "spoil empty": spoilt("empty", ({ body, status }) => status === 200 && body === ""),
  "spoil content-type": spoilt("content-type", (one) => !/json/.test(one.header("content-type"))),
  "spoil garbage": spoilt("garbage", isNoJson),
  pace: answered({ pace: { over: "1s" } }, ({ parts, json }) => parts > 2 && json.data.length > 0),
  "page short": paged("short", ({ first }, one) => one.ids.length < first.length),
  "page empty": paged("empty", (_, { json }) => json.data.length === 0 && json.links.next !== null),
  "page repeat": paged("repeat", async ({ first }, one, client) =>
    (await client.get(nextOf(one))).ids.includes(first.at(-1)),
  ),
  "page skip": paged(
    "skip",
    async ({ next }, one, client) => (await client.get(nextOf(one))).ids[0] !== next[0],
  ),
  "page cycle": paged(
    "cycle",
    async ({ first }, one, client) => String((await client.get(nextOf(one))).ids) === String(first),
  ),
  "page expire": paged(
    "expire",
    async (_, one, client) => (await client.get(nextOf(one))).status === 400,
  ),
  "page cap": paged({ cap: 1 }, (_, { ids }) => ids.length === 1),
  ignore: {
    fault: { operation: "create_profile", ignore: true },
    async met({ client, plan }) {
      plan();
      return (
        (await create(client, "no@example.com")).status === 201 &&
        !(await isThere(client, "no@example.com"))
      );
    },
  },
  late: {
    fault: { operation: "create_profile", late: "1m" },
    async met({ client, emulator, plan }) {
      plan();
      await create(client, "late@example.com");
      const early = await isThere(client, "late@example.com");
      await emulator.clock.advance("1m");
      return !early && (await isThere(client, "late@example.com"));
    },
  },
  stale: {
    fault: { operation: "get_profiles", stale: "1m" },
    async met({ client, plan }) {
      plan();
      await create(client, "new@example.com");
      return (
        !(await isThere(client, "new@example.com")) && (await isThere(client, "new@example.com"))
      );
    },
  },
  limit: answered({ limit: "burst" }, (one) => one.status === 429 && one.header("retry-after") > 0),
  sequence: {
    fault: {
      operation: "get_profiles",
      sequence: [{ status: 500 }, "pass", { connection: "close" }],
    },
    async met({ client, plan }) {
      plan();
      const all = [await client.get(), await client.get(), await client.get()];
      return String(all.map(({ status }) => status)) === "500,200,0";
    },
  },
  drop: onDelivery({ drop: true }, ({ calls }) => calls.length === 0),
  "delay of a delivery": onDelivery(
    { delay: "90s" },
    ({ early, calls }) => early === 0 && calls.length === 1,
  ),
  duplicate: onDelivery(
    { duplicate: 2 },
    ({ calls }) => calls.length === 2 && String(eventsOf(calls[0])) === String(eventsOf(calls[1])),
  ),
  reorder: onDelivery(
    { reorder: 2 },
    ({ calls, events }) => String(calls.flatMap(eventsOf)) === String(events.toReversed()),
    2,
  ),
  "signature wrong": onDelivery(
    { signature: "wrong" },
    ({ calls: [one] }) => one.signature && !one.isSigned,
  ),
  "signature missing": onDelivery(
    { signature: "missing" },
    ({ calls: [one] }) => one.signature === undefined,
  ),
  timestamp: onDelivery(
    { timestamp: "-10m" },
    ({ calls: [one] }) => one.isSigned && Date.now() - new Date(one.stamp) >= 600_000,
  ),
  "spoil of a delivery": onDelivery({ spoil: "truncate" }, ({ calls: [one] }) => isNoJson(one)),
  batch: onDelivery({ batch: 1 }, ({ calls }) => calls.length === 2, 2),
};

/** What says which request a fault is on, and when, and is no kind of its own. */
const others =
  /^(operation|area|method|path|delivery|match|skip|times|every|probability|between|ttl|where|hold|force|optional)$/;

/** @param schema that of a fault, as the package has it: a kind that is new there wants its line here */
export function untried({ properties }) {
  const values = Object.entries(properties).flatMap(([name, { enum: named }]) =>
    ["connection", "spoil", "signature"].includes(name)
      ? named.map((each) => `${name} ${each}`)
      : [name],
  );
  const tried = Object.keys(tries);
  return values.filter(
    (name) =>
      !others.test(name) && !tried.some((each) => each === name || each.startsWith(`${name} `)),
  );
}

/** Plans each kind of fault, and looks at what becomes of it. */
export async function tryFaults(emulator, client) {
  for (const [name, { fault, met }] of Object.entries(tries)) {
    const plan = () => emulator.faults.add(fault);
    must(await met({ client, emulator, plan }), `the fault ${name} does not do what it should`);
    const [{ hits }] = emulator.faults.list();
    must(hits.count > 0, `the fault ${name} met nothing`);
    emulator.reset();
  }
  return Object.keys(tries).length;
}
