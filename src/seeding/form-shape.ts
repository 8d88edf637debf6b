import { boolean, described, list, literal, object, open, string } from "../contract/shape.ts";
import { id, instant, text } from "./shape-parts.ts";

export const formShape = object({
  "id?": id(),
  name: text(),
  "list?": described(
    text(),
    "The name of the list that is joined by a popup that asks for an email address.",
  ),
  "asks?": described(
    list(string({ minLength: 1 })),
    "What else the popup asks for: names of properties.",
  ),
  "definition?": described(open(), "Instead of `list`: the versions, as the API takes them."),
  "ab_test?": described(boolean(), "Default: false."),
  "status?": described(literal("draft", "live"), "Default: draft."),
  "created?": instant(),
});
