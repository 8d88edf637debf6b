import { events } from "../../../src/domain/resources/event.ts";
import type { Attempt } from "../../../src/report/calls/attempt.ts";
import type { Dice } from "../../../src/world/dice.ts";
import { answered, attempt, lost, refused } from "../../support/report.ts";
import { type Answer, between, calls, type Row, times, type Wait } from "./simulated.ts";

/** Rows of the rules about what a client sends again. */

/** Retries while the status is one of these, so often at most. */
const trying =
  (most: number, statuses: readonly (number | null)[] = [429, 500, 503, null]): Wait =>
  ({ status, step }, dice) =>
    statuses.includes(status) && step + 1 < most ? between(dice, 200, 2000) : undefined;

const temporary: readonly Answer[] = [
  { status: 503 },
  { status: 500 },
  { status: 429 },
  { status: null },
];

/** Calls that fail so often, each time for a reason of chance. */
const failing =
  (wait: Wait, often: (dice: Dice) => number, reasons = temporary, said: Partial<Attempt> = {}) =>
  (dice: Dice) =>
    calls(
      dice,
      times(dice.integer(3, 20), () => times(often(dice), () => dice.pick(reasons))),
      wait,
      said,
    );

const read = { method: "GET", hasBody: false } as const;

/** The same request, made again as another call of its own some time after it has failed. */
const madeAgain = (dice: Dice): Attempt[] =>
  times(dice.integer(2, 10), (index) => {
    const at = index * between(dice, 1000, 3000);
    return index % 2 === 0
      ? refused(at, { name: { by: "test id", value: `${index}` }, ...read })
      : answered(at, { name: { by: "test id", value: `${index}` }, ...read });
  });

export const retries: readonly Row[] = [
  {
    lacks: "never retries",
    mutant: failing(
      () => undefined,
      (dice) => dice.integer(1, 2),
      temporary,
      read,
    ),
    mended: failing(trying(5), (dice) => dice.integer(1, 2), temporary, read),
  },
  {
    lacks: "never retries, and makes the same calls again",
    mutant: madeAgain,
    mended: failing(trying(5), () => 1, temporary, read),
  },
  {
    lacks: "retries after a 429 alone",
    mutant: failing(trying(5, [429]), () => 2, [{ status: 429 }, { status: 503 }], read),
    mended: failing(trying(5), () => 2, [{ status: 429 }, { status: 503 }], read),
  },
  {
    lacks: "retries once",
    mutant: failing(trying(2), () => 3, temporary, read),
    mended: failing(trying(4), () => 3, temporary, read),
  },
];

export const stops: readonly Row[] = [400, 403, 404, 422].map((status): Row => ({
  lacks: `retries a ${status}, like all the rest`,
  mutant: failing(trying(4, [status, 503]), () => 6, [{ status }, { status: 503 }]),
  mended: failing(trying(8), () => 6, [{ status }, { status: 503 }]),
}));

export const attempts: readonly Row[] = [9, 12, 50].map((most): Row => ({
  lacks: `makes ${most} attempts`,
  mutant: failing(trying(most), () => 60, temporary, read),
  mended: failing(trying(5), () => 60, temporary, read),
}));

const slowly =
  (waitMs: number, totalMs: number): Wait =>
  ({ step }) =>
    (step + 1) * waitMs > totalMs ? undefined : waitMs;

export const totalTime: readonly Row[] = [60_000, 120_000, 301_000].map((waitMs): Row => ({
  lacks: `waits ${waitMs / 1000} s each time, for an hour`,
  mutant: failing(slowly(waitMs, 3_600_000), () => 90, temporary, read),
  mended: failing(slowly(Math.min(waitMs, 100_000), 200_000), () => 90, temporary, read),
}));

/** The last attempt is on its way when the client ends. */
const cut = (all: readonly Attempt[]): Attempt[] => {
  const end = all.at(-1) as Attempt;
  const name = end.likeness;
  const from = end.end + 500;
  return [
    ...all,
    attempt({
      ...read,
      at: from,
      end: Number.POSITIVE_INFINITY,
      likeness: name,
      outcome: "open",
      status: null,
    }),
  ];
};

export const givesUp: readonly Row[] = [
  {
    lacks: "ends while an attempt is on its way",
    mutant: (dice) => cut(failing(trying(4), () => 9, temporary, read)(dice)),
    mended: failing(trying(4), () => 9, temporary, read),
  },
  {
    lacks: "was killed between two attempts",
    isCutShort: true,
    mutant: failing(trying(4), () => 9, temporary, read),
    mended: failing(trying(4), () => 9, temporary, read),
  },
];

