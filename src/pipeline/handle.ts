import { vendorNames } from "../contract/vendor-names.ts";
import { run, runInTurns } from "../verbs/run.ts";
import type { Read } from "./exchange.ts";
import { isMeant, meaning } from "./meaning.ts";
import { header } from "./incoming.ts";
import type { Answer, Stage } from "./stage.ts";

/** Does what was asked, on the account's data: it always answers. */
export const handle: Stage<Read, never> = (exchange) => {
  const loading = exchange.api.loads.get(exchange.operation.id)?.();
  return loading === undefined ? done(exchange) : loading.then(() => done(exchange));
};

function done(exchange: Read): Answer | Promise<Answer> {
  const { account, api, match, query, revision, now, body, world, incoming } = exchange;
  const { row: operation, params } = match;
  const names = vendorNames(world.settings.vendorName);
  const said = operation.header && header(incoming, names[operation.header]);
  const call = { account, api, operation, params, query, revision, now, body, header: said };
  const { quirks } = world.settings;
  if (!isMeant(exchange)) return runInTurns(call, () => world.clock.realNow(), quirks);
  return meaning(exchange, call, (asked) => run(asked, quirks));
}
