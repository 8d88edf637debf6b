import { expect } from "vitest";
import {
  account,
  items,
  marketing,
  subscribeType,
  suppressType,
  unsubscribeType,
} from "./account.ts";
import type { Json } from "./account.ts";
import type { FormEventAct, MessageAct } from "../../src/domain/events/system-event.ts";
import type { SystemAct } from "../../src/domain/events/system-events.ts";

export const ada = { email: "ada@example.com", phone_number: "+12125550101" };
const unsuppressType = "profile-suppression-bulk-delete-job";
const importType = "profile-bulk-import-job";

/** The account of `account()`, and a name for each way to do something to Ada, whose profile it has. */
export async function acting(options: Parameters<typeof account>[0] = {}) {
  const ways = await account(options);
  const id = await ways.profile(ada);
  const { post, emulator } = ways;
  const subscriptions = (consent: "SUBSCRIBED" | "UNSUBSCRIBED", places: readonly string[]) => {
    const said: Record<string, Json> = {};
    for (const place of places) {
      const [medium = "", purpose = "marketing"] = place.split(".");
      said[medium] = { ...said[medium], [purpose]: { consent } };
    }
    return { subscriptions: said };
  };
  const subscribe = (places: readonly string[], list?: string, more: Json = {}) =>
    post(
      `/api/${subscribeType}s`,
      items(
        subscribeType,
        [{ attributes: { ...ada, ...subscriptions("SUBSCRIBED", places) } }],
        list,
        more,
      ),
    );
  const unsubscribe = (places: readonly string[], list?: string) =>
    post(
      `/api/${unsubscribeType}s`,
      items(
        unsubscribeType,
        [{ attributes: { ...ada, ...subscriptions("UNSUBSCRIBED", places) } }],
        list,
      ),
    );
  const suppress = (type: typeof suppressType | typeof unsuppressType) =>
    post(`/api/${type}s`, items(type, [{ attributes: { email: ada.email } }]));
  const clientSubscribe = (channel: "email" | "sms", list: string) =>
    post("/client/subscriptions?company_id=Tests1", {
      data: {
        type: "subscription",
        attributes: {
          custom_source: "Footer",
          profile: {
            data: { type: "profile", attributes: { ...ada, ...marketing([channel]) } },
          },
        },
        relationships: { list: { data: { type: "list", id: list } } },
      },
    });
  const members = (method: "POST" | "DELETE", list = "Single") =>
    ways.ask(method, `/api/lists/${list}/relationships/profiles`, {
      body: { data: [{ type: "profile", id }] },
    });
  const imported = (...lists: readonly string[]) =>
    post(`/api/${importType}s`, {
      data: {
        type: importType,
        attributes: { profiles: { data: [{ type: "profile", attributes: ada }] } },
        ...(lists.length > 0 && {
          relationships: { lists: { data: lists.map((list) => ({ type: "list", id: list })) } },
        }),
      },
    });
  const wish = (path: string) =>
    post(path, {
      data: {
        type: "back-in-stock-subscription",
        attributes: {
          channels: ["EMAIL"],
          profile: { data: { type: "profile", attributes: ada } },
        },
        relationships: { variant: { data: { type: "catalog-variant", id: "shirt-red" } } },
      },
    });
  const confirm = () => {
    for (const { id: waiting } of emulator.confirmations.list()) {
      emulator.confirmations.click(waiting);
    }
  };
  /** A segment whose members are those with a title, and Ada with or without one. */
  const segment = () =>
    post("/api/segments", {
      data: {
        type: "segment",
        attributes: {
          name: "Titled",
          definition: {
            condition_groups: [
              {
                conditions: [
                  {
                    type: "profile-property",
                    property: "title",
                    filter: { type: "string", operator: "equals", value: "Countess" },
                  },
                ],
              },
            ],
          },
        },
      },
    });
  const titled = (title: string | null) =>
    ways.patch(`/api/profiles/${id}`, { data: { type: "profile", id, attributes: { title } } });
  const mergeAnother = async () => {
    const from = await ways.profile({ email: "augusta@example.com" });
    await ways.merge(id, from);
    return from;
  };
  /** Every event there is, the oldest first: metric, properties, whose and when. */
  const events = async () => {
    const { many, included } = await ways.get("/api/events?include=metric&sort=datetime");
    const metrics = new Map((included ?? []).map((each) => [each.id, each]));
    return many.map(({ id: event, attributes, relationships }) => {
      const [metric, profile] = ["metric", "profile"].map(
        (name) => relationships[name]?.data as { id: string },
      );
      return {
        event,
        metric: metrics.get(metric?.id ?? "")?.attributes["name"],
        integration: metrics.get(metric?.id ?? "")?.attributes["integration"],
        properties: attributes["event_properties"] as Json,
        profile: profile?.id,
        at: attributes["datetime"],
      };
    });
  };
  const review = (review_type: "rating" | "review", more: Json) =>
    post(`/client/reviews?company_id=${emulator.companyId}`, {
      data: {
        type: "review",
        attributes: { review_type, email: ada.email, author: "Ada", content: "Warm", ...more },
      },
    });
  /** An order of Ada's that was fulfilled so long ago that she is ready to review it at 12:01:30. */
  const fulfilled = (properties: Json) =>
    post("/api/events", {
      data: {
        type: "event",
        attributes: {
          properties,
          unique_id: "EX-1",
          time: "2026-07-06T12:01:30Z",
          metric: { data: { type: "metric", attributes: { name: "Fulfilled Order" } } },
          profile: { data: { type: "profile", attributes: { email: ada.email } } },
        },
      },
    });
  return {
    ...ways,
    id,
    review,
    fulfilled,
    subscribe,
    unsubscribe,
    suppress: () => suppress(suppressType),
    unsuppress: () => suppress(unsuppressType),
    clientSubscribe,
    members,
    imported,
    wish,
    confirm,
    segment,
    titled,
    mergeAnother,
    events,
  };
}

