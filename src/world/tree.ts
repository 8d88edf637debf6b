import sortedBTree from "sorted-btree";
import bulkLoad from "sorted-btree/extended/bulkLoad.js";
import diffAgainst from "sorted-btree/extended/diffAgainst.js";

/**
 * The B+ tree behind every ordered thing of the world. Its clone shares structure, so a copy costs
 * the same whatever it holds. (The package is CommonJS: its class is the default's default.)
 */
export const Tree = sortedBTree.default;
export type Tree<K, V> = InstanceType<typeof Tree<K, V>>;

/** Walks two trees from the end, and tells where they differ; nodes that both share are skipped. */
export const differences = diffAgainst.default;

/** How many entries a node has at most, as the package has it unless told otherwise. */
const nodeSizeMax = 32;

/**
 * A tree of keys that are in its order already: many times cheaper than one that grows by each. Of
 * two that are alike, the last counts.
 */
export function treeOf<K, V>(keys: K[], values: V[], compare: (a: K, b: K) => number): Tree<K, V> {
  try {
    return bulkLoad.bulkLoad(keys, values, nodeSizeMax, compare);
  } catch (error) {
    // It has compared them all itself, before anything else.
    if (!(error instanceof Error) || !error.message.includes("strictly ascending")) throw error;
  }
  const tree = new Tree<K, V>(undefined, compare, nodeSizeMax);
  for (const [index, key] of keys.entries()) tree.set(key, values[index] as V);
  return tree;
}
