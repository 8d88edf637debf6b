import type { Condition, Expression } from "./expression.ts";

/** What a template is made of, in the order in which it is written. */
export type Nodes = readonly Node[];

export type Node =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | { readonly kind: "output"; readonly of: Expression; readonly at: number }
  | { readonly kind: "if"; readonly branches: readonly Branch[]; readonly at: number }
  | {
      readonly kind: "for";
      readonly names: readonly string[];
      readonly over: Expression;
      readonly reversed: boolean;
      readonly body: Nodes;
      readonly ifEmpty: Nodes;
      readonly at: number;
    }
  | {
      readonly kind: "with";
      readonly named: readonly Named[];
      readonly body: Nodes;
      readonly at: number;
    }
  | { readonly kind: "catalog"; readonly id: Expression; readonly body: Nodes; readonly at: number }
  | { readonly kind: "mark"; readonly name: string; readonly at: number };

/** Of an `if`; the last may have no condition. */
export interface Branch {
  readonly when: Condition | undefined;
  readonly body: Nodes;
}

/** A name that `with` gives a value. */
export interface Named {
  readonly name: string;
  readonly value: Expression;
}
