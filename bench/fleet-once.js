import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEmulator } from "service-emulator";
import { requestsOf } from "./fleet-work.js";
import { median, pairedRatio } from "./stats.js";

/**
 * One test's traffic in a sandbox of its own against the same in one account, by the emulator's own `fetch`, in a process
 * that does nothing else: processor time of both, the first writes, and what a sandbox weighs afterwards.
 */

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

/** Tests in a slice, and slices before it is measured: what is compiled at last is compiled after some thousand calls. */
const [perSlice, warming] = [25, 60];

const [seed = "", rounds, held] = process.argv.slice(2);
const emulator = await createEmulator({
  ...(seed !== "demo" && { fixtures: [seed] }),
  rateLimits: "x1000000",
});

/** @param {import("./fleet-work.js").Asked} asked */
async function ask({ path, ...asked }) {
  const response = await emulator.fetch(emulator.url + path, asked);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}

/** @param {string} key */
async function test(key) {
  for (const asked of requestsOf(key)) await ask(asked);
}

/** An event of somebody new. @param {string} key @returns {Promise<number>} milliseconds */
async function write(key) {
  const [, event] = requestsOf(key);
  const began = performance.now();
  if (event !== undefined) await ask(event);
  return performance.now() - began;
}

const { full } = emulator.keys;
const newKey = () => emulator.sandbox().keys.full;
await write(full);
const second = await write(full);
const first = await write(newKey());

/** @param {() => unknown} run @returns {Promise<number>} microseconds of processor time */
async function slice(run) {
  const began = process.cpuUsage();
  for (let n = 0; n < perSlice; n += 1) await run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / perSlice;
}

/** @type {Record<"one" | "apart" | "made", { run: () => unknown, micros: number[] }>} */
const sides = {
  one: { run: () => test(full), micros: [] },
  apart: { run: () => test(newKey()), micros: [] },
  made: { run: newKey, micros: [] },
};
for (let round = -warming; round < Number(rounds); round += 1) {
  const order = Object.values(sides);
  for (const { run, micros } of round % 2 === 0 ? order : order.toReversed()) {
    const took = await slice(run);
    if (round >= 0) micros.push(took);
  }
}
const firsts = [];
for (let n = 0; n < 200; n += 1) firsts.push(await write(newKey()));

function heap() {
  for (let times = 0; times < 3; times += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const before = heap();
for (let n = 0; n < Number(held); n += 1) await sides.apart.run();
const bytes = (heap() - before) / Number(held);
const { one, apart, made } = sides;
process.stdout.write(
  JSON.stringify({
    one: median(one.micros),
    apart: median(apart.micros),
    made: median(made.micros),
    ratio: pairedRatio(one.micros, apart.micros),
    first,
    second,
    firsts,
    bytes,
  }),
);
await emulator.close();
