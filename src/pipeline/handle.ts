import { run } from "../verbs/run.ts";
import type { Read } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Does what was asked, on the account's data: it always answers. */
export const handle: Stage<Read, never> = (exchange) => {
  const { account, api, match, query, revision, now, body, world } = exchange;
  const { row: operation, params } = match;
  const call = { account, api, operation, params, query, revision, now, body };
  return run(call, world.settings.quirks);
};
