import type { Shape } from "../../contract/shape.ts";
import { formDefinition as untyped } from "../grammar/forms.ts";

/** Part of a definition that the service gives an id: a step, a column, a row, a block, an action, and others. */
export interface Part {
  readonly id?: string | null;
  readonly type?: string;
}

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

interface Row extends Part {
  readonly blocks: readonly Block[];
}

export interface Column extends Part {
  readonly rows?: readonly Row[];
  readonly styles?: object | null;
}

export interface Step extends Part {
  readonly name?: string | null;
  readonly columns: readonly Column[];
  readonly steps?: readonly Step[] | null;
}

/** A form as it looks to one part of those who see it. */
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

export interface FormDefinition {
  readonly versions: readonly Version[];
}

/** What a form is made of, in each of its versions. */
export const formDefinition = untyped as Shape<FormDefinition>;