type Acting = Awaited<ReturnType<typeof acting>>;

/** A way to do something, through the API. */
export interface Way {
  readonly by: string;
  /** What comes before, and may write events of its own. */
  readonly given?: (ways: Acting) => Promise<unknown>;
  readonly does: (ways: Acting) => Promise<unknown> | unknown;
  /** What is written: one event of each of these metrics, with these properties. */
  readonly writes: Readonly<Record<string, Json>>;
  /** Whether doing it again is another act. */
  readonly again?: boolean;
}

const shirt = { external_id: "shirt", integration_key: "shopify" };
const email = "Subscribed to Email Marketing";
const sms = "Subscribed to SMS Marketing";
const joined = { "Subscribed to List": { List: "Single", Method: "API" } };
const api = { Method: "API" };
const single = { Method: "API", List: "Single" };

/** Consent that is recorded by no event, given and withdrawn. */
function silent(place: string, given = false): Way[] {
  return [
    {
      by: given ? "withdrawing it" : "giving it",
      ...(given && { given: (ways: Acting) => ways.subscribe([place]) }),
      does: (ways) => (given ? ways.unsubscribe([place]) : ways.subscribe([place])),
      writes: {},
    },
  ];
}

/** Every act but those of messages and forms, and the ways to it. */
export const waysTo: Readonly<
  Record<Exclude<SystemAct, FormEventAct | MessageAct>, readonly Way[]>
