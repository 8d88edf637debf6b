import { type About, event, type SystemEvent } from "./system-event.ts";

export const messageActs = [
  "receive email",
  "bounce email",
  "drop email",
  "open email",
  "click email",
  "click to leave email",
  "mark email",
  "send sms",
  "receive sms",
  "fail sms",
  "click sms",
  "receive push",
  "bounce push",
  "open push",
  "receive text",
  "fail text",
  "write text",
  "skip send",
] as const;
export type MessageAct = (typeof messageActs)[number];

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

/**
 * What the service writes about messages (campaigns.md). @guess send_campaign, *ate_flow: The properties of message
 * events are a guess where they are not recorded.
 */
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
} satisfies Record<MessageAct, SystemEvent>;
