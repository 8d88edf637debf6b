import { boolean, described, integer, object, string } from "../../contract/shape.ts";

/** What a fixture says of the past year. */
export const historyShape = object({
  "campaigns?": described(
    integer({ min: 0, max: 500 }),
    "How many campaigns were sent, evenly over the year. Default: 0.",
  ),
  "list?": described(
    string(),
    "The name or id of the list that they were sent to. Default: the first.",
  ),
  "flows?": described(
    boolean(),
    "Whether the live flows of the fixture sent their emails. Default: false.",
  ),
  "visits?": described(
    integer({ min: 0, max: 100_000 }),
    "How many visitors saw the live forms. Those who joined a list of a form submitted it. Default: 0.",
  ),
  "reviews?": described(
    integer({ min: 0, max: 10_000 }),
    "How many reviews customers have written, at most one for each customer and product. Default: 0.",
  ),
});
