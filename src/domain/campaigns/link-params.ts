import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { type TrackingSetting, trackingSetting } from "../resources/tracking-setting.ts";

/** A parameter of links: always the same, or one of what is known when a message is sent. */
export interface TrackingParam {
  readonly name: string;
  readonly type: "dynamic" | "static";
  readonly value: string;
}

/** By their names, the parameters that every account may have. */
const usual = ["utm_source", "utm_medium", "utm_campaign", "utm_id", "utm_term"] as const;

/** What an account adds to the links of its campaigns or flows, where they say nothing of their own. */
export function paramsOfAccount(account: Account, of: "campaign" | "flow"): TrackingParam[] {
  const setting = account.table(collectionOf(trackingSetting)).get(account.id);
  if (setting === undefined) return [];
  const named: readonly (readonly [string, Values | null])[] = [
    ...usual.map((name) => [name, setting[name]] as const),
    ...(setting.custom_parameters ?? []).map((each) => [each.name, each] as const),
  ];
  return named.flatMap(([name, values]) => {
    const value = values?.[of];
    return value == null ? [] : [{ name, ...value }];
  });
}

type Values = NonNullable<TrackingSetting["utm_source"]>;
