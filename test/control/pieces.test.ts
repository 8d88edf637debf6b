import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  listed,
  LongText,
  type Pieces,
  portionsOf,
  sendInTurns,
  jsonOf,
} from "../../src/control/pieces.ts";
import { emulate } from "../support/emulate.ts";

/** A text of many pieces, each more than is made in one turn. */
function endless() {
  const made = { pieces: 0, isOver: false };
  function* pieces(): Pieces {
    try {
      for (;;) {
        made.pieces += 1;
        yield "x".repeat(300_000);
      }
    } finally {
      made.isOver = true;
    }
  }
  return { made, text: new LongText(pieces()) };
}

/** A reader who takes nothing until it is told to. */
function reader() {
  const read = { texts: [] as string[], waiting: 0, ended: false, cut: undefined as unknown };
  const sink = {
    write(text: string) {
      read.texts.push(text);
      read.waiting += text.length;
    },
    waiting: () => read.waiting,
    end: () => void (read.ended = true),
    cut: (why: string) => void (read.cut = why),
  };
  return { read, sink };
}

const standing = () => 0;
const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await turn();
};

describe("a value", () => {
  const textOf = (value: unknown) => {
    const pieces = [...piecesOf(jsonOf(value))];
    return { text: pieces.join(""), pieces };
  };
  function* piecesOf(work: Pieces): Generator<string> {
    yield yield* work as Generator<string, string>;
  }

  it("of any kind is written as JSON.stringify writes it", () => {
    const samples = fc.sample(fc.jsonValue({ maxDepth: 9 }), { numRuns: 300, seed: 7 });
    for (const value of samples) expect(textOf(value).text).toBe(JSON.stringify(value));
    const odd = { a: undefined, b: [undefined, () => 1], c: () => 1, d: new Date(0), 'e"': NaN };
    expect(textOf(odd).text).toBe(JSON.stringify(odd));
    expect(textOf([[], {}, { none: undefined }]).text).toBe("[[],{},{}]");
  });

  it("that is long comes in pieces, none of which is", () => {
    const value = { by: { name: Array.from({ length: 20_000 }, (_, n) => ({ n, text: "…" })) } };
    const { text, pieces } = textOf(value);
    expect(text).toBe(JSON.stringify(value));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(10_000);
  });
});

describe("a long text", () => {
  it("of a list is what JSON.stringify makes of it", () => {
    for (const length of [0, 1, 31, 32, 33, 200]) {
      const many = Array.from({ length }, (_, n) => ({ n, text: `"${n}]`, none: undefined }));
      const pieces = listed("many", many, ({ n, ...each }) => ({ n: n + 1, ...each }));
      const { text } = portionsOf(new LongText(pieces), standing).next();
      expect(text).toBe(JSON.stringify({ many: many.map((each) => ({ ...each, n: each.n + 1 })) }));
    }
  });

  it("of a short list is made at once, however late the process is", () => {
    let now = 0;
    const late = () => (now += 1000);
    const short = listed("many", [1, 2, 3], (each) => each);
    expect(portionsOf(new LongText(short), late).next()).toEqual({
      text: '{"many":[1,2,3]}',
      isLast: true,
    });
    const long = listed("many", Array.from({ length: 33 }), () => 0);
    expect(portionsOf(new LongText(long), late).next().isLast).toBe(false);
  });

  it("is made no further than somebody reads it", async () => {
    const { made, text } = endless();
    const { read, sink } = reader();
    const portions = portionsOf(text, standing);
    const { text: begun } = portions.next();
    const { drained, stop } = sendInTurns(portions, { begun, failed: () => {} })(sink);
    await turns(10);
    expect(made.pieces).toBe(1);
    read.waiting = 0;
    drained();
    await turns(10);
    expect(made.pieces).toBe(2);
    stop();
  });

  it("is made no further once its reader has gone", async () => {
    const { made, text } = endless();
    const { read, sink } = reader();
    const { stop } = sendInTurns(portionsOf(text, standing), { failed: () => {} })(sink);
    await turns(2);
    stop();
    await turns(2);
    const { length } = read.texts;
    await turns(5);
    expect([read.texts.length, made.isOver, read.ended]).toEqual([length, true, false]);
  });

  it("has a turn for others between two portions, also where they are short", async () => {
    let now = 0;
    function* slow(): Pieces {
      for (let n = 0; n < 10; n += 1) {
        now += 100;
        yield n % 2 === 0 ? String(n) : undefined;
      }
      return "";
    }
    const { read, sink } = reader();
    sendInTurns(
      portionsOf(new LongText(slow()), () => now),
      { failed: () => {} },
    )(sink);
    const seen: number[] = [];
    while (!read.ended) {
      await turn();
      seen.push(read.texts.length);
    }
    expect(read.texts.join("")).toBe("02468");
    expect(new Set(seen).size).toBeGreaterThanOrEqual(5);
  });

  it("breaks off at a mistake, which is told", async () => {
    // oxlint-disable-next-line require-yield
    function* wrong(): Pieces {
      throw new Error("wrong");
    }
    const mistakes: unknown[] = [];
    const { read, sink } = reader();
    const failed = (error: unknown) => mistakes.push(error);
    sendInTurns(portionsOf(new LongText(wrong()), standing), { begun: "[", failed })(sink);
    await turns(3);
    expect(mistakes).toEqual([new Error("wrong")]);
    expect([read.texts, read.ended, read.cut]).toEqual([
      ["["],
      false,
      "the response could not be completed",
    ]);
  });
});

const filler = "x".repeat(8000);

/** A full journal: more than a socket takes at once. */
async function busy() {
  const { emulator } = await emulate({ port: 0 });
  for (let n = 0; n < 600; n += 1) await emulator.fetch(`/api/profiles?x=${filler}`);
  return emulator;
}

describe("the journal as the control API lists it", () => {
  it("is that of the moment at which it was asked for, however slowly it is read", async () => {
    const emulator = await busy();
    const ids = emulator.requests.list().map(({ id }) => id);
    const { hostname, port } = new URL(emulator.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      "GET /_emulator/requests HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    );
    await once(socket, "readable");
    // Nobody reads: others are answered, and what they are told of is not in the list.
    const { status } = await fetch(`${emulator.url}/_emulator/health`);
    await emulator.fetch("/api/profiles");
    emulator.requests.clear();
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    await once(socket, "end");
    const [head = "", body = ""] = Buffer.concat(chunks)
      .toString()
      .split(/\r\n\r\n(.*)/s);
    expect(status).toBe(200);
    expect(head).toMatch(/^HTTP\/1.1 200[^]*transfer-encoding: chunked/i);
    const text = body.replace(/(?:^|\r\n)[0-9a-f]+\r\n/g, "").replace(/\r\n$/, "");
    const { requests } = JSON.parse(text) as { requests: { id: string }[] };
    expect(requests.map(({ id }) => id)).toEqual(ids);
  });

  it("is the same by the emulator's own fetch", async () => {
    const emulator = await busy();
    const answer = await emulator.fetch("/_emulator/requests?operation=get_profiles");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({
      requests: JSON.parse(JSON.stringify(emulator.requests.list({ operation: "get_profiles" }))),
    });
  });

  it("has its length where it is short", async () => {
    const { emulator } = await emulate();
    const answer = await emulator.fetch("/_emulator/requests");
    expect(answer.headers.get("content-length")).toBe("15");
    expect(await answer.json()).toEqual({ requests: [] });
  });
});
