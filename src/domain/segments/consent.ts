import { canReceive, type Channel, type ChannelConsent, never } from "../consent/consent.ts";
import { always, type Holding, meetsDate, type Moment } from "../filters/date.ts";
import { type ValueFilter, meets } from "../filters/value.ts";
import type { Profile } from "../resources/profile.ts";
import type { ConditionOf } from "../grammar/segments.ts";

/** @guess *ate_segment: Of several filters of a consent condition, all must hold. */
interface ConsentFilter {
  readonly field: string;
  readonly method?: string;
  readonly filter?: ValueFilter | null;
}

/** What is asked, in earlier versions with less. */
interface ConsentWanted {
  readonly channel: "email" | "sms" | "push";
  readonly can_receive_marketing?: boolean;
  readonly consent_status?: {
    readonly subscription: keyof typeof states | "any";
    readonly filters?: readonly ConsentFilter[] | null;
  };
}

const states = {
  subscribed: "SUBSCRIBED",
  unsubscribed: "UNSUBSCRIBED",
  never_subscribed: "NEVER_SUBSCRIBED",
} as const;

export function ofConsent(
  { consent }: ConditionOf<"profile-marketing-consent">,
  profile: Profile,
  moment: Moment,
): Holding {
  const asked: ConsentWanted = consent;
  const { channel, can_receive_marketing: receives, consent_status: status } = asked;
  const { state } = profile.consent[channel] ?? never;
  const wanted = status?.subscription ?? "any";
  if (receives !== undefined && receives !== canReceive(profile.consent, channel)) {
    return always(false);
  }
  if (wanted !== "any" && state !== states[wanted]) return always(false);
  return all(status?.filters ?? [], (filter) => ofFilter(filter, profile, channel, moment));
}

/** @guess *ate_segment: A profile without WhatsApp consent is not implicitly reachable. */
const reachable: Readonly<Record<string, readonly ChannelConsent["state"][]>> = {
  explicitly_reachable: ["SUBSCRIBED"],
  implicitly_reachable: [],
  implicitly_or_explicitly_reachable: ["SUBSCRIBED"],
  explicitly_unreachable: ["UNSUBSCRIBED"],
  implicitly_unreachable: ["NEVER_SUBSCRIBED"],
  implicitly_or_explicitly_unreachable: ["UNSUBSCRIBED", "NEVER_SUBSCRIBED"],
};

const permissionChannels = {
  whatsapp_marketing: "whatsapp.marketing",
  whatsapp_transactional: "whatsapp.transactional",
} as const;

export function ofPermissions(
  { channel: name, permission }: ConditionOf<"profile-permissions">,
  profile: Profile,
  moment: Moment,
): Holding {
  const channel = permissionChannels[name];
  const { state } = profile.consent[channel] ?? never;
  if (!reachable[permission.reachable_status]?.includes(state)) return always(false);
  const filters: readonly ConsentFilter[] = "filters" in permission ? permission.filters : [];
  return all(filters, (filter) => ofFilter(filter, profile, channel, moment));
}

function all<T>(items: readonly T[], holding: (item: T) => Holding): Holding {
  const found = items.map(holding);
  return {
    holds: found.every(({ holds }) => holds),
    next: Math.min(Infinity, ...found.map(({ next }) => next)),
  };
}

const suppressions = {
  bounce_date: "HARD_BOUNCE",
  manual_suppression_date: "USER_SUPPRESSED",
  invalid_email_date: "INVALID_EMAIL",
} as const;

function ofFilter(asked: ConsentFilter, profile: Profile, channel: Channel, moment: Moment) {
  const { field, filter } = asked;
  const consent = profile.consent[channel] ?? never;
  switch (field) {
    case "is_double_opt_in":
      return valueMeets(filter, consent.doubleOptIn ?? false, moment);
    case "is_rcs_capable":
      // @guess *ate_segment: No phone is RCS-capable.
      return valueMeets(filter, false, moment);
    case "custom_source":
      return valueMeets(filter, consent.detail, moment);
    case "status_date":
    case "effective_date":
      return dateMeets(filter, consent.at, moment);
    case "recorded_date":
      return dateMeets(filter, consent.updated ?? consent.at, moment);
    case "method":
    case "subscribe_method":
      return always(ofMethod(asked, consent, moment));
    default: {
      const reason = suppressions[field as keyof typeof suppressions];
      const at = profile.consent.suppression.find((each) => each.reason === reason)?.at;
      return dateMeets(filter, at ?? null, moment);
    }
  }
}

const valueMeets = (filter: ConsentFilter["filter"], value: unknown, moment: Moment): Holding =>
  filter == null ? always(true) : meets(filter, value, moment);

function dateMeets(filter: ConsentFilter["filter"], at: number | null, moment: Moment): Holding {
  if (at === null || filter == null) return always(false);
  return filter.type === "date" ? meetsDate(filter, { at }, moment) : always(true);
}

/** Whether a consent has a method. @guess *ate_segment: A filter on a consent method looks at its detail: the form, the list, the source or the integration's name. */
function ofMethod({ method, filter }: ConsentFilter, consent: ChannelConsent, moment: Moment) {
  const found = worded(consent.method);
  if (method === "integration" && filter != null) {
    const name = found === "integration" ? worded(consent.detail ?? null) : found;
    return meets(filter, name, moment).holds;
  }
  if (found !== method) return false;
  return filter == null || meets(filter, consent.detail, moment).holds;
}

const worded = (text: string | null): string | null =>
  text === null ? null : text.toLowerCase().replace(/[\s-]+/g, "_");
