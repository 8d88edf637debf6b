import { since } from "../../contract/row-options.ts";
import { action, get, list, relations, remove } from "../../contract/rows.ts";
import { object } from "../../contract/shape.ts";
import { creation } from "../../contract/bodies.ts";
import { type Form, defined, form, formVersion, wholeForm } from "../../domain/resources/form.ts";
import { formVersions, forms } from "../../domain/resources/form.ts";
import { formActs } from "../../domain/forms/records.ts";
import { lists } from "../../domain/resources/groups.ts";
import { definitionProblems } from "../../domain/forms/check.ts";
import { newForm } from "../../domain/forms/make.ts";
import { filled } from "../../domain/forms/definition.ts";
import { invalidBody, noSuchRecord } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior, Keeping } from "../../verbs/invocation.ts";
import { theNew, theOne } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";

const operations = [
  list(form, "get_forms"),
  action(wholeForm, "create_form", { ...defined, body: object({ data: creation(wholeForm) }) }),
  action(wholeForm, "get_form"),
  remove(form, "delete_form"),
  get(formVersion, "get_form_version", { include: [since("2026-04-15", "form")] }),
  ...relations(form, ["form-versions"]),
  ...relations(formVersion, ["form"]),
] as const;

const behavior: AreaBehavior<typeof operations> = {
  create_form({ account, now, body }) {
    const { name, ab_test, definition: given } = body.data.attributes;
    const isList = (id: string) => account.table(lists).get(id) !== undefined;
    const problems = definitionProblems(given, "/data/attributes/definition", isList);
    if (problems.length > 0) return invalidBody(problems);
    const id = freshId(account, form, now);
    const definition = filled(given);
    const { record, changes } = newForm(account, { id, name, ab_test, definition, created: now });
    account.commit(changes);
    return theNew(record);
  },
  get_form({ account, params: [id = ""] }) {
    const found = account.table(forms).get(id);
    return found === undefined ? noSuchRecord(form.type, id) : theOne(found);
  },
};

/** Its versions go with it. @guess delete_form: What visitors did with the form is deleted, too. */
const keeping: Keeping<Form> = {
  parts: [
    [formVersions, ["form.id", "created_at"]],
    [formActs, ["form", "at"]],
  ],
};

export const formsArea: ApiArea = {
  name: "forms",
  resources: [form, wholeForm, formVersion],
  operations,
  behavior,
  bindings: { form: { keeping } },
};
