import { action, get, list, listing, lookup, pages, range } from "../../contract/rows.ts";
import { relation, remove, type RowOptions, since } from "../../contract/rows.ts";
import { object } from "../../contract/shape.ts";
import { creation } from "../../contract/bodies.ts";
import { defined, form, formVersion, wholeForm } from "../../domain/resources/form.ts";

const from = "2024-07-15";
const reading = { scopes: ["forms:read"], tier: "S", since: from } as const satisfies RowOptions;
const writing = { scopes: ["forms:write"], tier: "S" } as const satisfies RowOptions;
const fields = ["form"];
const byTime = {
  status: ["equals"],
  updated_at: range,
  created_at: range,
} as const;
const inOrder = {
  sort: ["created_at", "updated_at"],
  paging: [pages({ default: 20, max: 100 })],
} as const;

/** A body says what kind of thing it is about by the name that answers have. */
const newForm = object({ data: creation(wholeForm) });

export const operations = [
  list(form, "get_forms", {
    ...reading,
    ...inOrder,
    filter: {
      id: lookup,
      name: listing("any", "contains", "equals"),
      ab_test: ["equals"],
      ...byTime,
    },
    fields,
  }),
  action(wholeForm, "create_form", {
    ...writing,
    ...defined,
    post: form.path,
    fields,
    body: newForm,
    success: 201,
  }),
  action(wholeForm, "get_form", { ...reading, get: `${form.path}/{id}`, fields, success: 200 }),
  remove(form, "delete_form", { ...writing, since: "2025-04-15" }),
  get(formVersion, "get_form_version", {
    ...reading,
    include: [since("2026-04-15", "form")],
    fields: ["form", "form-version"],
  }),
  ...relation(form, "form-versions", ["get_versions_for_form", "get_version_ids_for_form"], {
    ...reading,
    ...inOrder,
    filter: { form_type: lookup, ...byTime },
    fields: ["form-version"],
  }),
  ...relation(formVersion, "form", ["get_form_for_form_version", "get_form_id_for_form_version"], {
    ...reading,
    fields,
  }),
] as const;
