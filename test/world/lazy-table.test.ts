import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Stored } from "../../src/world/store/record.ts";
import { State } from "../../src/world/store/state.ts";
import { type Change, collection, drop, put } from "../../src/world/store/store.ts";
import { atOnce } from "../../src/world/time/slices.ts";

interface Thing extends Stored {
  readonly size: number;
}

const things = collection<Thing>("thing", {
  keys: { size: ({ size }) => size },
  indexes: [["size"], []],
});

const thing = (number: number, size: number, seq = number): Thing => ({
  id: String(number).padStart(6, "0"),
  size,
  seq,
});

/** A state with so many things. */
function filled(count: number): State {
  const state = new State("seed");
  const all = Array.from({ length: count }, (_, at) => thing(at + 1, (at * 7919) % 1000));
  atOnce(state.table(things).load(all));
  return state;
}

/** The same, of which each is made when it is asked for. @param made counts them */
function lazy(of: State, made = { count: 0 }): State {
  const table = of.table(things);
  const { records, orders = [] } = atOnce(table.listed());
  const state = new State("seed");
  const known: Thing[] = [];
  const recordAt = (place: number) => {
    if (known[place] === undefined) made.count += 1;
    return (known[place] ??= { ...(records[place] as Thing) });
  };
  state.table(things).take(records.length, recordAt, orders);
  return state;
}

const seen = (state: State) => {
  const table = state.table(things);
  return {
    size: table.size,
    all: [...table.all()],
    bySize: [...table.scan(["size"], { descending: true })],
    few: [...table.scan(["size"], { prefix: [13] })],
    bySeq: [...table.scan([])],
  };
};

describe("a table whose records are made when they are asked for", () => {
  it.each([0, 1, 26, 27, 5000, 5001, 17_577])("has all %i, in every order", (count) => {
    const before = filled(count);
    expect(seen(lazy(before))).toEqual(seen(before));
  });

  it("makes few of very many for one that is looked up, or a page", () => {
    const made = { count: 0 };
    const table = lazy(filled(100_000), made).table(things);
    expect(made.count).toBe(0);
    table.get("050000");
    table.scan(["size"], { prefix: [500] }).next();
    expect(made.count).toBeLessThan(1000);
  });

  it("is written to as any other, and so are its copies", () => {
    const before = filled(6000);
    const change = fc.record({ number: fc.integer({ min: 1, max: 6100 }), size: fc.nat(1000) });
    const changes = fc.array(fc.tuple(fc.boolean(), change), { maxLength: 300 });
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const written = (all: typeof first) =>
          all.map(([goes, { number, size }]): Change => {
            const { id } = thing(number, size);
            return goes ? drop(things, id) : put(things, thing(number, size));
          });
        const [plain, read] = [before.clone(), lazy(before)];
        for (const each of [plain, read]) each.apply(written(first));
        const copies = [plain.clone(), read.clone()];
        for (const each of copies) each.apply(written(second));
        expect(seen(read)).toEqual(seen(plain));
        expect(seen(copies[1] as State)).toEqual(seen(copies[0] as State));
      }),
      { numRuns: 20 },
    );
  });

  it("tells no orders where two of its records have the same number", () => {
    const state = filled(6000);
    state.apply([put(things, thing(6001, 1, 5000))]);
    expect(atOnce(state.table(things).listed()).orders).toBeUndefined();
  });
});
