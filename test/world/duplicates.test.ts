import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/world/journal/entry.ts";
import { atOnce } from "../../src/world/time/slices.ts";
import { duplicatesIn } from "../../src/world/journal/twins.ts";
import { Received } from "../../src/world/journal/received.ts";
import { lists } from "../../src/domain/resources/groups.ts";
import { entry, raw } from "../support/exchanges.ts";

/** A request that created the list VIP, which took 100 ms. */
const creating = (id: string, arrivedReal: number, said: Partial<Entry> = {}): Received => {
  const record = { id: `list-${id}`, seq: 1, name: "VIP", created: 0, updated: 0 } as never;
  const written = [{ collection: "list", id: `list-${id}`, change: "created" }] as const;
  const wrote = { method: "POST", operation: "create_list", status: 201, written };
  return new Received(
    entry(id, { arrivedReal, durationMs: 100, ...wrote, ...said }),
    raw({ created: [{ of: lists as never, record, dated: false }] }),
  );
};

const found = (...received: readonly Received[]) => [...atOnce(duplicatesIn(received)).keys()];

describe("a write that comes again", () => {
  const lost = { lostStatus: 201, status: null };

  it("is a duplicate once the answer to the first was lost", () => {
    expect(found(creating("a", 0, lost), creating("b", 100))).toEqual(["b"]);
  });

  it("is none while the first still had its answer to come", () => {
    expect(found(creating("a", 0, lost), creating("b", 99))).toEqual([]);
  });

  it("is none where the first was answered well", () => {
    expect(found(creating("a", 0), creating("b", 500))).toEqual([]);
  });

  it("may come up to 20 ms before it was heard that the client has left the first", () => {
    const left = { left: true, status: null };
    expect(found(creating("a", 0, left), creating("b", 80))).toEqual(["b"]);
    expect(found(creating("a", 0, left), creating("b", 79))).toEqual([]);
  });

  it("is none of the first that is still open", () => {
    const open = { durationMs: null, status: null };
    expect(found(creating("a", 0, open), creating("b", 5000))).toEqual([]);
  });

  it("is one of its own account, operation and test alone", () => {
    const first = creating("a", 0, lost);
    for (const other of [{ account: "B" }, { operation: "update_list" }, { testId: "t" }])
      expect(found(first, creating("b", 500, other))).toEqual([]);
  });
});
