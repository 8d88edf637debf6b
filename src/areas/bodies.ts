import { literal, object, type Shape, string } from "../contract/shape.ts";

/** A body about one thing of a type, with what it has below `data` besides. */
export const bodyOf = <const T extends string, const F extends Readonly<Record<string, Shape>>>(
  type: T,
  fields: F,
) => object({ data: object({ type: literal(type), ...fields }) });

export const named = <const T extends string>(type: T) =>
  object({ type: literal(type), id: string() });
