import { afterEach, expect, it } from "vitest";
import { Lag } from "../../src/world/time/lag.ts";

let end: (() => void) | undefined;
afterEach(() => end?.());

/** Keeps the event loop from going on. */
function block(ms: number): void {
  const until = process.hrtime.bigint() + BigInt(ms) * 1_000_000n;
  while (process.hrtime.bigint() < until);
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 30));

it("knows by how much its process was late, and since when", async () => {
  const lag = new Lag();
  end = lag.watch();
  await turn();
  lag.note(0);
  block(200);
  await turn();
  lag.note(1000);
  expect(lag.worstSince(0)).toBeGreaterThan(100);
  expect(lag.worstSince(0)).toBeGreaterThanOrEqual(lag.worstSince(1000));
});

it("watches nothing once no request has come for a while, and goes on with the next one", async () => {
  const lag = new Lag();
  let isQuiet = () => {};
  end = lag.watch(() => new Promise((resolve) => (isQuiet = resolve)));
  isQuiet();
  await turn();
  isQuiet();
  await turn();
  block(200);
  await turn();
  expect(lag.worstSince(0)).toBe(0);
  lag.note(0);
  await turn();
  block(200);
  await turn();
  expect(lag.worstSince(0)).toBeGreaterThan(100);
});

it("is none where nobody listens", () => {
  const lag = new Lag();
  lag.note(0);
  expect(lag.worstSince(0)).toBe(0);
});
