import { since } from "../../contract/row-options.ts";
import { action, get, list, relations, remove } from "../../contract/rows.ts";
import { object } from "../../contract/shape.ts";
import { creation } from "../../contract/bodies.ts";
import { defined, form, formVersion, wholeForm } from "../../domain/resources/form.ts";

/** A body says what kind of thing it is about by the name that answers have. */
const newForm = object({ data: creation(wholeForm) });

export const operations = [
  list(form, "get_forms"),
  action(wholeForm, "create_form", {
    ...defined,
    body: newForm,
  }),
  action(wholeForm, "get_form"),
  remove(form, "delete_form"),
  get(formVersion, "get_form_version", { include: [since("2026-04-15", "form")] }),
  ...relations(form, ["form-versions"]),
  ...relations(formVersion, ["form"]),
] as const;
