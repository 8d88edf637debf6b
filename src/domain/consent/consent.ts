import { words } from "../../contract/words.ts";

/** What a channel's marketing consent can be (behaviour.md, 6). */
export const consentStates = ["SUBSCRIBED", "UNSUBSCRIBED", "NEVER_SUBSCRIBED"] as const;
export type ConsentState = (typeof consentStates)[number];

/** The reasons for which a profile is suppressed, as they are returned (behaviour.md, 6). */
export const suppressionReasons = words(
  "HARD_BOUNCE INVALID_EMAIL SPAM_COMPLAINT UNSUBSCRIBE USER_SUPPRESSED",
);

export type SuppressionReason = (typeof suppressionReasons)[number];

/** The specification's own words for some of them, which filters understand too. */
export const reasonAliases: Readonly<Record<string, SuppressionReason>> = {
  BOUNCE: "HARD_BOUNCE",
  SPAM_REPORT: "SPAM_COMPLAINT",
  USER_INITIATED: "USER_SUPPRESSED",
};

export const suppressionField = "subscriptions.email.marketing.suppression";
export const listSuppressionField = "subscriptions.email.marketing.list_suppressions";

export interface ChannelConsent {
  readonly state: ConsentState;
  /** When consent was given or withdrawn; null: never. */
  readonly at: number | null;
  /** When this was written down, if that was later. */
  readonly updated?: number;
  readonly method: string | null;
  readonly detail?: string | null;
  readonly doubleOptIn?: boolean;
}

/** What consent is given to: a medium and a purpose, as in `subscriptions`, and the address that it is for. */
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

export const needsSms = (channel: Channel): boolean => channels[channel].place[0] === "sms";

/** Of a channel that is not there, nothing was ever said. */
export interface Consent extends Readonly<Partial<Record<Channel, ChannelConsent>>> {
  readonly email: ChannelConsent;
  readonly sms: ChannelConsent;
  readonly suppression: readonly Suppression[];
  readonly listSuppressions: readonly (Suppression & { readonly list: string })[];
}

export type Suppression = { readonly reason: SuppressionReason; readonly at: number };

export const never: ChannelConsent = { state: "NEVER_SUBSCRIBED", at: null, method: null };

export const freshConsent: Consent = {
  email: never,
  sms: never,
  suppression: [],
  listSuppressions: [],
};

/** Whether something may be sent: by email unless forbidden, else if allowed. @guess get_profile, get_profiles, get_profiles_for_*: Opens are tracked unless the profile withdrew it. */
export function canReceive(consent: Consent, channel: Channel): boolean {
  const { state } = consent[channel] ?? never;
  if (channel === "email") return consent.suppression.length === 0 && state !== "UNSUBSCRIBED";
  return channel === "email.open_tracking" ? state !== "UNSUBSCRIBED" : state === "SUBSCRIBED";
}

interface Effect {
  readonly becomes?: ConsentState;
  readonly adds?: SuppressionReason;
  readonly takesBack?: readonly SuppressionReason[];
}

/** What comes of acts on email (behaviour.md, 6), which alone is ever suppressed. */
const onEmail: Readonly<Record<ConsentAct, Effect>> = {
  // Who asks again wants to hear again; an address that does not work still does not.
  subscribe: {
    becomes: "SUBSCRIBED",
    takesBack: ["UNSUBSCRIBE", "SPAM_COMPLAINT", "USER_SUPPRESSED"],
  },
  unsubscribe: { becomes: "UNSUBSCRIBED", adds: "UNSUBSCRIBE" },
  suppress: { adds: "USER_SUPPRESSED" },
  unsuppress: { takesBack: ["USER_SUPPRESSED"] },
};

const elsewhere: Readonly<Record<ConsentAct, Effect>> = {
  subscribe: { becomes: "SUBSCRIBED" },
  unsubscribe: { becomes: "UNSUBSCRIBED" },
  suppress: {},
  unsuppress: {},
};

export const consentActs = ["subscribe", "unsubscribe", "suppress", "unsuppress"] as const;
export type ConsentAct = (typeof consentActs)[number];

export type How = Pick<ChannelConsent, "detail" | "doubleOptIn" | "updated"> & {
  readonly at: number;
  readonly method?: string;
};

/** The consent after an act. The same object, if the act changes nothing. */
export function acted(consent: Consent, act: ConsentAct, channel: Channel, how: How): Consent {
  const effects = channel === "email" ? onEmail : elsewhere;
  const { becomes, adds, takesBack = [] } = effects[act];
  const kept = consent.suppression.filter(({ reason }) => !takesBack.includes(reason));
  const has = adds === undefined || kept.some(({ reason }) => reason === adds);
  const suppression: readonly Suppression[] = has ? kept : [...kept, { reason: adds, at: how.at }];
  const same = has && kept.length === consent.suppression.length;
  if (becomes === undefined) {
    // What is not changed is touched all the same (recorded.md, 2).
    const touched = { ...(consent[channel] ?? never), updated: how.at };
    return same ? consent : { ...consent, [channel]: touched, suppression };
  }
  const { method = (consent[channel] ?? never).method, ...rest } = how;
  return { ...consent, [channel]: { state: becomes, method, ...rest }, suppression };
}

/** The consent of somebody whose address does not work, or who complains. The same object, if that was known. */
export function suppressedFor(consent: Consent, reason: SuppressionReason, at: number): Consent {
  if (consent.suppression.some((each) => each.reason === reason)) return consent;
  return { ...consent, suppression: [...consent.suppression, { reason, at }] };
}

/** Whether an act did more than say again what was so on a channel. */
export const alters = (before: Consent, after: Consent, channel: Channel): boolean =>
  (before[channel] ?? never).state !== (after[channel] ?? never).state ||
  before.suppression.length !== after.suppression.length;

/** @guess bulk_unsubscribe_profiles: Leaving a list adds a list suppression, and the consent stays. */
export function leftList(consent: Consent, list: string, at: number): Consent {
  const left = { list, reason: "UNSUBSCRIBE", at } as const;
  return { ...consent, listSuppressions: [...withoutList(consent, list), left] };
}

export function rejoinedList(consent: Consent, list: string): Consent {
  const listSuppressions = withoutList(consent, list);
  const same = listSuppressions.length === consent.listSuppressions.length;
  return same ? consent : { ...consent, listSuppressions };
}

const withoutList = ({ listSuppressions }: Consent, list: string) =>
  listSuppressions.filter((each) => each.list !== list);
