/** What a channel's marketing consent can be (behaviour.md, 6). */
export const consentStates = ["SUBSCRIBED", "UNSUBSCRIBED", "NEVER_SUBSCRIBED"] as const;
export type ConsentState = (typeof consentStates)[number];

/** The reasons for which a profile is suppressed, as they are returned (behaviour.md, 6). */
export const suppressionReasons = [
  "HARD_BOUNCE",
  "INVALID_EMAIL",
  "SPAM_COMPLAINT",
  "UNSUBSCRIBE",
  "USER_SUPPRESSED",
] as const;

export type SuppressionReason = (typeof suppressionReasons)[number];

/** The specification's own words for some of them, which filters understand too. */
export const reasonAliases: Readonly<Record<string, SuppressionReason>> = {
  BOUNCE: "HARD_BOUNCE",
  SPAM_REPORT: "SPAM_COMPLAINT",
  USER_INITIATED: "USER_SUPPRESSED",
};

/** The names of the two lists in a profile, as filters have them. */
export const suppressionField = "subscriptions.email.marketing.suppression";
export const listSuppressionField = "subscriptions.email.marketing.list_suppressions";

export interface ChannelConsent {
  readonly state: ConsentState;
  /** When consent was given or withdrawn; null: never. */
  readonly at: number | null;
  /** When this was written down, if that was later. */
  readonly updated?: number;
  readonly method: string | null;
  /** Where it came from, in the words of whoever asked for it. */
  readonly detail?: string | null;
  /** Whether it was confirmed by a click. */
  readonly doubleOptIn?: boolean;
}

/**
 * What consent is given to: a medium and a purpose, by the names that they have in `subscriptions`,
 * with the address that it is for. A device needs none.
 */
export const channels = {
  email: { place: ["email", "marketing"], address: "email" },
  sms: { place: ["sms", "marketing"], address: "phone_number" },
  "email.open_tracking": { place: ["email", "open_tracking"], address: "email" },
  "sms.transactional": { place: ["sms", "transactional"], address: "phone_number" },
  "whatsapp.marketing": { place: ["whatsapp", "marketing"], address: "phone_number" },
  "whatsapp.transactional": { place: ["whatsapp", "transactional"], address: "phone_number" },
  "whatsapp.conversational": { place: ["whatsapp", "conversational"], address: "phone_number" },
  push: { place: ["push", "marketing"], address: null },
} as const satisfies Record<string, { place: readonly [string, string]; address: string | null }>;

export type Channel = keyof typeof channels;
export const channelNames = Object.keys(channels) as readonly Channel[];

/** Whether it needs SMS to be set up on the account. */
export const needsSms = (channel: Channel): boolean => channels[channel].place[0] === "sms";

/** All that is known of a profile's consent; of a channel that is not there, nothing was ever said. */
export interface Consent extends Readonly<Partial<Record<Channel, ChannelConsent>>> {
  readonly email: ChannelConsent;
  readonly sms: ChannelConsent;
  readonly suppression: readonly Suppression[];
  /** Of the lists that it was unsubscribed from. */
  readonly listSuppressions: readonly (Suppression & { readonly list: string })[];
}

/** Why something is not sent, and since when. */
export interface Suppression {
  readonly reason: SuppressionReason;
  readonly at: number;
}

export const never: ChannelConsent = { state: "NEVER_SUBSCRIBED", at: null, method: null };

/** A profile that was never asked. */
export const freshConsent: Consent = {
  email: never,
  sms: never,
  suppression: [],
  listSuppressions: [],
};

/**
 * Whether something may be sent: by email unless something speaks against it, by any other way only if it was asked
 * for. @guess get_profile, get_profiles, get_profiles_for_*: Opens are tracked unless the profile withdrew it.
 */
export function canReceive(consent: Consent, channel: Channel): boolean {
  const { state } = consent[channel] ?? never;
  if (channel === "email") return consent.suppression.length === 0 && state !== "UNSUBSCRIBED";
  return channel === "email.open_tracking" ? state !== "UNSUBSCRIBED" : state === "SUBSCRIBED";
}
