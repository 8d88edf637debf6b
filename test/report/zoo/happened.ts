import { setMaxListeners } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createEmulator, type Emulator } from "../../../src/index.ts";
import type { ReportCard } from "../../../src/report/card-shape.ts";
import type { Client } from "./clients/client.ts";
import type { Evidence } from "./oracle.ts";
import { type Proxy, proxyBefore } from "./proxy.ts";
import type { Call, Made, Scenario } from "./scenarios.ts";

/** A client's run under a scenario: what the emulator says of it, and what is known from elsewhere. */
export interface Happened {
  readonly card: ReportCard;
  readonly evidence: Evidence;
}

const newest = "2026-07-15";

/** How often it is looked whether the process is late, in milliseconds. */
const everyMs = 10;

/** An emulator for one run after the other. */
export const emulated = (): Promise<Emulator> =>
  createEmulator({ fixtures: ["test/report/zoo/account.yaml"], rateLimits: "off", port: 0 });

/**
 * @param emulator is reset first
 * @param limitMs how long the client's end is waited for; then it is killed
 */
export async function happened(
  emulator: Emulator,
  { ask, published }: Client,
  { prepare, work }: Scenario,
  limitMs: number,
): Promise<Happened> {
  emulator.reset();
  /** Does the work once. @returns whether the client was killed */
  const run = async (proxy: Proxy): Promise<boolean> => {
    const killing = new AbortController();
    const { signal } = killing;
    // Every request of a run may listen to it.
    setMaxListeners(0, signal);
    const made: Made = async (call) =>
      signal.aborted ? undefined : ask(wishOf(call, emulator, proxy), signal);
    const killed = await isCut(work(made), limitMs);
    killing.abort();
    return killed;
  };
  // What a killed client still sends must not reach the next run: its proxy is gone by then.
  const before = await proxyBefore(emulator.url);
  const reference = await emulator.reference(() => run(before));
  await before[Symbol.asyncDispose]();
  const end = await emulator.observe({ reference });
  prepare(emulator);
  await using proxy = await proxyBefore(emulator.url);
  const delays = monitorEventLoopDelay({ resolution: everyMs });
  delays.enable();
  const killed = await run(proxy);
  delays.disable();
  const log = proxy.log.map((noted) => ({ ...noted }));
  const card = await end({ running: killed });
  const people = emulator.state.counts()["profiles"] ?? 0;
  const stored = storedOf(emulator);
  const lateMs = delays.max / 1e6 - everyMs;
  const quiet = before.log;
  return { card, evidence: { log, quiet, published, killed, stored, people, lateMs } };
}

function wishOf({ name, path, body, revision = newest }: Call, emulator: Emulator, proxy: Proxy) {
  return {
    url: proxy.urlFor(name) + path,
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  } as const;
}

/** Whether something takes longer than it may. */
async function isCut(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const cut = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), limitMs);
  });
  const done = work.then(
    () => false,
    () => false,
  );
  const wasCut = await Promise.race([done, cut]);
  clearTimeout(timer);
  return wasCut;
}

/** How many events of each call there are. */
function storedOf({ state }: Emulator): ReadonlyMap<string, number> {
  const stored = new Map<string, number>();
  for (const { properties } of state.get("events").records) {
    const { call } = properties as { call: string };
    stored.set(call, (stored.get(call) ?? 0) + 1);
  }
  return stored;
}
