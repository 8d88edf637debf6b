import { type FaultOutcome, meaningOf } from "./fault-outcome.ts";

/** What an operation does, as far as the meaning of its answers hangs on it. */
interface Row {
  readonly method: string;
  readonly abilities?: { readonly paging: readonly unknown[] };
}

/** Why no answer of an operation can have the meaning that an outcome gives it; undefined: some can. */
export function whyNoMeaning(
  { method, abilities }: Row,
  outcome: FaultOutcome,
): { readonly member: string; readonly text: string } | undefined {
  const member = meaningOf(outcome);
  if (member === undefined) return undefined;
  if (abilities === undefined) return { member, text: "is not about an account's data" };
  const isPaged = method === "GET" && abilities.paging.length > 0;
  return isPaged ? undefined : { member, text: "has no pages" };
}
