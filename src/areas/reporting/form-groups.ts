import { formActs, forms } from "../../domain/collections.ts";
import type { FormAct } from "../../domain/forms/records.ts";
import type { Form } from "../../domain/resources/form.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/slices.ts";
import { type Asked, meets } from "./filter.ts";
import {
  countVisit,
  noVisits,
  type Submitting,
  submittingOf,
  type Visits,
} from "./form-statistics.ts";
import type { Frame } from "./frame.ts";

/** What an act has under each name by which reports of forms tell acts apart. */
const reads = {
  form_id: ({ form }) => form,
  form_version_id: ({ version }) => version,
} as const satisfies Readonly<Record<string, (act: FormAct) => string>>;

export type FormName = keyof typeof reads;
export const formNames = Object.keys(reads) as readonly FormName[];

/** Acts that are alike in all names that are asked for. */
export interface FormGroup {
  readonly groupings: Readonly<Record<string, string>>;
  /** What was done, by the part of the timeframe in which it was. */
  readonly parts: (Visits | undefined)[];
}

/** What visitors did with each form in a span of time, the oldest form first: each act counts when it took place. */
export function* formGroups(
  account: Account,
  by: readonly FormName[],
  conditions: readonly Asked[],
  { span, starts }: Frame,
): Slices<FormGroup[]> {
  const groups = new Map<string, FormGroup>();
  const groupOf = (act: FormAct): FormGroup => {
    const groupings = Object.fromEntries(by.map((name) => [name, reads[name](act)]));
    const key = JSON.stringify(groupings);
    const group = groups.get(key) ?? { groupings, parts: [] };
    groups.set(key, group);
    return group;
  };
  const isMeant = (act: FormAct) =>
    conditions.every((asked) => meets(asked, [reads[asked.name as FormName](act)]));
  const counting = (form: Form) => {
    const submitting = new Map<string, Submitting>(
      form.definition.versions.map((each) => [String(each.id), submittingOf(each)]),
    );
    let part = 0;
    return (act: FormAct): void => {
      while (act.at >= (starts[part + 1] ?? Infinity)) part += 1;
      if (!isMeant(act)) return;
      const visits = (groupOf(act).parts[part] ??= noVisits());
      countVisit(visits, act, submitting.get(act.version) ?? submittingOf(undefined));
    };
  };
  const within = {
    low: { value: span.from, inclusive: true },
    high: { value: span.to, inclusive: false },
  };
  const visits = [...account.table(forms).scan(["created_at"])].map((form) =>
    account.table(formActs).visit(["form", "at"], { prefix: [form.id], ...within }, counting(form)),
  );
  for (const visit of visits) yield* visit;
  return [...groups.values()];
}
