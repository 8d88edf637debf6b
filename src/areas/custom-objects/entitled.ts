import { type Refusal, single } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";

/** Why an account may not have objects of its own (recorded.md, 1). */
export function notEntitled({ settings }: Account): Refusal | undefined {
  if (settings.customObjects !== false) return undefined;
  const detail = "Custom objects are not available for this account.";
  return single(
    403,
    { code: "forbidden", title: "Forbidden.", detail, pointer: "/data" },
    { hint: "custom objects are turned off: set custom_objects to true in the account's fixture" },
  );
}
