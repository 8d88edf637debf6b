/** What visitors do with a form. */
export type FormActKind = "view" | "view step" | "submit" | "close";

/** One time that somebody did something with a form: they count whether or not it is known who it was. */
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
  readonly at: number;
}
