import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { isLinkSource, type LinkParam } from "../messages/records.ts";
import { type TrackingSetting, trackingSetting } from "../resources/account.ts";

/** A parameter of links: always the same, or one of what is known when a message is sent. */
export interface TrackingParam {
  readonly name: string;
  readonly type: "dynamic" | "static";
  readonly value: string;
}

const usual = ["utm_source", "utm_medium", "utm_campaign", "utm_id", "utm_term"] as const;

interface Asked {
  /** Whether they are added. @guess send_campaign, *ate_flow: Where the account adds tracking parameters automatically, a message cannot turn it off. */
  readonly adds: boolean;
  /** Its own; none: the account's. */
  readonly own: readonly TrackingParam[];
}

function paramsFor(account: Account, of: "campaign" | "flow", { adds, own }: Asked) {
  const setting = account.table(collectionOf(trackingSetting)).get(account.id);
  if (!adds && !setting?.auto_add_parameters) return [];
  if (own.length > 0 || setting === undefined) return own;
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

/** What is added to links: a name that is not of the recipient or the link is one that is known when it is sent. */
export const linkParamsFor = (
  account: Account,
  of: "campaign" | "flow",
  asked: Asked,
  known: Readonly<Record<string, string>>,
): LinkParam[] =>
  paramsFor(account, of, asked).map(({ name, type, value }) => {
    if (type === "static") return { name, value };
    return isLinkSource(value) ? { name, of: value } : { name, value: known[value] ?? "" };
  });
