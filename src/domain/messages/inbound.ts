import { put } from "../../world/store/store.ts";
import type { Account } from "../../world/account.ts";
import { profiles } from "../resources/profile.ts";
import type { Channel } from "../consent/consent.ts";
import { acted } from "../consent/acts.ts";
import type { findConversation } from "../conversations.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { changed } from "../consent/subscribe.ts";

/** @guess create_conversation_message: A message of `stop`, `stopall`, `cancel`, `end`, `quit` or `unsubscribe` alone unsubscribes. */
const leaving: ReadonlySet<string> = new Set([
  "cancel",
  "end",
  "quit",
  "stop",
  "stopall",
  "unsubscribe",
]);

/** What somebody writes in a conversation is recorded; a word such as STOP unsubscribes from all that it is about. */
export function write(
  account: Account,
  { conversation, profile, consents }: NonNullable<ReturnType<typeof findConversation>>,
  text: string,
  now: number,
): void {
  const about = { "Message Body": text, Conversation: conversation.id };
  const done: Done[] = [{ act: "write text", profile: profile.id, about }];
  let { consent } = profile;
  const given = consents.filter((each: Channel) => consent[each]?.state === "SUBSCRIBED");
  if (leaving.has(text.trim().toLowerCase())) {
    for (const channel of given) {
      consent = acted(consent, "unsubscribe", channel, { at: now });
      const act = `unsubscribe ${channel}` as const;
      done.push({ act, profile: profile.id, about: { Method: "Message" } });
    }
  }
  const changes = [put(profiles, changed(profile, consent, now))];
  account.commit(recorded(account, changes, done, now));
}
