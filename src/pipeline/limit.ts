import { parameterLimits, tierOfUnknownPaths, tiers, type Windows } from "../contract/tiers.ts";
import { limitedParameters, type Parameters } from "../jsonapi/parameters.ts";
import { Refusal, throttled } from "../jsonapi/refusal.ts";
import type { Limits, Wanted } from "../world/limits/limits.ts";
import { body, query } from "./body.ts";
import type { Admitted } from "./exchange.ts";
import { revision, row } from "./row.ts";
import { type Stage, Way } from "./stage.ts";

type Row = { readonly id: string; readonly limits: Windows };

/** Takes one from the endpoint and one from each parameter limit that counts, or refuses and takes nothing. */
export const limit: Stage<Admitted> = (exchange) => {
  const { account, app, now, clock } = exchange;
  const wanted = [endpointOf(exchange), ...parametersOf(exchange)];
  const limits = account.limiting.of(app);
  const blocked = limits.take(wanted, now, clock);
  if (blocked === undefined) {
    exchange.taken = tightest(limits, wanted);
    return exchange;
  }
  const { name, window, limit: most, retryAfterSeconds } = blocked;
  const full = `${name} lets ${most} pass in its ${window} window`;
  const hint = `${full}: wait ${retryAfterSeconds} s, or start with --rate-limits off or x10`;
  return throttled(retryAfterSeconds, hint);
};

/** What the headers speak of: a parameter with limits of its own rather than the endpoint (recorded.md, 6). */
const tightest = (limits: Limits, wanted: readonly Wanted[]): Wanted =>
  wanted.reduce((tight, each) =>
    limits.limitsOf(each).steady < limits.limitsOf(tight).steady ? each : tight,
  );

/** What the request itself is counted under. @param operation undefined: there is no such path */
export function endpointOf({ operation }: { readonly operation: Row | undefined }): Wanted {
  if (operation === undefined) return { name: "unknown path", windows: tiers[tierOfUnknownPaths] };
  return { name: operation.id, windows: operation.limits };
}

/**
 * The parameter limits of a request that would be answered: another is told what is wrong with it each time. @guess *:
 * A rejected request counts against its endpoint, but not against the limits of its parameters.
 */
function parametersOf(exchange: Admitted): Wanted[] {
  const { operation, parameters } = exchange;
  if (operation === undefined || parameters instanceof Refusal || parameters.size === 0) return [];
  const wanted = byParameters(operation, parameters);
  return wanted.length === 0 || !isSound(exchange) ? [] : wanted;
}

/** What the parameters of a request are counted under that are counted on their own. */
export const byParameters = (operation: Row, parameters: Parameters): Wanted[] =>
  limitedParameters(parameters).map((name) => ({
    name,
    windows: parameterLimits[name] ?? operation.limits,
  }));

const reading = new Way<Admitted, ["revision", "row", "query", "body"]>()
  .through("revision", revision)
  .through("row", row)
  .through("query", query)
  .through("body", body)
  .end();

/** Whether they would let it pass: they are tried on a copy, which nobody sees. */
function isSound(exchange: Admitted): boolean {
  const trial = { ...exchange };
  return reading.every(([, stage]) => stage(trial) === trial);
}
