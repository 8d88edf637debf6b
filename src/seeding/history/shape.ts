import { described, integer, object, string } from "../../contract/shape.ts";

/** What a fixture says of the past: campaigns that went to a list, all through the year before. */
export const historyShape = object({
  campaigns: described(
    integer({ min: 1, max: 500 }),
    "So many campaigns were sent, evenly over the past year.",
  ),
  "list?": described(string(), "The name or id of the list that they went to. Default: the first."),
});
