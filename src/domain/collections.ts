import { wholeSecond } from "../jsonapi/time.ts";
import { collectionOf } from "../world/store/collection-of.ts";
import { collection } from "../world/store/store.ts";
import { listSuppressionField, suppressionField } from "./consent/consent.ts";
import { identityKeys } from "./profiles/identity.ts";
import type { Delivery, DeliveryEntry } from "./deliveries/records.ts";
import { actionTypes, statusIn } from "./flows/action-types.ts";
import type { FlowCall, FlowRun } from "./flows/records.ts";
import type { FormAct } from "./forms/records.ts";
import type { LateCount, LateEvent } from "./events/late-records.ts";
import type { Message, MessageContent } from "./messages/records.ts";
import type {
  Alias,
  Confirmation,
  Membership,
  ObjectLink,
  Picture,
  Said,
  SegmentTurnover,
  Tagging,
} from "./objects/records.ts";
import { account } from "./resources/account.ts";
import { campaign } from "./resources/campaign.ts";
import { campaignMessage } from "./resources/campaign-message.ts";
import { objectRecord, objectSchema, objectType } from "./resources/custom-object.ts";
import { event } from "./resources/event.ts";
import { flow } from "./resources/flow.ts";
import { flowAction } from "./resources/flow-action.ts";
import { flowMessage } from "./resources/flow-message.ts";
import { form, formVersion } from "./resources/form.ts";
import { list } from "./resources/list.ts";
import { metric } from "./resources/metric.ts";
import { profile } from "./resources/profile.ts";
import { pushToken } from "./resources/push-token.ts";
import { segment } from "./resources/segment.ts";
import { tag } from "./resources/tag.ts";
import { template } from "./resources/template.ts";
import { webhook } from "./resources/webhook.ts";

/** The kinds of record that several areas share; an area hands over its own. */
export const accounts = collectionOf(account);

export const profiles = collectionOf(profile, {
  keys: {
    ...identityKeys,
    created: ({ created }) => wholeSecond(created),
    updated: ({ updated }) => wholeSecond(updated),
    [`${suppressionField}.timestamp`]: ({ consent }) => latest(consent.suppression),
    [`${listSuppressionField}.timestamp`]: ({ consent }) => latest(consent.listSuppressions),
  },
  items: {
    [suppressionField]: ({ consent }) =>
      consent.suppression.map(({ reason, at }) => ({ reason, timestamp: at })),
    [listSuppressionField]: ({ consent }) =>
      consent.listSuppressions.map(({ list, reason, at }) => ({
        list_id: list,
        reason,
        timestamp: at,
      })),
  },
});

function latest(items: readonly { readonly at: number }[]): number | null {
  let at: number | null = null;
  for (const item of items) if (at === null || item.at > at) at = item.at;
  return at;
}

export const events = collectionOf(event, {
  keys: {
    datetime: ({ time }) => time,
    metric_id: ({ metric: id }) => id,
    profile_id: ({ profile: id }) => id,
    unique_id: ({ unique_id }) => unique_id,
  },
});

export const metrics = collectionOf(metric, {
  keys: {
    "integration.name": ({ integration }) => integration.name,
    "integration.category": ({ integration }) => integration.category,
  },
});

export const lists = collectionOf(list);
export const segments = collectionOf(segment);
export const pushTokens = collectionOf(pushToken);
export const tags = collectionOf(tag);

export const campaigns = collectionOf(campaign, { keys: { state: ({ state }) => state } });
export const campaignMessages = collectionOf(campaignMessage, {
  keys: { channel: ({ says }) => says.channel },
});

export const templates = collectionOf(template, {
  keys: { reusable: ({ message }) => message === undefined },
});
export const webhooks = collectionOf(webhook);

export const flows = collectionOf(flow);
export const flowActions = collectionOf(flowAction, {
  identified: ["says"],
  keys: {
    action_type: ({ says }) => actionTypes[says.type],
    status: ({ says }) => statusIn(says) ?? null,
  },
});
export const flowMessages = collectionOf(flowMessage);

export const flowRuns = collection<FlowRun>("flow-run", {
  instants: ["due", "entered", "ended"],
  keys: {
    flow: ({ flow: of }) => of,
    profile: ({ profile: of }) => of,
    state: ({ state }) => state,
    due: ({ due }) => due,
    held: ({ held }) => held,
    entered: ({ entered }) => entered,
  },
  indexes: [["flow", "state"], ["profile", "flow", "entered"], ["due"], ["held"]],
  person: { index: ["profile", "flow", "entered"], property: "profile", erased: "goes" },
});

