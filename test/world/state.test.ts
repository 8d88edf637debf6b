import { describe, expect, it } from "vitest";
import type { Stored } from "../../src/world/store/record.ts";
import { State } from "../../src/world/store/state.ts";
import { collection, drop, put } from "../../src/world/store/store.ts";

const things = collection<Stored>("thing", { keys: {}, indexes: [] });
const others = collection<Stored>("other", { keys: {}, indexes: [] });
const late = collection<Stored>("late", { keys: {}, indexes: [] });

const stored = (id: string): Stored => ({ id, seq: Number(id) });
const idsIn = (state: State, of = things) => [...state.table(of).all()].map(({ id }) => id);

function snapshot(): State {
  const state = new State("seed");
  state.apply([put(things, stored("1")), put(things, stored("2")), put(others, stored("3"))]);
  return state.clone();
}

describe("what goes on from a snapshot", () => {
  it("has what that had", () => {
    const state = snapshot().fork();
    expect([idsIn(state), idsIn(state, others)]).toEqual([["1", "2"], ["3"]]);
    expect(state.sizeOf("thing")).toBe(2);
  });

  it("keeps what it writes from the snapshot, and from all else that goes on from it", () => {
    const before = snapshot();
    const [one, other] = [before.fork(), before.fork()];
    one.apply([put(things, stored("4")), drop(others, "3")]);
    expect([idsIn(one), idsIn(one, others)]).toEqual([["1", "2", "4"], []]);
    for (const each of [before, other, before.fork()]) {
      expect([idsIn(each), idsIn(each, others)]).toEqual([["1", "2"], ["3"]]);
    }
  });

  it("is copied with what it was asked for, and with what it was not", () => {
    const state = snapshot().fork();
    state.apply([put(things, stored("4"))]);
    const copy = state.clone();
    state.apply([drop(things, "1"), drop(others, "3")]);
    copy.apply([put(others, stored("5"))]);
    expect([idsIn(copy), idsIn(copy, others)]).toEqual([
      ["1", "2", "4"],
      ["3", "5"],
    ]);
    expect([idsIn(state), idsIn(state, others)]).toEqual([["2", "4"], []]);
  });

  it("tells of its tables in the order of the snapshot's, those that are new last", () => {
    const state = snapshot().fork();
    state.apply([put(late, stored("6")), put(others, stored("7"))]);
    expect([...state.tables().keys()]).toEqual(["thing", "other", "late"]);
    expect([...(state.tables().get("other")?.all() ?? [])]).toHaveLength(2);
  });

  it("has tables of one origin with all others, until it writes to them", () => {
    const before = snapshot();
    const [one, other] = [before.fork(), before.fork().clone().fork()];
    const originOf = (state: State) => state.table(things).origin;
    expect(originOf(one)).toBe(originOf(other));
    one.apply([put(things, stored("4"))]);
    expect(originOf(one)).toBe(one.table(things));
    expect([idsIn(one), [...originOf(other).all()].length]).toEqual([["1", "2", "4"], 2]);
  });

  it("finds the records with an id", () => {
    const forked = snapshot().fork();
    expect(forked.withId("1").map(({ collection: { name } }) => name)).toEqual(["thing"]);
    expect(forked.withId("8")).toEqual([]);
  });
});
