/** What an operation does, as far as it hangs on it whether a fault makes sense there. */
export interface Row {
  readonly method: string;
  readonly scopes?: readonly (readonly string[])[];
  /** Undefined: it is not about what an account has. */
  readonly abilities?: { readonly paging: readonly unknown[] };
  readonly unlimited?: true;
  /** The type whose record or records it is about. */
  readonly resource?: string;
}

/** Whether an operation only reads. Some queries are sent by POST: their scopes tell. */
export function isReading({ method, scopes = [] }: Pick<Row, "method" | "scopes">): boolean {
  const all = scopes.flat();
  return method === "GET" || (all.length > 0 && all.every((scope) => scope.endsWith(":read")));
}

/** Why answers of a row cannot mean something else. @param why asked of rows that are about what an account has */
export const ofData =
  (why: (row: Row & Required<Pick<Row, "abilities">>) => string | undefined) =>
  (row: Row | undefined): string | undefined => {
    if (row === undefined) return undefined;
    const { abilities } = row;
    return abilities === undefined ? "is not about an account's data" : why({ ...row, abilities });
  };

export const whyNothingWritten = ofData((row) => (isReading(row) ? "writes nothing" : undefined));
