import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { inTurns, type Slices } from "../../src/world/time/slices.ts";

/** Work of so many slices, on a clock by which each step takes as long as a slice may. */
function atWork(count: number) {
  const clock = { now: 0, steps: 0 };
  function* work(): Slices<"done"> {
    for (let step = 0; step < count; step += 1) {
      clock.now += 1000;
      clock.steps += 1;
      yield;
    }
    return "done";
  }
  return { clock, begin: () => inTurns(work(), () => clock.now) };
}

it("others wait for one slice of one work, however many are at work", async () => {
  const { clock, begin } = atWork(5);
  const works = Array.from({ length: 10 }, begin);
  const between: number[] = [];
  const loop = { isOver: false };
  const over = Promise.all(works).finally(() => (loop.isOver = true));
  while (!loop.isOver) {
    const before = clock.steps;
    await turn();
    between.push(clock.steps - before);
  }
  expect(await over).toEqual(Array.from({ length: 10 }, () => "done"));
  expect(clock.steps).toBe(50);
  expect(Math.max(...between)).toBe(1);
});

it("each work has its turn before one has its second", async () => {
  const [long, short] = [atWork(1000), atWork(3)];
  void long.begin();
  await short.begin();
  expect(long.clock.steps).toBeLessThanOrEqual(short.clock.steps + 1);
});
