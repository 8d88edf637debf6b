import fc from "fast-check";
import { expect, it } from "vitest";
import { Clock } from "../../src/world/time/clock.ts";
import { Limits, type Wanted } from "../../src/world/limits/limits.ts";
import { emulate } from "../support/emulate.ts";
import { runs } from "../support/fuzz.ts";
import { timeBy } from "../support/machine.ts";

type Windows = Readonly<Record<string, readonly [ms: number, limit: number][]>>;

/** The limiter in few lines: every request that was let through is remembered, and counted anew. */
class Reference {
  readonly #windows: Windows;
  readonly #passed: { name: string; at: number }[] = [];
  readonly #shut = new Map<string, number>();

  constructor(windows: Windows) {
    this.#windows = windows;
  }

  /** @returns the seconds to wait; 0: let through */
  take(names: readonly string[], now: number, pace: number): number {
    const each = names.flatMap((name) =>
      (this.#windows[name] ?? []).map(([ms, limit]) => {
        const key = `${name} ${ms}`;
        const full = this.used(name, ms, now) >= limit;
        const shut = (this.#shut.get(key) ?? 0) - now;
        return { key, full, shut, wait: shut > 0 ? shut : full ? ms - (now % ms) : 0 };
      }),
    );
    const wait = Math.max(...each.map((window) => window.wait));
    if (wait === 0) this.#passed.push(...names.map((name) => ({ name, at: now })));
    const seconds = wait === 0 ? 0 : Math.max(1, Math.ceil(wait / pace / 1000));
    for (const { key, full, shut } of each)
      if (seconds > 0 && full && shut <= 0)
        this.#shut.set(key, now + Math.floor(seconds * 1000 * pace));
    return seconds;
  }

  used(name: string, ms: number, now: number): number {
    const window = Math.floor(now / ms);
    return this.#passed.filter((each) => each.name === name && Math.floor(each.at / ms) === window)
      .length;
  }
}

type Of<A> = A extends fc.Arbitrary<infer T> ? T : never;

/** How far time moves: next to nothing, or to an edge of a window, or a millisecond from it. */
const moves = fc.oneof(
  fc.record({ by: fc.constantFrom(0, 1, 2, 250, 999, 1000, 1001, 30_000) }),
  fc.record({ edge: fc.constantFrom(1000, 60_000, 86_400_000), off: fc.constantFrom(-1, 0, 1) }),
);

const distance = (move: { by?: number; edge?: number; off?: number }, now: number): number =>
  move.edge === undefined
    ? (move.by ?? 0)
    : Math.max(0, move.edge - (now % move.edge) + (move.off ?? 0));

it("the limiter lets through what counting every request would, on any clock", () => {
  const windows: Windows = {
    read: [
      [1000, 2],
      [60_000, 5],
    ],
    write: [
      [1000, 3],
      [60_000, 4],
      [86_400_000, 9],
    ],
    "include=lists": [
      [1000, 1],
      [60_000, 3],
    ],
  };
  const wantedOf = (name: string): Wanted => {
    const [burst = 0, steady = 0, day] = (windows[name] ?? []).map(([, limit]) => limit);
    return { name, windows: { burst, steady, ...(day && { day }) } };
  };
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.subarray(Object.keys(windows), { minLength: 1 }) },
    { weight: 3, arbitrary: moves },
    {
      weight: 1,
      arbitrary: fc.constantFrom("freeze" as const, "resume" as const, 0.5, 1, 7, 60),
    },
  );
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 80 }), (steps) => {
      let real = Date.UTC(2026, 6, 20, 23, 58, 30);
      const clock = new Clock({ time: timeBy(() => real) });
      const limits = new Limits("real");
      const reference = new Reference(windows);
      for (const each of steps) {
        const now = clock.now();
        if (Array.isArray(each)) {
          const blocked = limits.take(each.map(wantedOf), now, clock);
          const told = blocked?.retryAfterSeconds ?? 0;
          expect(told).toBe(reference.take(each, now, clock.pace));
        } else if (each === "freeze") clock.freeze();
        else if (each === "resume") clock.resume();
        else if (typeof each === "number") clock.accelerate(each);
        else if (clock.mode === "frozen") clock.advance(distance(each, now));
        else real += distance(each, now) / clock.factor;
      }
    }),
    { numRuns: Math.ceil(runs / 4) },
  );
});

it("an account's keys share its counters, parameters have their own, other accounts have others", async () => {
  const { emulator } = await emulate({
    fixtures: ["test/support/two.yaml"],
    rateLimits: "real",
  });
  const limited = { get_profiles: { burst: 2, steady: 6 }, get_metrics: { burst: 3, steady: 4 } };
  emulator.limits.set({ operations: limited });
  const secrets = emulator.accounts.map(({ companyId, keys }) => {
    const { key } = emulator.privateKeys.create("second", { account: companyId });
    return [keys[0]?.key ?? "", key];
  });
  const parameter = "additional-fields[profile]=predictive_analytics";
  const windows: Windows = {
    get_profiles: [
      [1000, 2],
      [60_000, 6],
    ],
    get_metrics: [
      [1000, 3],
      [60_000, 4],
    ],
    [parameter]: [
      [1000, 10],
      [60_000, 150],
    ],
    "include=lists": [
      [1000, 1],
      [60_000, 15],
    ],
  };
  const asks = [
    { path: "/api/profiles", names: ["get_profiles"] },
    { path: `/api/profiles?${parameter}`, names: ["get_profiles", parameter] },
    { path: "/api/profiles?include=lists", names: ["get_profiles", "include=lists"] },
    { path: "/api/metrics", names: ["get_metrics"] },
  ] as const;
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        account: fc.constantFrom(0, 1),
        key: fc.constantFrom(0, 1),
        ask: fc.constantFrom(...asks),
      }),
    },
    { weight: 2, arbitrary: moves },
  );
  const run = async (steps: readonly Of<typeof step>[]) => {
    emulator.reset(["clock"]);
    const references = [new Reference(windows), new Reference(windows)];
    for (const each of steps) {
      const { ms: now } = emulator.clock.now();
      if (!("ask" in each)) {
        await emulator.clock.advance(`${distance(each, now)}ms`);
        continue;
      }
      const { account, key, ask } = each;
      const response = await emulator.fetch(ask.path, {
        headers: {
          authorization: `Service-API-Key ${secrets[account]?.[key]}`,
          revision: "2025-10-15",
        },
      });
      const reference = references[account] as Reference;
      const wait = reference.take(ask.names, now, 1);
      const remaining =
        (windows[ask.names[0]]?.[1]?.[1] ?? 0) - reference.used(ask.names[0], 60_000, now);
      expect([
        response.status,
        response.headers.get("retry-after"),
        response.headers.get("ratelimit-remaining"),
      ]).toEqual(wait > 0 ? [429, String(wait), null] : [200, null, String(remaining)]);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), run), {
    numRuns: Math.ceil(runs / 20),
  });
});
