import type { Channel, ConsentAct } from "../consent/consent.ts";
import { formEvents, event, messageEvents, ofEmail, ofMessage } from "./system-event.ts";
import type { FormEventAct, About, NoEvent, SystemEvent, MessageAct } from "./system-event.ts";
import type { Membership } from "../objects/records.ts";

type Suppressing = "suppress" | "unsuppress";

/** What profiles do, or what is done to them: all that the service may write an event about. */
export type SystemAct =
  | `${Exclude<ConsentAct, Suppressing>} ${Channel}`
  | `${Suppressing} email`
  | `${"join" | "leave"} ${Membership["kind"]}`
  | "unsubscribe from list"
  | "ask for confirmation"
  | "merge profiles"
  | "wait for stock"
  | FormEventAct
  | `submit ${"rating" | "review"}`
  | "get ready to review"
  | MessageAct;

/** @guess create_client_review, update_review: The properties of review events are a guess. */
const ofReview = [
  "review_id",
  "review_type",
  "product_id",
  "rating",
  "title",
  "content",
] as const satisfies readonly (keyof About)[];

function none<A extends SystemAct>(why: string, ...acts: A[]): Record<A, NoEvent> {
  const row: NoEvent = { none: why };
  return Object.fromEntries(acts.map((act) => [act, row])) as Record<A, NoEvent>;
}

/**
 * What the service writes about each act. Metrics are named as in webhook topics (webhooks.md). @guess
 * bulk_*subscribe_profiles, bulk_*suppress_profiles, add_profiles_to_list, merge_profiles: The names of the service's
 * own metrics follow from the webhook topics. Their properties are a guess.
 */
export const systemEvents = {
  "subscribe email": event(
    "Subscribed to Email Marketing",
    ["Method", "Source", "List"],
    "A profile subscribes to email marketing. With double opt-in: when it confirms.",
  ),
  "subscribe sms": event(
    "Subscribed to SMS Marketing",
    ["Method", "Source", "List"],
    "A profile subscribes to SMS marketing. With double opt-in: when it confirms.",
  ),
  "unsubscribe email": event(
    "Unsubscribed from Email Marketing",
    ["Method", ...ofEmail],
    "A profile unsubscribes from email marketing.",
  ),
  "unsubscribe sms": event(
    "Unsubscribed from SMS Marketing",
    ["Method", ...ofMessage],
    "A profile unsubscribes from SMS marketing.",
  ),
  "suppress email": event(
    "Manually Suppressed from Email Marketing",
    ["Method"],
    "A suppression job suppresses a profile.",
  ),
  "unsuppress email": event(
    "Manually Unsuppressed from Email Marketing",
    ["Method"],
    "An unsuppression job removes the suppression of a profile.",
  ),
  "join list": event(
    "Subscribed to List",
    ["List", "Method"],
    "A profile joins a list: by subscribing, by its relationship, or by an import.",
  ),
  "unsubscribe from list": event(
    "Unsubscribed from List",
    ["List", "Method"],
    "A member of a list unsubscribes from it.",
  ),
  "merge profiles": event(
    "Merged Profile",
    ["MergedProfileId"],
    "Another profile is merged into the profile.",
  ),
  "wait for stock": event(
    "Subscribed to Back in Stock",
    ["variant_id", "channels"],
    "A profile asks to be notified when a catalog variant is back in stock.",
  ),
  ...formEvents,
  "submit review": event(
    "Submitted Review",
    ofReview,
    "A review, a question or a review of the store is submitted.",
  ),
  "submit rating": event("Submitted Rating", ofReview, "A rating is submitted."),
  "get ready to review": {
    metric: "Ready to Review",
    properties: ["order_id", "product_ids"],
    when:
      "Some days after `Fulfilled Order`, as the setting `readyToReviewDays` says, unless the profile has reviewed " +
      "all of the order's products.",
  },
  ...messageEvents,
  ...none(
    "no topic names it",
    "subscribe email.open_tracking",
    "subscribe push",
    "subscribe sms.transactional",
    "subscribe whatsapp.conversational",
    "subscribe whatsapp.marketing",
    "subscribe whatsapp.transactional",
    "unsubscribe email.open_tracking",
    "unsubscribe push",
    "unsubscribe sms.transactional",
    "unsubscribe whatsapp.conversational",
    "unsubscribe whatsapp.marketing",
    "unsubscribe whatsapp.transactional",
    "join segment",
    "leave segment",
  ),
  ...none("being taken off a list is no act of the profile's own", "leave list"),
  ...none("a job's profiles are its result, and no group", "join import", "leave import"),
  ...none("nothing changes before the click", "ask for confirmation"),
} satisfies Record<SystemAct, SystemEvent | NoEvent>;

/** The acts that are recorded, and how. */
export const recordedActs = Object.entries<SystemEvent | NoEvent>(systemEvents).flatMap(
  ([act, row]) => ("none" in row ? [] : [[act as SystemAct, row] as const]),
);

const recordedMetrics = recordedActs.map(([, { metric }]) => metric);
const formMetrics: readonly string[] = Object.values(formEvents).map(({ metric }) => metric);

/** The metrics of the service's own webhook topics. @guess get_webhook_topics: Topics of social events are left out. */
export const systemMetrics: readonly string[] = [
  ...recordedMetrics.filter((name) => !formMetrics.includes(name)),
  // Nothing here leads to an event of these.
  "Clicked Text Message",
  "Failed to Deliver Automated Response SMS",
  "Failed to Deliver Automated Response Text Message",
  "Opened Text",
  "Received Automated Response SMS",
  "Relayed Text Message",
  "Updated Email Preferences",
].toSorted();

const metricNames: ReadonlySet<string> = new Set([...systemMetrics, ...recordedMetrics]);

export const isSystemMetric = (name: string): boolean => metricNames.has(name);
