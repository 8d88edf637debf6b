import {
  absentIfNull,
  during,
  list as listOf,
  literal,
  nullable,
  object,
  required,
  string,
} from "../../contract/shape.ts";

const optInProcess = during(nullable(literal("double_opt_in", "single_opt_in")), {
  since: "2025-10-15",
});
const name = string({ minLength: 1, maxLength: 1000 });

/** The body of Create List. */
export const newList = object({
  data: object({
    type: literal("list"),
    attributes: object({ name, "opt_in_process?": optInProcess }),
  }),
});

/** The body of Update List. */
export const updatedList = object({
  data: object({
    type: literal("list"),
    id: string(),
    attributes: object({
      "name?": required(absentIfNull(name), { until: "2025-10-15" }),
      "opt_in_process?": optInProcess,
    }),
  }),
});

/** Profiles that join or leave: 1,000 at most. @guess */
export const profileIds = object({
  data: listOf(object({ type: literal("profile"), id: string() }), { min: 1, max: 1000 }),
});
