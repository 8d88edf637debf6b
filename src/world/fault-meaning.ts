import { type FaultOutcome, type Meaning, meaningOf } from "./fault-outcome.ts";

/** What an operation does, as far as the meaning of its answers hangs on it. */
interface Row {
  readonly method: string;
  readonly abilities?: { readonly paging: readonly unknown[] };
}

const whyNot = {
  page: ({ method, abilities }) =>
    method === "GET" && abilities.paging.length > 0 ? undefined : "has no pages",
  ignore: whyNothingWritten,
  late: whyNothingWritten,
} as const satisfies Record<Meaning, (row: Required<Row>) => string | undefined>;

function whyNothingWritten({ method }: Row): string | undefined {
  return method === "GET" ? "writes nothing" : undefined;
}

/** Why no answer of an operation can have the meaning that an outcome gives it; undefined: some can. */
export function whyNoMeaning(
  { method, abilities }: Row,
  outcome: FaultOutcome,
): { readonly member: string; readonly text: string } | undefined {
  const member = meaningOf(outcome);
  if (member === undefined) return undefined;
  if (abilities === undefined) return { member, text: "is not about an account's data" };
  const text = whyNot[member]({ method, abilities });
  return text === undefined ? undefined : { member, text };
}
