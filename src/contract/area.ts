import type { Row } from "./operation.ts";
import type { Resource } from "./resource.ts";

/** The functions behind what a resource's table can only name; `verbs/` gives the types. */
export interface Bindings<Compute, Relate, Keeping = unknown> {
  readonly computed?: Readonly<Record<string, Compute>>;
  readonly related?: Readonly<Record<string, Relate>>;
  /** How its records come to be and go, for the rows that create, update and remove them. */
  readonly keeping?: Keeping;
}

/** One area of the API: its tables, and the behavior that the tables cannot say. */
export interface Area<
  Behavior = unknown,
  Compute = unknown,
  Relate = unknown,
  Work = unknown,
  Keeping = unknown,
> {
  readonly name: string;
  readonly resources: readonly Resource[];
  readonly operations: readonly Row[];
  /** By operation id. */
  readonly behavior?: Readonly<Record<string, Behavior>>;
  /** By resource type. */
  readonly bindings?: Readonly<Record<string, Bindings<Compute, Relate, Keeping>>>;
  /** What is done after the answer, by its kind. */
  readonly work?: Readonly<Record<string, Work>>;
}
