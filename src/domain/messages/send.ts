import type { Account } from "../../world/account.ts";
import { linkSecret, ulid } from "../../world/ids.ts";
import { type Change, put } from "../../world/store/store.ts";
import { type Done, recorded } from "../objects/acts.ts";
import { catalogOf } from "../rendering/load.ts";
import type { Surroundings } from "../rendering/tree.ts";
import type { Profile } from "../resources/profile.ts";
import type { MessageAct } from "../events/system-event.ts";
import { aboutMessage } from "./about.ts";
import { aroundOf, contextOf, renderedPart } from "./content.ts";
import { couponCodesOf, ReadContext } from "./message-context.ts";
import { addressOf } from "./audience.ts";
import { fateOf, ratesOf } from "./fate.ts";
import { bounced, planned } from "./happen.ts";
import { type Message, type MessageChannel, type MessageContent, messages } from "./records.ts";

export interface Sent {
  readonly campaign?: string;
  readonly flow?: string;
  readonly message: string;
  readonly variation?: string | undefined;
  readonly groups?: readonly string[];
  readonly content: MessageContent;
  /** Told of the profiles for which a coupon has no code left. */
  readonly skipped?: (profile: string) => void;
}

export interface Recipient {
  readonly profile: Profile;
  /** What templates may read besides, such as the event that began a flow. */
  readonly context?: Readonly<Record<string, unknown>>;
  /** Why it cannot be delivered, whatever the rates say. */
  readonly fails?: string;
}

/** Sends a message to people who may get it, in one commit. Needs `loadRendering`. */
export function send(account: Account, sent: Sent, recipients: readonly Recipient[], now: number) {
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
    const reason = fails ?? "undeliverable";
    const why = failure !== null && { "Bounce Type": failure, "Failure Reason": reason };
    for (const act of actsOf(channel, failure)) {
      done.push({ act, profile: profile.id, about: { ...about, ...why } });
    }
    if (failure === "Hard" && channel === "email") changes.push(...bounced(profile, now));
    if (coming.length > 0) changes.push(planned(account, { message: message.id, coming }));
  }
  account.commit(recorded(account, changes, done, now));
  return made;
}

/** Sends a message about somebody to others: nothing is recorded of it. @guess *ate_flow: An internal alert always arrives. */
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

interface Addressed extends Pick<Message, "to" | "failure" | "secret"> {
  readonly profile: Profile;
  readonly context: Recipient["context"];
  readonly codeOf?: (coupon: string) => string;
}

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

function actsOf(channel: MessageChannel, failure: Message["failure"]): MessageAct[] {
  if (channel === "sms") return ["send sms", failure === null ? "receive sms" : "fail sms"];
  if (channel === "whatsapp") return [failure === null ? "receive text" : "fail text"];
  if (channel === "push") return [failure === null ? "receive push" : "bounce push"];
  if (failure === null) return ["receive email"];
  return [failure === "dropped" ? "drop email" : "bounce email"];
}

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

function linkValuesOf({ linkParams }: MessageContent, { id, external_id }: Profile) {
  const known = { profile_id: id, profile_external_id: String(external_id ?? "") };
  const wanted = linkParams.flatMap((param) => ("of" in param ? [param.of as string] : []));
  const linkValues = Object.entries(known).filter(([name]) => wanted.includes(name));
  return linkValues.length === 0 ? {} : { linkValues: Object.fromEntries(linkValues) };
}
