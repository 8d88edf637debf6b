import { formatDatetime } from "../jsonapi/time.ts";

/** What a channel's marketing consent can be (behaviour.md, 6). */
export type ConsentState = "SUBSCRIBED" | "UNSUBSCRIBED" | "NEVER_SUBSCRIBED";

/** The reasons for which a profile is suppressed, as they are returned (behaviour.md, 6). */
export type SuppressionReason =
  | "HARD_BOUNCE"
  | "INVALID_EMAIL"
  | "SPAM_COMPLAINT"
  | "UNSUBSCRIBE"
  | "USER_SUPPRESSED";

export interface ChannelConsent {
  readonly state: ConsentState;
  /** When consent was given or withdrawn; null: never. */
  readonly at: number | null;
  readonly method: string | null;
}

/** All that is known of a profile's consent. */
export interface Consent {
  readonly email: ChannelConsent;
  readonly sms: ChannelConsent;
  readonly suppression: readonly { readonly reason: SuppressionReason; readonly at: number }[];
}

const never: ChannelConsent = { state: "NEVER_SUBSCRIBED", at: null, method: null };

/** A profile that was never asked. */
export const freshConsent: Consent = { email: never, sms: never, suppression: [] };

const time = (ms: number | null) => (ms === null ? null : formatDatetime(ms));

/** The `subscriptions` object of a profile (specification, "subscriptions object"). */
export function subscriptionsOf({ email, sms, suppression }: Consent) {
  return {
    email: {
      marketing: {
        can_receive_email_marketing: suppression.length === 0 && email.state !== "UNSUBSCRIBED",
        consent: email.state,
        consent_timestamp: time(email.at),
        last_updated: time(email.at),
        method: email.method,
        method_detail: null,
        custom_method_detail: null,
        double_optin: null,
        suppression: suppression.map(({ reason, at }) => ({ reason, timestamp: time(at) })),
        list_suppressions: [],
      },
    },
    sms: {
      marketing: {
        can_receive_sms_marketing: sms.state === "SUBSCRIBED",
        consent: sms.state,
        consent_timestamp: time(sms.at),
        method: sms.method,
        method_detail: null,
        last_updated: time(sms.at),
      },
    },
  };
}
