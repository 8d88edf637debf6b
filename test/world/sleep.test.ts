import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Clock } from "../../src/world/time/clock.ts";
import { timeBy } from "../support/machine.ts";

const start = 1_000_000;
const hour = 3_600_000;

/** A machine that sleeps, or whose date is set, when it is told to. */
function machine() {
  let [now, aheadMs] = [start, 0];
  const time = timeBy(
    () => now,
    () => aheadMs,
  );
  const slept: number[] = [];
  time.machine.onSlept((ms) => slept.push(ms));
  return {
    time,
    slept,
    pass: (ms: number) => (now += ms),
    /** Moves its date, and has somebody ask. */
    move(ms: number) {
      aheadMs += ms;
      time.machine.follow();
    },
  };
}

describe("the clock of a machine that slept", () => {
  it("follows the machine's date at once, and goes on from there", () => {
    const { time, slept, pass, move } = machine();
    const clock = new Clock({ time });
    move(8 * hour);
    expect([clock.now(), clock.realNow(), clock.mode]).toEqual([
      start + 8 * hour,
      start + 8 * hour,
      "real",
    ]);
    pass(1500);
    expect([clock.now() - start, slept]).toEqual([8 * hour + 1500, [8 * hour]]);
  });

  it("does not follow what a time server moves: two seconds or less", () => {
    const { time, slept, move } = machine();
    const clock = new Clock({ time });
    move(2000);
    expect([clock.now(), slept]).toEqual([start, []]);
    move(1);
    expect([clock.now(), slept]).toEqual([start + 2001, [2001]]);
  });

  it("never goes back: it goes on by itself until both are level", () => {
    const { time, slept, pass, move } = machine();
    const clock = new Clock({ time });
    move(-hour);
    pass(10);
    expect([clock.now(), time.machine.aheadOfDateMs]).toEqual([start + 10, hour]);
    move(hour);
    expect([clock.now(), time.machine.aheadOfDateMs, slept]).toEqual([start + 10, 0, []]);
    move(-hour);
    move(8 * hour);
    expect([clock.now(), slept]).toEqual([start + 10 + 7 * hour, [7 * hour]]);
  });

  it("begins with the machine's date, whatever was before", () => {
    const dates = [8 * hour, -hour, 500].map((aheadMs) => {
      const time = timeBy(
        () => start,
        () => aheadMs,
      );
      return new Clock({ time }).now() - start;
    });
    expect(dates).toEqual([8 * hour, -hour, 0]);
  });

  it.each<[string, (clock: Clock) => void, number]>([
    ["frozen", (clock) => clock.freeze(5), 5],
    ["advanced", (clock) => void clock.advance(hour), start + 9 * hour],
    ["offset", (clock) => clock.offsetTo(50), 50 + 8 * hour],
    ["accelerated", (clock) => clock.accelerate(60), start + 480 * hour],
  ])("keeps its distance where it is %s", (_, set, expected) => {
    const { time, move } = machine();
    const clock = new Clock({ time });
    set(clock);
    const { mode } = clock;
    move(8 * hour);
    expect([clock.now(), clock.mode]).toEqual([expected, mode]);
  });

  it("says the same as every other that goes by it, also where waits were skipped", () => {
    const { time, move } = machine();
    const clock = new Clock({ time });
    const apart = clock.split(time.split());
    apart.time.skip(60_000);
    move(hour);
    expect([clock.now(), apart.now()]).toEqual([start + hour, start + hour + 60_000]);
  });
});

describe("what became due while the machine slept", () => {
  it("is done in order on all clocks, each at its instant, with what follows from it", () => {
    const { time, move } = machine();
    const [real, fast, frozen] = [1, 2, 3].map(() => new Clock({ time })) as [Clock, Clock, Clock];
    const apart = real.split(time.split());
    fast.accelerate(60);
    frozen.freeze();
    const done: [string, number][] = [];
    const note = (what: string) => () => done.push([what, real.now() - start]);
    real.after(3 * hour, note("third"));
    real.after(hour, () => {
      note("first")();
      real.after(hour, note("second, planned on the way"));
    });
    fast.after(4 * 60 * hour, note("fourth"));
    apart.after(5 * hour, note("fifth"));
    real.after(9 * hour, note("late"));
    frozen.after(1, note("frozen"));
    move(8 * hour);
    expect(done).toEqual([
      ["first", hour],
      ["second, planned on the way", 2 * hour],
      ["third", 3 * hour],
      ["fourth", 4 * hour],
      ["fifth", 5 * hour],
    ]);
    expect(real.now() - start).toBe(8 * hour);
    for (const clock of [real, fast, frozen, apart]) clock.stop();
  });

  it("may ask for the time itself", () => {
    const { time, slept, move } = machine();
    const clock = new Clock({ time });
    const seen: number[] = [];
    clock.after(hour, () => {
      time.machine.follow();
      seen.push(clock.now() - start);
    });
    move(8 * hour);
    expect([seen, slept, clock.now() - start]).toEqual([[hour], [8 * hour], 8 * hour]);
  });

  it("is found out by the next timer, which never waits for long", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let aheadMs = 0;
    const time = timeBy(
      () => start,
      () => aheadMs,
    );
    const clock = new Clock({ time });
    const done: number[] = [];
    clock.after(hour, () => done.push(clock.now() - start));
    aheadMs = 8 * hour;
    vi.advanceTimersByTime(10_000);
    expect([done, clock.now() - start]).toEqual([[hour], 8 * hour]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("needs no timer where nothing is due", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { time } = machine();
    const [running, frozen] = [new Clock({ time }), new Clock({ time })];
    frozen.freeze();
    frozen.after(hour, () => {});
    expect([running.mode, vi.getTimerCount()]).toEqual(["real", 0]);
  });
});
