import type { Account } from "../../world/account.ts";
import { linkSecret, ulid } from "../../world/ids.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { catalogOf } from "../rendering/catalog.ts";
import type { Surroundings } from "../rendering/surroundings.ts";
import type { Profile } from "../resources/profile.ts";
import type { MessageAct } from "../events/message-events.ts";
import { aboutMessage } from "./about.ts";
import { aroundOf, contextOf, renderedPart } from "./content.ts";
import { couponCodesOf } from "./coupon-codes.ts";
import { addressOf } from "./eligible.ts";
import { fateOf } from "./fate.ts";
import { bounced, type Happening, planned } from "./happen.ts";
import { ratesOf } from "./rates.ts";
import { ReadContext } from "./read-context.ts";
import { type Message, type MessageChannel, type MessageContent, messages } from "./records.ts";

/** A campaign's or flow's message, or one of a conversation, that is sent to people. */
export interface Sent {
  readonly campaign?: string;
  readonly flow?: string;
  /** The id of the campaign's or flow's message, or of the conversation. */
  readonly message: string;
  readonly variation?: string | undefined;
  /** The lists and segments that it goes to. */
  readonly groups?: readonly string[];
  /** As it is kept: see `keptContent`. */
  readonly content: MessageContent;
  /** Told of the profiles that it is not sent, since a coupon has no code left for them. */
  readonly skipped?: (profile: string) => void;
}

/** Somebody whom it goes to. */
export interface Recipient {
  readonly profile: Profile;
  /** What its templates may read beside the person, such as the event that began a flow. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Why it cannot be delivered, whatever the rates say. */
  readonly fails?: string;
}

/**
 * Sends a message to people who may get it, in one commit: the rows of the outbox, the events of their delivery, and
 * what is to become of them later. The template language must have been loaded (`loadRendering`).
 */
export function send(
  account: Account,
  sent: Sent,
  recipients: readonly Recipient[],
  now: number,
): Message[] {
  const rates = ratesOf(account);
  const secrets = account.secrets("message link");
  const codes = couponCodesOf(account, now);
  const made: Message[] = [];
  const changes: Change[] = [];
  const done: Done[] = [];
  for (const { profile, context, fails } of recipients) {
    const { channel, name } = sent.content;
    const to = addressOf(account, profile, channel);
    if (to === null && fails === undefined) continue;
    const fate = fateOf(account.dice("message fate"), rates, channel, now);
    const { failure, coming } =
      fails === undefined ? fate : ({ failure: "dropped", coming: [] } as const);
    const secret = linkSecret(secrets);
    const given = codes.forOne();
    const addressed = { profile, to, failure, context, secret, codeOf: given.codeOf };
    const rendered = newMessage(account, sent, addressed, now);
    if (given.isShort()) {
      given.back();
      sent.skipped?.(profile.id);
      continue;
    }
    const message = { ...rendered, context: { ...rendered.context, ...given.context() } };
    made.push(message);
    changes.push(put(messages, message), ...given.assigned(profile.id));
    const about = aboutMessage(message, name);
    // @guess send_campaign, *ate_flow: A bounce without a reason of its own has the reason `undeliverable`.
    const why = failure !== null && {
      "Bounce Type": failure,
      "Failure Reason": fails ?? "undeliverable",
    };
    for (const act of actsOf(channel, failure)) {
      done.push({ act, profile: profile.id, about: { ...about, ...why } });
    }
    if (failure === "Hard" && channel === "email") changes.push(...bounced(profile, now));
    const input: Happening = { message: message.id, coming };
    if (coming.length > 0) changes.push(planned(account, input));
  }
  account.commit(recorded(account, changes, done, now));
  return made;
}

/**
 * Sends a message about somebody to others, who are no profiles: rows of the outbox of which nothing is recorded.
 * @guess *ate_flow: An internal alert always arrives.
 */
export function sendTo(
  account: Account,
  sent: Sent,
  addresses: readonly string[],
  { profile, context }: Recipient,
  now: number,
): void {
  const secrets = account.secrets("message link");
  const made = addresses.map((to) => {
    const addressed = { profile, to, failure: null, context, secret: linkSecret(secrets) };
    return put(messages, { ...newMessage(account, sent, addressed, now), profile: null });
  });
  account.commit(made);
}

/** Somebody whom a message goes to, where, and whether it arrives. */
interface Addressed extends Pick<Message, "to" | "failure" | "secret"> {
  readonly profile: Profile;
  readonly context: Recipient["context"];
  readonly codeOf?: (coupon: string) => string;
}

/** The row of a message that goes out now. */
const newMessage = (
  account: Account,
  sent: Sent,
  { profile, to, failure, context, secret, codeOf }: Addressed,
  now: number,
): Message => {
  const id = ulid(account.dice("message"), account.idInstant(now));
  const around = { ...aroundOf(account, { id, at: now }), ...(codeOf && { couponCode: codeOf }) };
  return {
    id,
    seq: account.nextSeq(),
    channel: sent.content.channel,
    profile: profile.id,
    to,
    campaign: sent.campaign ?? null,
    flow: sent.flow ?? null,
    message: sent.message,
    variation: sent.variation ?? null,
    groups: sent.groups ?? [],
    content: sent.content.id,
    ...rendered(account, sent.content, contextOf(account, profile, context), around),
    ...linkValuesOf(sent.content, profile),
    at: now,
    secret,
    failure,
    opened: null,
    opens: 0,
    clicked: null,
    clicks: 0,
    unsubscribed: null,
    marked: null,
  };
};

/** What is recorded of a message that goes out, as it ends. */
function actsOf(channel: MessageChannel, failure: Message["failure"]): MessageAct[] {
  if (channel === "sms") return ["send sms", failure === null ? "receive sms" : "fail sms"];
  if (channel === "whatsapp") return [failure === null ? "receive text" : "fail text"];
  if (channel === "push") return [failure === null ? "receive push" : "bounce push"];
  if (failure === null) return ["receive email"];
  return [failure === "dropped" ? "drop email" : "bounce email"];
}

/** A content's subject for a person, and what all of it reads. */
function rendered(
  account: Account,
  content: MessageContent,
  context: Readonly<Record<string, unknown>>,
  given: Surroundings,
): Pick<Message, "subject" | "context"> {
  const read = new ReadContext();
  const around = { ...given, told: read.told, catalogItem: read.items(catalogOf(account)) };
  const subject = renderedPart(content, "subject", context, around);
  for (const part of ["preview", "html", "text"] as const) {
    renderedPart(content, part, context, around);
  }
  return { subject, context: read.context() };
}

/** What the parameters of a content's links say of a person. */
function linkValuesOf(
  { linkParams }: MessageContent,
  { id, external_id }: Profile,
): Pick<Message, "linkValues"> {
  const known = { profile_id: id, profile_external_id: String(external_id ?? "") };
  const wanted = linkParams.flatMap((param) => ("of" in param ? [param.of as string] : []));
  const linkValues = Object.entries(known).filter(([name]) => wanted.includes(name));
  return linkValues.length === 0 ? {} : { linkValues: Object.fromEntries(linkValues) };
}
