import { describe, expect, it } from "vitest";
import { LastAnswers } from "../../src/world/last-answers.ts";

const read = (answers: LastAnswers, id: number) => {
  const bytes = answers.get(String(id));
  return bytes && Buffer.from(bytes).toString();
};

describe("the bodies of the last answers", () => {
  it("are there as they were sent, texts and bytes", () => {
    const answers = new LastAnswers();
    answers.keep("1", "a text, ünd möre");
    answers.keep("2", Buffer.from([0, 1, 2]));
    answers.keep("3", "");
    expect(read(answers, 1)).toBe("a text, ünd möre");
    expect([...(answers.get("2") ?? [])]).toEqual([0, 1, 2]);
    expect(answers.get("3")).toBeUndefined();
  });

  it("are cut at one byte more than is shown", () => {
    const answers = new LastAnswers();
    answers.keep("1", Buffer.alloc(20_000, "x"));
    answers.keep("2", "ü".repeat(20_000));
    expect(answers.get("1")?.length).toBe(10_001);
    expect(answers.get("2")?.length).toBe(10_000);
  });

  it("make room for newer ones, the oldest first, and none of them is ever another's", () => {
    const answers = new LastAnswers();
    let [seed, last] = [1, 0];
    const bodies = new Map<number, string>();
    for (let id = 0; id < 3000; id += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const body = `${id} `.repeat(1 + (seed % 1200)).slice(0, 10_000);
      bodies.set(id, body);
      answers.keep(String(id), id % 2 === 0 ? body : Buffer.from(body));
      last = id;
    }
    const kept = [...bodies.keys()].filter((id) => answers.get(String(id)) !== undefined);
    expect(kept.filter((id) => read(answers, id) !== bodies.get(id))).toEqual([]);
    expect(kept).toEqual(
      Array.from({ length: kept.length }, (_, at) => last - kept.length + 1 + at),
    );
    const bytes = kept.reduce((sum, id) => sum + (answers.get(String(id))?.length ?? 0), 0);
    expect(bytes).toBeGreaterThan(1_900_000);
    expect(bytes).toBeLessThanOrEqual(2_000_000);
  });

  it("are gone when they are cleared", () => {
    const answers = new LastAnswers();
    answers.keep("1", "a");
    answers.clear();
    expect(answers.get("1")).toBeUndefined();
    answers.keep("1", "b");
    expect(read(answers, 1)).toBe("b");
  });
});
