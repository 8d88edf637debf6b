import { boolean, during, list, literal, nullable, object, oneOf } from "../../contract/shape.ts";
import { open, string } from "../../contract/shape.ts";
import { formatDatetime, formatPrecise } from "../../jsonapi/time.ts";
import { canReceive, consentStates, freshConsent, never, suppressionReasons } from "./consent.ts";
import type { Channel, ChannelConsent, Consent, Suppression } from "./consent.ts";

const time = (ms: number | null) => (ms === null ? null : formatDatetime(ms));

/** When consent was last touched: with a fraction of a second, if by a suppression (recorded.md, 2). */
function touched({ email, suppression }: Consent): string | null {
  const at = email.updated ?? email.at;
  const bySuppression = ({ reason, at: since }: Suppression) =>
    reason === "USER_SUPPRESSED" && since === at;
  return at !== null && suppression.some(bySuppression) ? formatPrecise(at) : time(at);
}

/** The `subscriptions` object of a profile (specification, "subscriptions object"). */
export function subscriptionsOf(consent: Consent, phone: string | null) {
  return {
    email: {
      marketing: emailMarketing(consent),
      open_tracking: tracking(consent),
      // Shown, and yet nothing can be said of it.
      click_tracking: tracking(freshConsent),
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
    whatsapp: byPhone(consent, phone),
  };
}

/** Null where nothing was ever said of it (recorded.md, 6). @guess get_profile, get_profiles, get_profiles_for_*: The `whatsapp` subscription is null for a profile without any WhatsApp consent. */
function byPhone(consent: Consent, phone_number: string | null) {
  if (!Object.keys(consent).some((channel) => channel.startsWith("whatsapp."))) return null;
  return {
    marketing: { ...plain(consent, "whatsapp.marketing"), phone_number },
    transactional: { ...plain(consent, "whatsapp.transactional"), phone_number },
    conversational: { ...plain(consent, "whatsapp.conversational"), phone_number },
  };
}

const stamp = nullable(string({ format: "datetime" }));
const text = nullable(string());
const state = literal(...consentStates);

const ofSms = {
  consent: state,
  consent_timestamp: stamp,
  method: text,
  method_detail: text,
  last_updated: stamp,
} as const;

const later = {
  consent: state,
  consent_timestamp: stamp,
  last_updated: stamp,
  created_timestamp: stamp,
  metadata: open(),
  can_receive: boolean(),
  valid_until: stamp,
} as const;

const suppressed = {
  reason: literal(...suppressionReasons),
  timestamp: string({ format: "datetime" }),
} as const;
const byTracking = object({ ...later, metadata: nullable(open()) });
const byWhatsapp = object({ ...later, phone_number: text });

/** What the object looks like, and since when its parts are there (revisions.json). */
export const subscriptionsShape = object({
  email: object({
    marketing: object({
      can_receive_email_marketing: boolean(),
      ...ofSms,
      custom_method_detail: text,
      double_optin: nullable(literal("True", "False")),
      suppression: list(object(suppressed)),
      list_suppressions: list(object({ list_id: string(), ...suppressed })),
    }),
    open_tracking: during(byTracking, { since: "2026-04-15" }),
    click_tracking: during(byTracking, { since: "2026-07-15" }),
  }),
  sms: object({
    marketing: object({ can_receive_sms_marketing: boolean(), ...ofSms }),
    transactional: during(object({ can_receive_sms_transactional: boolean(), ...ofSms }), {
      since: "2024-10-15",
    }),
  }),
  mobile_push: during(
    object({
      marketing: object({
        can_receive_push_marketing: boolean(),
        consent: state,
        consent_timestamp: stamp,
      }),
    }),
    { since: "2024-07-15" },
  ),
  whatsapp: during(
    nullable(
      object({ marketing: byWhatsapp, transactional: byWhatsapp, conversational: byWhatsapp }),
    ),
    { since: "2025-07-15" },
  ),
});

function emailMarketing(consent: Consent) {
  const { email, suppression, listSuppressions } = consent;
  return {
    can_receive_email_marketing: canReceive(consent, "email"),
    consent: email.state,
    consent_timestamp: time(email.at),
    last_updated: touched(consent),
    method: email.method,
    method_detail: email.method === null ? null : (email.detail ?? ""),
    custom_method_detail: email.detail ?? null,
    double_optin: email.doubleOptIn === undefined ? null : email.doubleOptIn ? "True" : "False",
    suppression: suppression.map(({ reason, at }) => ({ reason, timestamp: formatPrecise(at) })),
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

/** The form of later channels. @guess get_profile, get_profiles, get_profiles_for_*: The `created_timestamp` of a consent is when it was last given or withdrawn. */
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

const tracking = (consent: Consent) => ({
  ...plain(consent, "email.open_tracking"),
  metadata: null,
});

/** @guess get_profile, get_profiles, get_profiles_for_*: The channel affinity ranks the channels that may be used, email first. */
export const affinityOf = (consent: Consent): readonly string[] =>
  ranked.flatMap(([name, channel]) => (canReceive(consent, channel) ? [name] : []));

/** Those who are ranked, and since when (revisions.json). */
export const affinityShape = nullable(
  list(
    oneOf(literal("email", "push", "sms"), during(literal("whatsapp"), { since: "2026-04-15" })),
  ),
);

const ranked = [
  ["email", "email"],
  ["sms", "sms"],
  ["push", "push"],
  ["whatsapp", "whatsapp.marketing"],
] as const;
