import type { Account } from "../../world/account.ts";
import type { About } from "../events/system-event.ts";
import { type Message, messageContents } from "./records.ts";

/** @guess send_campaign, *ate_flow: The `Inbox Provider` of a domain is a guess. */
const providers: Readonly<Record<string, string>> = {
  "aol.com": "AOL",
  "gmail.com": "Gmail",
  "googlemail.com": "Gmail",
  "hotmail.com": "Microsoft",
  "icloud.com": "Apple",
  "live.com": "Microsoft",
  "me.com": "Apple",
  "outlook.com": "Microsoft",
  "yahoo.com": "Yahoo",
};

/** What every event of a message says of it (campaigns.md, "What a send writes"). */
export function aboutMessage(message: Message, name: string | undefined): About {
  const { message: of, flow, variation, at, channel, to, groups, seq, subject } = message;
  const sent = Math.floor(at / 1000);
  const domain = channel === "email" ? to?.split("@").at(-1)?.toLowerCase() : undefined;
  return {
    $message: of,
    $event_id: `${of}:${seq}`,
    $_cohort$message_send_cohort: `${sent}:${of}`,
    ...(variation !== null && { $_cohort$variation_send_cohort: `${sent}:${variation}` }),
    ...(flow !== null && { $flow: flow }),
    ...(name !== undefined && { "Campaign Name": name }),
    ...(groups.length > 0 && { $group_ids: groups }),
    ...(subject !== null && { Subject: subject }),
    ...(domain !== undefined && {
      "Email Domain": domain,
      "Inbox Provider": providers[domain] ?? "Other",
      $ESP: 0,
    }),
  };
}

/** The name that a message's events give: its campaign's or flow's message's, as it was when it was sent. */
export const nameOf = (account: Account, { content }: Message): string | undefined =>
  account.table(messageContents).get(content)?.name;
