import { any, boolean, literal, nullable, object, string } from "../../contract/shape.ts";

const name = string({ minLength: 1, maxLength: 1000 });

/** The body of Create Segment. Its definition is checked by `domain/segment-check.ts`. */
export const newSegment = object({
  data: object({
    type: literal("segment"),
    attributes: object({ name, definition: any(), "is_starred?": nullable(boolean()) }),
  }),
});

/** The body of Update Segment. */
export const updatedSegment = object({
  data: object({
    type: literal("segment"),
    id: string(),
    attributes: object({
      "name?": name,
      "definition?": any(),
      "is_starred?": nullable(boolean()),
      "is_active?": nullable(boolean()),
    }),
  }),
});