/** Writes whose response is lost, and that come again. */
const lostWrites =
  (said: (call: number, attempt: number) => Partial<Attempt>, isDone: boolean) =>
  (dice: Dice): Attempt[] =>
    times(dice.integer(1, 10), (call) => {
      const at = call * 60_000;
      const wrote = { collection: "events", id: `event ${call}`, change: "created" } as const;
      const second = at + between(dice, 1100, 5000);
      return [
        lost(at, { likeness: `write ${call}`, written: [wrote], ...said(call, 1) }),
        answered(second, {
          likeness: `write ${call}`,
          written: isDone ? [] : [{ ...wrote, id: `event ${call} again` }],
          ...said(call, 2),
        }),
      ];
    }).flat();

const keyOf = (call: number) => ({
  name: { by: "idempotency key", value: `key ${call}` } as const,
});

/** What creating an event leaves: the same for each attempt at a call but for its name. */
const eventOf = (call: number, unique_id: string) => {
  const properties = { $event_id: unique_id, $value: call };
  const record = {
    id: unique_id,
    seq: 1,
    time: 0,
    metric: "m",
    profile: "p",
    unique_id,
    properties,
  };
  return [{ of: events as never, record, dated: false }];
};

export const doubledWrite: readonly Row[] = [
  {
    lacks: "sends a lost write again without a name",
    mutant: lostWrites(() => ({}), false),
    mended: lostWrites(keyOf, true),
  },
  {
    lacks: "sends a lost write again under another name",
    mutant: lostWrites((call, nth) => {
      const value = `${call} ${nth}`;
      const name = { by: "unique_id", value } as const;
      return { name, likeness: value, kin: `${call}`, created: eventOf(call, value) };
    }, false),
    mended: lostWrites(keyOf, true),
  },
];

/** Requests one after the other, of which the third is refused for good, whatever is sent like it. */
const refusedFrom =
  (status: number, mark: (nth: number) => Partial<Attempt>) =>
  (dice: Dice): Attempt[] =>
    times(dice.integer(8, 20), (nth) => {
      const at = nth * between(dice, 1200, 1400) + nth * 1500;
      const said = { likeness: `request ${nth}`, about: `request ${nth}`, ...mark(nth) };
      const isGood = nth < 3 || said.revision === "new" || said.credential === "new";
      return isGood ? answered(at, said) : refused(at, { ...said, status });
    });

export const revision: readonly Row[] = [
  {
    lacks: "goes on with a retired revision",
    mutant: refusedFrom(410, () => ({ revision: "old" })),
    mended: refusedFrom(410, (nth) => ({ revision: nth > 3 ? "new" : "old" })),
  },
];

export const token: readonly Row[] = [
  {
    lacks: "goes on with rejected credentials",
    mutant: refusedFrom(401, () => ({ credential: "old" })),
    mended: refusedFrom(401, (nth) => ({ credential: nth > 3 ? "new" : "old" })),
  },
];

const named = (call: number) => ({ name: { by: "test id", value: `call ${call}` } as const });

/** Writes that fail once, and come again with something missing. */
const again =
  (change: (first: Attempt) => Partial<Attempt>) =>
  (dice: Dice): Attempt[] =>
    times(dice.integer(1, 10), (call) => {
      const begin = refused(call * 60_000, named(call));
      return [
        begin,
        answered(call * 60_000 + between(dice, 300, 3000), { ...named(call), ...change(begin) }),
      ];
    }).flat();

export const sameRequest: readonly Row[] = [
  {
    lacks: "sends an empty body",
    mutant: again(({ sent }) => ({ sent: { ...sent, body: "none" } })),
    mended: again(() => ({})),
  },
  {
    lacks: "sends half of the body",
    mutant: again(({ sent }) => ({ sent: { ...sent, body: "broken" } })),
    mended: again(() => ({})),
  },
  {
    lacks: "sends another content type",
    mutant: again(({ sent }) => ({ sent: { ...sent, type: "text/plain" } })),
    mended: again(() => ({})),
  },
  {
    lacks: "sends no credentials",
    mutant: again(() => ({ credential: "" })),
    mended: again(() => ({ credential: "new" })),
  },
];

/** Pages that end in the middle, and what the client makes of them. */
const cutPages =
  (isAskedAgain: boolean) =>
  (dice: Dice): Attempt[] =>
    times(dice.integer(1, 10), (call) => {
      const at = call * 60_000;
      const cut = attempt({
        at,
        ...read,
        ...named(call),
        outcome: "spoilt",
        status: 200,
        injected: ["truncate"],
      });
      return isAskedAgain
        ? [cut, answered(at + between(dice, 300, 3000), { ...read, ...named(call) })]
        : [cut];
    }).flat();

export const corrupt: readonly Row[] = [
  { lacks: "takes what it gets", mutant: cutPages(false), mended: cutPages(true) },
];
