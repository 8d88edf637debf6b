import { forms } from "../domain/resources/form.ts";
import { definitionProblems } from "../domain/forms/check.ts";
import { type FormDefinition, formDefinition } from "../domain/forms/definition.ts";
import { newForm, published } from "../domain/forms/make.ts";
import { filled } from "../domain/forms/whole.ts";
import type { Account } from "../world/account.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { definitionAt } from "./fixture/definition.ts";
import { among, Named, type Streams } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type { FormPlan, ListPlan } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { instantOf } from "./fixture/times.ts";

/**
 * The forms of an account, in the order of the files.
 *
 * @throws FixtureError for a list that is not there, a name that is there twice, and what is no definition
 */
export function formsOf(
  draft: AccountDraft,
  lists: Named<ListPlan>,
  ids: PlannedIds,
  streams: Streams,
): readonly FormPlan[] {
  const found = new Named<FormPlan>("form");
  for (const { item, place } of itemsOf(draft, "forms")) {
    const { name, status = "draft", ab_test = false } = item;
    const plan = {
      ...ids.dated(item, "group", place, streams("form")),
      name,
      status,
      ab_test,
      definition: filled(definitionOf(item, lists, place)),
    };
    found.add(plan, place);
  }
  return found.plans;
}

interface Written {
  readonly list?: string;
  readonly asks?: readonly string[];
  readonly definition?: object;
}

function definitionOf(
  { list, asks = [], definition }: Written,
  lists: Named<ListPlan>,
  place: Place,
): FormDefinition {
  if ((list === undefined) === (definition === undefined))
    throw place.error("expected either a list or a definition");
  if (list === undefined) {
    const problemsOf = (given: FormDefinition) => definitionProblems(given, "", among(lists.plans));
    return definitionAt(formDefinition, definition, problemsOf, place.at("definition"));
  }
  return popup(lists.of(list, place.at("list")).id, asks);
}

/** A popup that asks for an email address and more, and thanks for it. */
function popup(list: string, asks: readonly string[]): FormDefinition {
  const blocks = [
    { type: "email", properties: { required: true } },
    ...asks.map((property_name) => ({ type: "text", properties: { property_name } })),
    {
      type: "button",
      properties: { label: "Subscribe" },
      action: { type: "next_step", submit: true, properties: { list_id: list } },
    },
  ];
  const thanks = [{ type: "html_text", properties: { content: "<p>Thank you</p>" } }];
  const stepOf = (within: readonly object[]) => ({ columns: [{ rows: [{ blocks: within }] }] });
  return { versions: [{ steps: [stepOf(blocks), stepOf(thanks)] }] } as FormDefinition;
}

/** Puts forms into an account: what is there already stays as it is. */
export function plantForms(account: Account, plans: readonly FormPlan[], planted: number): void {
  for (const { status, ...plan } of plans) {
    if (account.table(forms).get(plan.id) !== undefined) continue;
    const created = instantOf(plan.created, planted);
    const { record, changes } = newForm(account, { ...plan, created });
    account.commit(changes);
    account.commit(published(account, record, status, created));
  }
}
