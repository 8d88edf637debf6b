import type { Life } from "../../contract/revisions.ts";
import { absentIfNull, during, list, literal, nullable, object } from "../../contract/shape.ts";
import { required, string, type Infer } from "../../contract/shape.ts";
import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import type { Subscribing } from "../objects/records.ts";
import type { Identifiers } from "../profiles/identity.ts";
import { device } from "../profiles/shown-shapes.ts";
import { type Profile, profiles } from "../resources/profile.ts";
import { settingOf } from "../settings.ts";
import { type Channel, channelNames, channels, needsSms } from "./consent.ts";

const consentedAt = during(nullable(string({ format: "datetime" })), { since: "2023-12-15" });

const given = object({ consent: literal("SUBSCRIBED"), "consented_at?": consentedAt });
const withdrawn = object({ consent: literal("UNSUBSCRIBED") });

/** When a channel could first be spoken of, and its purposes (revisions.json). */
const transactionalSms: Life = { since: "2024-10-15" };
const whatsapp: Life = { since: "2025-07-15" };
const push: Life = { since: "2026-01-15" };
const openTracking: Life = { since: "2026-04-15" };

const part = <const F extends Parameters<typeof object>[0]>(fields: F) =>
  absentIfNull(object<F>(fields));

export const subscribedChannels = object({
  "email?": part({
    "marketing?": required(absentIfNull(given), { until: "2026-04-15" }),
    "open_tracking?": during(part({ consent: literal("SUBSCRIBED") }), openTracking),
  }),
  "sms?": part({
    "marketing?": required(absentIfNull(given), { until: "2024-10-15" }),
    "transactional?": during(absentIfNull(given), transactionalSms),
  }),
  "whatsapp?": during(
    part({ "marketing?": absentIfNull(given), "transactional?": absentIfNull(given) }),
    whatsapp,
  ),
  "push?": during(
    part({
      marketing: given,
      "tokens?": absentIfNull(list(device, { min: 1 })),
      "anonymous_id?": nullable(string()),
    }),
    push,
  ),
});

export const unsubscribedChannels = object({
  "email?": part({
    "marketing?": required(absentIfNull(withdrawn), { until: "2026-04-15" }),
    "open_tracking?": during(absentIfNull(withdrawn), openTracking),
  }),
  "sms?": part({
    "marketing?": absentIfNull(withdrawn),
    "transactional?": during(absentIfNull(withdrawn), transactionalSms),
  }),
  "whatsapp?": during(
    part({
      "marketing?": absentIfNull(withdrawn),
      "transactional?": absentIfNull(withdrawn),
      "conversational?": absentIfNull(withdrawn),
    }),
    whatsapp,
  ),
  "push?": during(part({ marketing: withdrawn, tokens: list(device, { min: 1 }) }), push),
});

export type ChannelsInput = Infer<typeof subscribedChannels> | Infer<typeof unsubscribedChannels>;

const listIdentifier = object({ type: literal("list"), id: string() });

/** The list of a subscription. @param needed the revisions in which it may not be left out */
export const listRelationship = (...needed: readonly Life[]) => {
  const given = object({ "data?": required(listIdentifier, { until: "2024-05-15" }) });
  return object({ "list?": required(given, ...needed) });
};

interface AskedProfile {
  readonly id: string | undefined;
  readonly attributes: Identifiers;
  readonly subscriptions: ChannelsInput | undefined;
  /** Whether it says when consent was given: of a historical import, and where there is none to ask for. */
  readonly dated: "must" | "may" | "must not";
  /** Whether the sender may not learn that nobody has an id: on `/client`. */
  readonly discreet?: boolean;
  readonly pointer: string;
}

