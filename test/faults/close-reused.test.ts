import { once } from "node:events";
import { Agent, get } from "node:https";
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
async function used(ways: Ways): Promise<RawClient> {
  const client = new RawClient(ways.emulator.url, asked(ways));
  await client.until(({ isWhole }) => isWhole);
  return client;
}

const answers = ({ text }: RawClient) => text.split("HTTP/1.1 200").length - 1;

it("closes a connection that had a response, before a byte of the next one", async () => {
  const ways = await emulate({ port: 0 });
  const client = await used(ways);
  ways.emulator.faults.add({ operation: "get_metrics", connection: "close-reused" });
  client.socket.write(asked(ways));
  await client.ended();
  expect([client.end, answers(client)]).toEqual(["FIN", 1]);
  const met = ways.emulator.requests.list().find(({ injected }) => injected.length > 0);
  expect(met).toMatchObject({ status: null, injected: ["close-reused"] });
});

it("never meets the first request of a connection, and waits for one that is reused", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  const { id } = emulator.faults.add({ operation: "get_metrics", connection: "close-reused" });
  const [one, two] = [await used(ways), await used(ways)];
  expect(emulator.faults.get(id).hits.count).toBe(0);
  two.socket.write(asked(ways));
  await two.ended();
  one.socket.write(asked(ways));
  await one.until((each) => answers(each) === 2);
  expect([one.end, two.end, emulator.faults.get(id).hits.count]).toEqual([undefined, "FIN", 1]);
});

it("with where: after, does not answer what it has done", async () => {
  const ways = await emulate({ port: 0 });
  const { emulator } = ways;
  const client = await used(ways);
  emulator.faults.add({ operation: "create_event", connection: "close-reused", where: "after" });
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: newest,
    "content-type": "application/json",
  };
  client.socket.write(message("POST", "/api/events", headers, JSON.stringify(newEvent())));
  await client.ended();
  expect([client.end, answers(client), emulator.state.counts()["events"]]).toEqual(["FIN", 1, 1]);
});

it("meets a connection over TLS", async () => {
  const { emulator } = await emulate({ port: 0, tls: true });
  emulator.faults.add({ operation: "get_metrics", connection: "close-reused", times: "always" });
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: emulator.certificate as string });
  const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
  const asked = async () => {
    const request = get(`${emulator.url}/api/metrics`, { agent, headers });
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  };
  expect(await asked()).toBe(200);
  await expect(asked()).rejects.toThrow("socket hang up");
  expect(await asked()).toBe(200);
  agent.destroy();
});