> = {
  "subscribe email": [
    { by: "a job", does: (ways) => ways.subscribe(["email"]), writes: { [email]: api } },
    {
      by: "a job that says where consent comes from",
      does: (ways) => ways.subscribe(["email"], undefined, { custom_source: "Till" }),
      writes: { [email]: { ...api, Source: "Till" } },
    },
    {
      by: "a job with a list",
      does: (ways) => ways.subscribe(["email"], "Single"),
      writes: { [email]: single, ...joined },
    },
    {
      by: "a client's subscription",
      does: (ways) => ways.clientSubscribe("email", "Single"),
      writes: { [email]: { ...single, Source: "Footer" }, ...joined },
    },
    {
      by: "the click of a double opt-in",
      given: (ways) => ways.subscribe(["email"], "Double"),
      does: (ways) => ways.confirm(),
      writes: {
        [email]: { Method: "API", List: "Double" },
        "Subscribed to List": { List: "Double", Method: "API" },
      },
    },
    {
      by: "somebody who has unsubscribed",
      given: async (ways) => {
        await ways.subscribe(["email"]);
        await ways.unsubscribe(["email"]);
      },
      does: (ways) => ways.subscribe(["email"]),
      writes: { [email]: api },
    },
    {
      by: "somebody who is suppressed",
      given: async (ways) => {
        await ways.subscribe(["email"]);
        await ways.suppress();
      },
      does: (ways) => ways.subscribe(["email"]),
      writes: { [email]: api },
    },
  ],
  "subscribe sms": [
    { by: "a job", does: (ways) => ways.subscribe(["sms"]), writes: { [sms]: api } },
    {
      by: "a job for both channels and a list",
      does: (ways) => ways.subscribe(["email", "sms"], "Single"),
      writes: { [email]: single, [sms]: single, ...joined },
    },
    {
      by: "a client's subscription",
      does: (ways) => ways.clientSubscribe("sms", "Single"),
      writes: { [sms]: { ...single, Source: "Footer" }, ...joined },
    },
  ],
  "unsubscribe email": [
    {
      by: "a job, after subscribing",
      given: (ways) => ways.subscribe(["email"]),
      does: (ways) => ways.unsubscribe(["email"]),
      writes: { "Unsubscribed from Email Marketing": api },
    },
    {
      by: "a job, without ever having subscribed",
      does: (ways) => ways.unsubscribe(["email"]),
      writes: { "Unsubscribed from Email Marketing": api },
    },
    {
      by: "a job with a list that it is not in",
      does: (ways) => ways.unsubscribe(["email"], "Single"),
      writes: { "Unsubscribed from Email Marketing": api },
    },
  ],
  "unsubscribe sms": [
    {
      by: "a job",
      given: (ways) => ways.subscribe(["sms"]),
      does: (ways) => ways.unsubscribe(["sms"]),
      writes: { "Unsubscribed from SMS Marketing": api },
    },
  ],
  "suppress email": [
    {
      by: "a job",
      does: (ways) => ways.suppress(),
      writes: { "Manually Suppressed from Email Marketing": api },
    },
  ],
  "unsuppress email": [
    {
      by: "a job",
      given: (ways) => ways.suppress(),
      does: (ways) => ways.unsuppress(),
      writes: { "Manually Unsuppressed from Email Marketing": api },
    },
    { by: "a job, for somebody who is not", does: (ways) => ways.unsuppress(), writes: {} },
  ],
  "submit review": [
    {
      by: "a review",
      does: (ways) => ways.review("review", { title: "Shirt", rating: 4, product: shirt }),
      writes: {
        "Submitted Review": {
          review_id: expect.any(String),
          review_type: "review",
          product_id: "shirt",
          rating: 4,
          title: "Shirt",
          content: "Warm",
        },
      },
      again: true,
    },
  ],
  "get ready to review": [
    {
      by: "an order that was fulfilled some days ago",
      given: (ways) => ways.fulfilled({ Items: [{ ProductID: "shirt" }, { SKU: "hat" }] }),
      does: () => {},
      writes: { "Ready to Review": { order_id: "EX-1", product_ids: ["shirt", "hat"] } },
    },
  ],
  "submit rating": [
    {
      by: "a rating",
      does: (ways) => ways.review("rating", { rating: 4 }),
      writes: {
        "Submitted Rating": {
          review_id: expect.any(String),
          review_type: "rating",
          rating: 4,
          content: "Warm",
        },
      },
      again: true,
    },
  ],
  "join list": [
    { by: "its relationship", does: (ways) => ways.members("POST"), writes: joined },
    { by: "an import", does: (ways) => ways.imported("Single"), writes: joined },
    {
      by: "coming back after leaving",
      given: async (ways) => {
        await ways.members("POST");
        await ways.members("DELETE");
      },
      does: (ways) => ways.members("POST"),
      writes: joined,
    },
  ],
  "unsubscribe from list": [
    {
      by: "a job with a list that it is in",
      given: (ways) => ways.subscribe(["email"], "Single"),
      does: (ways) => ways.unsubscribe(["email"], "Single"),
      writes: { "Unsubscribed from List": { List: "Single", Method: "API" } },
      // Of the list no longer, so of everything.
      again: true,
    },
  ],
  "merge profiles": [
    {
      by: "its operation",
      does: (ways) => ways.mergeAnother(),
      writes: { "Merged Profile": { MergedProfileId: expect.stringMatching(/^[0-9A-Z]{26}$/) } },
      again: true,
    },
  ],
  "wait for stock": [
    {
      by: "the API",
      does: (ways) => ways.wish("/api/back-in-stock-subscriptions"),
      writes: { "Subscribed to Back in Stock": { variant_id: "shirt-red", channels: ["EMAIL"] } },
      again: true,
    },
    {
      by: "a client",
      does: (ways) => ways.wish("/client/back-in-stock-subscriptions?company_id=Tests1"),
      writes: { "Subscribed to Back in Stock": { variant_id: "shirt-red", channels: ["EMAIL"] } },
      again: true,
    },
  ],
  "subscribe email.open_tracking": silent("email.open_tracking"),
  "subscribe push": silent("push"),
  "subscribe sms.transactional": silent("sms.transactional"),
  "subscribe whatsapp.conversational": silent("whatsapp.conversational"),
  "subscribe whatsapp.marketing": silent("whatsapp.marketing"),
  "subscribe whatsapp.transactional": silent("whatsapp.transactional"),
  "unsubscribe email.open_tracking": silent("email.open_tracking", true),
  "unsubscribe push": silent("push", true),
  "unsubscribe sms.transactional": silent("sms.transactional", true),
  "unsubscribe whatsapp.conversational": silent("whatsapp.conversational", true),
  "unsubscribe whatsapp.marketing": silent("whatsapp.marketing", true),
  "unsubscribe whatsapp.transactional": silent("whatsapp.transactional", true),
  "join segment": [
    {
      by: "meeting its definition",
      given: (ways) => ways.segment(),
      does: (ways) => ways.titled("Countess"),
      writes: {},
    },
  ],
  "leave segment": [
    {
      by: "meeting its definition no longer",
      given: async (ways) => {
        await ways.segment();
        await ways.titled("Countess");
      },
      does: (ways) => ways.titled(null),
      writes: {},
    },
  ],
  "leave list": [
    {
      by: "its relationship",
      given: (ways) => ways.members("POST"),
      does: (ways) => ways.members("DELETE"),
      writes: {},
    },
    {
      by: "the end of the list",
      given: (ways) => ways.members("POST"),
      does: (ways) => ways.ask("DELETE", "/api/lists/Single"),
      writes: {},
    },
  ],
  "join import": [{ by: "being imported", does: (ways) => ways.imported(), writes: {} }],
  "leave import": [
    {
      by: "its expiry",
      given: (ways) => ways.imported(),
      does: (ways) => ways.emulator.clock.advance("8d"),
      writes: {},
    },
  ],
  "ask for confirmation": [
    {
      by: "subscribing to a list with double opt-in",
      does: (ways) => ways.subscribe(["email"], "Double"),
      writes: {},
    },
  ],
};
