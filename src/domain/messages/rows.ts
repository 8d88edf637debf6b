import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { messages } from "./records.ts";
import { type Message, messageChannels } from "./records.ts";

/** All that was sent to a profile, by channel, the oldest first. */
export const messagesTo = (account: Account, profile: string): Message[] =>
  messageChannels.flatMap((channel) => [
    ...account.table(messages).scan(["profile", "channel", "at"], { prefix: [profile, channel] }),
  ]);

const nobody = { profile: null, to: null, subject: null, context: {}, linkValues: {} } as const;

/** What of a person's messages goes with the person. @guess request_profile_deletion: Messages to the profile stay without its name, so that reports add up. */
export const anonymous = (account: Account, profile: string): Change[] =>
  messagesTo(account, profile).map((message) => put(messages, { ...message, ...nobody }));
