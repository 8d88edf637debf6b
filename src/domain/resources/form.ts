import { instant, many, one } from "../../contract/members.ts";
import { type RecordOf, resource, unstored } from "../../contract/resource.ts";
import { boolean, literal, nullable, object, string } from "../../contract/shape.ts";
import { formDefinition } from "../forms/definition.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

const path = "/api/forms";
const status = literal("draft", "live");
const given = { write: "create", required: true } as const;
/** In whole seconds, also right after the creation (recorded). */
const dated = {
  created_at: { shape: instant(), from: "created" },
  updated_at: { shape: instant(), from: "updated" },
} as const;

const told = {
  name: { shape: string({ minLength: 1 }), ...given },
  // What is made by the API is a draft.
  status: { shape: status, created: literal("draft"), ...given },
  ab_test: { shape: boolean(), ...given },
  ...dated,
} as const;

/** When there are definitions, and forms can be made. */
export const defined = { since: "2025-10-15" } as const;

const versions = many("form-version", { by: "form.id", listed: true });

/** What visitors of a site are asked by. Facts: forms.md. */
export const form = resource("form", {
  path,
  id: "short",
  attributes: told,
  relationships: { "form-versions": versions },
  kept: { definition: formDefinition },
  natural: ["name"],
  orders: ["id", "name", "created_at", "updated_at"],
  // @guess get_forms: Without `sort`, the oldest form comes first.
  defaultSort: "created_at",
});

export type Form = RecordOf<typeof form>;
export const forms = collectionOf(form, { identified: ["definition"] });

/** A form with its definition in the place of its versions, as the answers about a single one have it. */
export const wholeForm = unstored("whole-form", {
  as: "form",
  path,
  attributes: {
    ...told,
    definition: { shape: formDefinition, created: formDefinition, ...given, ...defined },
  },
  relationships: { "form-versions": { ...versions, until: defined.since } },
});

export const formVersion = resource("form-version", {
  path: "/api/form-versions",
  attributes: {
    form_type: { shape: literal("banner", "embed", "flyout", "full_page", "popup") },
    variation_name: { shape: string(), since: "2026-01-15" },
    ab_test: { shape: nullable(object({ variation_name: string() })) },
    status: { shape: status },
    ...dated,
  },
  relationships: { form: one("form") },
  natural: [["form", "variation_name"]],
  orders: [
    ["form.id", "created_at"],
    ["form.id", "updated_at"],
  ],
  // @guess get_version*_for_form: Without `sort`, the oldest version comes first.
  defaultSort: "created_at",
});

export type FormVersion = RecordOf<typeof formVersion>;
export const formVersions = collectionOf(formVersion);
