import { checkShape } from "../../jsonapi/check.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { TimeZone } from "../time-zone.ts";
import { formStep } from "../grammar/forms.ts";
import { eachPart } from "./definition.ts";
import type { Action, Column, FormDefinition, Part, Step, Version, Block } from "./definition.ts";

/** How many steps a version has at least (forms.md). */
const stepsMin = 2;

/** The submitting actions that name the list which is joined. */
const joining: ReadonlySet<string> = new Set(["close", "next_step", "redirect"]);

export function definitionProblems(
  definition: FormDefinition,
  at: string,
  isList: (id: string) => boolean,
): readonly Problem[] {
  const { versions } = definition;
  if (versions.length === 0) {
    // @guess create_form: A form without a version is a 400.
    return [invalidProblem(`${at}/versions`, "Forms must have at least one version.")];
  }
  const misshapen = versions.flatMap(({ steps }, index) =>
    nestedProblems(steps, `${at}/versions/${index}/steps`),
  );
  if (misshapen.length > 0) return misshapen;
  const found = versions.flatMap((each, index) => versionProblems(each, `${at}/versions/${index}`));
  eachPart(definition, at, (part, place) => {
    found.push(...partProblems(part, place, isList));
    return part;
  });
  return found;
}

/** Steps that lie in other steps are of no shape that is checked before. */
const nestedProblems = (steps: readonly Step[], at: string): Problem[] =>
  steps.flatMap(({ steps: inner }, index) =>
    (inner ?? []).flatMap((each, nth) => {
      const place = `${at}/${index}/steps/${nth}`;
      const problems = checkShape(formStep, each);
      if (problems.length === 0) return nestedProblems([each], `${at}/${index}/steps`);
      return problems.map(({ detail, pointer }) =>
        invalidProblem(place + (pointer === "/" ? "" : pointer), detail),
      );
    }),
  );

function versionProblems({ id, steps, status, type, location }: Version, at: string): Problem[] {
  return [
    ...(id == null ? [] : [given(at)]),
    ...(steps.length < stepsMin
      ? [invalidProblem(at, "Versions must have at least two steps")]
      : []),
    // @guess create_form: A new version must be a draft, as a new form must.
    ...(status === "live" ? [invalidProblem(`${at}/status`, "A new version is a draft.")] : []),
    ...(location != null && type !== "flyout"
      ? [invalidProblem(`${at}/location`, "Only a flyout has a location.")]
      : []),
  ];
}

const given = (at: string): Problem =>
  invalidProblem(`${at}/id`, "The service gives the ids: leave it out.");

const partProblems = (part: Part, at: string, isList: (id: string) => boolean): Problem[] => [
  ...(part.id == null ? [] : [given(at)]),
  ...columnProblems(part, at),
  ...actionProblems(part as Action, at, isList),
  ...timerProblems(part as Block, at),
];

function columnProblems(part: Part, at: string): Problem[] {
  const { rows = [], styles } = part as Column;
  return rows.length > 0 && styles != null
    ? [invalidProblem(`${at}/styles`, "A column with rows has no styles of its own.")]
    : [];
}

/** @guess create_form: The list of an action must exist. */
function actionProblems(
  { type, submit, properties }: Action,
  at: string,
  isList: (id: string) => boolean,
): Problem[] {
  const list = properties?.list_id;
  if (list == null) {
    return submit === true && joining.has(type)
      ? [invalidProblem(`${at}/properties/list_id`, "An action that submits needs a list_id.")]
      : [];
  }
  return isList(list) ? [] : [missingProblem(`${at}/properties/list_id`, "list", list)];
}

function timerProblems({ properties }: Block, at: string): Problem[] {
  const zone = properties?.configuration?.timezone;
  if (zone === undefined || TimeZone.named(zone) !== undefined) return [];
  const detail = "Expected the name of a time zone, such as Europe/Berlin.";
  return [invalidProblem(`${at}/properties/configuration/timezone`, detail)];
}
