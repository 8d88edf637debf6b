import type { Condition, Expression } from "./expression.ts";
import type { Moment } from "./moment.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Value } from "./values.ts";

/** What a template is made of, in the order in which it is written. */
export type Nodes = readonly Node[];

/** A text, an output or a tag, which writes itself. */
export interface Node {
  /** Its index in the template. */
  readonly at: number;
  readonly render: Render;
}

export type Render = (to: Rendering, scope: Scope) => void;

/** A rendering that is under way, as tags see it. */
export interface Rendering {
  readonly surroundings: Surroundings;
  /** Whether outputs are escaped. */
  escapes: boolean;
  /** The date of now, as the account's clock shows it. */
  readonly today: Moment;
  nodes(nodes: Nodes, scope: Scope): void;
  /** Counts one step at a place of the template. */
  step(at?: number): void;
  /** Counts what it takes to go over a value as a whole. */
  charge(value: Value): void;
  write(text: string): void;
  /** Writes a value as an output does. */
  output(value: Value): void;
  /** What nodes write, which is not written then. */
  captured(nodes: Nodes, scope: Scope): string;
  /** What a tag remembers while something lasts. @param frame default: as long as this rendering */
  state(of: object, frame?: object): { get: () => unknown; set: (value: unknown) => void };
  named(name: string, scope: Scope): Value;
  /** @param missing what stands for a name that leads to nothing. Default: an empty text */
  valueOf(expression: Expression, scope: Scope, missing?: Value): Value;
  /** A value, as it comes out of filters. */
  filtered(applied: Expression["applied"], given: Value, scope: Scope): Value;
  holds(condition: Condition, scope: Scope): boolean;
}

/** Names and their values, and those around them. What a tag names belongs to the innermost. */
export interface Scope {
  readonly values: Record<string, Value>;
  readonly around?: Scope;
}

/** Names within others. Nothing is found among them but what is put there. */
export const inner = (around: Scope, values: Readonly<Record<string, Value>> = {}): Scope => ({
  values: Object.assign(Object.create(null) as Record<string, Value>, values),
  around,
});
