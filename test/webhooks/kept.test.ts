import { describe, expect, it } from "vitest";
import { crashed, newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { receive, type Received, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";
const idsIn = ({ json }: Received) => json.data.map(({ external_id }) => external_id);
const options = { onNote: () => {} } as const;

describe("a delivery, with a data folder,", () => {
  it("that was under way at a crash is made again, with the same ids", async () => {
    const dataDir = newFolder();
    const left: string[] = [];
    const { url, received } = await receive((response) => {
      // What a crash at this moment leaves: the receiver has it, and nobody knows whether it kept it.
      left.push(crashed(dataDir));
      response.statusCode = 500;
      response.end();
    });
    const before = await emulate({ dataDir, ...options });
    await before.post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    before.emulator.deliveries.trigger(topic);
    before.emulator.deliveries.trigger(topic);
    await before.emulator.clock.advance("1s");
    await before.emulator.close();
    expect(received).toHaveLength(1);

    const { emulator } = await emulate({ dataDir: left[0] as string, ...options });
    await emulator.deliveries.settled();
    expect(received).toHaveLength(2);
    expect(received[1] && idsIn(received[1])).toEqual(received[0] && idsIn(received[0]));
    expect(received[1] && idsIn(received[1])).toHaveLength(2);
    // It is the same attempt: the next one is the second.
    expect(emulator.deliveries.list()).toMatchObject([
      { state: "pending", entries: 2, attempts: [{ status: 500 }] },
    ]);
  });

  it("that was acknowledged is not made again, and one that waited is made at its time", async () => {
    const dataDir = newFolder();
    const { url, received } = await receive();
    const before = await emulate({ dataDir, ...options });
    await before.post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    before.emulator.deliveries.trigger(topic);
    await before.emulator.clock.advance("1s");
    before.emulator.deliveries.trigger(topic);
    await before.post("/api/lists", { data: { type: "list", attributes: { name: "Kept" } } });
    const left = crashed(dataDir);
    await before.emulator.close();

    const { emulator } = await emulate({ dataDir: left, ...options });
    await emulator.deliveries.settled();
    expect(emulator.deliveries.list().map(({ state }) => state)).toEqual(["delivered", "pending"]);
    expect(received).toHaveLength(1);
    await emulator.clock.advance("2s");
    expect(received).toHaveLength(2);
    expect(received[1] && idsIn(received[1])).not.toEqual(received[0] && idsIn(received[0]));
  });

  it("that was under way when the emulator ended is made again by the next", async () => {
    const dataDir = newFolder();
    let hangs = true;
    const { url, received } = await receive((response) => {
      if (!hangs) response.end();
      else void before.emulator.close();
    });
    const before = await emulate({ dataDir, ...options });
    await before.post("/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
    before.emulator.deliveries.trigger(topic);
    await before.emulator.clock.advance("1s");
    await before.emulator.close();
    hangs = false;

    const { emulator } = await emulate({ dataDir, ...options });
    await emulator.deliveries.settled();
    expect(emulator.deliveries.list().map(({ state }) => state)).toEqual(["delivered"]);
    expect(received.map(idsIn)).toEqual([received.map(idsIn)[1], received.map(idsIn)[0]]);
  });
});
