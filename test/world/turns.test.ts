import { setImmediate as turn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { machine } from "../../src/world/time/machine-time.ts";
import { Table } from "../../src/world/store/store.ts";
import type { Operation } from "../../src/contract/compile.ts";
import { api } from "../support/described.ts";
import { drivenBy, idsOf, type Request, requestsOf } from "../support/drive.ts";
import { emulate } from "../support/emulate.ts";
import { enlarged } from "../support/enlarged.ts";
import { filling } from "../support/successes.ts";

/** So many people are in a list, and have an event of one metric. */
const people = 2600;

interface Turned {
  reads: number;
  writes: number;
}

/** What one turn of the loop may do of a request. */
const most: Turned = { reads: 2200, writes: 400 };

/** And of what comes by itself: a webhook's call takes up a thousand events at once. */
const mostLater: Turned = { reads: 4200, writes: 1100 };

/** Counts the records that are read and written. */
function counting(): Turned {
  const count = { reads: 0, writes: 0 };
  const table = Table.prototype;
  for (const [name, kind] of [
    ["replace", "writes"],
    ["get", "reads"],
    ["find", "reads"],
  ] as const) {
    const own = table[name] as (...args: unknown[]) => unknown;
    const spy = vi.spyOn(table, name).mockImplementation(function (
      this: Table,
      ...args: unknown[]
    ) {
      count[kind] += 1;
      return own.apply(this, args) as never;
    });
    onTestFinished(() => spy.mockRestore());
  }
  for (const name of ["all", "scan"] as const) {
    const own = table[name] as (...args: unknown[]) => Iterable<never>;
    const spy = vi.spyOn(table, name).mockImplementation(function* (
      this: Table,
      ...args: unknown[]
    ) {
      for (const each of own.apply(this, args)) {
        count.reads += 1;
        yield each;
      }
    } as never);
    onTestFinished(() => spy.mockRestore());
  }
  return count;
}

/** An emulator whose people are all in its first list. Its faults are not planned. */
async function crowded() {
  const { emulator } = await emulate({ fixtures: ["demo"], profiles: people, events: people });
  emulator.faults.clear();
  const who = drivenBy(emulator);
  const known = emulator.state.get("profile").records;
  const headers = {
    authorization: `Service-API-Key ${who.key}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const path = `/api/lists/${idsOf(emulator)("list")}/relationships/profiles`;
  for (let from = 0; from < known.length; from += 1000) {
    const data = known.slice(from, from + 1000).map(({ id }) => ({ type: "profile", id }));
    const body = JSON.stringify({ data });
    expect((await who.ask(path, { method: "POST", headers, body })).status).toBe(204);
  }
  const emails = known.flatMap(({ email }) => (typeof email === "string" ? [email] : []));
  return { emulator, who, emails };
}

it("no operation reads or writes more in one turn of the loop than a part of what it is about", async () => {
  const { emulator, who, emails } = await crowded();
  const idOf = idsOf(emulator);
  const ids = (type: string): readonly string[] => {
    const { collection } = api.resources.get(type) ?? {};
    return collection === undefined
      ? []
      : emulator.state.get(collection).records.map(({ id }) => String(id));
  };
  const count = counting();
  // By its clock, every step takes as long as a slice may.
  let now = machine.now();
  const clock = vi.spyOn(machine, "now").mockImplementation(() => (now += 5));
  onTestFinished(() => clock.mockRestore());
  const long: string[] = [];
  /** Waits for something, and tells what it did too much of in a turn. */
  const watched = async <T>(what: string, may: Turned, begun: () => T | Promise<T>): Promise<T> => {
    Object.assign(count, { reads: 0, writes: 0 });
    const over = Promise.resolve(begun()).then((value) => ({ value }));
    for (;;) {
      const done = await Promise.race([over, turn(undefined)]);
      const { reads, writes } = count;
      if (reads > may.reads || writes > may.writes) long.push(`${what}: ${reads}, ${writes}`);
      Object.assign(count, { reads: 0, writes: 0 });
      if (done !== undefined) return done.value;
    }
  };
  const send = async (what: string, { path, init }: Request) => {
    const { ok } = await watched(what, most, () => who.ask(path, init));
    if (init.method !== "GET")
      await watched(`after ${what}`, mostLater, () => emulator.clock.advance("1m"));
    return ok;
  };
  const asked = new Set<string>();
  const rows = filling.map((id) => api.operations.get(id) as Operation);
  for (const [index, row] of [...rows, ...api.operations.values()].entries()) {
    const fresh = `fresh_${index}`;
    for (const request of requestsOf(who, row, idOf, fresh)) {
      if (await send(row.id, request)) asked.add(row.id);
      const { body } = request.init;
      if (typeof body !== "string") continue;
      // As many as the operation takes.
      for (const size of [1000, 500, 100]) {
        const about = { ids, emails, fresh: `${fresh}_${size}` };
        const large = JSON.stringify(enlarged(JSON.parse(body), size, about));
        if (large.length === body.length) break;
        const sent = { ...request, init: { ...request.init, body: large } };
        if (await send(`${row.id} of ${size}`, sent)) break;
      }
    }
  }
  expect(long).toEqual([]);
  expect(asked.size).toBeGreaterThan(300);
});
