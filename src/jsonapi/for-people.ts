/** A name that was sent where only some are accepted: the nearest of them is suggested. */
export interface Choice {
  /** What it is not, such as `filterable here`. */
  readonly what: string;
  readonly written: string;
  readonly known: readonly string[];
}

/** A record that was asked for, and is not there. */
export interface Missing {
  readonly type: string;
  readonly id: string;
}

/** What a refusal knows for people: any one of these. With none, its problems are all there is to say. */
export interface ForPeople {
  /** The whole text: what is wrong, then what to do. */
  readonly hint?: string | undefined;
  readonly choice?: Choice | undefined;
  readonly missing?: Missing | undefined;
}
