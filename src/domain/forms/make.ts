import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { formVersions, forms, type Form, type FormVersion } from "../resources/form.ts";
import { type FormDefinition, type Version, identified } from "./definition.ts";

export interface NewForm {
  readonly id: string;
  readonly name: string;
  readonly ab_test: boolean;
  readonly definition: FormDefinition;
  readonly created: number;
  readonly status?: Form["status"];
}

export function newForm(
  account: Account,
  { definition: given, created, status = "draft", ...said }: NewForm,
): { readonly record: Form; readonly changes: readonly Change[] } {
  const stamps = { created, updated: created } as const;
  const draft = identified(account, given, created);
  const definition = status === "draft" ? draft : standing(draft, status);
  const seq = account.nextSeq();
  const record: Form = { ...said, seq, status, definition, ...stamps };
  const versions = definition.versions.map((each, index): FormVersion => {
    const variation_name = each.name ?? `V${index + 1}`;
    return {
      id: String(each.id),
      seq: account.nextSeq(),
      form: said.id,
      form_type: typeOf(each),
      variation_name,
      // @guess get_form_version, get_version*_for_form: The `ab_test` of a version has the version's own name.
      ab_test: each.ab_test ? { variation_name } : null,
      status,
      ...stamps,
    };
  });
  const made = versions.map((version) => put(formVersions, version));
  return { record, changes: [put(forms, record), ...made] };
}

/** A definition has another word for one of the kinds. */
const typeOf = ({ type = "popup" }: Version): FormVersion["form_type"] =>
  type === "full_screen" ? "full_page" : type;

const versionsOf = (account: Account, form: string): readonly FormVersion[] => [
  ...account.table(formVersions).scan(["form.id", "created_at"], { prefix: [form] }),
];

const standing = ({ versions }: FormDefinition, status: Form["status"]): FormDefinition => ({
  versions: versions.map((each) => ({ ...each, status })),
});

/** Publishes a form with all of its versions, or takes it back. @guess get_form, get_forms: Publishing a form changes its `updated_at`. */
export function published(account: Account, form: Form, status: Form["status"], now: number) {
  if (form.status === status) return [];
  const definition = standing(form.definition, status);
  const versions = versionsOf(account, form.id).map((each) => ({ ...each, status, updated: now }));
  return [
    put(forms, { ...form, status, definition, updated: now }),
    ...versions.map((each) => put(formVersions, each)),
  ];
}