export const flowCalls = collection<FlowCall>("flow-call", {
  instants: ["begun"],
  keys: { profile: ({ profile: of }) => of },
  indexes: [["profile"]],
  person: { index: ["profile"], property: "profile", erased: "goes" },
  // Customers put tokens there.
  secret: ["headers"],
  internal: true,
});

export const forms = collectionOf(form, { identified: ["definition"] });
export const formVersions = collectionOf(formVersion);

export const formActs = collection<FormAct>("form-act", {
  instants: ["at"],
  keys: { form: ({ form }) => form, at: ({ at }) => at, profile: ({ profile }) => profile },
  indexes: [["form", "at"], ["profile"]],
  person: { index: ["profile"], property: "profile", erased: "cleared" },
  internal: true,
});

export const memberships = collection<Membership>("membership", {
  instants: ["joined"],
  natural: [["group", "profile"]],
  keys: {
    group: (member) => member.group,
    kind: ({ kind }) => kind,
    profile: ({ profile }) => profile,
    joined: ({ joined }) => wholeSecond(joined),
  },
  indexes: [
    ["group", "joined"],
    ["profile", "kind"],
  ],
});

export const segmentTurnovers = collection<SegmentTurnover>("segment-turnover", {
  keys: { segment: ({ segment }) => segment, at: ({ at }) => at },
  indexes: [["segment", "at"]],
  internal: true,
});

export const aliases = collection<Alias>("alias", { keys: {}, indexes: [], internal: true });

export const lateEvents = collection<LateEvent>("late-event", {
  keys: { due: ({ due }) => due },
  indexes: [["due"]],
  internal: true,
});

export const lateCounts = collection<LateCount>("late-count", {
  keys: { due: ({ due }) => due, group: ({ group }) => group },
  indexes: [["due"], ["group", "due"]],
  internal: true,
});

/** Shown by their URLs alone. */
export const pictures = collection<Picture>("picture", {
  keys: {},
  indexes: [],
  secret: ["base64"],
  internal: true,
});

export const confirmations = collection<Confirmation>("confirmation", {
  instants: ["created"],
  natural: [
    ["list", "email"],
    ["list", "phone_number"],
  ],
  keys: {
    email: ({ email }) => email?.toLowerCase() ?? null,
    created: ({ created }) => created,
  },
  indexes: [["created"], ["email"]],
});

export const taggings = collection<Tagging>("tagging", {
  natural: [["tag", "target"]],
  keys: { tag: ({ tag }) => tag, kind: ({ kind }) => kind, target: ({ target }) => target },
  indexes: [["tag", "kind"], ["target"]],
});

export const deliveries = collection<Delivery>("delivery", {
  keys: {
    webhook: ({ webhook }) => webhook,
    state: ({ state }) => state,
    ended: ({ state }) => state !== "pending",
  },
  indexes: [["webhook", "state"], ["ended"]],
  internal: true,
});

export const deliveryEntries = collection<DeliveryEntry>("delivery-entry", {
  keys: { webhook: ({ webhook }) => webhook },
  indexes: [["webhook"]],
  internal: true,
});

export const objectTypes = collectionOf(objectType);

export const objectSchemas = collectionOf(objectSchema, {
  keys: { version: ({ version }) => version },
});

export const objectRecords = collectionOf(objectRecord, {
  keys: { "object-type.id": ({ type }) => type, created: ({ created }) => created },
});

export const objectLinks = collection<ObjectLink>("object-link", {
  natural: [["from", "relationship", "to", "source"]],
  keys: {
    type: ({ type }) => type,
    from: ({ from }) => from,
    to: ({ to }) => to,
    id: ({ id }) => id,
  },
  // With their ids, since all that one source record says has its place in the order.
  indexes: [
    ["type", "id"],
    ["from", "id"],
    ["to", "id"],
  ],
  person: { index: ["to", "id"], property: "to", erased: "goes" },
  internal: true,
});

export const messages = collection<Message>("message", {
  instants: ["at"],
  keys: {
    profile: ({ profile }) => profile,
    channel: ({ channel }) => channel,
    at: ({ at }) => at,
    message: ({ message }) => message,
  },
  indexes: [["at"], ["message", "at"], ["profile", "channel", "at"]],
  secret: ["secret"],
});

export const messageContents = collection<MessageContent>("message-content", {
  keys: {},
  indexes: [],
  internal: true,
});

/** What was set of an account, by the name of the setting. */
export const accountSettings = collection<Said>("setting", {
  keys: {},
  indexes: [],
  internal: true,
});
