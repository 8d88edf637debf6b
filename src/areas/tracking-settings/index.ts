import { type TrackingSetting, trackingSetting } from "../../domain/resources/account.ts";
import type { ApiArea } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { put } from "../../world/store/store.ts";
import { rows } from "../../contract/rows.ts";

const dynamic = <const V extends string>(value: V) => ({ type: "dynamic", value }) as const;
const both = <V>(value: V) => ({ flow: value, campaign: value });

/** How an account tracks links before anybody changes it (recorded.md, 6). @guess get_tracking_setting*: The static source of a new account is a guess. */
const first = (account: Account): TrackingSetting => ({
  id: account.id,
  seq: account.nextSeq(),
  auto_add_parameters: false,
  utm_source: both({ type: "static", value: "email" } as const),
  utm_medium: both(dynamic("message_type")),
  utm_campaign: null,
  utm_id: null,
  utm_term: null,
  custom_parameters: [],
});

export const trackingSettingsArea: ApiArea = {
  name: "tracking-settings",
  resources: [trackingSetting],
  operations: rows(trackingSetting, ["list", "get", "update"]),
  begins: (account) => [put(collectionOf(trackingSetting), first(account))],
};