/** The channels that a request names; without any, those of the addresses that it gives, or that its profile has. */
export function channelsOf(
  account: Account,
  { id, attributes, subscriptions }: Pick<AskedProfile, "id" | "attributes" | "subscriptions">,
): Subscribing["channels"] {
  if (subscriptions === undefined) {
    const silent = !attributes.email && !attributes.phone_number;
    const addresses = silent ? account.table(profiles).get(id ?? "") : attributes;
    const given = (["email", "sms"] as const).filter(
      (channel) => addresses?.[channels[channel].address],
    );
    const usable = given.filter((channel) => channel === "email" || settingOf(account, "sms"));
    return usable.map((channel) => ({ channel }));
  }
  return channelNames.flatMap((channel) => {
    const said = saidOf(subscriptions, channel);
    if (said === undefined) return [];
    const at = said.consented_at ? parseDatetime(said.consented_at) : undefined;
    const devices = channel === "push" ? subscriptions.push?.tokens : undefined;
    return [{ channel, at, ...(devices && { devices }) }];
  });
}

function saidOf(subscriptions: ChannelsInput, channel: Channel) {
  const [medium, purpose] = channels[channel].place;
  type Part = Readonly<Record<string, { readonly consented_at?: string | null }>>;
  return (subscriptions as Readonly<Record<string, Part | undefined>>)[medium]?.[purpose];
}

export function subscriptionProblems(account: Account, asked: AskedProfile, now: number) {
  const { id, attributes, subscriptions, pointer } = asked;
  const known = id === undefined ? undefined : account.table(profiles).get(id);
  if (id !== undefined && known === undefined && !asked.discreet) {
    return [missingProblem(pointer.replace(/attributes$/, "id"), "profile", id)];
  }
  if (id === undefined && !attributes.email && !attributes.phone_number) {
    return [invalidProblem(pointer, "A profile needs an email or a phone_number.")];
  }
  const named = channelsOf(account, asked);
  if (named.length === 0) return [noChannel(asked)].flatMap((problem) => problem ?? []);
  if (subscriptions === undefined && asked.dated === "must") {
    const detail = "A historical import says when each channel was consented to.";
    return [invalidProblem(`${pointer}/subscriptions`, detail)];
  }
  return named.flatMap(({ channel, at }) => [
    ...addressProblems(account, channel, asked, known),
    ...consentedProblems(asked, channel, at, now),
  ]);
}

function noChannel({ id, attributes, subscriptions, discreet, pointer }: AskedProfile) {
  if (subscriptions !== undefined) {
    return invalidProblem(`${pointer}/subscriptions`, "Expected consent to at least one channel.");
  }
  if (attributes.phone_number) {
    return invalidProblem(`${pointer}/phone_number`, "SMS is not set up on this account.");
  }
  if (discreet && id !== undefined) return undefined;
  return invalidProblem(pointer, "The profile has no address that can be subscribed.");
}

function addressProblems(
  account: Account,
  channel: Channel,
  { id, attributes, discreet, pointer }: AskedProfile,
  known: Profile | undefined,
): Problem[] {
  const name = channels[channel].address;
  if (name === null || (discreet && id !== undefined)) return [];
  if (!attributes[name] && !known?.[name]) {
    const what = name === "email" ? "an email" : `a ${name}`;
    return [invalidProblem(`${pointer}/${name}`, `Subscribing to ${channel} needs ${what}.`)];
  }
  if (!needsSms(channel) || settingOf(account, "sms")) return [];
  return [invalidProblem(`${pointer}/${name}`, "SMS is not set up on this account.")];
}

/** When consent was given is said of a historical import, or where there is none to ask for. */
function consentedProblems(
  { dated, subscriptions, pointer }: AskedProfile,
  channel: Channel,
  at: number | undefined,
  now: number,
): Problem[] {
  // There is nothing of the past to be told of tracking.
  if (subscriptions === undefined || channel === "email.open_tracking") return [];
  const place = `${pointer}/subscriptions/${channels[channel].place.join("/")}/consented_at`;
  if (at === undefined) {
    return dated === "must"
      ? [invalidProblem(place, "A historical import needs consented_at.")]
      : [];
  }
  if (dated === "must not") {
    return [invalidProblem(place, "consented_at goes with historical_import.")];
  }
  return at < now ? [] : [invalidProblem(place, "consented_at must lie in the past.")];
}
