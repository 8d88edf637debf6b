import { parameterLimits, tierOfUnknownPaths, tiers } from "../contract/tiers.ts";
import { type LimitedParameter, limitedParameters } from "../jsonapi/parameters.ts";
import { refused, throttled } from "../jsonapi/refusal.ts";
import type { Limits, Wanted } from "../world/limits.ts";
import { appOf } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Takes one from the endpoint and one from each parameter limit, or refuses and takes nothing. */
export const limit: Stage = (exchange) => {
  const { account, credentials, now, clock } = exchange;
  if (account === undefined) return undefined;
  const wanted = [endpointOf(exchange), ...parametersOf(exchange)];
  const limits = account.limitsOf(appOf(credentials));
  const blocked = limits.take(wanted, now, clock);
  if (blocked === undefined) {
    exchange.taken = tightest(limits, wanted);
    return undefined;
  }
  const { name, window, limit: most, retryAfterSeconds } = blocked;
  const hint = `${name} lets ${most} pass in its ${window} window; start with --rate-limits off or x10`;
  return throttled(retryAfterSeconds, hint);
};

/** What the headers speak of: a parameter with limits of its own rather than the endpoint (recorded.md, 6). */
const tightest = (limits: Limits, wanted: readonly Wanted[]): Wanted =>
  wanted.reduce((tight, each) =>
    limits.limitsOf(each).steady < limits.limitsOf(tight).steady ? each : tight,
  );

/** What the request itself is counted under. */
export function endpointOf({ operation }: Exchange): Wanted {
  if (operation === undefined) return { name: "unknown path", windows: tiers[tierOfUnknownPaths] };
  return { name: operation.id, windows: operation.limits };
}

/** Only values that the row knows: others are refused later, and would fill the table of counters. */
function parametersOf({ operation, parameters }: Exchange): Wanted[] {
  if (operation === undefined || refused(parameters)) return [];
  const { include, additionalFields } = operation.abilities;
  const known = ({ parameter, value }: LimitedParameter) =>
    parameter === "include"
      ? include.some(({ name }) => name === value)
      : Object.entries(additionalFields).some(
          ([type, names]) =>
            parameter === `additional-fields[${type}]` && names.some(({ name }) => name === value),
        );
  return limitedParameters(parameters)
    .filter(known)
    .map(({ parameter, value }) => `${parameter}=${value}`)
    .map((name) => ({ name, windows: parameterLimits[name] ?? operation.limits }));
}
