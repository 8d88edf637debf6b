import {
  absentIfNull,
  open,
  boolean,
  during,
  literal,
  nullable,
  object,
  required,
  string,
} from "../../contract/shape.ts";

const name = string({ minLength: 1, maxLength: 1000 });

/** The body of Create Segment. Its definition is checked by `domain/segment-check.ts`. */
export const newSegment = object({
  data: object({
    type: literal("segment"),
    attributes: object({ name, definition: open(), "is_starred?": nullable(boolean()) }),
  }),
});

/** The body of Update Segment. */
export const updatedSegment = object({
  data: object({
    type: literal("segment"),
    id: string(),
    attributes: object({
      "name?": required(absentIfNull(name), { until: "2024-02-15" }),
      "definition?": during(open(), { since: "2024-06-15" }),
      "is_starred?": during(nullable(boolean()), { since: "2024-02-15" }),
      "is_active?": during(nullable(boolean()), { since: "2026-01-15" }),
    }),
  }),
});
