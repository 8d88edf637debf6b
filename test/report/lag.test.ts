import { setTimeout as elapsed } from "node:timers/promises";
import { expect, it } from "vitest";
import { Lag } from "../../src/report/lag.ts";

/** Keeps the process from hearing of anything. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("tells how late the process was at worst", async () => {
  const lag = new Lag();
  await elapsed(30);
  block(200);
  await elapsed(30);
  expect(lag.stop()).toBeGreaterThan(100);
});
