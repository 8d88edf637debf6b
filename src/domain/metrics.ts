import type { Account } from "../world/account.ts";
import { shortId } from "../world/ids.ts";
import { metrics } from "./collections.ts";
import type { Integration, Metric } from "./records.ts";

/** The integration of metrics that were born from an event of the API (behaviour.md, 9). */
export function apiIntegration(account: Account): Integration {
  // Drawn from a copy, since there is one such integration in an account.
  const id = shortId(account.dice("integration").clone());
  return { object: "integration", id, key: "api", name: "API", category: "API" };
}

/** The oldest metric of this name. */
export const findMetric = (account: Account, name: string): Metric | undefined =>
  account.table(metrics).find(["name"], [name]);

/** A metric that is not there yet. */
export function newMetric(
  account: Account,
  name: string,
  now: number,
  integration = apiIntegration(account),
): Metric {
  const id = shortId(account.dice("metric"));
  return { id, seq: account.nextSeq(), name, created: now, updated: now, integration };
}
