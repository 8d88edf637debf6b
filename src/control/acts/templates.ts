import { described, object, open, string } from "../../contract/shape.ts";
import { act, option, subject, theFirst } from "../act.ts";

/** A template of an account by its id, or what one says. */
export const lintShape = object({
  "id?": string({ minLength: 1 }),
  "html?": string(),
  "text?": string(),
  "definition?": described(open(), "Of drag and drop."),
  "profile?": option("<email|id>", "Also find the variables that this person has not"),
  "context?": described(open(), "What it may read beside the person, such as `event`."),
});

export const templates = subject("template", "Check templates before they are sent", {
  lint: act({
    on: "POST /_emulator/templates/lint",
    does: "what the service refuses in a template, what is missing for a person, and links whose clicks are not counted",
    account: theFirst,
    body: lintShape,
    words: "lint <source>",
    help: "Check a template: exit code 1 if there are findings",
    takes: ["File with HTML, or with a definition of drag and drop (.json), or id of a template"],
  }),
});
