import sortedBTree from "sorted-btree";
import diffAgainst from "sorted-btree/extended/diffAgainst.js";
import { inOrder } from "./in-order.ts";
import type { Slices } from "../time/slices.ts";
import type { Stored } from "./record.ts";

/** The B+ tree of the world; a clone shares structure. (A CommonJS package: its class is the default's default.) */
export const Tree = sortedBTree.default;
export type Tree<K, V> = InstanceType<typeof Tree<K, V>>;

/** Walks two trees from the end, and tells where they differ; nodes that both share are skipped. */
export const differences = diffAgainst.default;

const idOf = ({ id }: Stored): string => id;

const byId = (a: Stored, b: Stored): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The places of records in the order of their ids; of those with the same id, the last alone. */
export const sortedById = (records: readonly Stored[]): Slices<Uint32Array> =>
  inOrder(records, idOf, byId);
