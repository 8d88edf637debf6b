import { formatDatetime } from "../jsonapi/time.ts";

/** What a channel's marketing consent can be (behaviour.md, 6). */
export type ConsentState = "SUBSCRIBED" | "UNSUBSCRIBED" | "NEVER_SUBSCRIBED";

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

export type Channel = "email" | "sms";

/** The address that a channel uses. */
export const addressOf = { email: "email", sms: "phone_number" } as const;

/** All that is known of a profile's consent. */
export interface Consent {
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

const never: ChannelConsent = { state: "NEVER_SUBSCRIBED", at: null, method: null };

/** A profile that was never asked. */
export const freshConsent: Consent = {
  email: never,
  sms: never,
  suppression: [],
  listSuppressions: [],
};

/** Whether marketing may be sent: by email unless something speaks against it, by SMS only if asked for. */
export function canReceive({ email, sms, suppression }: Consent, channel: Channel): boolean {
  if (channel === "sms") return sms.state === "SUBSCRIBED";
  return suppression.length === 0 && email.state !== "UNSUBSCRIBED";
}

const time = (ms: number | null) => (ms === null ? null : formatDatetime(ms));

/** The `subscriptions` object of a profile (specification, "subscriptions object"). */
export function subscriptionsOf(consent: Consent) {
  const { email, sms, suppression, listSuppressions } = consent;
  return {
    email: {
      marketing: {
        can_receive_email_marketing: canReceive(consent, "email"),
        consent: email.state,
        consent_timestamp: time(email.at),
        last_updated: time(email.updated ?? email.at),
        method: email.method,
        method_detail: email.method === null ? null : (email.detail ?? ""),
        custom_method_detail: email.detail ?? null,
        double_optin: email.doubleOptIn === undefined ? null : email.doubleOptIn ? "True" : "False",
        suppression: suppression.map(({ reason, at }) => ({ reason, timestamp: time(at) })),
        list_suppressions: listSuppressions.map(({ list, reason, at }) => ({
          list_id: list,
          reason,
          timestamp: time(at),
        })),
      },
    },
    sms: {
      marketing: {
        can_receive_sms_marketing: canReceive(consent, "sms"),
        consent: sms.state,
        consent_timestamp: time(sms.at),
        method: sms.method,
        method_detail: sms.method === null ? null : (sms.detail ?? ""),
        last_updated: time(sms.updated ?? sms.at),
      },
    },
  };
}
