import fc from "fast-check";
import { expect, it } from "vitest";
import type { Stored } from "../../src/world/store/record.ts";
import { State } from "../../src/world/store/state.ts";
import { collection, drop, put } from "../../src/world/store/store.ts";
import { atOnce } from "../../src/world/time/slices.ts";

interface Thing extends Stored {
  readonly size: number;
  readonly color: string;
}

const things = collection<Thing>("thing", {
  keys: { color: ({ color }) => color, size: ({ size }) => size },
  indexes: [["size"], ["color", "size"], ["color"]],
});

/** A state, and what it should have. */
interface Pair {
  readonly state: State;
  readonly model: Map<string, Thing>;
  rolls: number[];
}

const thing = fc.record({
  id: fc.integer({ min: 0, max: 40 }).map(String),
  seq: fc.nat(1_000_000),
  size: fc.integer({ min: 0, max: 5 }),
  color: fc.constantFrom("a", "b", "c"),
});
const step = fc.record({
  /** Which of the accounts, and which of the snapshots. */
  who: fc.nat(),
  what: fc.constantFrom("put", "put", "put", "drop", "load", "look", "roll", "snapshot", "restore"),
  which: fc.nat(),
  records: fc.array(thing, { minLength: 1, maxLength: 12 }),
  index: fc.constantFrom(...things.indexes),
});

const byKeys = (index: readonly string[]) => (a: Thing, b: Thing) => {
  for (const key of index as (keyof Thing)[]) {
    if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
  }
  return a.seq - b.seq;
};

/** Only those that differ by their number are told apart, so that each has one of its own. */
const numbered = (model: Map<string, Thing>, records: readonly Thing[]) =>
  records.map((record, at) => ({ ...record, seq: model.size * 1000 + record.seq * 100_000 + at }));

const copyOf = (state: State, { model, rolls }: Pair): Pair => ({
  state,
  model: new Map(model),
  rolls: [...rolls],
});

/** What a state has: its records by id and in each order, and where its dice are. */
const seen = ({ state }: Pair, indexes: readonly (readonly string[])[]) => ({
  all: [...state.table(things).all()],
  orders: indexes.map((index) => [...state.table(things).scan(index)]),
  roll: state.clone().dice("rolls").word(),
});

const meant = ({ model, rolls }: Pair, indexes: readonly (readonly string[])[]) => {
  const all = [...model.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const dice = new State("seed").dice("rolls");
  for (const roll of rolls) expect(dice.word()).toBe(roll);
  return { all, orders: indexes.map((index) => all.toSorted(byKeys(index))), roll: dice.word() };
};

/** What became of the records between two states, as it is told and as it is. */
function expectDifference(now: Pair, before: Pair): void {
  const told: string[] = [];
  now.state.table(things).compare(before.state.table(things), {
    added: ({ id }) => told.push(`+${id}`),
    removed: ({ id }) => told.push(`-${id}`),
    changed: (old, { id }) => old !== now.model.get(id) && told.push(`~${id}`),
  });
  const ids = [...new Set([...now.model.keys(), ...before.model.keys()])];
  const is = ids.flatMap((id) => {
    const [old, record] = [before.model.get(id), now.model.get(id)];
    if (old === record) return [];
    return old === undefined ? `+${id}` : record === undefined ? `-${id}` : `~${id}`;
  });
  expect(told.toSorted()).toEqual(is.toSorted());
}

/** A state to which nobody has written yet but the seed: with many records its indexes are there from then on. */
function begun(count: number): Pair {
  const state = new State("seed");
  const records = Array.from({ length: count }, (_, at): Thing => {
    return { id: `begun-${at}`, seq: -1 - at, size: at % 7, color: "d" };
  });
  atOnce(state.table(things).load(records));
  return { state, model: new Map(records.map((each) => [each.id, each])), rolls: [] };
}

const sizes = [
  { count: 1, numRuns: 300 },
  { count: 5200, numRuns: 6 },
];

it.each(sizes)(
  "states that go on from one of $count records never see each other's writes",
  ({ count, numRuns }) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const accounts: Pair[] = [begun(count)];
        const snapshots: Pair[] = [];
        for (const { who, what, which, records, index } of steps) {
          const place = who % accounts.length;
          const pair = accounts[place] as Pair;
          const { state, model } = pair;
          const kept = snapshots[which % snapshots.length];
          const all = numbered(model, records);
          // What is loaded was never there.
          const isNew = ({ id }: Thing, at: number) =>
            !model.has(id) && records.findLastIndex((each) => each.id === id) === at;
          const given = what === "load" ? all.filter(isNew) : all;
          if (what === "put") state.apply(given.map((record) => put(things, record)));
          if (what === "load") atOnce(state.table(things).load(given));
          if (what === "put" || what === "load") for (const each of given) model.set(each.id, each);
          if (what === "drop") {
            state.apply(records.map(({ id }) => drop(things, id)));
            for (const { id } of records) model.delete(id);
          }
          if (what === "roll") pair.rolls.push(state.dice("rolls").word());
          if (what === "look") expect(seen(pair, [index])).toEqual(meant(pair, [index]));
          if (what === "snapshot") snapshots.push(copyOf(state.clone(), pair));
          // Another account that goes on from it, or one that is put back to it.
          if (what === "restore" && kept !== undefined) {
            accounts[who % (accounts.length + 1)] = copyOf(kept.state.fork(), kept);
          }
        }
        const all = [...accounts, ...snapshots];
        for (const pair of all) {
          expect(seen(pair, things.indexes)).toEqual(meant(pair, things.indexes));
          expectDifference(pair, all[0] as Pair);
        }
      }),
      { numRuns },
    );
  },
);

it("a state that is written to very often gives the same orders as one that never was another's", () => {
  const before = begun(100).state.clone();
  const [state, other] = [before.fork(), before.clone()];
  const records = Array.from({ length: 5100 }, (_, at): Thing => {
    return { id: String(at), seq: at, size: at % 5, color: "e" };
  });
  for (const each of records) for (const to of [state, other]) to.apply([put(things, each)]);
  for (const index of things.indexes) {
    const [found, expected] = [state, other].map((of) => [...of.table(things).scan(index)]);
    expect(found).toEqual(expected);
    expect(found).toHaveLength(5200);
  }
});
