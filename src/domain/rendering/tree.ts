import type { Value } from "./values.ts";
import type { Condition, Expression } from "./expression.ts";
import type { Moment } from "./moment.ts";
import type { Words } from "./lexer.ts";

export interface Surroundings {
  /** World time, in milliseconds since 1970. */
  readonly now: number;
  /** The account's wall time of an instant. Default: that of UTC. */
  readonly wallOf?: (at: number) => number;
  /** What stands for a tag such as `unsubscribe`, with its own text. Default: `[NAME_tag]`. */
  readonly mark?: (name: string, text: string | undefined) => string;
  readonly catalogItem?: (id: string) => object | undefined;
  /** A code of a coupon. Default: `[coupon_code_tag]`. */
  readonly couponCode?: (coupon: string) => string;
  /** Of the chance in `random`. Default: an empty one. */
  readonly seed?: string;
  /** Told of what is read of the context: its names, its value, and the index of the output. */
  readonly told?: (names: readonly string[], value: Value, at: number) => void;
}

export type Nodes = readonly Node[];

export type Node = { readonly at: number; readonly render: Render };

export type Render = (to: Rendering, scope: Scope) => void;

export interface Rendering {
  readonly surroundings: Surroundings;
  escapes: boolean;
  /** Now, as the account's clock shows it. */
  readonly today: Moment;
  nodes(nodes: Nodes, scope: Scope): void;
  step(at?: number): void;
  /** Counts what it takes to go over a value as a whole. */
  charge(value: Value): void;
  write(text: string): void;
  output(value: Value): void;
  captured(nodes: Nodes, scope: Scope): string;
  /** What a tag remembers as long as a frame lasts. Default: this rendering. */
  state(of: object, frame?: object): { get: () => unknown; set: (value: unknown) => void };
  named(name: string, scope: Scope): Value;
  /** @param missing what stands for a name that leads to nothing. Default: an empty text */
  valueOf(expression: Expression, scope: Scope, missing?: Value): Value;
  filtered(applied: Expression["applied"], given: Value, scope: Scope): Value;
  holds(condition: Condition, scope: Scope): boolean;
}

export type Scope = { readonly values: Record<string, Value>; readonly around?: Scope };

/** Names within others. Nothing is found among them but what is put there. */
export const inner = (around: Scope, values: Readonly<Record<string, Value>> = {}): Scope => ({
  values: Object.assign(Object.create(null) as Record<string, Value>, values),
  around,
});

/** A tag that ended a block, and the words behind its name. */
export type Ending = { readonly name: string; readonly tag: Words };

export interface Reading {
  readonly name: string;
  readonly tag: Words;
  /** The nodes up to the next of these tags, and that tag. */
  readonly until: (endings: readonly string[]) => { readonly nodes: Nodes; readonly by: Ending };
  readonly body: (ending: string) => Nodes;
  readonly kept: Map<string, unknown>;
}

/** Reads a tag to its end, and says what it writes. */
export type Tag = (reading: Reading) => Render;
export type Tags = Readonly<Record<string, Tag>>;
