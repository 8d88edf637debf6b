import type { FormActKind } from "../forms/records.ts";

/** What events say of an act, by the names of their properties. */
export interface About {
  readonly List?: string | undefined;
  readonly Method?: string | undefined;
  readonly Source?: string | undefined;
  readonly MergedProfileId?: string | undefined;
  readonly variant_id?: string | undefined;
  readonly channels?: readonly string[] | undefined;
  readonly review_id?: string | undefined;
  readonly review_type?: string | undefined;
  readonly product_id?: string | undefined;
  readonly product_ids?: readonly string[] | undefined;
  /** The `$event_id` of the event of an order. */
  readonly order_id?: string | undefined;
  readonly rating?: number | undefined;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly $message?: string | undefined;
  readonly $flow?: string | undefined;
  readonly "Campaign Name"?: string | undefined;
  readonly Subject?: string | undefined;
  readonly "Email Domain"?: string | undefined;
  /** When it was sent, in seconds since 1970, and the id of its message. */
  readonly $_cohort$message_send_cohort?: string | undefined;
  /** The same with the id of its variation. */
  readonly $_cohort$variation_send_cohort?: string | undefined;
  /** The id of its message, and the how manieth of it. */
  readonly $event_id?: string | undefined;
  readonly $group_ids?: readonly string[] | undefined;
  readonly "Inbox Provider"?: string | undefined;
  readonly $ESP?: number | undefined;
  /** `Hard`: the address does not work. `Soft`: not now. */
  readonly "Bounce Type"?: string | undefined;
  readonly "Failure Reason"?: string | undefined;
  readonly URL?: string | undefined;
  readonly "Client Type"?: string | undefined;
  readonly "Client OS"?: string | undefined;
  readonly "Client Name"?: string | undefined;
  /** Whether a machine opened it before its person could. */
  readonly machine_open?: boolean | undefined;
  readonly "Bot Click"?: boolean | undefined;
  readonly "Message Body"?: string | undefined;
  readonly Conversation?: string | undefined;
  readonly form_id?: string | undefined;
  readonly form_version_id?: string | undefined;
  readonly form_type?: string | undefined;
  readonly form_name?: string | undefined;
  /** Counts the steps of the version, from 1 on. */
  readonly step?: number | undefined;
  readonly "Skip Reason"?: string | undefined;
}

export interface SystemEvent {
  readonly metric: string;
  readonly properties: readonly (keyof About)[];
  readonly when: string;
}

export const event = (
  metric: string,
  properties: SystemEvent["properties"],
  when: string,
): SystemEvent => ({ metric, properties, when });

/** What an event of a row says: those of its properties that are known. */
export const propertiesOf = ({ properties }: Pick<SystemEvent, "properties">, about: About) =>
  Object.fromEntries(
    properties.flatMap((name) => (about[name] === undefined ? [] : [[name, about[name]] as const])),
  );

export type NoEvent = { readonly none: string };

export type FormEventAct = `${FormActKind} of form`;

const ofForm = ["form_id", "form_version_id", "form_type", "form_name"] as const;

/** What the service writes about forms (forms.md). @guess create_form: The metric names of form events are a guess, and so are all properties but the ids. */
export const formEvents = {
  "view of form": event(
    "Form viewed by profile",
    ofForm,
    "A profile that is known sees a live form.",
  ),
  "view step of form": event(
    "Form step viewed by profile",
    [...ofForm, "step"],
    "A profile that is known sees a step of a live form.",
  ),
  "submit of form": event(
    "Form submitted by profile",
    [...ofForm, "step"],
    "A profile submits a live form.",
  ),
  "close of form": event(
    "Form closed by profile",
    ofForm,
    "A profile that is known closes a live form.",
  ),
} satisfies Record<FormEventAct, SystemEvent>;

/** What events say of the message that they are about (campaigns.md). */
export const ofMessage = [
  "$message",
  "$flow",
  "Campaign Name",
  "$_cohort$message_send_cohort",
  "$_cohort$variation_send_cohort",
  "$event_id",
  "$group_ids",
] as const satisfies readonly (keyof About)[];
export const ofEmail = [...ofMessage, "Subject", "Email Domain", "Inbox Provider", "$ESP"] as const;
const ofClient = ["Client Type", "Client OS", "Client Name"] as const;

/** What the service writes about messages (campaigns.md). */
// @guess send_campaign, *ate_flow: The properties of message events are a guess where they are not recorded.
export const messageEvents = {
  "receive email": event("Received Email", ofEmail, "An email is delivered."),
  "bounce email": event(
    "Bounced Email",
    [...ofEmail, "Bounce Type"],
    "An email bounces. A hard bounce suppresses the profile.",
  ),
  "drop email": event("Dropped Email", ofEmail, "An email is neither delivered nor returned."),
  "open email": event(
    "Opened Email",
    [...ofEmail, ...ofClient, "machine_open"],
    "An email is opened.",
  ),
  "click email": event(
    "Clicked Email",
    [...ofEmail, ...ofClient, "URL", "Bot Click"],
    "A link in an email is clicked.",
  ),
  "click to leave email": event(
    "Clicked Email to Unsubscribe",
    [...ofEmail, "URL"],
    "The link to unsubscribe in an email is clicked.",
  ),
  "mark email": event(
    "Marked Email as Spam",
    ofEmail,
    "An email is marked as spam, which suppresses the profile.",
  ),
  "send sms": event("Sent SMS", ofMessage, "A text message is sent."),
  "receive sms": event("Received SMS", ofMessage, "A text message is delivered."),
  "fail sms": event(
    "Failed to Deliver SMS",
    [...ofMessage, "Failure Reason"],
    "A text message cannot be delivered.",
  ),
  "click sms": event(
    "Clicked SMS",
    [...ofMessage, "URL", "Bot Click"],
    "A link in a text message is clicked.",
  ),
  "receive push": event("Received Push", ofMessage, "A push notification is delivered."),
  "bounce push": event("Bounced Push", ofMessage, "A push notification cannot be delivered."),
  "open push": event("Opened Push", ofMessage, "A push notification is opened."),
  "receive text": event("Received Text Message", ofMessage, "A WhatsApp message is delivered."),
  "fail text": event(
    "Failed to Deliver Text Message",
    [...ofMessage, "Failure Reason"],
    "A WhatsApp message cannot be delivered.",
  ),
  "write text": event(
    "Sent Text Message",
    ["Message Body", "Conversation"],
    "A profile writes a message in a conversation.",
  ),
  "skip send": event(
    "Skipped Send",
    ["$message", "$flow", "Campaign Name", "Skip Reason"],
    "A message is not sent to a profile that was sent another a short time ago.",
  ),
} satisfies Record<string, SystemEvent>;

export type MessageAct = keyof typeof messageEvents;
export const messageActs = Object.keys(messageEvents) as readonly MessageAct[];
