import { describe, expect, it } from "vitest";
import type { FaultInput } from "../../src/index.ts";
import { newProfile } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";
import { message, RawClient } from "../support/raw.ts";

type What = Omit<FaultInput, "operation">;
type Ways = Awaited<ReturnType<typeof emulate>>;

/** What a client saw of one answer. */
interface Seen {
  /** null: no head came. */
  status: number | null;
  type: string | undefined;
  /** What came of the body; a whole message unless `broken` says how it ended. */
  body: Buffer;
  broken: string | undefined;
  marked: string | undefined;
}

const whole = JSON.stringify(newProfile());

/** What is asked, where nothing else is: a profile is created. */
const creation = { method: "POST", path: "/api/profiles", sent: whole };
const reading = { method: "GET", path: "/api/profiles?sort=created&page[size]=2", sent: undefined };
const importing = {
  method: "POST",
  path: "/api/profile-bulk-import-jobs",
  sent: JSON.stringify({
    data: {
      type: "profile-bulk-import-job",
      attributes: { profiles: { data: [newProfile().data] } },
    },
  }),
};
const newestFirst = { ...reading, path: "/api/profiles?sort=-created" };
type Asked = typeof creation | typeof reading;

/** Asks, and sees what comes, on a socket of its own. */
async function overSocket({ emulator }: Ways, asked: Asked = creation): Promise<Seen> {
  const { method, path, sent } = asked;
  const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
  const client = new RawClient(emulator.url, message(method, path, headers, sent));
  await passing(emulator, () => client.end !== undefined || client.isWhole);
  const { head, body } = client;
  return {
    status: head === "" ? null : Number(head.split(" ")[1]),
    type: client.header("content-type"),
    body: Buffer.from(body, "latin1"),
    broken: client.isWhole && head !== "" ? undefined : (client.end ?? "silence"),
    marked: client.header("x-emulator-fault"),
  };
}

/** The same without a socket. */
async function overFetch({ emulator }: Ways, asked: Asked = creation): Promise<Seen> {
  const nothing = { status: null, type: undefined, body: Buffer.alloc(0), marked: undefined };
  const giveUp = new AbortController();
  const answer = settled(
    emulator.fetch(asked.path, {
      method: asked.method,
      headers: {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
        revision: newest,
        "content-type": "application/json",
      },
      ...(asked.sent !== undefined && { body: asked.sent }),
      signal: giveUp.signal,
    }),
  );
  await passing(emulator, () => answer.done);
  if (!answer.done) {
    giveUp.abort();
    await expect(answer.promise).rejects.toThrow("aborted");
    return { ...nothing, broken: "silence" };
  }
  const response = await answer.promise.catch((error: Error) => error);
  if (response instanceof Error) return { ...nothing, broken: codeOf(response) };
  const chunks: Uint8Array[] = [];
  const reading = settled(
    (async () => {
      for await (const chunk of response.body ?? []) chunks.push(chunk as Uint8Array);
    })(),
  );
  await passing(emulator, () => reading.done);
  const broken = await reading.promise.then(() => undefined, codeOf);
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? undefined,
    body: Buffer.concat(chunks),
    broken,
    marked: response.headers.get("x-emulator-fault") ?? undefined,
  };
}

const codeOf = (error: Error): string => (error.cause as { code: string }).code;

function settled<T>(promise: Promise<T>) {
  const state = { done: false, promise };
  const mark = () => void (state.done = true);
  promise.then(mark, mark);
  return state;
}

/** Lets work be done, and the frozen clock run a while, until something holds or nothing moves. */
async function passing({ clock }: Ways["emulator"], holds: () => boolean): Promise<void> {
  for (let round = 0; round < 60 && !holds(); round += 1) {
    for (let turn = 0; turn < 20 && !holds(); turn += 1) await new Promise(setImmediate);
    if (!holds()) clock.advance("100ms");
  }
}

const faces = { socket: overSocket, fetch: overFetch } as const;

