import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardInSlices, reportCard } from "../../src/report/card.ts";
import { grouped, sorted } from "../../src/report/slices.ts";
import { atOnce, inTurns } from "../../src/world/time/slices.ts";
import { emulate } from "../support/emulate.ts";
import { answered, lost, throttled } from "../support/report.ts";

/** Many calls of all kinds, in one stream and alike. */
const attempts = Array.from({ length: 3000 }, (_, index) => {
  const said = { likeness: `call ${index % 700}`, name: undefined };
  const at = index * 40;
  if (index % 7 === 0) return throttled(at, 1000, said);
  return index % 11 === 0 ? lost(at, said) : answered(at, said);
});
const seen = {
  attempts,
  now: 200_000,
  ended: true,
  dropped: 0,
  neverMet: [],
  limitsOf: () => ({ tier: "S" as const, windows: { burst: 3, steady: 60 } }),
};

/** A clock that shows a millisecond more each time that somebody looks. */
function ticking(): () => number {
  let now = 0;
  return () => (now += 1);
}

describe("a card in slices", () => {
  it("is the same as without a pause", async () => {
    const card = await inTurns(cardInSlices(seen), ticking());
    expect(card).toEqual(reportCard(seen));
  });

  it("lets others have a turn after five milliseconds", async () => {
    let turns = 0;
    let isOver = false;
    const others = (): void => {
      if (isOver) return;
      turns += 1;
      setImmediate(others);
    };
    setImmediate(others);
    let steps = 0;
    const work = cardInSlices(seen);
    const counted = (function* () {
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        steps += 1;
        yield;
      }
    })();
    await inTurns(counted, ticking());
    isOver = true;
    // Five looks at the clock are one turn.
    expect(turns).toBeGreaterThan(steps / 10);
  });
});

it("a request that comes while a card is written is answered, and belongs to the next", async () => {
  const { emulator, get } = await emulate({ frozenAt: undefined as never });
  for (let n = 0; n < 300; n += 1) await get("/api/profiles");
  const card = emulator.report();
  let isWritten = false;
  void card.then(() => (isWritten = true));
  expect((await get("/api/profiles")).status).toBe(200);
  expect(isWritten).toBe(false);
  expect((await card).run.requests).toBe(300);
  expect((await emulator.report()).run.requests).toBe(301);
});

it("sorts and groups as arrays do, and stably", () => {
  const values = fc.array(fc.record({ key: fc.integer({ min: 0, max: 5 }), id: fc.integer() }), {
    maxLength: 3000,
  });
  fc.assert(
    fc.property(values, (many) => {
      const order = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(atOnce(sorted(many, order))).toEqual(many.toSorted(order));
      const groups = atOnce(grouped(many, ({ key }) => `${key}`));
      expect([...groups.values()].flat()).toHaveLength(many.length);
    }),
    { numRuns: 10 },
  );
});
