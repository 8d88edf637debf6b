import { submittingIn } from "../../domain/forms/submit.ts";
import { type Version, stepsOf } from "../../domain/forms/definition.ts";
import { type FormAct, formActs } from "../../domain/forms/records.ts";
import { type Form, forms } from "../../domain/resources/form.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type ReportCondition, meets } from "./filter.ts";
import { type Frame, within } from "./frame.ts";

const tally = () => ({ times: 0, visitors: new Set<string>() });

/** What visitors did with some versions of forms, in one span of time. A submit is one of a step. */
type Visits = ReturnType<typeof noVisits>;

export const noVisits = () => ({
  view: tally(),
  "view step": tally(),
  submit: tally(),
  close: tally(),
  submits: 0,
});

type Submitting = ReturnType<typeof submittingOf>;

/** How many steps of a version submit, and which is the first of them, from 1 on; 0: none does. */
function submittingOf(version: Version | undefined) {
  const steps = version === undefined ? [] : stepsOf(version);
  const submits = steps.map((step) => submittingIn([step]).length > 0);
  return { steps: submits.filter(Boolean).length, first: submits.indexOf(true) + 1 };
}

/** Counts an act among others. */
// @guess query_form_*: A form of several steps is submitted with the first step that submits, and a submission without a step submits all.
function countVisit(of: Visits, act: FormAct, submitting: Submitting): void {
  const { kind, step, visitor } = act;
  const submits = kind === "submit";
  of[kind].times += submits && step === null ? submitting.steps : 1;
  of[kind].visitors.add(visitor);
  if (submits && (step === null || step === submitting.first)) of.submits += 1;
}

/** What each statistic is: what keeps others from a form is the page's. */
// @guess query_form_*: What each statistic counts is a guess. Each profile that sees a form qualifies for it.
export const formStatistics = {
  closed_form: ({ close }) => close.times,
  closed_form_uniques: ({ close }) => close.visitors.size,
  qualified_form: ({ view }) => view.times,
  qualified_form_uniques: ({ view }) => view.visitors.size,
  submit_rate: ({ submits, view }) => (view.times === 0 ? 0 : submits / view.times),
  submits: ({ submits }) => submits,
  submitted_form_step: ({ submit }) => submit.times,
  submitted_form_step_uniques: ({ submit }) => submit.visitors.size,
  viewed_form: ({ view }) => view.times,
  viewed_form_step: (of) => of["view step"].times,
  viewed_form_step_uniques: (of) => of["view step"].visitors.size,
  viewed_form_uniques: ({ view }) => view.visitors.size,
} as const satisfies Readonly<Record<string, (of: Visits) => number>>;

type VersionOf = Pick<FormAct, "form" | "version">;

/** What acts have under each name by which reports of forms tell them apart. */
export const formNames = { form_id: "form", form_version_id: "version" } as const;

type FormName = keyof typeof formNames;

export interface FormGroup {
  readonly groupings: Readonly<Record<string, string>>;
  /** What was done, by the part of the timeframe in which it was. */
  readonly parts: (Visits | undefined)[];
}

/** What visitors did with each form in a span of time, the oldest form first: each act counts when it took place. */
export function* formGroups(
  account: Account,
  by: readonly FormName[],
  conditions: readonly ReportCondition[],
  { span, starts }: Frame,
): Slices<FormGroup[]> {
  const groups = new Map<string, FormGroup>();
  const groupOf = (of: VersionOf): FormGroup => {
    const groupings = Object.fromEntries(by.map((name) => [name, of[formNames[name]]]));
    const key = JSON.stringify(groupings);
    const group = groups.get(key) ?? { groupings, parts: [] };
    groups.set(key, group);
    return group;
  };
  const isMeant = (of: VersionOf) =>
    conditions.every((asked) => meets(asked, [of[formNames[asked.name as FormName]]]));
  const counting = ({ id: form, definition: { versions } }: Form) => {
    // What all acts of a version have alike. Without a group, they are not asked for.
    const kinds = new Map<
      string,
      { readonly group?: FormGroup | undefined; readonly submitting: Submitting }
    >();
    const kindOf = (version: string) => {
      const of = { form, version };
      const submitting = submittingOf(versions.find(({ id }) => String(id) === version));
      return { group: isMeant(of) ? groupOf(of) : undefined, submitting };
    };
    let part = 0;
    return (act: FormAct): void => {
      while (act.at >= (starts[part + 1] ?? Infinity)) part += 1;
      const kind = kinds.get(act.version) ?? kindOf(act.version);
      kinds.set(act.version, kind);
      if (kind.group === undefined) return;
      countVisit((kind.group.parts[part] ??= noVisits()), act, kind.submitting);
    };
  };
  const visits = [...account.table(forms).scan(["created_at"])].map((form) => {
    const range = { prefix: [form.id], ...within(span) };
    return account.table(formActs).visit(["form", "at"], range, counting(form));
  });
  for (const visit of visits) yield* visit;
  return [...groups.values()];
}
