import { wished } from "../../domain/back-in-stock.ts";
import { lists } from "../../domain/resources/groups.ts";
import { acceptEvents } from "../../domain/events/write.ts";
import { eventProfileProblems } from "../../domain/events/check.ts";
import type { EventProfile } from "../../domain/events/shape.ts";
import { needed } from "../../domain/profiles/identity.ts";
import { putIfChanged } from "../../domain/profiles/save.ts";
import {
  holderOf,
  type Unregistering,
  unregisterToken,
} from "../../domain/profiles/push-tokens.ts";
import type { Subscribing } from "../../domain/objects/records.ts";
import { channelsOf, subscriptionProblems } from "../../domain/consent/subscription-check.ts";
import { invalidBody, invalidEnd, noSuchRecord, type Refusal } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { empty, theOne } from "../../verbs/outcome.ts";
import { nearest } from "./geofences.ts";
import { allowlist } from "./ip-allowlist.ts";
import type { operations } from "./operations.ts";
import { reviewBehavior, reviewWork } from "./reviews.ts";
import { atOnce } from "../../world/time/slices.ts";

const at = "/data/attributes";

/**
 * What a page or an app may do with nothing but the company id. Every answer is an empty 202 or
 * says what is wrong with the request; none says who is known.
 */
export const behavior: AreaBehavior<typeof operations> = {
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
    const meta = inner ?? data.meta;
    const problems = subscriptionProblems(account, { ...asked, pointer }, now);
    if (problems.length > 0) return invalidBody(problems);
    const who: Subscribing = {
      id,
      input: {
        attributes: given,
        ...(data.properties && { properties: data.properties }),
        ...(meta && { meta }),
      },
      channels: channelsOf(account, asked),
      list,
      method: "API",
      detail: attributes.custom_source ?? undefined,
      historical: false,
      discreet: true,
    };
    account.process(["subscribe"], [who], now, "subscriptions");
    return empty(202);
  },

  create_client_push_token(call) {
    const { attributes } = call.body.data;
    return (
      refusalOf(call, attributes.profile.data) ??
      accepted(call, "push-token", { ...attributes, discreet: true })
    );
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

export const work: Readonly<Record<string, Work>> = {
  ...reviewWork,
  "client.profile"(account, data: EventProfile, now) {
    const profile = holderOf(account, data, now, { discreet: true });
    if (profile !== undefined) account.commit(putIfChanged(account, profile));
  },
  "push-token.unregister"(account, input: Unregistering, now) {
    unregisterToken(account, input, now);
  },
};

/** What is wrong with the profile of a request. */
function refusalOf(
  { account }: Invocation,
  data: EventProfile,
  pointer = `${at}/profile`,
): Refusal | undefined {
  const telling = { among: needed, discreet: true };
  const problems = eventProfileProblems(account, data, pointer, telling);
  return problems.length > 0 ? invalidBody(problems) : undefined;
}

function accepted({ account, now }: Invocation, kind: string, input: unknown) {
  account.process([kind], input, now);
  return empty(202);
}
