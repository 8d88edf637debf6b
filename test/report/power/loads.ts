import type { Attempt } from "../../../src/report/calls/attempt.ts";
import type { GivenPage } from "../../../src/world/journal/entry.ts";
import type { Dice } from "../../../src/world/dice.ts";
import { answered, attempt, lost, reference, refused } from "../../support/report.ts";
import { between, type Row } from "./simulated.ts";

const written = [{ collection: "event", id: "e", change: "created" }] as const;
const named = (call: number): Partial<Attempt> => ({
  name: { by: "unique_id", value: `call ${call}` },
  likeness: `call ${call}`,
});

/** Writes that fail a few times and then succeed; `sends` more with this chance after each success. */
const writes =
  (chance: number) =>
  (dice: Dice): Attempt[] =>
    Array.from({ length: 20 }, (_, call) => {
      const attempts: Attempt[] = [];
      let at = call * 60_000;
      const next = () => (at += between(dice, 300, 3000));
      const failures = dice.integer(1, 3);
      for (let n = 0; n < failures; n += 1) attempts.push(lost(next(), named(call)));
      attempts.push(answered(next(), { ...named(call), written }));
      if (dice.fraction() < chance) attempts.push(answered(next(), named(call)));
      return attempts;
    }).flat();

export const repeats: readonly Row[] = [
  { lacks: "sends every write once more", mutant: writes(1), mended: writes(0) },
  { lacks: "sends some writes once more", mutant: writes(0.5), mended: writes(0) },
];

const size = 5;

/** A list of pages, each with so many records of five, read by a client that stops where `isEnd` says. */
const lists =
  (isEnd: (records: number) => boolean) =>
  (dice: Dice): Attempt[] => {
    const pages = Array.from({ length: dice.integer(3, 8) }, () => dice.integer(0, size));
    // One of them is empty, and not the last.
    pages[dice.integer(0, pages.length - 2)] = 0;
    const attempts: Attempt[] = [];
    for (const [index, count] of pages.entries()) {
      const cursor = index === 0 ? "" : `?page%5Bcursor%5D=c${index}`;
      const records = Array.from({ length: count }, (_, n) => ({ id: `${index}-${n}` }));
      const next = index + 1 < pages.length ? `c${index + 1}` : null;
      const page: GivenPage = { records, size, next: () => next, whole: undefined };
      const target = `/api/profiles${cursor}`;
      attempts.push(attempt({ at: index * 100, method: "GET", target, likeness: target, page }));
      if (isEnd(count)) break;
    }
    return attempts;
  };

export const readsAll: readonly Row[] = [
  { lacks: "stops at a short page", mutant: lists((count) => count < size), mended: lists(never) },
  { lacks: "stops at an empty page", mutant: lists((count) => count === 0), mended: lists(never) },
];

function never(): boolean {
  return false;
}

/** Requests that get no response, which the client closes after so long; undefined: something ends it. */
const hangs =
  (timeoutMs: number | undefined) =>
  (dice: Dice): Attempt[] => {
    const endAt = between(dice, 5000, 100_000);
    const hung = (at: number, end: number, call: number) =>
      lost(at, { ...named(call), injected: ["hang"], left: true, end });
    if (timeoutMs === undefined) {
      // Some of its workers wait, and all end with it.
      return Array.from({ length: dice.integer(1, 4) }, (_, call) =>
        hung(between(dice, 0, 4000), endAt, call),
      );
    }
    return Array.from({ length: 3 }, (_, n) => {
      const at = n * (timeoutMs + 1000);
      return hung(at, at + timeoutMs + between(dice, 0, 20), 1);
    });
  };

export const patience: readonly Row[] = [
  { lacks: "waits until it is ended", mutant: hangs(undefined), mended: hangs(30_000) },
  { lacks: "waits for ten minutes", mutant: hangs(600_000), mended: hangs(110_000) },
];

const usual = 4;

/** Calls in an outage: each is tried so often, and the outage may end before. */
const outage =
  (tries: number) =>
  (dice: Dice): Attempt[] => {
    const endsAfter = dice.integer(tries > 20 ? 1 : tries, 60);
    return Array.from({ length: usual }, (_, call) =>
      Array.from({ length: Math.min(tries, endsAfter + 1) }, (__, n) =>
        n < endsAfter
          ? refused(call * 60_000 + n * 100, named(call))
          : answered(call * 60_000 + n * 100, named(call)),
      ),
    ).flat();
  };

const known = reference({ ofStream: () => usual });

export const storm: readonly Row[] = [
  { lacks: "retries until it works", mutant: outage(1000), mended: outage(4), reference: known },
  { lacks: "retries thirty times", mutant: outage(30), mended: outage(3), reference: known },
];

/** Calls that fail some times each, on connections that the client uses again where it may. */
const connected =
  (isUsedAgain: (attempt: number, dice: Dice) => boolean, calls: (dice: Dice) => number) =>
  (dice: Dice): Attempt[] => {
    let connection = 0;
    return Array.from({ length: calls(dice) }, (_, call) =>
      Array.from({ length: 3 }, (__, attempt) => {
        if (!isUsedAgain(attempt, dice)) connection += 1;
        const at = call * 60_000 + attempt * between(dice, 300, 1500);
        const said = { ...named(call), connection };
        return attempt < 2 ? refused(at, said) : answered(at, said);
      }),
    ).flat();
  };

const anyCalls = (dice: Dice) => dice.integer(1, 30);
const enoughCalls = connected(
  () => true,
  () => 4,
);

export const connections: readonly Row[] = [
  {
    lacks: "opens one for each attempt",
    mutant: connected(() => false, anyCalls),
    mended: enoughCalls,
  },
  {
    lacks: "opens one after each error alone",
    mutant: connected((attempt) => attempt === 0, anyCalls),
    mended: enoughCalls,
  },
  {
    lacks: "opens one for every second attempt",
    mutant: connected(
      (_, dice) => dice.fraction() < 0.5,
      (dice) => dice.integer(5, 30),
    ),
    mended: enoughCalls,
  },
];
