import type { Shape } from "../../contract/shape.ts";
import { formDefinition as untyped, formStep } from "../grammar/forms.ts";
import { withDefaults } from "../../jsonapi/meant.ts";
import type { Account } from "../../world/account.ts";
import { numericIdInOrder, ulid } from "../../world/ids.ts";

export type Part = { readonly id?: string | null; readonly type?: string };

export interface Action extends Part {
  readonly type: string;
  readonly submit?: boolean;
  readonly properties?: { readonly list_id?: string | null } | null;
}

export interface Block extends Part {
  readonly type: string;
  readonly action?: Action | null;
  readonly properties?: {
    /** Of an input: under what its value goes. */
    readonly property_name?: string;
    readonly required?: boolean | null;
    readonly options?: readonly { readonly value: string }[];
    readonly sms_consent_type?: readonly string[] | null;
    readonly channel_settings?: Readonly<
      Partial<Record<"sms" | "whatsapp", { readonly consent_type?: string | null }>>
    > | null;
    readonly channels?: readonly ("sms" | "whatsapp")[];
    readonly configuration?: { readonly timezone?: string };
  };
}

export interface Column extends Part {
  readonly rows?: readonly (Part & { readonly blocks: readonly Block[] })[];
  readonly styles?: object | null;
}

export interface Step extends Part {
  readonly name?: string | null;
  readonly columns: readonly Column[];
  readonly steps?: readonly Step[] | null;
}

export interface Version {
  readonly id?: number | null;
  readonly name?: string | null;
  readonly status?: "draft" | "live";
  readonly type?: "banner" | "embed" | "flyout" | "full_screen" | "popup";
  readonly location?: string | null;
  readonly ab_test?: boolean;
  readonly steps: readonly Step[];
  readonly triggers?: readonly Part[];
  readonly teasers?: readonly Part[];
  readonly dynamic_button?: Part | null;
}

export type FormDefinition = { readonly versions: readonly Version[] };

export const formDefinition = untyped as Shape<FormDefinition>;

type Make = <P extends Part>(part: P, pointer: string) => P;

/** A definition with something made of each of its parts. */
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

export const stepsOf = ({ steps }: Pick<Version, "steps">): readonly Step[] =>
  steps.flatMap((each) => [each, ...stepsOf({ steps: each.steps ?? [] })]);

export const blocksOf = ({ columns }: Step): readonly Block[] =>
  columns.flatMap(({ rows = [] }) => rows.flatMap(({ blocks }) => blocks));

/** A definition with its defaults (forms.md). */
export function filled(given: FormDefinition): FormDefinition {
  const whole = withDefaults(formDefinition, given) as FormDefinition;
  return {
    versions: whole.versions.map((one) => ({ ...one, steps: one.steps.map(filledStep) })),
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