/** The created profile, as the answer without any fault would have it. */
const isWhole = (body: Buffer) => JSON.parse(body.toString()).data.type === "profile";
const isJson = (body: Buffer) => {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
};

interface Cell {
  readonly what: What;
  readonly expected: Partial<Omit<Seen, "body">>;
  readonly body: (body: Buffer) => boolean;
}

const none = (body: Buffer) => body.length === 0;
const problem = (body: Buffer) => JSON.parse(body.toString()).errors.length === 1;
const html = (body: Buffer) => body.toString().startsWith("<!doctype html>");
const some = (body: Buffer) => body.length > 0 && !isJson(body);
const broken = { reset: "ECONNRESET", fin: { socket: "FIN", fetch: "UND_ERR_SOCKET" } } as const;

/** Every kind of fault that answers before anything is done. */
const before = (face: keyof typeof faces): Record<string, Cell> => {
  const cut = { broken: broken.fin[face] };
  const type = "application/json";
  return {
    status: { what: { status: 503 }, expected: { status: 503, type }, body: problem },
    "status with a body": {
      what: { status: 503, body: "<h1>Bad</h1>", headers: { "Content-Type": "text/html" } },
      expected: { status: 503, type: "text/html" },
      body: (body) => body.toString() === "<h1>Bad</h1>",
    },
    edge: {
      what: { edge: 522 },
      expected: { status: 522, type: "text/html; charset=utf-8", broken: undefined },
      body: html,
    },
    delay: { what: { delay: "2s" }, expected: { status: 201 }, body: isWhole },
    "status, delayed": {
      what: { status: 500, delay: "2s" },
      expected: { status: 500 },
      body: problem,
    },
    reset: {
      what: { connection: "reset" },
      expected: { status: null, broken: broken.reset },
      body: none,
    },
    close: { what: { connection: "close" }, expected: { status: null, ...cut }, body: none },
    hang: {
      what: { connection: "hang" },
      expected: { status: null, broken: "silence" },
      body: none,
    },
    "close after a head": {
      what: { status: 503, connection: "close-after-head" },
      expected: { status: 503, ...cut },
      body: none,
    },
    "close in mid-body": {
      what: { status: 503, connection: "close-mid-body" },
      expected: { status: 503, ...cut },
      body: some,
    },
    "idle close": {
      what: { status: 503, connection: "idle-close" },
      expected: { status: 503, type, broken: undefined },
      body: problem,
    },
    "truncated status": {
      what: { status: 503, spoil: "truncate" },
      expected: { status: 503, type, broken: undefined },
      body: some,
    },
    "slow status": {
      what: { status: 503, pace: { over: "3s" } },
      expected: { status: 503, broken: undefined },
      body: problem,
    },
    // A 429 does not name its media type.
    limit: { what: { limit: "burst" }, expected: { status: 429, type: undefined }, body: problem },
  };
};

