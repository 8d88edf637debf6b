import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { ReceiverCard } from "../../src/report/receivers/card-shape.ts";
import { boot, keyOf, runHere } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";
import { steadyPort } from "../support/steady-port.ts";
import { receive, secret, signed, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";
const script = join(import.meta.dirname, "../webhooks/zoo/receiver.mjs");

/** An emulator as a process of its own. */
async function started(dataDir: string) {
  const { ready, child } = await boot(["--data-dir", dataDir, "--rate-limits", "off"]);
  const headers = {
    authorization: `Service-API-Key ${keyOf(ready)}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(ready.url + path, { method, headers, ...sent });
    const text = await answer.text();
    return text === "" ? {} : (JSON.parse(text) as never);
  };
  return { ask, child };
}

/** A shop's receiver as a process of its own, with a file in which it keeps events. */
async function shop() {
  const port = await steadyPort();
  const store = join(newFolder(), "kept.txt");
  const program = [script, "--port", `${port}`, "--store", store];
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
    child = undefined;
  };
  onTestFinished(kill);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    program: [process.execPath, ...program],
    store,
    kept: () => readFileSync(store, "utf8").trim().split("\n"),
    kill,
    start: async () => {
      const env = { ...process.env, SERVICE_EMULATOR_WEBHOOK_SECRET: secret };
      child = spawn(process.execPath, program, { env, stdio: "ignore" });
      while (!(await listens(port))) await pause(10);
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

const subscribed = (list: string, emails: readonly string[]) => ({
  data: {
    type: "profile-subscription-bulk-create-job",
    attributes: {
      profiles: {
        data: emails.map((email) => ({
          type: "profile",
          attributes: {
            email,
            subscriptions: { email: { marketing: { consent: "SUBSCRIBED" } } },
          },
        })),
      },
    },
    relationships: { list: { data: { type: "list", id: list } } },
  },
});

it("a receiver that fails, is killed, and meets a killed emulator keeps every event once, as its card says", async () => {
  const dataDir = newFolder();
  const receiver = await shop();
  await receiver.start();
  // In front of the shop: what a proxy does while the shop is in trouble.
  let trouble: "refuses" | "loses the shop" | "loses the emulator" | "none" = "refuses";
  let acknowledged = 0;
  let emulator = await started(dataDir);
  const gone = once(emulator.child, "exit");
  const { url, received } = await receive(async (response, { headers, body }, count) => {
    expect(headers["service-signature"]).toBe(signed(body, String(headers["service-timestamp"])));
    if (count === 3) trouble = "loses the shop";
    if (count <= 3) return void response.writeHead(500).end();
    const { host: _, connection: _connection, ...passed } = headers;
    const passing = { method: "POST", headers: passed as Record<string, string>, body };
    const answer = await fetch(receiver.url, passing).catch(() => undefined);
    if (answer === undefined) return void response.destroy();
    // The shop has kept it, and nobody learns of it.
    if (trouble === "loses the shop") {
      trouble = "none";
      await receiver.kill();
      await receiver.start();
      return void response.destroy();
    }
    if (trouble === "loses the emulator") {
      trouble = "none";
      return void emulator.child.kill("SIGKILL");
    }
    response.writeHead(answer.status).end();
    acknowledged += 1;
  });
  await emulator.ask("POST", "/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
  const { data: list } = (await emulator.ask("POST", "/api/lists", {
    data: { type: "list", attributes: { name: "News", opt_in_process: "single_opt_in" } },
  })) as { data: { id: string } };
  const subscribe = (...emails: string[]) =>
    emulator.ask("POST", "/api/profile-subscription-bulk-create-jobs", subscribed(list.id, emails));
  await subscribe("a@example.com", "b@example.com");
  await emulator.ask("PUT", "/_emulator/clock", { mode: "accelerated", factor: 1000 });
  await expect.poll(() => acknowledged, { timeout: 10_000 }).toBe(1);

  trouble = "loses the emulator";
  await subscribe("c@example.com");
  await gone;
  emulator = await started(dataDir);
  await expect.poll(() => acknowledged, { timeout: 10_000 }).toBe(2);

  const sent = received.map(({ json }) => json.data.map(({ external_id }) => external_id));
  const [batch = [], other = []] = [sent[0], sent.at(-1)];
  expect([batch.length, other.length]).toEqual([2, 1]);
  // Each time the whole batch, and never two of them in one.
  for (const ids of sent) expect([batch, other]).toContainEqual(ids);
  expect(receiver.kept().toSorted()).toEqual([...batch, ...other].toSorted());

  const cardOf = async () =>
    (await emulator.ask("GET", "/_emulator/report?of=receivers")) as ReceiverCard;
  await expect.poll(async () => (await cardOf()).rules[0]?.passed, { timeout: 10_000 }).toBe(2);
  const history = await cardOf();
  // The attempt during which the emulator died never ended; the one after it is the same.
  const statuses = history.calls.map(({ status }) => status);
  expect(statuses.filter((status) => status !== null)).toEqual([500, 500, 500, 200, 200]);
  expect(statuses).toContain(null);
  const [acknowledges] = history.rules;
  const failed = statuses.length - 2;
  expect(acknowledges).toMatchObject({ rule: "acknowledges", verdict: "fail", passed: 2, failed });
  expect(JSON.stringify(history)).not.toContain(secret);

  await receiver.kill();
  const flags = ["--webhook", receiver.url, "--read-back", `cat '${receiver.store}'`];
  const words = ["--kill-after-ack", "--json", "--", ...receiver.program];
  const { code, stdout } = await runHere(["scenario", "run", "receiver", ...flags, ...words]);
  const { rules } = JSON.parse(stdout) as ReceiverCard;
  expect([code, rules.filter(({ verdict }) => verdict !== "pass")]).toEqual([0, []]);
});
