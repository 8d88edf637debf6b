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

/** Gives a part of a list: from a place up to another. */
type PartOf<T> = (from: number, to: number) => T[];

/**
 * A tree of so many keys that are in its order already, none of them twice: many times cheaper than one that grows by
 * each.
 *
 * @param values none: the tree has keys alone
 */
export function treeOf<K, V>(
  length: number,
  compare: (a: K, b: K) => number,
  keys: PartOf<K>,
  values: PartOf<V> = none,
): Tree<K, V> {
  // Whoever loads them takes the parts that become nodes, and nothing else if it need not compare them once more.
  const isSorted = () => -1;
  const listOf = <T>(slice: PartOf<T>) => ({ length, slice }) as unknown as T[];
  const tree = bulkLoad.bulkLoad(listOf(keys), listOf(values), nodeSizeMax, isSorted);
  // oxlint-disable-next-line no-underscore-dangle -- the package's own name
  tree._compare = compare;
  return tree;
}

/** Nodes that are not given a list of nothing share one. */
const none = () => undefined as unknown as never[];
