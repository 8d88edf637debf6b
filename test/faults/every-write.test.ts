import { beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../src/contract/compile.ts";
import { createEmulator, type Emulator, type FaultInput } from "../../src/index.ts";
import { api } from "../support/described.ts";
import { sentAs } from "../support/form.ts";
import { needed, type Sending } from "../support/sending.ts";
import { filling, idsIn, successes } from "../support/successes.ts";

const isReading = (scope: string): boolean => scope.endsWith(":read");

/** Those that write: a query may be sent by POST, too. */
const written = [...api.operations.values()].filter(
  ({ method, scopes }) =>
    method !== "GET" && !(scopes.length > 0 && scopes.flat().every(isReading)),
);

/** One emulator for all: it holds something of every type, and is put back before each operation. */
let emulator: Emulator;

async function send(operation: Operation, { id, body }: Sending) {
  const named = () => encodeURIComponent(id ?? idsIn(emulator)(operation.resource));
  const path = operation.path.replace(/\{\w+\}/, named);
  const company = operation.family === "client" ? [`company_id=${emulator.companyId}`] : [];
  const asked = [...company, ...(needed[operation.id] ?? [])].join("&");
  const sent = sentAs(body);
  const response = await emulator.fetch(`${path}?${asked}`, {
    method: operation.method,
    headers: {
      revision: "2026-07-15",
      ...(operation.family === "api" && {
        authorization: `Service-API-Key ${emulator.keys["full"]}`,
      }),
      ...sent.headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
  });
  return { status: response.status, text: await response.text() };
}

beforeAll(async () => {
  emulator = await createEmulator({
    fixtures: ["small"],
    rateLimits: "off",
    frozenAt: "2026-07-20T12:00:00Z",
  });
  for (const id of filling) {
    const operation = api.operations.get(id) as Operation;
    for (const sending of successes[id]?.(idsIn(emulator), "first") ?? []) {
      await send(operation, sending);
    }
  }
  // What is done later than the answer is done.
  await emulator.clock.advance("1m");
  emulator.state.snapshot("filled");
  return () => emulator.close();
});

/** The first request to an operation that comes to a success, what is answered to it, and the state after it. */
async function doneBy(operation: Operation, fault?: FaultInput) {
  emulator.state.restore("filled");
  const collection = api.resources.get(operation.resource)?.collection ?? operation.resource;
  const sendings =
    successes[operation.id]?.(idsIn(emulator), "second") ??
    emulator.state.get(collection).records.map(({ id }) => ({ id: String(id) }));
  for (const sending of sendings) {
    emulator.state.restore("filled");
    emulator.faults.clear();
    if (fault !== undefined) emulator.faults.add(fault);
    const answer = await send(operation, sending);
    if (answer.status < 300) return answer;
  }
  throw new Error(`${operation.id} has no success`);
}

const stillToDo = new Set(["deliveries", "delivery-entries", "works"]);

/**
 * What is not as it was in a state, without what is still to be done. What such work makes has its number among
 * all records from the moment at which it is done.
 */
const since = (name: string, counts: typeof isOther = isOther) =>
  Object.values(emulator.state.diff(name)).flatMap((collections) =>
    Object.entries(collections).filter(
      ([name, { added, removed, changed }]) =>
        !stillToDo.has(name) && added.length + removed.length + changed.filter(counts).length > 0,
    ),
  );

const isOther = ({ members }: { readonly members: object }): boolean =>
  Object.keys(members).join() !== "seq";

/** What hangs on when it was done: who left a segment, and the first fetch of a feed, of which its status tells. */
const follows = ([kind, { added, removed }]: ReturnType<typeof since>[number]): boolean =>
  kind === "segment-turnovers" ||
  kind === "feed-contents" ||
  (kind === "web-feeds" && added.length + removed.length === 0);

describe("a write that is ignored or late", () => {
  it.each(written.map((operation) => [operation.id, operation] as const))(
    "%s is answered as ever, and done never or then",
    async (id, operation) => {
      const plain = await doneBy(operation);
      const changes = since("filled", () => true).length > 0;
      emulator.state.snapshot(id);

      expect(await doneBy(operation, { operation: id as "*", ignore: true })).toEqual(plain);
      expect(since("filled")).toEqual([]);
      // What changes nothing leaves nothing to ignore.
      expect(emulator.faults.list()[0]?.hits.count).toBe(changes ? 1 : 0);

      expect(await doneBy(operation, { operation: id as "*", late: "5s" })).toEqual(plain);
      expect(since("filled")).toEqual([]);
      await emulator.clock.advance("5s");
      expect(since(id).filter((each) => !follows(each))).toEqual([]);
      expect(emulator.faults.list()[0]).not.toHaveProperty("notes");
      emulator.state.remove(id);
    },
  );
});

/** Those that start a job which counts what has failed. */
const counting = written.filter(({ resource, method }) => {
  const { attributes = {} } = api.resources.get(resource) ?? {};
  return method === "POST" && "failed_count" in attributes;
});

describe("a job of which records fail", () => {
  it.each(counting.map((operation) => [operation.id, operation] as const))(
    "%s is accepted as ever, and its job counts them",
    async (id, operation) => {
      const { collection = "" } = api.resources.get(operation.resource) ?? {};
      const { status, text } = await doneBy(operation, { operation: id as "*", failures: 10_000 });
      expect(status).toBe(202);
      expect(emulator.faults.list()[0]?.hits.count).toBe(1);
      await emulator.clock.advance("1m");
      const { records } = emulator.state.get(collection);
      const job = records.find((each) => each.id === JSON.parse(text).data.id);
      expect(job).toMatchObject({ completed_count: 0, failed_count: job?.["total_count"] });
    },
  );

  it("is none that an operation starts which counts nothing", () => {
    const fault = { operation: "bulk_create_events", failures: 1 } as const;
    expect(() => emulator.faults.add(fault)).toThrow("starts no job that counts failures");
  });
});
