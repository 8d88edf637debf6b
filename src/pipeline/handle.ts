import { run } from "../verbs/run.ts";
import type { Read } from "./exchange.ts";
import { isMeant, meaning } from "./meaning.ts";
import type { Answer, Stage } from "./stage.ts";

/** Does what was asked, on the account's data: it always answers. */
export const handle: Stage<Read, never> = (exchange) => {
  const loading = exchange.api.loads.get(exchange.operation.id)?.();
  return loading === undefined ? done(exchange) : loading.then(() => done(exchange));
};

function done(exchange: Read): Answer | Promise<Answer> {
  const { account, api, match, query, revision, now, body, world } = exchange;
  const { row: operation, params } = match;
  const call = { account, api, operation, params, query, revision, now, body };
  const { quirks } = world.settings;
  if (!isMeant(exchange)) return run(call, quirks);
  return meaning(exchange, call, (asked) => run(asked, quirks));
}
