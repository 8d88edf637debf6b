import { createEmulator } from "../../../src/index.ts";
import type { ReportCard } from "../../../src/report/card-shape.ts";
import type { Client } from "./clients/client.ts";
import type { Evidence } from "./oracle.ts";
import { proxyBefore } from "./proxy.ts";
import type { Call, Made, Scenario } from "./scenarios.ts";

/** A client's run under a scenario: what the emulator says of it, and what is known from elsewhere. */
export interface Happened {
  readonly card: ReportCard;
  readonly evidence: Evidence;
}

const newest = "2026-07-15";

/** @param limitMs how long the client's end is waited for; then it is killed */
export async function happened(
  { ask, published }: Client,
  { prepare, work }: Scenario,
  limitMs: number,
): Promise<Happened> {
  await using emulator = await createEmulator({
    fixtures: ["test/report/zoo/account.yaml"],
    rateLimits: "off",
    port: 0,
  });
  await using proxy = await proxyBefore(emulator.url);
  const killing = new AbortController();
  const made: Made = ({ name, path, body, revision = newest }: Call) => {
    if (killing.signal.aborted) return Promise.resolve(undefined);
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const wish = {
      url: proxy.urlFor(name) + path,
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    } as const;
    return ask(wish, killing.signal);
  };
  const end = await emulator.observe();
  prepare(emulator);
  const killed = await isCut(work(made), limitMs);
  const log = [...proxy.log];
  const card = await end({ running: killed });
  killing.abort();
  return { card, evidence: { log, published, killed, stored: await storedOf(emulator) } };
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
async function storedOf({ state }: Awaited<ReturnType<typeof createEmulator>>) {
  const stored = new Map<string, number>();
  const { records } = state.get("events") as never as {
    records: { properties: Record<string, unknown> }[];
  };
  for (const { properties } of records) {
    const call = String(properties["call"]);
    stored.set(call, (stored.get(call) ?? 0) + 1);
  }
  return stored;
}
