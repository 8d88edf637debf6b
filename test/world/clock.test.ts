import { describe, expect, it } from "vitest";
import { Clock } from "../../src/world/clock.ts";

/** A machine whose time moves when it is told to. */
function machine(start = 1_000_000) {
  let now = start;
  return { source: () => now, pass: (ms: number) => (now += ms) };
}

describe("a real clock", () => {
  it("goes with the machine", () => {
    const { source, pass } = machine();
    const clock = new Clock({ source });
    pass(1500);
    expect(clock.now()).toBe(1_001_500);
  });

  it("goes on from where it was advanced to, and is offset then", () => {
    const { source, pass } = machine();
    const clock = new Clock({ source });
    clock.advance(60_000);
    pass(10);
    expect(clock.now()).toBe(1_060_010);
    expect(clock.mode).toBe("offset");
  });

  it("comes back to the machine's time", () => {
    const { source } = machine();
    const clock = new Clock({ source });
    clock.advance(60_000);
    clock.useReal();
    expect([clock.now(), clock.mode]).toEqual([1_000_000, "real"]);
  });
});

describe("a frozen clock", () => {
  it("stands still", () => {
    const { source, pass } = machine();
    const clock = new Clock({ source, frozenAt: 5 });
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
    const { source, pass } = machine();
    const clock = new Clock({ source, frozenAt: 5 });
    clock.resume();
    pass(100);
    expect(clock.now()).toBe(105);
  });
});
