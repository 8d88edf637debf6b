import { withDefaults } from "../../jsonapi/meant.ts";
import type { Account } from "../../world/account.ts";
import { numericIdInOrder, ulid } from "../../world/ids.ts";
import { formStep } from "../grammar/forms.ts";
import { formDefinition } from "./definition.ts";
import type { Block, FormDefinition, Part, Step, Version } from "./definition.ts";

/** What is made of each part that has an id, given where it lies. */
type Make = <P extends Part>(part: P, pointer: string) => P;

/** A definition with something made of each of its parts. @param at where it lies itself */
export const eachPart = ({ versions }: FormDefinition, at: string, make: Make): FormDefinition => ({
  versions: versions.map((version, index) => ofVersion(version, `${at}/versions/${index}`, make)),
});

function ofVersion(version: Version, at: string, make: Make): Version {
  const { triggers, teasers, dynamic_button: button } = version;
  return {
    ...version,
    steps: version.steps.map((each, index) => ofStep(each, `${at}/steps/${index}`, make)),
    ...(triggers && { triggers: ofAll(triggers, `${at}/triggers`, make) }),
    ...(teasers && { teasers: ofAll(teasers, `${at}/teasers`, make) }),
    ...(button && { dynamic_button: make(button, `${at}/dynamic_button`) }),
  };
}

const ofAll = <P extends Part>(parts: readonly P[], at: string, make: Make): readonly P[] =>
  parts.map((part, index) => make(part, `${at}/${index}`));

function ofStep(given: Step, at: string, make: Make): Step {
  const { columns, steps, ...own } = make(given, at);
  return {
    ...own,
    columns: ofAll(columns, `${at}/columns`, make).map(({ rows, ...column }, index) => {
      const place = `${at}/columns/${index}/rows`;
      if (rows === undefined) return column;
      const made = ofAll(rows, place, make).map((row, nth) => ({
        ...row,
        blocks: row.blocks.map((block, last) =>
          ofBlock(block, `${place}/${nth}/blocks/${last}`, make),
        ),
      }));
      return { ...column, rows: made };
    }),
    ...(steps && { steps: steps.map((each, index) => ofStep(each, `${at}/steps/${index}`, make)) }),
  };
}

function ofBlock(given: Block, at: string, make: Make): Block {
  const { action, ...block } = make(given, at);
  return { ...block, ...(action && { action: make(action, `${at}/action`) }) };
}

/** The steps of a version in the order in which they are shown, with those that lie in others. */
export const stepsOf = ({ steps }: Pick<Version, "steps">): readonly Step[] =>
  steps.flatMap((each) => [each, ...stepsOf({ steps: each.steps ?? [] })]);

/** What a step is made of. */
export const blocksOf = ({ columns }: Step): readonly Block[] =>
  columns.flatMap(({ rows = [] }) => rows.flatMap(({ blocks }) => blocks));

/** A definition with all that it does not say, as far as there are defaults (forms.md). */
export function filled(given: FormDefinition): FormDefinition {
  const whole = withDefaults(formDefinition, given) as FormDefinition;
  return {
    versions: whole.versions.map((each) => ({ ...each, steps: each.steps.map(filledStep) })),
  };
}

const filledStep = ({ steps, ...own }: Step): Step => ({
  ...own,
  ...(steps !== undefined && {
    steps: steps && steps.map((each) => filledStep(withDefaults(formStep, each) as Step)),
  }),
});

/** A definition with ids of its own in all of its parts (forms.md). */
export function identified(account: Account, given: FormDefinition, now: number): FormDefinition {
  const fresh = () => ulid(account.dice("form part"), account.idInstant(now));
  const { versions } = eachPart(given, "", (part) => ({ ...part, id: fresh() }));
  return {
    versions: versions.map((version) => ({
      ...version,
      id: Number(numericIdInOrder(account.dice("form version"), account.nextSeq())),
    })),
  };
}
