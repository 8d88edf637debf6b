import { described, list, literal, object, open, string } from "../contract/shape.ts";
import { flowStatuses } from "../domain/resources/flow.ts";
import { durationShape } from "../world/duration.ts";
import { id, instant, text } from "./shape-parts.ts";

const email = object({
  subject: text(),
  template: described(text(), "The name of a template of which it has a copy."),
  "after?": durationShape(
    "How long the flow waits before it, such as 4h or 3d: whole minutes. Default: not at all.",
  ),
  "name?": described(string({ minLength: 1 }), "Default: the flow's name, and its number."),
});

/** A flow: one that sends emails, one after the other, or any other as the API takes it. */
export const flowShape = object({
  "id?": id(),
  name: text(),
  "list?": described(text(), "The name of the list: whoever joins it enters the flow."),
  "metric?": described(text(), "Or the name of a metric: whoever does that enters the flow."),
  "segment?": described(text(), "Or the name of a segment: whoever joins it enters the flow."),
  "unless?": described(
    text(),
    "The name of a metric: whoever has done that since they entered leaves the flow.",
  ),
  "emails?": list(email, { min: 1 }),
  "definition?": described(
    open(),
    "Instead of all of these: its definition, as the API takes it. What it names, it names by ids.",
  ),
  "status?": described(literal(...flowStatuses), "Default: draft."),
  "created?": instant(),
});
