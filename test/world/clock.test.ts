import { describe, expect, it } from "vitest";
import { Clock } from "../../src/world/time/clock.ts";
import { timeBy } from "../support/machine.ts";

/** A machine whose time moves when it is told to. */
function machine(start = 1_000_000) {
  let now = start;
  return { time: timeBy(() => now), pass: (ms: number) => (now += ms) };
}

describe("a real clock", () => {
  it("goes with the machine", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    pass(1500);
    expect(clock.now()).toBe(1_001_500);
  });

  it("goes on from where it was advanced to, and is offset then", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    clock.advance(60_000);
    pass(10);
    expect(clock.now()).toBe(1_060_010);
    expect(clock.mode).toBe("offset");
  });

  it("comes back to the machine's time", () => {
    const { time } = machine();
    const clock = new Clock({ time });
    clock.advance(60_000);
    clock.useReal();
    expect([clock.now(), clock.mode]).toEqual([1_000_000, "real"]);
  });
});

describe("a clock that runs and is told something while it is advanced", () => {
  const start = 1_000_000;
  it.each<[string, (clock: Clock) => void, number, string, number]>([
    ["to stand", (clock) => clock.freeze(), start + 50, "frozen", 1],
    ["to run faster", (clock) => clock.accelerate(60), start + 50, "accelerated", 60],
    ["to move further", (clock) => clock.advance(100), start + 150, "offset", 1],
    ["to be the machine's", (clock) => clock.useReal(), start, "real", 1],
  ])("does as it was told: %s", (_, tell, now, mode, factor) => {
    const { time } = machine(start);
    const clock = new Clock({ time });
    clock.after(10, () => tell(clock));
    clock.advance(50);
    expect([clock.now(), clock.mode, clock.factor]).toEqual([now, mode, factor]);
    clock.stop();
  });
});

describe("a frozen clock", () => {
  it("stands still", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time, frozenAt: 5 });
    pass(1000);
    expect(clock.now()).toBe(5);
  });

  it("runs what becomes due, in order, each at its own instant", () => {
    const clock = new Clock({ frozenAt: 0 });
    const ran: [string, number][] = [];
    clock.after(30, () => ran.push(["c", clock.now()]));
    clock.after(10, () => {
      ran.push(["a", clock.now()]);
      clock.after(5, () => ran.push(["b", clock.now()]));
    });
    clock.after(99, () => ran.push(["late", clock.now()]));
    clock.advance(50);
    expect(ran).toEqual([
      ["a", 10],
      ["b", 15],
      ["c", 30],
    ]);
    expect(clock.now()).toBe(50);
  });

  it("keeps what it is told while it is advanced, and goes the rest of the way from there", () => {
    const clock = new Clock({ frozenAt: 0 });
    const ran: number[] = [];
    clock.after(10, () => clock.advance(100));
    clock.after(105, () => ran.push(clock.now()));
    clock.advance(20);
    expect([clock.now(), clock.mode, ran]).toEqual([120, "frozen", [105]]);
    clock.after(10, () => clock.moveTo(1000));
    clock.advance(20);
    expect([clock.now(), clock.mode]).toEqual([1010, "frozen"]);
  });

  it("leaves a clock where it is that is split off on its way", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    const split: Clock[] = [];
    clock.after(10, () => split.push(clock.split()));
    clock.advance(50);
    pass(5);
    expect(split.map((each) => [each.now(), each.mode])).toEqual([[1_000_015, "offset"]]);
    expect(clock.now()).toBe(1_000_055);
  });

  it("does not run what was cancelled", () => {
    const clock = new Clock({ frozenAt: 0 });
    let ran = false;
    const cancel = clock.after(10, () => (ran = true));
    cancel();
    clock.advance(20);
    expect(ran).toBe(false);
  });

  it("ends every wait when it is stopped", () => {
    const clock = new Clock({ frozenAt: 0 });
    let ran = 0;
    clock.after(10, () => (ran += 1));
    clock.after(1_000_000, () => (ran += 1));
    clock.stop();
    expect(ran).toBe(2);
  });

  it("goes on from where it stood when it is resumed", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time, frozenAt: 5 });
    clock.resume();
    pass(100);
    expect(clock.now()).toBe(105);
  });
});

describe("an accelerated clock", () => {
  it("runs so many times as fast as the machine", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    clock.accelerate(60);
    pass(1000);
    expect([clock.now(), clock.mode, clock.factor]).toEqual([1_060_000, "accelerated", 60]);
  });

  it("goes on as fast after it was frozen, and after it was advanced", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    clock.accelerate(10);
    clock.freeze();
    pass(1000);
    expect(clock.now()).toBe(1_000_000);
    clock.resume();
    clock.advance(5000);
    pass(100);
    expect([clock.now(), clock.mode]).toEqual([1_006_000, "accelerated"]);
  });

  it("is the machine's pace again once it is real or offset", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    clock.accelerate(10);
    clock.offsetTo(5000);
    pass(100);
    expect([clock.now(), clock.factor]).toEqual([5100, 1]);
  });

  it("tells what a client has to wait: at least a second, and exactly as long as promised", () => {
    const { time } = machine();
    const clock = new Clock({ time });
    clock.accelerate(60);
    expect([clock.clientSeconds(60_000), clock.clientSeconds(60_001)]).toEqual([1, 2]);
    expect([clock.clientSeconds(1), clock.worldMsOf(2)]).toEqual([1, 120_000]);
    clock.freeze();
    expect([clock.clientSeconds(60_000), clock.worldMsOf(2)]).toEqual([60, 2000]);
  });

  it("can be moved, and runs on from there", () => {
    const { time, pass } = machine();
    const clock = new Clock({ time });
    clock.accelerate(10);
    clock.moveTo(500);
    pass(10);
    expect(clock.now()).toBe(600);
  });
});

describe("due work", () => {
  const modes: [string, (clock: Clock) => void][] = [
    ["real", () => {}],
    ["offset", (clock) => clock.offsetTo(50)],
    ["frozen", (clock) => clock.freeze()],
    ["accelerated", (clock) => clock.accelerate(7)],
  ];

  it.each(modes)("runs in order and at its instant when a %s clock is advanced", (_, set) => {
    const clock = new Clock(machine());
    set(clock);
    const began = clock.now();
    const seen: [string, number][] = [];
    clock.after(300, () => seen.push(["late", clock.now() - began]));
    clock.after(100, () => {
      seen.push(["first", clock.now() - began]);
      clock.after(100, () => seen.push(["planned on the way", clock.now() - began]));
    });
    clock.after(100, () => seen.push(["second", clock.now() - began]));
    clock.advance(250);
    expect(seen).toEqual([
      ["first", 100],
      ["second", 100],
      ["planned on the way", 200],
    ]);
    expect(clock.now() - began).toBe(250);
    clock.stop();
  });

  it("of a clock that was split off is its own", () => {
    const clock = new Clock(machine());
    clock.freeze();
    const seen: string[] = [];
    clock.after(10, () => seen.push("mine"));
    const other = clock.split();
    other.after(10, () => seen.push("other's"));
    other.advance(10);
    expect([seen, other.now() - clock.now()]).toEqual([["other's"], 10]);
  });
});
