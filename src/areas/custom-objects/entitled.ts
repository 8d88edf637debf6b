import { type Refusal, single } from "../../jsonapi/refusal.ts";
import { settingsOf } from "../../domain/settings.ts";
import type { Account } from "../../world/account.ts";

/** Why an account may not have objects of its own (recorded.md, 1). */
export function notEntitled(account: Account): Refusal | undefined {
  if (settingsOf(account).customObjects) return undefined;
  return single("forbidden", "Custom objects are not available for this account.", {
    pointer: "/data",
    hint:
      "custom objects are turned off: set custom_objects to true in the account's fixture, " +
      'or PATCH /_emulator/settings with { "customObjects": true }',
  });
}
