import { describe, expect, it, onTestFinished } from "vitest";
import { openReceiver, type Receipt } from "../../src/cli/actions/listen.ts";
import { command } from "../../src/cli/main.ts";
import { inTerminal } from "../../src/cli/terminal/terminal.ts";
import { ended, linesOf, listening, runHere, spawnCli } from "../support/cli.ts";
import { receive, secret, signed, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";

/** An emulator with a webhook, whose events wait for the clock. */
async function hooked(url: string) {
  const ways = await listening({ frozenAt: "2026-07-20T12:00:00Z" });
  const made = await ways.ask("/api/webhooks", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(webhookBody({ endpoint_url: url }, [topic])),
  });
  const { data } = (await made.json()) as { data: { id: string } };
  return { ...ways, id: data.id };
}

describe("trigger and deliveries", () => {
  it("make an event, show its delivery with its attempts, and send it again", async () => {
    const { url, received } = await receive((response, _, count) => {
      response.statusCode = count === 1 ? 500 : 200;
      response.end();
    });
    const { cli, id } = await hooked(url);
    const made = await cli("trigger", topic, "--email", "ada@example.com");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain(id);
    expect((await cli("deliveries", "list")).stdout).toContain("pending");
    await cli("clock", "advance", "1s");
    const failed = (await cli("deliveries")).stdout;
    expect(failed).toMatch(/ID +STATE +EVENTS +TRIES +LAST +NEXT +TOPICS/);
    expect(failed).toMatch(/pending +1 +1 +500 +2026-07-20T12:00:31\+00:00/);
    const { stdout } = await cli("deliveries", "--json", "--webhook", id);
    const { deliveries } = JSON.parse(stdout) as { deliveries: { id: string }[] };
    const again = await cli("deliveries", "redeliver", deliveries[0]?.id.slice(0, 20) ?? "");
    expect(again.stdout).toContain("is sent again");
    await cli("clock", "advance", "1s");
    expect(received).toHaveLength(2);
    expect((await cli("deliveries", "list", "--state", "delivered")).stdout).toContain("delivered");
  });

  it("show the faults that deliveries have met, if any has", async () => {
    const { url } = await receive();
    const { cli, emulator } = await hooked(url);
    emulator.faults.add({ delivery: topic, signature: "wrong" });
    await cli("trigger", topic);
    await cli("clock", "advance", "1s");
    const [head, row] = (await cli("deliveries")).stdout.split("\n");
    expect(head).toMatch(/NEXT +FAULTS +TOPICS/);
    expect(row).toContain(emulator.faults.list()[0]?.id);
  });

  it("show on a terminal what an advance waits for, and leave nothing of it", async () => {
    const { url } = await receive((response) => void waiting.then(() => response.end()));
    const { emulator } = await hooked(url);
    emulator.deliveries.trigger(topic);
    let [stdout, stderr] = ["", ""];
    let seen = () => {};
    const waiting = new Promise<void>((resolve) => (seen = resolve));
    const screen = {
      columns: 80,
      errorColumns: 80,
      exitCode: 0,
      out: (text: string) => void (stdout += text),
      err: (text: string) => {
        stderr += text;
        if (text.includes("waiting for")) seen();
      },
      exit: () => expect.unreachable(),
    };
    const words = ["clock", "advance", "1m", "--url", emulator.url];
    await inTerminal(screen, () => command(["node", "service-emulator", ...words]));
    expect(stderr).toContain(
      "2026-07-20T12:00:01+00:00: running what is due, waiting for webhooks",
    );
    expect(stderr.endsWith("\r\u001B[K")).toBe(true);
    expect(stdout).toContain("2026-07-20T12:01:00+00:00  frozen");
  });

  it("refuse what is not there, with the nearest name", async () => {
    const { cli } = await listening();
    const wrong = await cli("trigger", "event:service.subscribed_to_lists");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain(`did you mean ${topic}?`);
    expect((await cli("deliveries", "redeliver", "01KXZ8Q4")).stderr).toContain("no delivery");
    expect((await cli("deliveries", "list", "--state", "lost")).code).toBe(2);
  });
});

/** A receiver of ours, and what it told. */
async function receiving(options: { secret?: string; forwardTo?: string } = {}) {
  const told: Receipt[] = [];
  const { url, server } = await openReceiver({
    port: 0,
    ...options,
    told: (receipt) => told.push(receipt),
  });
  onTestFinished(() => void server.close());
  const send = (body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", body, headers });
  return { url, told, send };
}

describe("the receiver", () => {
  it("takes what is signed well, and refuses all else", async () => {
    const { told, send } = await receiving({ secret });
    const body = JSON.stringify({ data: [{ topic, external_id: "1" }], meta: {} });
    const stamp = "Fri, 04 Sep 2026 12:00:00 GMT";
    const good = { "Acme-Timestamp": stamp, "Acme-Signature": signed(body, stamp) };
    expect((await send(body, good)).status).toBe(200);
    expect((await send(`${body} `, good)).status).toBe(401);
    expect((await send(body)).status).toBe(401);
    expect((await send("no JSON", good)).status).toBe(400);
    expect(told.map(({ signature, status }) => [signature, status])).toEqual([
      ["valid", 200],
      ["invalid", 401],
      ["missing", 401],
      ["invalid", 400],
    ]);
    expect(told[0]).toMatchObject({ topics: [topic], ids: ["1"] });
  });

  it("forwards a delivery as it is, and answers what it is answered", async () => {
    const behind = await receive((response) => {
      response.statusCode = 418;
      response.end("short and stout");
    });
    const front = await receiving({ secret, forwardTo: behind.url });
    const { emulator, cli } = await hooked(front.url);
    emulator.deliveries.trigger(topic);
    await cli("clock", "advance", "1s");
    expect(front.told).toMatchObject([{ status: 418, signature: "valid" }]);
    const [{ headers, body } = { headers: {}, body: "" }] = behind.received;
    const stamp = String((headers as Record<string, unknown>)["service-timestamp"]);
    expect((headers as Record<string, unknown>)["service-signature"]).toBe(signed(body, stamp));
    expect(emulator.deliveries.list()).toMatchObject([{ attempts: [{ status: 418 }] }]);
  });

  it("says so when it cannot forward", async () => {
    const { told, send } = await receiving({ forwardTo: "http://127.0.0.1:1/" });
    expect((await send('{"data":[]}')).status).toBe(502);
    expect(told[0]?.problem).toContain("not forwarded");
  });
});

describe("listen", () => {
  it("says where it listens, prints what comes, and ends in good order", async () => {
    const child = spawnCli(["listen", "--port", "0", "--secret", secret, "--json"]);
    const lines = linesOf(child);
    const { url } = JSON.parse((await lines.next()).value as string) as { url: string };
    const { emulator } = await hooked(url);
    emulator.deliveries.trigger(topic);
    await emulator.clock.advance("1s");
    expect(JSON.parse((await lines.next()).value as string)).toMatchObject({
      event: "delivery",
      topics: [topic],
      signature: "valid",
      status: 200,
    });
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  it("refuses a URL that is none", async () => {
    const { code, stderr } = await runHere(["listen", "--forward-to", "nowhere"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--forward-to: expected a URL");
  });
});
