import { profiles } from "../../domain/resources/profile.ts";
import { type SkipReason, whyNot } from "../../domain/messages/eligible.ts";
import type { Account } from "../../world/account.ts";
import type { WhichMessage } from "../types.ts";

const words: Readonly<Record<SkipReason, string>> = {
  "no-address": "has no address for it",
  "no-consent": "has not consented, or has unsubscribed",
  suppressed: "is suppressed",
  "left-list": "left the list",
  "smart-sending": "was sent another a short time ago",
};

/** Why nobody sends a message to the address that is expected, as far as its person is the reason; one line for each. */
export function whyUnsent(accounts: readonly Account[], { to, channel }: WhichMessage): string[] {
  if (to === undefined) return [];
  const wanted = to.toLowerCase();
  const by = channel ?? (to.includes("@") ? "email" : "sms");
  return accounts.flatMap((account) => {
    const profile = [...account.table(profiles).all()].find(
      ({ email, phone_number }) => email?.toLowerCase() === wanted || phone_number === to,
    );
    if (profile === undefined) return [];
    const now = account.clock.now();
    const why = whyNot(account, profile, { channel: by, smartSending: false }, now);
    return why === undefined ? [] : [`${to} cannot be sent ${by} now: the profile ${words[why]}`];
  });
}
