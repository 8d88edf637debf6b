import { described, list, literal, object, open, string, whether } from "../../contract/shape.ts";
import { definitionProblems } from "../../domain/forms/check.ts";
import { type FormDefinition, formDefinition, filled } from "../../domain/forms/definition.ts";
import { newForm } from "../../domain/forms/make.ts";
import { form } from "../../domain/resources/form.ts";
import { definitionAt } from "../fixture/values.ts";
import { text } from "../fixture/shape-parts.ts";
import { dated, kind } from "./kind.ts";

export const forms = kind({
  noun: "form",
  says: "Forms, drafts and live ones.",
  type: form.type,
  called: "name",
  ids: "group",
  asWritten: true,
  late: true,
  shape: object({
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
    "ab_test?": whether("Default: false."),
    "status?": described(literal("draft", "live"), "Default: draft."),
    ...dated,
  }),
  planned({ name, list: joined, asks = [], definition, ...said }, place, around) {
    const { status = "draft", ab_test = false } = said;
    if ((joined === undefined) === (definition === undefined))
      throw place.error("expected either a list or a definition");
    const problemsOf = (given: FormDefinition) =>
      definitionProblems(given, "", around.among("lists"));
    const given =
      joined === undefined
        ? definitionAt(formDefinition, definition, problemsOf, place.at("definition"))
        : popup(around.require("lists", joined, place.at("list")).id, asks);
    return { name, status, ab_test, definition: filled(given) };
  },
  changes: (account, record) => newForm(account, record).changes,
});

/** A popup that asks for an email address and more, and thanks for it. */
function popup(joined: string, asks: readonly string[]): FormDefinition {
  const blocks = [
    { type: "email", properties: { required: true } },
    ...asks.map((property_name) => ({ type: "text", properties: { property_name } })),
    {
      type: "button",
      properties: { label: "Subscribe" },
      action: { type: "next_step", submit: true, properties: { list_id: joined } },
    },
  ];
  const thanks = [{ type: "html_text", properties: { content: "<p>Thank you</p>" } }];
  const stepOf = (within: readonly object[]) => ({ columns: [{ rows: [{ blocks: within }] }] });
  return { versions: [{ steps: [stepOf(blocks), stepOf(thanks)] }] } as FormDefinition;
}
