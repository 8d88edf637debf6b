import sortedBTree from "sorted-btree";
import { Tree } from "./tree.ts";

/** What is in a tree, in its order. */
interface Source<K, V> {
  readonly keyAt: (place: number) => K;
  /** Not given: the tree has keys alone. */
  readonly valueAt?: (place: number) => V;
}

/** A node of the package's. */
interface Node<K, V> {
  readonly keys: K[];
  values: V[];
  readonly children?: Node<K, V>[];
}

/** The package's classes of nodes, which its types do not show. */
const { BNode, BNodeInternal } = sortedBTree as unknown as {
  readonly BNode: new <K, V>(keys?: K[], values?: V[]) => Node<K, V>;
  readonly BNodeInternal: new <K, V>(children: Node<K, V>[], size: number) => Node<K, V>;
};

/** How many children or keys a node has at most: room for more is left, as where many are loaded. */
const width = 26;

/** What is in a node: all from one place up to another. */
class Span<K, V> {
  readonly source: Source<K, V>;
  readonly from: number;
  readonly to: number;
  /** How many levels of nodes are below it. */
  readonly height: number;

  constructor(source: Source<K, V>, from: number, to: number, height: number) {
    this.source = source;
    this.from = from;
    this.to = to;
    this.height = height;
  }

  node(): LazyNode<K, V> {
    return this.height === 0 ? new LazyLeaf(this) : new LazyParent(this);
  }

  leaf(): Node<K, V> {
    const { keyAt, valueAt } = this.source;
    const places = Array.from({ length: this.to - this.from }, (_, at) => this.from + at);
    return new BNode(places.map(keyAt), valueAt && places.map(valueAt));
  }

  parent(): Node<K, V> {
    const [size, below] = [this.to - this.from, width ** this.height];
    const count = Math.ceil(size / below);
    const startOf = (child: number) => this.from + Math.floor((size * child) / count);
    const children = Array.from({ length: count }, (_, child) =>
      new Span(this.source, startOf(child), startOf(child + 1), this.height - 1).node(),
    );
    return new BNodeInternal(children as unknown as Node<K, V>[], size);
  }
}

/** A node whose keys and whatever is below it are made when they are first asked for. */
abstract class LazyNode<K, V> {
  /** Whether several trees have it, as the package notes it. */
  isShared: boolean | undefined;
  protected readonly span: Span<K, V>;
  protected node: Node<K, V> | undefined;

  constructor(span: Span<K, V>) {
    this.span = span;
  }

  protected abstract made(): Node<K, V>;

  get keys(): K[] {
    return this.made().keys;
  }

  get values(): V[] {
    return this.made().values;
  }

  set values(values: V[]) {
    this.made().values = values;
  }

  /** A parent asks for this, and for nothing else, before anything below is looked for. */
  maxKey(): K {
    const { keys } = this.node ?? {};
    return keys === undefined
      ? this.span.source.keyAt(this.span.to - 1)
      : (keys[keys.length - 1] as K);
  }
}

class LazyLeaf<K, V> extends LazyNode<K, V> {
  protected made(): Node<K, V> {
    return (this.node ??= this.span.leaf());
  }
}

class LazyParent<K, V> extends LazyNode<K, V> {
  // oxlint-disable-next-line no-underscore-dangle -- the package's own name
  _size: number;

  constructor(span: Span<K, V>) {
    super(span);
    // oxlint-disable-next-line no-underscore-dangle -- the package's own name
    this._size = span.to - span.from;
  }

  protected made(): Node<K, V> {
    return (this.node ??= this.span.parent());
  }

  get isLeaf(): boolean {
    return false;
  }

  get children(): readonly Node<K, V>[] | undefined {
    return this.made().children;
  }
}

// They are nodes as the package's are, without what their constructors would set.
Object.setPrototypeOf(LazyNode.prototype, BNode.prototype);
for (const [name, property] of Object.entries(
  Object.getOwnPropertyDescriptors(BNodeInternal.prototype),
)) {
  if (name !== "constructor") Object.defineProperty(LazyParent.prototype, name, property);
}

/**
 * A tree of so many keys that are in its order already, none of them twice, whose nodes are made when something in them is
 * first asked for: it costs next to nothing, whatever is in it.
 */
export function lazyTree<K, V>(
  length: number,
  compare: (a: K, b: K) => number,
  source: Source<K, V>,
): Tree<K, V> {
  const tree = new Tree<K, V>(undefined, compare);
  let height = 0;
  for (let held = width; held < length; held *= width) height += 1;
  if (length > 0) Object.assign(tree, { _root: new Span(source, 0, length, height).node() });
  return tree;
}
