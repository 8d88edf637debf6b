import {
  type Channel,
  type ChannelConsent,
  type Consent,
  type ConsentState,
  never,
  type Suppression,
} from "./consent.ts";
import type { SuppressionReason } from "./consent.ts";

/** What an act does on one channel. */
interface Effect {
  readonly becomes?: ConsentState;
  readonly adds?: SuppressionReason;
  readonly takesBack?: readonly SuppressionReason[];
}

/**
 * What can be done about a person's consent, and what comes of it (behaviour.md, 6). Only email is
 * ever suppressed.
 */
const acts: Readonly<Record<ConsentAct, Readonly<Partial<Record<Channel, Effect>>>>> = {
  subscribe: {
    // Who asks again wants to hear again; an address that does not work still does not.
    email: {
      becomes: "SUBSCRIBED",
      takesBack: ["UNSUBSCRIBE", "SPAM_COMPLAINT", "USER_SUPPRESSED"],
    },
  },
  unsubscribe: { email: { becomes: "UNSUBSCRIBED", adds: "UNSUBSCRIBE" } },
  suppress: { email: { adds: "USER_SUPPRESSED" } },
  unsuppress: { email: { takesBack: ["USER_SUPPRESSED"] } },
};

/** What an act does on every other channel. */
const elsewhere: Readonly<Record<ConsentAct, Effect>> = {
  subscribe: { becomes: "SUBSCRIBED" },
  unsubscribe: { becomes: "UNSUBSCRIBED" },
  suppress: {},
  unsuppress: {},
};

export const consentActs = ["subscribe", "unsubscribe", "suppress", "unsuppress"] as const;
export type ConsentAct = (typeof consentActs)[number];

/** When it was done, and how a subscription came about. */
export type How = Pick<ChannelConsent, "detail" | "doubleOptIn" | "updated"> & {
  readonly at: number;
  readonly method?: string;
};

/** The consent after an act. The same object, if the act changes nothing. */
export function acted(consent: Consent, act: ConsentAct, channel: Channel, how: How): Consent {
  const { becomes, adds, takesBack = [] }: Effect = acts[act][channel] ?? elsewhere[act];
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

/** What a list had against somebody, taken back. */
export function rejoinedList(consent: Consent, list: string): Consent {
  const listSuppressions = withoutList(consent, list);
  const same = listSuppressions.length === consent.listSuppressions.length;
  return same ? consent : { ...consent, listSuppressions };
}

const withoutList = ({ listSuppressions }: Consent, list: string) =>
  listSuppressions.filter((each) => each.list !== list);
