import { run } from "../verbs/run.ts";
import type { Stage } from "./stage.ts";

/** Does what was asked, on the account's data. */
export const handle: Stage = (exchange) => {
  const { account, api, match, query, revision, now, body, world } = exchange;
  if (match.kind !== "row" || !account || !query || !revision) {
    throw new Error("a request came to its handler without passing every stage");
  }
  const { row: operation, params } = match;
  const call = { account, api, operation, params, query, revision, now, body };
  return run(call, world.settings.quirks);
};
