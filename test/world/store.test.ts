import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { State } from "../../src/world/store/state.ts";
import { collection, drop, put } from "../../src/world/store/store.ts";
import { compareScalars, type Stored } from "../../src/world/store/record.ts";

interface Thing extends Stored {
  readonly color: string | null;
  readonly size: number;
}

const things = collection<Thing>("thing", {
  keys: { color: ({ color }) => color, size: ({ size }) => size },
  indexes: [["size"], ["color", "size"]],
});

const thing = (
  id: string,
  size: number,
  color: string | null = "red",
  seq = Number(id),
): Thing => ({ id, size, color, seq });
const filled = (...records: Thing[]) => {
  const state = new State("seed");
  state.apply(records.map((record) => put(things, record)));
  return state;
};
const ids = (records: Iterable<Stored>) => [...records].map(({ id }) => id);

describe("an index", () => {
  it("gives records in order, those alike in the order in which they came", () => {
    const table = filled(thing("3", 5), thing("1", 9), thing("2", 5)).table(things);
    expect(ids(table.scan(["size"]))).toEqual(["2", "3", "1"]);
    expect(ids(table.scan(["size"], { descending: true }))).toEqual(["1", "3", "2"]);
  });

  it("is visited in order and within its range, as it was when that began", () => {
    const all = Array.from({ length: 6000 }, (_, at) =>
      thing(String(at).padStart(4, "0"), at % 3000),
    );
    const state = filled(...all);
    const met: string[] = [];
    const within = {
      low: { value: 10, inclusive: true },
      high: { value: 2990, inclusive: false },
    };
    const visit = state.table(things).visit(["size"], within, ({ id }) => met.push(id));
    let pauses = 0;
    while (!visit.next().done) {
      pauses += 1;
      // Behind what was visited, and before it.
      for (const size of [11, 2989]) state.apply([put(things, thing(`new ${pauses}`, size))]);
      state.apply([drop(things, all[2000 + pauses]?.id ?? "")]);
    }
    expect(pauses).toBeGreaterThan(3);
    const expected = all.filter(({ size }) => size >= 10 && size < 2990);
    expect(met).toEqual(ids(expected.toSorted((a, b) => a.size - b.size || a.seq - b.seq)));
  });

  it("puts null before everything", () => {
    const table = filled(thing("1", 1, "a"), thing("2", 1, null)).table(things);
    expect(ids(table.scan(["color", "size"]))).toEqual(["2", "1"]);
  });

  it("follows a record that changed, and forgets one that was dropped", () => {
    const state = filled(thing("1", 1), thing("2", 2));
    state.apply([put(things, thing("1", 3)), drop(things, "2")]);
    expect(ids(state.table(things).scan(["size"]))).toEqual(["1"]);
  });

  it("gives the same as sorting and filtering everything, whatever the range", () => {
    const record = fc.record({
      size: fc.integer({ min: 0, max: 9 }),
      color: fc.constantFrom("a", "b", null),
    });
    const bound = fc.option(
      fc.record({ value: fc.integer({ min: -1, max: 10 }), inclusive: fc.boolean() }),
      { nil: undefined },
    );
    const range = fc.record({
      low: bound,
      high: bound,
      descending: fc.boolean(),
      after: fc.option(
        fc.record({ value: fc.integer({ min: 0, max: 9 }), seq: fc.integer({ min: 0, max: 30 }) }),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 30 }),
        range,
        fc.constantFrom("a", "b", null),
        (specs, asked, color) => {
          const records = specs.map((spec, index) => ({ ...spec, id: String(index), seq: index }));
          const { low, high, after, descending } = asked;
          const before = (a: { value: number; seq: number }, b: Thing) =>
            a.value - b.size || a.seq - b.seq;
          const expected = records
            .filter((each) => each.color === color)
            .filter(({ size }) => !low || (low.inclusive ? size >= low.value : size > low.value))
            .filter(
              ({ size }) => !high || (high.inclusive ? size <= high.value : size < high.value),
            )
            .filter(
              (each) => !after || (descending ? before(after, each) > 0 : before(after, each) < 0),
            )
            .sort(
              (a, b) => (descending ? -1 : 1) * (compareScalars(a.size, b.size) || a.seq - b.seq),
            );
          const found = filled(...records)
            .table(things)
            .scan(["color", "size"], { ...asked, prefix: [color] });
          expect(ids(found)).toEqual(ids(expected));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("an index of many records", () => {
  it("is the same whether it was made early, late, or in a copy", () => {
    const records = Array.from({ length: 6000 }, (_, n) => thing(String(n), (n * 7919) % 1000));
    const early = new State("seed");
    ids(early.table(things).scan(["size"]));
    const late = new State("seed");
    for (const state of [early, late]) state.apply(records.map((record) => put(things, record)));
    const copy = filled(...records.slice(0, 100)).clone();
    copy.apply(records.slice(100).map((record) => put(things, record)));
    const expected = ids(records.sort((a, b) => a.size - b.size || a.seq - b.seq));
    for (const state of [early, late, copy]) {
      expect(ids(state.table(things).scan(["size"]))).toEqual(expected);
    }
  });

  it("finds the first record of several keys, and nothing where there is none", () => {
    const table = filled(thing("1", 3, "a"), thing("2", 1, "a"), thing("3", 9, "b")).table(things);
    expect(table.find(["color", "size"], ["a"])?.id).toBe("2");
    expect(table.find(["color", "size"], ["a", 3])?.id).toBe("1");
    expect(table.find(["color", "size"], ["c"])).toBeUndefined();
  });
});

describe("a copy of the state", () => {
  it("keeps what it was while the other goes on, both ways", () => {
    const state = filled(thing("1", 1));
    const copy = state.clone();
    state.apply([put(things, thing("2", 2))]);
    copy.apply([drop(things, "1")]);
    expect(ids(state.table(things).all())).toEqual(["1", "2"]);
    expect(ids(copy.table(things).all())).toEqual([]);
  });

  it("draws the same ids and numbers as the state it was made from", () => {
    const state = new State("seed");
    state.dice("a").word();
    const copy = state.clone();
    expect(copy.dice("a").word()).toBe(state.dice("a").word());
    expect(copy.nextSeq()).toBe(state.nextSeq());
  });
});

describe("two states of a table", () => {
  it("differ in what comparing every record finds, however much they share", () => {
    const writes = fc.array(
      fc.record({ id: fc.integer({ min: 0, max: 400 }), size: fc.integer({ min: -1, max: 9 }) }),
      { maxLength: 300 },
    );
    const changes = (list: readonly { id: number; size: number }[]) =>
      list.map(({ id, size }) =>
        size < 0 ? drop(things, String(id)) : put(things, thing(String(id), size)),
      );
    fc.assert(
      fc.property(writes, writes, writes, (shared, left, right) => {
        const before = filled();
        before.apply(changes(shared));
        const after = before.clone();
        before.apply(changes(left));
        after.apply(changes(right));
        const [old, young] = [before.table(things), after.table(things)];
        const found: string[] = [];
        young.compare(old, {
          added: ({ id }) => found.push(`+${id}`),
          removed: ({ id }) => found.push(`-${id}`),
          changed: ({ id }) => found.push(`~${id}`),
        });
        const expected = [
          ...ids(young.all()).flatMap((id) => {
            if (old.get(id) === undefined) return [`+${id}`];
            return old.get(id) === young.get(id) ? [] : [`~${id}`];
          }),
          ...ids(old.all()).flatMap((id) => (young.get(id) === undefined ? [`-${id}`] : [])),
        ];
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});
