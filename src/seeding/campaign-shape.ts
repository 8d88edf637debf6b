import { described, list, literal, object, string } from "../contract/shape.ts";
import { channels } from "../domain/message-definition.ts";
import { id, instant, text } from "./shape-parts.ts";

/** Where a campaign of a fixture stands. */
const states = ["Draft", "Scheduled", "Sent", "Cancelled"] as const;

export const campaignShape = object({
  "id?": id(),
  name: text(),
  "channel?": described(literal(...channels), "Default: email."),
  "subject?": string(),
  "preview_text?": string(),
  "from_email?": described(string(), "Default: the account's sender."),
  "from_label?": described(string(), "Default: the account's sender."),
  "title?": described(string(), "Of a push notification."),
  "body?": described(string(), "Of a text message or a push notification."),
  "template?": described(text(), "The name of a template, of which an email gets a copy."),
  included: described(list(text(), { min: 1 }), "The names of the lists and segments that get it."),
  "excluded?": described(list(text()), "The names of those whose members do not."),
  "status?": described(
    literal(...states),
    "Default: Draft. Of one that is Sent, nothing was sent.",
  ),
  "send_at?": described(
    string(),
    "When it goes out, or went: a datetime, or an offset from the start such as 2d.",
  ),
  "created?": instant(),
});