/** Every kind of fault that spoils the answer of what is done. */
const after = (face: keyof typeof faces): Record<string, Cell> => {
  const cut = { broken: broken.fin[face] };
  const type = "application/json";
  const whole201 = { status: 201, type, broken: undefined };
  return {
    status: { what: { status: 503 }, expected: { status: 503, type }, body: problem },
    edge: {
      what: { edge: 504 },
      expected: { status: 504, type: "text/html; charset=utf-8", broken: undefined },
      body: html,
    },
    headers: { what: { headers: { "x-a": "b" } }, expected: whole201, body: isWhole },
    body: {
      what: { body: { data: null } },
      expected: whole201,
      body: (body) => body.toString() === '{"data":null}',
    },
    delay: { what: { delay: "2s" }, expected: whole201, body: isWhole },
    reset: {
      what: { connection: "reset" },
      expected: { status: null, broken: broken.reset },
      body: none,
    },
    close: { what: { connection: "close" }, expected: { status: null, ...cut }, body: none },
    hang: {
      what: { connection: "hang" },
      expected: { status: null, broken: "silence" },
      body: none,
    },
    "close after the head": {
      what: { connection: "close-after-head" },
      expected: { status: 201, type, ...cut },
      body: none,
    },
    "close in mid-body": {
      what: { connection: "close-mid-body" },
      expected: { status: 201, type, ...cut },
      body: some,
    },
    "idle close": { what: { connection: "idle-close" }, expected: whole201, body: isWhole },
    truncate: { what: { spoil: "truncate" }, expected: whole201, body: some },
    malformed: { what: { spoil: "malformed" }, expected: whole201, body: some },
    empty: { what: { spoil: "empty" }, expected: whole201, body: none },
    "wrong content type": {
      what: { spoil: "content-type" },
      expected: { status: 201, type: "text/html; charset=utf-8", broken: undefined },
      body: isWhole,
    },
    garbage: { what: { spoil: "garbage" }, expected: whole201, body: some },
    dribble: { what: { pace: { over: "3s" } }, expected: whole201, body: isWhole },
    bandwidth: { what: { pace: { bytesPerSecond: 500 } }, expected: whole201, body: isWhole },
    "dribble, cut in the middle": {
      what: { pace: { over: "3s" }, connection: "close-mid-body" },
      expected: { status: 201, ...cut },
      body: some,
    },
  };
};

/** Whether the answer of the service arrives as it is. */
const arrives = ({ delay, connection }: What): boolean =>
  delay !== undefined || connection === "idle-close";

for (const [face, see] of Object.entries(faces) as [keyof typeof faces, typeof overSocket][]) {
  for (const [where, cells] of [
    ["before", before(face)],
    ["after", after(face)],
  ] as const) {
    describe(`over ${face}, ${where} it is done:`, () => {
      it.each(Object.entries(cells))("%s", async (_, { what, expected, body }) => {
        const ways = await emulate({ port: 0, rateLimits: "real" });
        const fault = ways.emulator.faults.add({ operation: "create_profile", where, ...what });
        const seen = await see(ways);
        expect(seen).toMatchObject(expected);
        expect(body(seen.body)).toBe(true);
        // The mark is wherever there is a head.
        if (seen.status !== null) expect(seen.marked).toBe(fault.id);
        expect(ways.emulator.faults.get(fault.id).hits.count).toBe(1);
        // Before: nothing happened, but where the fault only takes time. After: it is done.
        const stored = (await ways.get("/api/profiles")).many.length;
        const passes = where === "after" || expected.status === 201;
        expect(stored).toBe(passes ? 1 : 0);
        const [entry] = ways.emulator.requests.list({ operation: "create_profile" });
        expect(entry).toMatchObject({
          status: seen.status,
          faults: [fault.id],
          lostStatus: where === "after" && !arrives(what) ? 201 : null,
        });
      });
    });
  }
}

/** An answer whose form is right. */
interface Meant {
  readonly what: What;
  readonly asked: Asked;
  /** The second page is asked for. */
  readonly second?: true;
  readonly status: number;
  /** The emails that it shows. */
  readonly shown: readonly (string | undefined)[];
}

const [ada, bob, cid, dot] = ["ada@a.com", "bob@a.com", "cid@a.com", "ada@example.com"] as const;

/** Every kind of fault that changes what a success means. */
const within: Readonly<Record<string, Meant>> = {
  "page short": { what: { page: "short" }, asked: reading, status: 200, shown: [ada] },
  "page empty": { what: { page: "empty" }, asked: reading, status: 200, shown: [] },
  "page repeat": { what: { page: "repeat" }, asked: reading, status: 200, shown: [ada, bob] },
  "page skip": { what: { page: "skip" }, asked: reading, status: 200, shown: [ada, bob] },
  "page cycle": {
    what: { page: "cycle" },
    asked: reading,
    second: true,
    status: 200,
    shown: [cid],
  },
  "page expire": { what: { page: "expire" }, asked: reading, second: true, status: 400, shown: [] },
  ignore: { what: { ignore: true }, asked: creation, status: 201, shown: [dot] },
  late: { what: { late: "5s" }, asked: creation, status: 201, shown: [dot] },
  stale: { what: { stale: "5s" }, asked: newestFirst, status: 200, shown: [cid, bob, ada] },
  "failed records": { what: { failures: 1 }, asked: importing, status: 202, shown: [undefined] },
  "page cap": { what: { page: { cap: 1 } }, asked: reading, status: 200, shown: [ada] },
};

