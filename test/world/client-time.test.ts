import { describe, expect, it } from "vitest";
import { Clock } from "../../src/world/time/clock.ts";
import { timeBy } from "../support/machine.ts";

/** A time whose machine's stands. */
const standing = () => timeBy(() => 1_000_000);

describe("the time of a client", () => {
  it("moves every clock that goes by it, each in its own way, and does what is due", () => {
    const time = standing();
    const [real, fast, frozen] = [1, 2, 3].map(() => new Clock({ time })) as [Clock, Clock, Clock];
    fast.accelerate(60);
    frozen.freeze();
    const done: string[] = [];
    real.after(1000, () => done.push(`real at ${real.now() - 1_000_000}`));
    fast.after(60_000, () => done.push(`fast at ${fast.now() - 1_000_000}`));
    frozen.after(1, () => done.push("frozen"));
    expect(time.dueInMs()).toBe(1000);
    time.skip(1000);
    expect(done).toEqual(["real at 1000", "fast at 60000"]);
    expect([real.realNow(), fast.realNow(), frozen.now()]).toEqual([
      1_001_000, 1_001_000, 1_000_000,
    ]);
    expect(time.dueInMs()).toBeUndefined();
  });

  it("is skipped for nobody who goes by another, which begins where it was", () => {
    const time = standing();
    time.skip(500);
    const other = time.split();
    const clock = new Clock({ time });
    const apart = clock.split(other);
    other.skip(100);
    expect([clock.now(), apart.now()]).toEqual([1_000_500, 1_000_600]);
    expect([time.skippedMs, other.skippedMs]).toEqual([500, 600]);
  });

  it("is held as long as a clock holds something", async () => {
    const time = standing();
    const clock = new Clock({ time });
    let end = () => {};
    clock.hold(new Promise((resolve) => (end = resolve)));
    expect(time.isHeld).toBe(true);
    end();
    await Promise.resolve().then(() => {});
    expect(time.isHeld).toBe(false);
  });

  it("knows for whom answers are held back, each once for every time, and tells of changes", () => {
    const time = standing();
    let told = 0;
    time.onHeldBack(() => (told += 1));
    const [first, second] = [time.holdBack(40_001), time.holdBack(40_001)];
    time.holdBack(undefined)();
    expect([...time.heldBack]).toEqual([40_001]);
    first();
    first();
    expect([...time.heldBack]).toEqual([40_001]);
    second();
    expect([[...time.heldBack], told]).toEqual([[], 4]);
  });

  it("forgets a clock on which nothing is due any more", () => {
    const time = standing();
    const clock = new Clock({ time });
    const cancel = clock.after(1000, () => {});
    expect(time.dueInMs()).toBe(1000);
    cancel();
    expect(time.dueInMs()).toBeUndefined();
    clock.after(2000, () => {});
    clock.stop();
    expect(time.dueInMs()).toBeUndefined();
  });
});
