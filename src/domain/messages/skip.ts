import type { Account } from "../../world/account.ts";
import { type Done, recorded } from "../objects/acts.ts";
import type { SkipReason } from "./eligible.ts";

/** @guess send_campaign, *ate_flow: `Skipped Send` is written for smart sending only. */
const words: Readonly<Partial<Record<string, string>>> = {
  "smart-sending": "Smart Sending",
} satisfies Partial<Record<SkipReason, string>>;

/** A campaign's or flow's message that some people are not sent. */
interface Unsent {
  readonly message: string;
  readonly flow?: string;
  /** Of the campaign, or of the flow's message. */
  readonly name: string;
}

/** Somebody who is not sent a message, by the id of the profile, and why. */
export interface Skipped {
  readonly profile: string;
  readonly reason: string;
}

/** Records that people were not sent a message, as far as the service tells. */
export function skip(
  account: Account,
  { message, flow, name }: Unsent,
  skipped: readonly Skipped[],
  now: number,
): void {
  const done = skipped.flatMap(({ profile, reason }): Done[] => {
    const why = words[reason];
    if (why === undefined) return [];
    const about = { $message: message, $flow: flow, "Campaign Name": name, "Skip Reason": why };
    return [{ act: "skip send", profile, about }];
  });
  if (done.length > 0) account.commit(recorded(account, [], done, now));
}
