import type { Nodes, Render } from "./tree.ts";
import type { Words } from "./words.ts";

/** A tag that ended a block, and the words behind its name. */
export interface Ending {
  readonly name: string;
  readonly tag: Words;
}

/** A tag that is being read. */
export interface Reading {
  readonly name: string;
  /** What stands behind its name. */
  readonly tag: Words;
  /** The nodes up to the next of these tags, and that tag. */
  readonly until: (endings: readonly string[]) => { readonly nodes: Nodes; readonly by: Ending };
  /** The nodes up to the tag that ends it. */
  readonly body: (ending: string) => Nodes;
  /** What tags of this template keep for each other. */
  readonly kept: Map<string, unknown>;
}

/** Reads a tag to its end, and says what it writes. */
export type Tag = (reading: Reading) => Render;
export type Tags = Readonly<Record<string, Tag>>;
