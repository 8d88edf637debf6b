import type { Account } from "../world/account.ts";
import { profileById } from "./profiles/identity.ts";
import type { Channel, Consent } from "./consent/consent.ts";
import type { Conversation, Profile } from "./resources/profile.ts";

/** The channels of conversations. @guess get_conversation*_for_profile: Any SMS or WhatsApp consent begins a conversation of that channel. */
const channels: readonly (readonly [Conversation["channel"], readonly Channel[]])[] = [
  ["sms", ["sms", "sms.transactional"]],
  ["whatsapp", ["whatsapp.marketing", "whatsapp.transactional", "whatsapp.conversational"]],
];

/** The conversations of a profile. @guess get_conversation*_for_profile: A conversation has the same id as long as the profile exists, even after unsubscribing. */
export const conversationsOf = ({ id, seq, phone_number, consent }: Profile): Conversation[] =>
  channels
    .filter(([, consents]) => phone_number !== null && hasConsented(consent, consents))
    .map(([channel]) => ({ id: idOf(id, channel), seq, channel, profile: id }));

const hasConsented = (consent: Consent, named: readonly Channel[]): boolean =>
  named.some((name) => (consent[name]?.at ?? null) !== null);

/** The conversation with an id, its profile, and the consents of which any allows to write in it. */
export function findConversation(account: Account, id: string) {
  const [of = ""] = Buffer.from(id, "base64url").toString().split(".");
  const profile = profileById(account, of);
  const found = profile && conversationsOf(profile).find((each) => each.id === id);
  if (profile === undefined || found === undefined) return undefined;
  const consents = channels.find(([channel]) => channel === found.channel)?.[1] ?? [];
  return { conversation: found, profile, consents };
}

/** Who reads it knows the profile and the channel. @guess get_conversation*_for_profile: The form of a conversation's id is a guess. */
const idOf = (profile: string, channel: string): string =>
  Buffer.from(`${profile}.${channel}`).toString("base64url");
