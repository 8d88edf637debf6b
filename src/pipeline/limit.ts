import { parameterLimits, tierOfUnknownPaths, tiers } from "../contract/tiers.ts";
import { type LimitedParameter, limitedParameters } from "../jsonapi/parameters.ts";
import { refused, throttled } from "../jsonapi/refusal.ts";
import type { Wanted } from "../world/limits.ts";
import { appOf } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Takes one from the endpoint and one from each parameter limit, or refuses and takes nothing. */
export const limit: Stage = (exchange) => {
  const { account, credentials, now, clock } = exchange;
  if (account === undefined) return undefined;
  const endpoint = endpointOf(exchange);
  const limits = account.limitsOf(appOf(credentials));
  const blocked = limits.take([endpoint, ...parametersOf(exchange)], now, clock);
  if (blocked === undefined) {
    exchange.endpoint = endpoint;
    return undefined;
  }
  const { name, window, limit: most, retryAfterSeconds } = blocked;
  const hint = `${name} lets ${most} pass in its ${window} window; start with --rate-limits off or x10`;
  return throttled(retryAfterSeconds, hint);
};

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
