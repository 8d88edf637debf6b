import type { Attribute } from "../contract/resource.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import { canReceive, type Channel, type ChannelConsent, type Consent, never } from "./consent.ts";

const time = (ms: number | null) => (ms === null ? null : formatDatetime(ms));

/** The `subscriptions` object of a profile (specification, "subscriptions object"). */
export function subscriptionsOf(consent: Consent, phone: string | null) {
  return {
    email: {
      marketing: emailMarketing(consent),
      open_tracking: plain(consent, "email.open_tracking"),
    },
    sms: {
      marketing: { can_receive_sms_marketing: canReceive(consent, "sms"), ...bySms(consent.sms) },
      transactional: {
        can_receive_sms_transactional: canReceive(consent, "sms.transactional"),
        ...bySms(consent["sms.transactional"]),
      },
    },
    mobile_push: {
      marketing: {
        can_receive_push_marketing: canReceive(consent, "push"),
        consent: (consent.push ?? never).state,
        consent_timestamp: time((consent.push ?? never).at),
      },
    },
    whatsapp: {
      marketing: { ...plain(consent, "whatsapp.marketing"), phone_number: phone },
      transactional: { ...plain(consent, "whatsapp.transactional"), phone_number: phone },
      conversational: { ...plain(consent, "whatsapp.conversational"), phone_number: phone },
    },
  };
}

/** Since when its parts are there (revisions.json). */
export const subscriptionParts: NonNullable<Attribute["parts"]> = {
  mobile_push: { since: "2024-07-15" },
  "sms.transactional": { since: "2024-10-15" },
  whatsapp: { since: "2025-07-15" },
  "email.open_tracking": { since: "2026-04-15" },
};

function emailMarketing(consent: Consent) {
  const { email, suppression, listSuppressions } = consent;
  return {
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
  };
}

const bySms = ({ state, at, method, detail, updated }: ChannelConsent = never) => ({
  consent: state,
  consent_timestamp: time(at),
  method,
  method_detail: method === null ? null : (detail ?? ""),
  last_updated: time(updated ?? at),
});

/** The form of the channels that came later. @guess: created is when it was last given or withdrawn */
function plain(consent: Consent, channel: Channel) {
  const { state, at, updated } = consent[channel] ?? never;
  return {
    consent: state,
    consent_timestamp: time(at),
    last_updated: time(updated ?? at),
    created_timestamp: time(updated ?? at),
    metadata: {},
    can_receive: canReceive(consent, channel),
    valid_until: null,
  };
}

/** The ways to reach somebody, the likeliest first. @guess: those that may be used, email before all */
export const affinityOf = (consent: Consent): readonly string[] =>
  ranked.flatMap(([name, channel]) => (canReceive(consent, channel) ? [name] : []));

const ranked = [
  ["email", "email"],
  ["sms", "sms"],
  ["push", "push"],
  ["whatsapp", "whatsapp.marketing"],
] as const;
