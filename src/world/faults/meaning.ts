import { type FaultOutcome, type Meaning, meaningOf } from "./outcome.ts";

/** What an operation does, as far as the meaning of its answers hangs on it. */
interface Row {
  readonly method: string;
  readonly scopes?: readonly (readonly string[])[];
  readonly abilities?: { readonly paging: readonly unknown[] };
}

type Reading = Row & Required<Pick<Row, "abilities">>;

const whyNot = {
  page: ({ method, abilities }) =>
    method === "GET" && abilities.paging.length > 0 ? undefined : "has no pages",
  ignore: whyNothingWritten,
  late: whyNothingWritten,
  stale: (row) => (isReading(row) ? undefined : "reads nothing"),
} as const satisfies Record<Meaning, (row: Reading) => string | undefined>;

function whyNothingWritten(row: Row): string | undefined {
  return isReading(row) ? "writes nothing" : undefined;
}

/** Whether an operation only reads. Some queries are sent by POST: their scopes tell. */
export function isReading({ method, scopes = [] }: Pick<Row, "method" | "scopes">): boolean {
  const all = scopes.flat();
  return method === "GET" || (all.length > 0 && all.every((scope) => scope.endsWith(":read")));
}

/** Why no answer of an operation can have the meaning that an outcome gives it; undefined: some can. */
export function whyNoMeaning(
  row: Row,
  outcome: FaultOutcome,
): { readonly member: string; readonly text: string } | undefined {
  const member = meaningOf(outcome);
  if (member === undefined) return undefined;
  const { abilities } = row;
  if (abilities === undefined) return { member, text: "is not about an account's data" };
  const text = whyNot[member]({ ...row, abilities });
  return text === undefined ? undefined : { member, text };
}
