import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { Readers } from "../../src/control/requests/readers.ts";
import { emulate } from "../support/emulate.ts";

type Health = {
  readers: Record<"open" | "behind" | "waitingBytes" | "missed" | "dropped", number>;
};

/** What would be too much for one reader, by the documents. */
const bytesMax = 1_000_000;
const filler = "x".repeat(8000);

describe("a reader of the stream who does not read", () => {
  it("has no more waiting for it than a megabyte, and hears later how much it missed", async () => {
    const { emulator } = await emulate({ port: 0 });
    const health = async () =>
      ((await (await emulator.fetch("/_emulator/health")).json()) as Health).readers;
    const { hostname, port } = new URL(emulator.url);
    const socket = connect(Number(port), hostname);
    const texts: string[] = [];
    socket.write("GET /_emulator/stream?types=request HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(socket, "readable");
    // From here on nobody reads.
    let sent = 0;
    const send = async (count: number) => {
      for (const end = sent + count; sent < end; sent += 1) {
        await emulator.fetch(`/api/profiles?x=${filler}`);
      }
    };
    for (let tries = 0; tries < 100 && (await health()).behind === 0; tries += 1) await send(200);
    await send(500);
    const { open, behind, waitingBytes, missed, dropped } = await health();
    expect([open, behind, dropped]).toEqual([1, 1, 0]);
    expect(missed).toBeGreaterThanOrEqual(500);
    expect(waitingBytes).toBeGreaterThan(0);
    expect(waitingBytes).toBeLessThanOrEqual(bytesMax);

    socket.setEncoding("latin1");
    socket.on("data", (text: string) => texts.push(text));
    const told = () => /event: missed\s+data: {"missed":(\d+)}/.exec(texts.join(""))?.[1];
    while (told() === undefined) await once(socket, "data");
    const heard = texts.join("").match(/data: {"id"/g)?.length ?? 0;
    expect(heard + Number(told())).toBe(sent);
    expect(await health()).toMatchObject({ open: 1, behind: 0, waitingBytes: 0 });
    await send(1);
    while ((texts.join("").match(/data: {"id"/g)?.length ?? 0) === heard)
      await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
  });

  it("hears the same by the emulator's own fetch", async () => {
    const { emulator } = await emulate();
    const stream = await emulator.fetch("/_emulator/stream?types=request");
    const count = 1000;
    for (let sent = 0; sent < count; sent += 1) await emulator.fetch(`/api/profiles?x=${filler}`);
    const answer = await emulator.fetch("/_emulator/health");
    const { readers } = (await answer.json()) as Health;
    expect(readers.behind).toBe(1);
    expect(readers.waitingBytes).toBeLessThanOrEqual(bytesMax);
    let text = "";
    for await (const bytes of stream.body as ReadableStream<Uint8Array>) {
      text += Buffer.from(bytes).toString();
      if (text.includes("event: missed")) break;
    }
    const missed = Number(/{"missed":(\d+)}/.exec(text)?.[1]);
    expect((text.match(/data: {"id"/g)?.length ?? 0) + missed).toBe(count);
  });
});

/** Readers with small bounds, each of which may stop reading. */
function crowd() {
  const notes: string[] = [];
  const bounds = { bytesMax: 100, missedMax: 3, readersMax: 2 };
  const readers = new Readers((note) => notes.push(note), bounds);
  const sends = new Set<(event: unknown) => void>();
  const join = () => {
    const reader = { texts: [] as string[], reads: true, waiting: 0, isCut: false };
    readers.admit();
    const streaming = readers.open(
      {
        write(text) {
          reader.texts.push(String(text));
          if (!reader.reads) reader.waiting += text.length;
        },
        waiting: () => reader.waiting,
        end: () => {},
        cut: () => (reader.isCut = true),
      },
      "/_emulator/stream",
      (send) => {
        sends.add(send);
        return () => sends.delete(send);
      },
    );
    return { reader, streaming };
  };
  const happen = (times: number) => {
    for (let n = 0; n < times; n += 1) for (const send of sends) send({ text: "x".repeat(40) });
  };
  return { readers, notes, join, happen };
}

describe("the readers of a stream", () => {
  it("are dropped once they have missed more than the journal holds, which is told and counted", () => {
    const { readers, notes, join, happen } = crowd();
    const [idle, busy] = [join(), join()];
    idle.reader.reads = false;
    happen(6);
    expect([idle.reader.isCut, busy.reader.isCut]).toEqual([true, false]);
    expect(busy.reader.texts).toHaveLength(7);
    expect(readers.view()).toMatchObject({ open: 1, behind: 0, missed: 4, dropped: 1 });
    expect(notes).toEqual([
      "dropped a reader of /_emulator/stream: it does not read, and missed 4 events",
    ]);
  });

  it("are so many at most: who is behind makes room, and who reads does not", () => {
    const { readers, join, happen } = crowd();
    const [idle, busy] = [join(), join()];
    expect(join).toThrow("there are 2 readers");
    idle.reader.reads = false;
    happen(3);
    const { reader } = join();
    happen(1);
    expect([idle.reader.isCut, busy.reader.isCut]).toEqual([true, false]);
    expect(reader.texts).toHaveLength(2);
    expect(readers.view()).toMatchObject({ open: 2, dropped: 1 });
  });

  it("are no longer counted once they have gone", () => {
    const { readers, join } = crowd();
    join().streaming.stop();
    expect(readers.view().open).toBe(0);
  });

  it("are refused with 503 where all of them read", async () => {
    const { emulator } = await emulate();
    const join = () => emulator.fetch("/_emulator/stream?types=request");
    for (let count = 0; count < 50; count += 1) expect((await join()).status).toBe(200);
    const refused = await join();
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: { message: "there are 50 readers: end one", path: "" } },
    ]);
  });
});
