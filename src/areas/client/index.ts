import { wished } from "../../domain/back-in-stock.ts";
import { lists } from "../../domain/resources/groups.ts";
import { acceptEvents } from "../../domain/events/write.ts";
import { eventProfileProblems, type EventProfile } from "../../domain/events/check.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { putIfChanged } from "../../domain/profiles/save.ts";
import { type Unregistering, holderOf } from "../../domain/profiles/push-tokens.ts";
import { unregisterToken } from "../../domain/profiles/push-tokens.ts";
import type { Subscribing } from "../../domain/objects/records.ts";
import { channelsOf, subscriptionProblems } from "../../domain/consent/subscription.ts";
import { invalidBody, invalidEnd, noSuchRecord } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work, ApiArea } from "../../verbs/invocation.ts";
import { empty, theOne } from "../../verbs/outcome.ts";
import { nearest, firstGeofences, geofence, allowlist, operations } from "./operations.ts";
import { ipAllowlist } from "./operations.ts";
import { reviewBehavior, reviewValuesReport } from "./reviews.ts";
import { type NewReview, reviewComputed, submitReview } from "../../domain/reviews/reviews.ts";
import { atOnce } from "../../world/time/slices.ts";
import { unstored } from "../../contract/resource.ts";
import { clientReview } from "../../domain/resources/review.ts";

const at = "/data/attributes";

/** What a page or an app may do with nothing but the company id: no answer says who is known. */
const behavior: AreaBehavior<typeof operations> = {
  create_client_subscription({ account, now, body }) {
    const { attributes, relationships } = body.data;
    const { data } = attributes.profile;
    const { subscriptions, meta: inner, ...given } = data.attributes;
    const list = relationships?.list?.data?.id;
    if (list !== undefined && account.table(lists).get(list) === undefined) {
      return invalidEnd("/data/relationships/list/data/id", "list", list);
    }
    const id = data.id ?? undefined;
    const asked = { id, attributes: given, subscriptions, dated: "may" as const, discreet: true };
    const pointer = `${at}/profile/data/attributes`;
    const problems = subscriptionProblems(account, { ...asked, pointer }, now);
    if (problems.length > 0) return invalidBody(problems);
    const { properties } = data;
    const meta = inner ?? data.meta;
    const more = { ...(properties && { properties }), ...(meta && { meta }) };
    const input = { attributes: given, ...more };
    const channels = channelsOf(account, asked);
    const detail = attributes.custom_source ?? undefined;
    const plain = { method: "API", historical: false, discreet: true } as const;
    const who: Subscribing = { id, input, channels, list, detail, ...plain };
    account.process(["subscribe"], [who], now, "subscriptions");
    return empty(202);
  },

  create_client_push_token(call) {
    const { attributes } = call.body.data;
    const refusal = refusalOf(call, attributes.profile.data);
    return refusal ?? accepted(call, "push-token", { ...attributes, discreet: true });
  },

  unregister_client_push_token(call) {
    const { attributes } = call.body.data;
    const refusal = refusalOf(call, attributes.profile.data);
    return refusal ?? accepted(call, "push-token.unregister", attributes);
  },

  create_client_event({ account, now, body }) {
    const { profile, ...attributes } = body.data.attributes;
    const events = { data: [{ type: "event" as const, attributes }] };
    const sent = [{ profile, events, pointer: at, single: true }];
    return atOnce(acceptEvents(account, sent, now, { at, discreet: true })) ?? empty(202);
  },

  *bulk_create_client_events({ account, now, body }) {
    const sent = [{ ...body.data.attributes, pointer: at }];
    const place = `${at}/events/data`;
    const refusal = yield* acceptEvents(account, sent, now, { at: place, discreet: true });
    return refusal ?? empty(202);
  },

  create_client_profile(call) {
    const { data } = call.body;
    return refusalOf(call, data, "") ?? accepted(call, "client.profile", data);
  },

  create_client_back_in_stock_subscription(call) {
    const { data } = call.body;
    const wish = { ...wished(data, call.now), discreet: true };
    return refusalOf(call, data.attributes.profile.data) ?? accepted(call, "event", [wish]);
  },

  ...reviewBehavior,

  get_client_geofences: nearest,

  get_client_ip_allowlist: ({ params: [id = ""] }) =>
    id === allowlist.id ? theOne(allowlist) : noSuchRecord("ip-allowlist", id),
};

const work: Readonly<Record<string, Work>> = {
  review: (account, given: NewReview, now) => void submitReview(account, given, now),
  "client.profile"(account, data: EventProfile, now) {
    const profile = holderOf(account, data, now, { discreet: true });
    if (profile !== undefined) account.commit(putIfChanged(account, profile));
  },
  "push-token.unregister"(account, input: Unregistering, now) {
    unregisterToken(account, input, now);
  },
};

function refusalOf({ account }: Invocation, data: EventProfile, pointer = `${at}/profile`) {
  const problems = eventProfileProblems(account, data, pointer, { among: needed, discreet: true });
  return problems.length > 0 ? invalidBody(problems) : undefined;
}

function accepted({ account, now }: Invocation, kind: string, input: unknown) {
  account.process([kind], input, now);
  return empty(202);
}

export const clientArea: ApiArea = {
  name: "client",
  resources: [
    unstored("client-subscription", { path: "/client/subscriptions" }),
    geofence,
    ipAllowlist,
    clientReview,
    reviewValuesReport,
    unstored("back-in-stock-subscription", { path: "/client/back-in-stock-subscriptions" }),
  ],
  operations,
  bindings: { "client-review": { computed: reviewComputed } },
  behavior,
  work,
  begins: firstGeofences,
};
