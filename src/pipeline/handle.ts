import { run } from "../verbs/run.ts";
import type { Stage } from "./stage.ts";

/** Does what was asked, on the account's data. */
export const handle: Stage = (exchange) => {
  const { account, api, match, query, revision, now, body } = exchange;
  if (match.kind !== "row" || !account || !query || !revision) {
    throw new Error("a request came to its handler without passing every stage");
  }
  const { row: operation, params } = match;
  return run({ account, api, operation, params, query, revision, now, body });
};
