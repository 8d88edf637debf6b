import { list as listOf, literal, object, string } from "../../contract/shape.ts";

/** Profiles that join or leave: 1,000 at most. @guess */
export const profileIds = object({
  data: listOf(object({ type: literal("profile"), id: string() }), { min: 1, max: 1000 }),
});
