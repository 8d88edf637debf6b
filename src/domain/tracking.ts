import type { Account } from "../world/account.ts";

const dynamic = (value: string) => ({ type: "dynamic", value });
const both = (value: { type: string; value: string }) => ({ flow: value, campaign: value });

/** How an account tracks links before anybody changes it (recorded.md, 6). @guess: the static text */
export const firstTracking = (account: Account) => ({
  id: account.id,
  seq: account.nextSeq(),
  auto_add_parameters: false,
  utm_source: both({ type: "static", value: "email" }),
  utm_medium: both(dynamic("message_type")),
  utm_campaign: null,
  utm_id: null,
  utm_term: null,
  custom_parameters: [],
});
