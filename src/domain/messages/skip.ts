import type { Account } from "../../world/account.ts";
import { type Done, recorded } from "../record-acts.ts";
import type { SkipReason } from "./eligible.ts";
import type { Sent } from "./send.ts";

/** What the service calls why it skips somebody. @guess: the words, and that of all others it says nothing */
const words: Readonly<Partial<Record<SkipReason, string>>> = { "smart-sending": "Smart Sending" };

/** Records that people were not sent a message, as far as the service tells: for the campaign's or flow's own send. */
export function skip(
  account: Account,
  { message, flow, content: { name } }: Sent,
  skipped: readonly { readonly profile: string; readonly reason: SkipReason }[],
  now: number,
): void {
  const done = skipped.flatMap(({ profile, reason }): Done[] => {
    const why = words[reason];
    if (why === undefined) return [];
    const about = { $message: message, $flow: flow, "Campaign Name": name, "Skip Reason": why };
    return [{ act: "skip send", profile, about }];
  });
  account.commit(recorded(account, [], done, now));
}
