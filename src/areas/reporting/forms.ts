import type { Infer } from "../../contract/shape.ts";
import { invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import type { Invocation } from "../../verbs/invocation.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { FormQuery, formSeriesQuery, formValuesQuery } from "./body.ts";
import { type Filterable, readFilter } from "./filter.ts";
import { formGroups, type FormName, formNames } from "./form-groups.ts";
import { formStatistic } from "./form-statistics.ts";
import { frameOf, isProblem } from "./frame.ts";
import type { ReportInterval } from "./interval.ts";
import { reported, valuesOf } from "./reported.ts";

const filterable: Readonly<Record<string, Filterable>> = Object.fromEntries(
  formNames.map((name) => [name, { operators: ["equals", "any"] }]),
);

/** What visitors did with each form in a timeframe. */
export const queryFormValues = (
  call: Invocation & { readonly body: Infer<typeof formValuesQuery> },
): Slices<Outcome> => formReport(call, call.body.data.attributes);

/** The same in each hour, day, week or month of it. */
export const queryFormSeries = (
  call: Invocation & { readonly body: Infer<typeof formSeriesQuery> },
): Slices<Outcome> => formReport(call, call.body.data.attributes);

/** The names of a report that asks for none. @guess query_form_*: Without `group_by`, a report groups by form. */
const standard: readonly FormName[] = ["form_id"];

/** A form with which nobody did anything is not in it. */
function* formReport(
  call: Invocation,
  asked: FormQuery & { readonly interval?: ReportInterval },
): Slices<Outcome> {
  const { account, revision } = call;
  const by = [...new Set(asked.group_by ?? standard)];
  const frame = frameOf(call, asked);
  const conditions = readFilter(asked.filter, filterable, revision);
  const problems = [frame, conditions].filter(isProblem);
  if (by.includes("form_version_id") && !by.includes("form_id")) {
    const detail = "Expected form_id beside form_version_id among the names to group by.";
    problems.push(invalidProblem("/data/attributes/group_by", detail));
  }
  if (isProblem(frame) || isProblem(conditions) || problems.length > 0) {
    return invalidBody(problems);
  }
  const groups = yield* formGroups(account, by, conditions, frame);
  const results = groups.map(({ groupings, parts }) => ({
    groupings,
    statistics: valuesOf(asked, frame, (name, part) => formStatistic(name, parts[part])),
  }));
  return reported(account, asked, frame, results);
}
