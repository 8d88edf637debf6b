import { change } from "../../contract/bodies.ts";
import { list, literal, nullable, object, string } from "../../contract/shape.ts";
import { tagGroup } from "./resources.ts";

export const updatedTagGroup = object({
  data: change(tagGroup, { "return_fields?": nullable(list(string())) }),
});

/** @guess tag_*, remove_tag_from_*: One request names up to 100 records. */
export const targets = <const T extends string>(type: T) =>
  object({ data: list(object({ type: literal(type), id: string() }), { min: 1, max: 100 }) });
