import {
  absentIfNull,
  boolean,
  during,
  literal,
  nullable,
  object,
  required,
  string,
} from "../../contract/shape.ts";
import { definitionShape } from "../../domain/segment-shape.ts";

const name = string({ minLength: 1, maxLength: 1000 });

/** The body of Create Segment. What names something is looked at by `domain/segment-check.ts`. */
export const newSegment = object({
  data: object({
    type: literal("segment"),
    attributes: object({ name, definition: definitionShape, "is_starred?": nullable(boolean()) }),
  }),
});

/** The body of Update Segment. */
export const updatedSegment = object({
  data: object({
    type: literal("segment"),
    id: string(),
    attributes: object({
      "name?": required(absentIfNull(name), { until: "2024-02-15" }),
      "definition?": during(definitionShape, { since: "2024-06-15" }),
      "is_starred?": during(nullable(boolean()), { since: "2024-02-15" }),
      "is_active?": during(nullable(boolean()), { since: "2026-01-15" }),
    }),
  }),
});
