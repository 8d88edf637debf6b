import { collection } from "../../world/store/store.ts";

export type FormActKind = "view" | "view step" | "submit" | "close";

/** What somebody did with a form, whether or not it is known who it was. */
export interface FormAct {
  readonly id: string;
  readonly seq: number;
  readonly form: string;
  readonly version: string;
  readonly kind: FormActKind;
  /** Counts the steps of the version, from 1 on; null: it is about no single one. */
  readonly step: number | null;
  /** Null: nobody knows, or not any more. */
  readonly profile: string | null;
  /** The first act of the same visitor with the form. Of whom nobody ever knew, each act is of another. */
  readonly visitor: string;
  readonly at: number;
}

export const formActs = collection<FormAct>("form-act", {
  instants: ["at"],
  keys: { form: ({ form }) => form, at: ({ at }) => at, profile: ({ profile }) => profile },
  indexes: [["form", "at"], ["profile"]],
  person: { index: ["profile"], property: "profile", erased: "cleared" },
  internal: true,
});
