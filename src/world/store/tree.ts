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

interface Source<K, V> {
  readonly keyAt: (place: number) => K;
  /** Not given: the tree has keys alone. */
  readonly valueAt?: (place: number) => V;
}

/** A node of the package's. */
type Node<K, V> = { readonly keys: K[]; values: V[]; readonly children?: Node<K, V>[] };

/** The package's classes of nodes, which its types do not show. */
const { BNode, BNodeInternal } = sortedBTree as unknown as {
  readonly BNode: new <K, V>(keys?: K[], values?: V[]) => Node<K, V>;
  readonly BNodeInternal: new <K, V>(children: object[], size: number) => Node<K, V>;
};

/** How many children or keys a node has at most: room for more is left. */
const width = 26;

/** A node of all from one place up to another, whose keys and whatever is below it are made when they are first asked for. */
class LazyLeaf<K, V> {
  /** Whether several trees have it, as the package notes it. */
  isShared: boolean | undefined;
  protected readonly source: Source<K, V>;
  protected readonly from: number;
  protected readonly to: number;
  #node: Node<K, V> | undefined;

  constructor(source: Source<K, V>, from: number, to: number) {
    this.source = source;
    this.from = from;
    this.to = to;
  }

  protected get node(): Node<K, V> {
    return (this.#node ??= this.make());
  }

  protected make(): Node<K, V> {
    const { keyAt, valueAt } = this.source;
    const places = Array.from({ length: this.to - this.from }, (_, at) => this.from + at);
    return new BNode(places.map(keyAt), valueAt && places.map(valueAt));
  }

  get keys(): K[] {
    return this.node.keys;
  }

  get values(): V[] {
    return this.node.values;
  }

  set values(values: V[]) {
    this.node.values = values;
  }

  /** A parent asks for this alone, and nothing below is made for it. */
  maxKey(): K {
    const keys = this.#node?.keys;
    return keys === undefined ? this.source.keyAt(this.to - 1) : (keys[keys.length - 1] as K);
  }
}

class LazyParent<K, V> extends LazyLeaf<K, V> {
  // oxlint-disable-next-line no-underscore-dangle -- the package's own name
  _size: number;
  /** How many levels of nodes are below it. */
  readonly #height: number;

  constructor(source: Source<K, V>, from: number, to: number, height: number) {
    super(source, from, to);
    // oxlint-disable-next-line no-underscore-dangle -- the package's own name
    this._size = to - from;
    this.#height = height;
  }

  protected override make(): Node<K, V> {
    const size = this.to - this.from;
    const count = Math.ceil(size / width ** this.#height);
    const startOf = (child: number) => this.from + Math.floor((size * child) / count);
    const children = Array.from({ length: count }, (_, child) =>
      nodeOf(this.source, startOf(child), startOf(child + 1), this.#height - 1),
    );
    return new BNodeInternal(children, size);
  }

  get isLeaf(): boolean {
    return false;
  }

  get children(): readonly Node<K, V>[] | undefined {
    return this.node.children;
  }
}

// They are nodes as the package's are, without what their constructors would set.
Object.setPrototypeOf(LazyLeaf.prototype, BNode.prototype);
const { constructor: _, ...ofParents } = Object.getOwnPropertyDescriptors(BNodeInternal.prototype);
Object.defineProperties(LazyParent.prototype, ofParents as PropertyDescriptorMap);

const nodeOf = <K, V>(source: Source<K, V>, from: number, to: number, height: number) =>
  height === 0 ? new LazyLeaf(source, from, to) : new LazyParent(source, from, to, height);

/** A tree of keys in their order, each once, whose nodes are made when something in them is first asked for. */
export function lazyTree<K, V>(
  length: number,
  compare: (a: K, b: K) => number,
  source: Source<K, V>,
): Tree<K, V> {
  const tree = new Tree<K, V>(undefined, compare);
  let height = 0;
  for (let held = width; held < length; held *= width) height += 1;
  if (length > 0) Object.assign(tree, { _root: nodeOf(source, 0, length, height) });
  return tree;
}
