import { describe, expect, it } from "vitest";
import { documentOfMany } from "../../src/jsonapi/document.ts";
import type { ByteRange } from "../../src/world/journal/entry.ts";
import { LastAnswers } from "../../src/world/journal/last-answers.ts";

/** What is kept at a place, as text. */
const read = (answers: LastAnswers, place: ByteRange | undefined) => {
  const bytes = place && answers.get(place);
  return bytes && Buffer.from(bytes).toString();
};

describe("the bodies of the last answers", () => {
  it("are there as they were sent: texts, bytes and documents", () => {
    const answers = new LastAnswers();
    const links = { self: "http://localhost/ü" };
    const document = documentOfMany([Buffer.from('"ä"'), Buffer.from("1")], undefined, links);
    const places = ["a text, ünd möre", Buffer.from("\0\u0001"), document].map((body) =>
      answers.keep(body),
    );
    expect(places.map((place) => read(answers, place))).toEqual([
      "a text, ünd möre",
      "\0\u0001",
      '{"data":["ä",1],"links":{"self":"http://localhost/ü"}}',
    ]);
    expect(answers.keep("")).toBeUndefined();
  });

  it("are cut at one byte more than is shown", () => {
    const answers = new LastAnswers();
    const parts = [1, 2, 3].map(() => Buffer.alloc(4000, "x"));
    const document = documentOfMany(parts, parts, { self: "" });
    const bodies = [Buffer.alloc(20_000, "x"), "ü".repeat(20_000), document];
    const places = bodies.map((body) => answers.keep(body));
    expect(places.map((place) => place?.bytes)).toEqual([10_001, 10_000, 10_001]);
    expect(read(answers, places[2])).toBe(String(document).slice(0, 10_001));
  });

  it("make room for newer ones, the oldest first, and none of them is ever another's", () => {
    const answers = new LastAnswers();
    let seed = 1;
    const kept: { body: string; place: ByteRange | undefined }[] = [];
    for (let n = 0; n < 3000; n += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const body = `${n} `.repeat(1 + (seed % 1200)).slice(0, 10_000);
      kept.push({ body, place: answers.keep(n % 2 === 0 ? body : Buffer.from(body)) });
    }
    const first = kept.findIndex(({ place }) => read(answers, place) !== undefined);
    const there = kept.slice(first);
    expect(there.filter(({ body, place }) => read(answers, place) !== body)).toEqual([]);
    const bytes = there.reduce((sum, { place }) => sum + (place?.bytes ?? 0), 0);
    expect(bytes).toBeGreaterThan(1_900_000);
    expect(bytes).toBeLessThanOrEqual(2_000_000);
  });

  it("are gone when they are cleared", () => {
    const answers = new LastAnswers();
    const place = answers.keep("a");
    answers.clear();
    expect(read(answers, place)).toBeUndefined();
    expect(read(answers, answers.keep("b"))).toBe("b");
  });
});
