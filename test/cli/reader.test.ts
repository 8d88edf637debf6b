import { once } from "node:events";
import { Agent, get } from "node:http";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { LineWriter } from "../../src/cli/terminal/line-writer.ts";
import { empty, ended, type Event, linesOf, spawnCli } from "../support/cli.ts";

const requests = 6000;

/** Many requests over a few connections. @returns how many were answered */
async function fire(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  // A long target makes long lines.
  const target = `${url}/api/metrics?${"x".repeat(300)}`;
  const answered = Array.from({ length: requests }, async () => {
    const [response] = await once(get(target, { agent }), "response");
    response.resume();
    await once(response, "end");
    return 1;
  });
  const all = await Promise.all(answered);
  agent.destroy();
  return all.length;
}

describe("a reader of stdout", () => {
  it("who stops reading keeps no request waiting, and is told later what is missing", async () => {
    const child = spawnCli(["--port", "0", "--json", "--rate-limits", "off", "--fixtures", empty]);
    const stdout = child.stdout as Readable;
    await once(stdout, "readable");
    const { url } = JSON.parse(String(stdout.read()));
    expect(await fire(url)).toBe(requests);
    const lines = linesOf(child);
    const count = { request: 0, dropped: 0 };
    while (count.request + count.dropped < requests) {
      const event: Event = JSON.parse((await lines.next()).value);
      if (event.event === "dropped") count.dropped += event.lines;
      else count.request += 1;
    }
    expect(count.request + count.dropped).toBe(requests);
    expect(count.dropped).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  it("who goes away does not end the emulator", async () => {
    const child = spawnCli(["--port", "0", "--json", "--fixtures", empty]);
    const stdout = child.stdout as Readable;
    await once(stdout, "readable");
    const { url } = JSON.parse(String(stdout.read()));
    stdout.destroy();
    for (let count = 0; count < 3; count += 1) {
      expect((await fetch(`${url}/api/metrics`)).status).toBe(401);
    }
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });

  it.each(["json", "plain", "pretty"])(
    "has a line for each answered request, although the emulator is ended at once (%s)",
    async (format) => {
      const words = ["--port", "0", "--json", "--log-format", format, "--rate-limits", "off"];
      const child = spawnCli([...words, "--fixtures", empty]);
      const stdout = child.stdout as Readable;
      await once(stdout, "readable");
      const { url } = JSON.parse(String(stdout.read()));
      const rest = text(stdout);
      const asked = Array.from({ length: 40 }, (_, n) => fetch(`${url}/api/metrics?n=${n}`));
      await Promise.all(asked);
      child.kill("SIGTERM");
      expect(await ended(child)).toBe(0);
      const found = [...(await rest).matchAll(/metrics\?n=(\d+)/g)].map(([, n]) => Number(n));
      expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
    },
  );

  it("who never reads does not keep it from ending", async () => {
    const child = spawnCli(["--port", "0", "--json", "--rate-limits", "off", "--fixtures", empty]);
    const stdout = child.stdout as Readable;
    await once(stdout, "readable");
    const { url } = JSON.parse(String(stdout.read()));
    await fire(url);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  });
});

describe("the line writer", () => {
  /** A sink that takes one text at a time, until it is told to go on. */
  function slowSink() {
    const taken: string[] = [];
    const waiting: ((error?: Error) => void)[] = [];
    const take = (text: string, done: (error?: Error | null) => void) => {
      taken.push(text);
      waiting.push(done);
    };
    const takeNow = (text: string) => void taken.push(`now ${text}`);
    const go = (error?: Error) => waiting.shift()?.(error);
    return { taken, go, take, takeNow, holdsExit: true };
  }

  const at = (run: () => void) => run();
  const atOnce = { turn: at, pause: at };

  const missing = (lines: number) => `${lines} missing`;

  it("writes one text at a time, and the lines of meanwhile together", () => {
    const sink = slowSink();
    const writer = new LineWriter(sink, missing, atOnce);
    for (const line of ["a", "b", "c"]) writer.write(line);
    expect(sink.taken).toEqual(["a\n"]);
    sink.go();
    expect(sink.taken).toEqual(["a\n", "b\nc\n"]);
  });

  it("writes the lines of one turn together, and those of the pause behind a write", () => {
    const sink = slowSink();
    const [turns, pauses]: [(() => void)[], (() => void)[]] = [[], []];
    const writer = new LineWriter(sink, missing, {
      turn: (run) => void turns.push(run),
      pause: (run) => void pauses.push(run),
    });
    writer.write("a");
    writer.write("b");
    expect([sink.taken.length, turns.length]).toEqual([0, 1]);
    turns.shift()?.();
    expect(sink.taken).toEqual(["a\nb\n"]);
    sink.go();
    writer.write("c");
    writer.write("d");
    expect([sink.taken.length, turns.length, pauses.length]).toEqual([1, 0, 1]);
    pauses.shift()?.();
    expect(sink.taken).toEqual(["a\nb\n", "c\nd\n"]);
    sink.go();
    pauses.shift()?.();
    writer.write("e");
    expect(turns).toHaveLength(1);
  });

  it("writes what waits at the end of its process, unless a text is under way", () => {
    const sink = slowSink();
    const writer = new LineWriter(sink, missing, { turn: () => {}, pause: at });
    writer.write("a");
    writer.write("b");
    writer.writeRest();
    writer.writeRest();
    expect(sink.taken).toEqual(["now a\nb\n"]);
    const other = new LineWriter(sink, missing, atOnce);
    other.write("c");
    other.write("d");
    other.writeRest();
    expect(sink.taken).toEqual(["now a\nb\n", "c\n"]);
  });

  it("drops what is beyond its bound, and says how much where it is missing", () => {
    const sink = slowSink();
    const writer = new LineWriter(sink, missing, atOnce);
    const long = "x".repeat(400_000);
    writer.write("first");
    for (let count = 0; count < 5; count += 1) writer.write(long);
    sink.go();
    sink.go();
    expect(sink.taken.at(-1)).toBe("3 missing\n");
    writer.write("after");
    sink.go();
    expect(sink.taken.map((text) => text.length)).toEqual([6, 800_002, 10, 6]);
  });

  it("writes nothing more once its reader is gone, and is not waited for", async () => {
    const sink = slowSink();
    const writer = new LineWriter(sink, missing, atOnce);
    writer.write("a");
    writer.write("b");
    sink.go(new Error("EPIPE"));
    writer.write("c");
    expect(sink.taken).toEqual(["a\n"]);
    expect(writer.stuck).toBe(false);
    await writer.flush(10_000);
  });

  it("says that an exit would wait while a thread writes", async () => {
    const sink = slowSink();
    const writer = new LineWriter(sink, missing, atOnce);
    writer.write("a");
    await writer.flush(1);
    expect(writer.stuck).toBe(true);
    sink.go();
    expect(writer.stuck).toBe(false);
  });
});
