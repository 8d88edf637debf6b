import { formActs } from "../../domain/forms/records.ts";
import type { FormAct } from "../../domain/forms/records.ts";
import { type Form, forms } from "../../domain/resources/form.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import { type ReportCondition, meets } from "./filter.ts";
import {
  countVisit,
  noVisits,
  type Submitting,
  submittingOf,
  type Visits,
} from "./form-statistics.ts";
import type { Frame } from "./frame.ts";

/** Of which version of which form acts are. */
type VersionOf = Pick<FormAct, "form" | "version">;

/** What acts have under each name by which reports of forms tell them apart. */
const reads = {
  form_id: ({ form }) => form,
  form_version_id: ({ version }) => version,
} as const satisfies Readonly<Record<string, (of: VersionOf) => string>>;

export type FormName = keyof typeof reads;
export const formNames = Object.keys(reads) as readonly FormName[];

/** Acts that are alike in all names that are asked for. */
export interface FormGroup {
  readonly groupings: Readonly<Record<string, string>>;
  /** What was done, by the part of the timeframe in which it was. */
  readonly parts: (Visits | undefined)[];
}

/** What all acts of a version have alike. */
interface Kind {
  /** Undefined: they are not asked for. */
  readonly group: FormGroup | undefined;
  readonly submitting: Submitting;
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
    const groupings = Object.fromEntries(by.map((name) => [name, reads[name](of)]));
    const key = JSON.stringify(groupings);
    const group = groups.get(key) ?? { groupings, parts: [] };
    groups.set(key, group);
    return group;
  };
  const isMeant = (of: VersionOf) =>
    conditions.every((asked) => meets(asked, [reads[asked.name as FormName](of)]));
  const counting = ({ id: form, definition: { versions } }: Form) => {
    const kinds = new Map<string, Kind>();
    const kindOf = (version: string): Kind => {
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
