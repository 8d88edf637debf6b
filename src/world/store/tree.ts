import sortedBTree from "sorted-btree";
import diffAgainst from "sorted-btree/extended/diffAgainst.js";

/**
 * The B+ tree behind every ordered thing of the world. Its clone shares structure, so a copy costs
 * the same whatever it holds. (The package is CommonJS: its class is the default's default.)
 */
export const Tree = sortedBTree.default;
export type Tree<K, V> = InstanceType<typeof Tree<K, V>>;

/** Walks two trees from the end, and tells where they differ; nodes that both share are skipped. */
export const differences = diffAgainst.default;
