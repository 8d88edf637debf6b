import { submittingIn } from "../../domain/forms/consents.ts";
import type { Version } from "../../domain/forms/definition.ts";
import type { FormAct, FormActKind } from "../../domain/forms/records.ts";
import { stepsOf } from "../../domain/forms/whole.ts";

/** How often visitors did something, and which of them did. */
interface Tally {
  times: number;
  readonly visitors: Set<string>;
}

/** What visitors did with some versions of forms, in one span of time. A submit is one of a step. */
export interface Visits extends Readonly<Record<FormActKind, Tally>> {
  /** How often the whole was submitted. */
  submits: number;
}

const tally = (): Tally => ({ times: 0, visitors: new Set() });

export const noVisits = (): Visits => ({
  view: tally(),
  "view step": tally(),
  submit: tally(),
  close: tally(),
  submits: 0,
});

/** What it takes to submit a version. */
export interface Submitting {
  /** How many of its steps submit. */
  readonly steps: number;
  /** The first of them, counted from 1 on; 0: none does. */
  readonly first: number;
}

/** Read once for all acts of a version, which never changes. */
export function submittingOf(version: Version | undefined): Submitting {
  const steps = version === undefined ? [] : stepsOf(version);
  const submits = steps.map((step) => submittingIn([step]).length > 0);
  return { steps: submits.filter(Boolean).length, first: submits.indexOf(true) + 1 };
}

/**
 * Counts an act among others. @guess query_form_*: A form of several steps is submitted with the first step that
 * submits, and a submission without a step submits all.
 */
export function countVisit(of: Visits, act: FormAct, submitting: Submitting): void {
  const { kind, step, visitor } = act;
  const submits = kind === "submit";
  of[kind].times += submits && step === null ? submitting.steps : 1;
  of[kind].visitors.add(visitor);
  if (submits && (step === null || step === submitting.first)) of.submits += 1;
}

/**
 * What each statistic is: what keeps others from a form is the page's. @guess query_form_*: What each statistic counts
 * is a guess. Each profile that sees a form qualifies for it.
 */
const statistics = {
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

export type FormStatistic = keyof typeof statistics;
export const formStatistics = Object.keys(statistics) as readonly FormStatistic[];

const nothing = noVisits();

/** A statistic of a span in which visitors did something, or nothing. */
export const formStatistic = (name: FormStatistic, of: Visits | undefined): number =>
  statistics[name](of ?? nothing);
