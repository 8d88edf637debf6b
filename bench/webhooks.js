import { Connection, drive } from "./load.js";
import { progress } from "./progress.js";
import { fromRoot, startQuietEmulator, startServer } from "./servers.js";
import { compare, plan, warm } from "./throughput.js";
import { askKnown, postEvent } from "./work.js";

const connections = 16;
/** As many more as the account of the default seed may have. */
const webhooksMax = 9;
const countedSeconds = { normal: 5, quick: 2 };

/**
 * Events a second with a webhook on every topic, against the same emulator without one; and how many calls go to
 * receivers on this machine where each event is due at once.
 *
 * @param {{ quick: boolean }} options
 * @returns {Promise<(import("./table.js").Row | string)[]>}
 */
export async function measureWebhooks({ quick }) {
  const receiver = await startServer([fromRoot("bench/baselines/receiver.js")]);
  const hooked = await startQuietEmulator();
  const plain = await startQuietEmulator();
  const prompt = await startQuietEmulator(["--webhooks-delay", "0ms"]);
  const servers = [receiver, hooked.server, plain.server, prompt.server];
  try {
    await subscribe(hooked, receiver.port);
    for (let count = 0; count < webhooksMax; count += 1) await subscribe(prompt, receiver.port);
    const known = await askKnown(plain.server.port, plain.key);
    const work = { next: postEvent, status: 202, least: { 1: 0.8, 16: 0.8 } };
    progress("POST event with a webhook, warming up");
    for (const { server } of [hooked, plain]) await warm(server, work, known);
    progress(`POST event with a webhook, ${connections} connections`);
    const slices = quick ? plan.quick : plan.normal;
    const compared = await compare(hooked.server, plain.server, work, connections, known, slices);
    progress("calls to receivers");
    const calls = await callsAMinute(prompt.server, receiver, known, quick);
    return [
      "POST event with a webhook on every topic, against the same without one",
      ...compared,
      {
        what: `calls to receivers of ${webhooksMax} webhooks, each event at once`,
        ours: `${Math.round(calls)} a minute`,
        figure: calls,
        bar: { least: 10_000, unit: "a minute" },
      },
    ];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Makes a webhook on every topic. @param {{ server: { port: number }, key: string }} emulator @param {number} port */
async function subscribe({ server, key }, port) {
  const headers = {
    authorization: `Service-API-Key ${key}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const api = `http://127.0.0.1:${server.port}/api`;
  const answered = await fetch(`${api}/webhook-topics`, { headers });
  const { data: topics } = /** @type {{ data: { id: string }[] }} */ (await answered.json());
  const attributes = {
    name: "Bench",
    endpoint_url: `http://127.0.0.1:${port}/`,
    secret_key: "0123456789abcdef",
  };
  const data = topics.map(({ id }) => ({ type: "webhook-topic", id }));
  const relationships = { "webhook-topics": { data } };
  const body = JSON.stringify({ data: { type: "webhook", attributes, relationships } });
  const made = await fetch(`${api}/webhooks`, { method: "POST", headers, body });
  if (made.status !== 201) throw new Error(`webhook: ${made.status} ${await made.text()}`);
}

/**
 * @param {{ port: number }} emulator
 * @param {{ port: number }} receiver
 * @param {import("./work.js").Known} known
 * @param {boolean} quick
 */
async function callsAMinute(emulator, receiver, known, quick) {
  const count = async () => Number(await (await fetch(`http://127.0.0.1:${receiver.port}`)).text());
  const connection = new Connection(emulator.port, 202);
  const next = [postEvent(known)];
  await drive([connection], next, { requests: 500 });
  const before = await count();
  const { seconds } = await drive([connection], next, {
    seconds: quick ? countedSeconds.quick : countedSeconds.normal,
  });
  const calls = (await count()) - before;
  connection.close();
  return (calls * 60) / seconds;
}