for (const [face, see] of Object.entries(faces) as [keyof typeof faces, typeof overSocket][]) {
  describe(`over ${face}, in a form that is right:`, () => {
    it.each(Object.entries(within))("%s", async (kind, { what, asked, second, status, shown }) => {
      const ways = await emulate({ port: 0 });
      const { emulator, post, get } = ways;
      for (const email of [ada, bob, cid]) {
        await post("/api/profiles", newProfile({ email }));
        await emulator.clock.advance("1s");
      }
      const next = (await get(reading.path)).links.next ?? "";
      const path = second ? next.replace(/^http:\/\/[^/]+/, "") : asked.path;
      const fault = emulator.faults.add({ operation: "*", method: asked.method as "GET", ...what });
      // What was before is known from planning on.
      if (asked === newestFirst) await post("/api/profiles", newProfile());
      const seen = await see(ways, { ...asked, path } as Asked);
      expect(seen).toMatchObject({
        status,
        type: "application/json",
        broken: undefined,
        marked: fault.id,
      });
      const { data = [] } = JSON.parse(seen.body.toString());
      const emails = [data]
        .flat()
        .map((each: { attributes: { email: string } }) => each.attributes.email);
      expect(emails).toEqual(shown);
      const entry = emulator.requests.list().find(({ injected }) => injected.length > 0);
      expect(entry).toMatchObject({
        status,
        faults: [fault.id],
        injected: [kind],
        lostStatus: null,
      });
    });
  });
}

describe("time passes on the clock:", () => {
  it("a hung answer is in the journal at once, and its time once the client gave up", async () => {
    const { emulator } = await emulate({ port: 0 });
    emulator.faults.add({ operation: "*", connection: "hang" });
    const client = new RawClient(emulator.url, message("GET", "/api/metrics", {}));
    while (emulator.requests.list().length === 0) await new Promise(setImmediate);
    expect(emulator.requests.list()).toMatchObject([{ status: null, durationMs: null }]);
    client.socket.destroy();
    while (emulator.requests.list()[0]?.durationMs === null) await new Promise(setImmediate);
    expect(emulator.requests.list()[0]?.durationMs).toBeGreaterThan(0);
  });

  it("a dribble comes a portion at a time", async () => {
    const { emulator } = await emulate({ port: 0 });
    emulator.faults.add({ operation: "*", status: 503, pace: { over: "10s" } });
    const client = new RawClient(emulator.url, message("GET", "/api/metrics", {}));
    await client.until(({ head, text }) => text.length > head.length);
    expect(client.body).toBe("");
    const parts: number[] = [];
    while (!client.isWhole) {
      await emulator.clock.advance("1s");
      await client.until(({ body }) => body.length > (parts.at(-1) ?? 0));
      // What the clock has run through may still be on its way in several packets.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      parts.push(client.body.length);
    }
    expect(parts.length).toBeGreaterThanOrEqual(9);
    expect(parts.length).toBeLessThanOrEqual(11);
  });

  it("closing the emulator ends what hangs", async () => {
    const { emulator } = await emulate({ port: 0 });
    emulator.faults.add({ operation: "*", connection: "hang", times: "always" });
    const client = new RawClient(emulator.url, message("GET", "/api/metrics", {}));
    const memory = emulator.fetch("/api/metrics").catch((error: Error) => codeOf(error));
    while (emulator.requests.list().length < 2) await new Promise(setImmediate);
    await emulator.close();
    await client.ended();
    expect(await memory).toBe("UND_ERR_SOCKET");
  });
});
