import { once } from "node:events";
import { expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, newest } from "../support/emulate.ts";
import { message, RawClient } from "../support/raw.ts";

type Ways = Awaited<ReturnType<typeof emulate>>;

const asked = ({ emulator }: Ways) =>
  message("GET", "/api/metrics", {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: newest,
  });

/** A connection on which one request was answered. */
async function kept(ways: Ways): Promise<RawClient> {
  const client = new RawClient(ways.emulator.url, asked(ways));
  await client.until(({ isWhole }) => isWhole);
  // The server knows of the end of what it has sent a moment later.
  await turns();
  return client;
}

const answers = ({ text }: RawClient) => text.split("HTTP/1.1 200").length - 1;

/** Lets what is under way within this process come to its end. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

it("closes the connection of a request that met it, after a second without another one", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  const { id } = emulator.faults.add({ operation: "get_metrics", connection: "idle-close" });
  const client = await kept(ways);
  expect(client.header("x-emulator-fault")).toBe(id);
  await emulator.clock.advance("999ms");
  await turns();
  expect(client.end).toBeUndefined();
  await emulator.clock.advance("1ms");
  await client.ended();
  expect(client.end).toBe("FIN");
  const [entry] = emulator.requests.list();
  expect(entry).toMatchObject({ status: 200, injected: ["idle-close"], lostStatus: null });
});

it("waits for as long as idle says, and from the end of the last answer on", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  emulator.faults.add({ operation: "get_metrics", connection: "idle-close", idle: "5s" });
  const client = await kept(ways);
  await emulator.clock.advance("4s");
  client.socket.write(asked(ways));
  await client.until((each) => answers(each) === 2);
  await turns();
  await emulator.clock.advance("4s");
  await turns();
  expect(client.end).toBeUndefined();
  await emulator.clock.advance("1s");
  await client.ended();
  expect(client.end).toBe("FIN");
});

it("a request that is sent just then meets a closed socket", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  emulator.faults.add({ operation: "get_metrics", connection: "idle-close" });
  const client = await kept(ways);
  const closed = once(client.socket, "close");
  await emulator.clock.advance("1s");
  client.socket.write(asked(ways));
  await closed;
  expect(answers(client)).toBe(1);
  expect(emulator.requests.list()).toHaveLength(1);
});

it("leaves other connections open, and what a client ends itself", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  emulator.faults.add({ operation: "get_metrics", connection: "idle-close" });
  const met = await kept(ways);
  const other = await kept(ways);
  met.socket.destroy();
  await turns();
  await emulator.clock.advance("1m");
  await turns();
  expect(other.end).toBeUndefined();
});

it("goes with an error", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  emulator.faults.add({ operation: "get_metrics", status: 503, connection: "idle-close" });
  const client = await kept(ways);
  expect(client.head).toContain("HTTP/1.1 503");
  await emulator.clock.advance("1s");
  await client.ended();
});

it("needs a socket: without one the fault says so, and the response is whole", async () => {
  const { emulator, get, post } = await emulate();
  const { id } = emulator.faults.add({ operation: "*", connection: "idle-close", times: 2 });
  expect((await get("/api/metrics")).status).toBe(200);
  const { status, text } = await post("/api/events", newEvent());
  expect([status, text]).toEqual([202, ""]);
  expect(emulator.faults.get(id)).toMatchObject({
    hits: { count: 2 },
    notes: Array.from({ length: 2 }, () => "idle-close needs a socket: emulator.fetch has none"),
  });
});

it.each([
  [{ connection: "close-mid-body", idle: "1s" }, "goes with connection: idle-close"],
  [{ connection: "idle-close", idle: "2h" }, "expected a duration of at most an hour"],
  [{ status: 503, idle: "1s" }, "goes with connection: idle-close"],
  [{ connection: "idle-close", where: "before" }, "before anything is done there is no response"],
] as const)("%j is refused", async (what, why) => {
  const { emulator } = await emulate();
  expect(() => emulator.faults.add({ operation: "get_metrics", ...what })).toThrow(why);
});

it("says that it waits where the clock is frozen", async () => {
  const { emulator } = await emulate();
  const { warnings } = emulator.faults.add({ operation: "*", connection: "idle-close" });
  expect(warnings).toEqual([
    "the clock is frozen: what takes time here waits until it is advanced",
  ]);
});
