import { vendorNames } from "../contract/vendor-names.ts";
import { run, runInTurns } from "../verbs/run.ts";
import type { Downloaded } from "../world/time/processing.ts";
import { rejectedByQuirk } from "./account-quirks.ts";
import type { Read } from "./exchange.ts";
import { isMeant, meaning } from "./meaning.ts";
import { header } from "./incoming.ts";
import type { Answer, Stage } from "./stage.ts";

/** Does what was asked, on the account's data: it always answers. */
export const handle: Stage<Read, never> = (exchange) => {
  const { account, api, operation, body, now, world } = exchange;
  const rejected = world.settings.accountQuirks && rejectedByQuirk(exchange);
  if (rejected !== undefined) return rejected;
  const loading = api.loads.get(operation.id)?.(account, now);
  if (loading !== undefined) return loading.then(() => done(exchange));
  const wanted = api.downloads.get(operation.id);
  const url = wanted?.urlIn(body as never);
  if (wanted === undefined || url === undefined) return done(exchange);
  const { download } = account.processing.rules;
  return download(url, wanted.bytesMax).then((downloaded) => done(exchange, downloaded));
};

function done(exchange: Read, downloaded?: Downloaded): Answer | Promise<Answer> {
  const { account, api, match, query, revision, now, body, world, incoming } = exchange;
  const { row: operation, params } = match;
  const { busy } = account.longWork;
  if (busy !== undefined && operation.method !== "GET")
    return busy.then(() => done(exchange, downloaded));
  const names = vendorNames(world.settings.vendorName);
  const said = operation.header && header(incoming, names[operation.header]);
  const asked = { operation, params, query, revision, now, body, header: said };
  const call = { account, api, ...asked, downloaded };
  const { quirks } = world.settings;
  if (!isMeant(exchange)) return runInTurns(call, () => world.clock.realNow(), quirks);
  return meaning(exchange, call, (each) => run(each, quirks));
}
