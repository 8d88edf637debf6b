import { bodyOf } from "../bodies.ts";
import { action } from "../../contract/rows.ts";
import { boolean, during, list, literal, nullable, object } from "../../contract/shape.ts";
import { required, string } from "../../contract/shape.ts";
import { profile } from "../../domain/resources/profile.ts";
import { type ChannelsInput, listRelationship } from "../../domain/consent/subscription.ts";
import { subscribedChannels, unsubscribedChannels } from "../../domain/consent/subscription.ts";
import { channelsOf, subscriptionProblems } from "../../domain/consent/subscription.ts";
import { lists } from "../../domain/resources/groups.ts";
import type { Identifiers } from "../../domain/profiles/identity.ts";
import type { Subscribing } from "../../domain/objects/records.ts";
import { subscribe, unsubscribe } from "../../domain/consent/subscribe.ts";
import { invalidBody, invalidEnd } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { empty } from "../../verbs/outcome.ts";
import { eachInTurns } from "../../world/time/slices.ts";

/** Profiles per request (specification, "Payload and ingestion limits"). */
export const profilesMax = 100;

const email = nullable(string({ format: "email" }));
const phone = nullable(string({ format: "phone_number" }));

/** Since then each profile says to which channels (behaviour.md, 4; revisions.json). */
const saying = { since: "2025-01-15" } as const;

/** A subscription was to a list, before. */
const listed = { until: "2023-12-15" } as const;

/** The body of Subscribe Profiles. No profile properties can be included (specification). */
const subscribed = object({
  type: literal("profile"),
  "id?": nullable(string()),
  attributes: object({
    "email?": email,
    "phone_number?": phone,
    "subscriptions?": required(subscribedChannels, saying),
    "age_gated_date_of_birth?": during(nullable(string({ format: "date" })), {
      since: "2024-05-15",
    }),
  }),
});

const subscribeBody = bodyOf("profile-subscription-bulk-create-job", {
  attributes: object({
    "custom_source?": nullable(string()),
    "historical_import?": during(nullable(boolean()), { since: "2024-07-15" }),
    profiles: object({ data: list(subscribed, { min: 1, max: profilesMax }) }),
  }),
  "relationships?": required(listRelationship(listed), listed),
});

const unsubscribed = object({
  type: literal("profile"),
  attributes: object({
    "email?": email,
    "phone_number?": phone,
    "subscriptions?": required(during(unsubscribedChannels, { since: "2024-10-15" }), saying),
  }),
});

const unsubscribeBody = bodyOf("profile-subscription-bulk-delete-job", {
  attributes: object({
    profiles: object({ data: list(unsubscribed, { min: 1, max: profilesMax }) }),
  }),
  "relationships?": listRelationship(),
});

export const subscriptionRows = [
  action(profile, "bulk_subscribe_profiles", { body: subscribeBody }),
  action(profile, "bulk_unsubscribe_profiles", { body: unsubscribeBody }),
] as const;

interface Item {
  readonly id?: string | null;
  readonly attributes: Identifiers & { readonly subscriptions?: ChannelsInput };
}

interface Batch {
  readonly attributes: {
    readonly profiles: { readonly data: readonly Item[] };
    readonly historical_import?: boolean | null;
    readonly custom_source?: string | null;
  };
  readonly relationships?: { readonly list?: { readonly data?: { readonly id: string } | null } };
}

/** Subscribe and unsubscribe: a batch is refused whole, or done when it is processed. */
export const subscriptionBehavior: AreaBehavior<typeof subscriptionRows> = {
  // Before there was a historical import to ask for, who wished said when.
  bulk_subscribe_profiles: (call) =>
    accepted(call, "subscribe", call.body.data, call.revision < "2024-07-15"),
  bulk_unsubscribe_profiles: (call) => accepted(call, "unsubscribe", call.body.data, false),
};

export const subscriptionWork: Readonly<Record<string, Work>> = {
  subscribe: (account, people: readonly Subscribing[], now) =>
    eachInTurns(people, (who) => void subscribe(account, who, now)),
  unsubscribe(account, people: readonly Subscribing[], now) {
    const left = new Set<string>();
    return eachInTurns(people, (who) => void unsubscribe(account, who, now, left));
  },
};

const at = (index: number) => `/data/attributes/profiles/data/${index}/attributes`;

function* accepted({ account, now }: Invocation, work: string, batch: Batch, mayDate: boolean) {
  const { attributes: said, relationships } = batch;
  const items = said.profiles.data;
  const list = relationships?.list?.data?.id;
  const historical = said.historical_import ?? false;
  const otherwise = mayDate ? "may" : "must not";
  const dated = historical ? "must" : otherwise;
  if (list !== undefined && account.table(lists).get(list) === undefined) {
    return invalidEnd("/data/relationships/list/data/id", "list", list);
  }
  const problems = items.flatMap(({ id, attributes: { subscriptions, ...attributes } }, index) => {
    const asked = {
      id: id ?? undefined,
      attributes,
      subscriptions,
      dated,
      pointer: at(index),
    } as const;
    return subscriptionProblems(account, asked, now);
  });
  if (problems.length > 0) return invalidBody(problems);
  const people = items.map(({ id: named, attributes }): Subscribing => {
    const { email, phone_number, subscriptions } = attributes;
    const given = { ...(email && { email }), ...(phone_number && { phone_number }) };
    const id = named ?? undefined;
    const channels = channelsOf(account, { id, attributes: given, subscriptions });
    const detail = said.custom_source ?? undefined;
    return { id, input: { attributes: given }, channels, list, method: "API", detail, historical };
  });
  yield* account.processInTurns([work], people, now, "subscriptions");
  return empty(202);
}
