import { aboutMessage } from "../../domain/messages/about.ts";
import type { Message, MessageContent } from "../../domain/messages/records.ts";
import type { Event } from "../../domain/resources/event.ts";
import type { Chance } from "../../world/chance.ts";
import type { Dice } from "../../world/dice.ts";
import { linkSecret, ulid } from "../../world/ids.ts";
import type { Past, PastAct } from "./past.ts";
import type { Shop } from "../generate/shop.ts";
import { readingOf } from "./reading.ts";
import type { Subscriber } from "./subscribers.ts";
import { messageContents, messages } from "../../domain/messages/records.ts";

/** The acts that events of mails are written of. */
export const mailActs = [
  "receive email",
  "bounce email",
  "open email",
  "click email",
] as const satisfies readonly PastAct[];

/** The most records that a mail leaves. */
export const ofMail = 4;

/** What a mail was sent for. */
export interface Cause {
  readonly campaign: string | null;
  readonly flow: string | null;
  /** The id of the campaign's or flow's message. */
  readonly message: string;
  readonly groups: readonly string[];
  readonly content: MessageContent;
  /** What its templates read beside the person. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** The mails of the past, and what became of them. */
export class Mails {
  readonly #past: Past;
  readonly #dice: Dice;
  readonly #secrets: Chance;
  readonly #shop: Shop;

  constructor(past: Past, dice: Dice, secrets: Chance, shop: Shop) {
    this.#past = past;
    this.#dice = dice;
    this.#secrets = secrets;
    this.#shop = shop;
  }

  /** What all mails of a message share. @param at when it was first sent */
  content(
    said: Pick<MessageContent, "name" | "subject" | "html" | "text">,
    at: number,
  ): MessageContent {
    return this.#past.add(messageContents, {
      ...said,
      id: ulid(this.#dice, at),
      channel: "email",
      preview: null,
      from: this.#shop.from,
      fromLabel: this.#shop.fromLabel,
      replyTo: null,
      tracksOpens: true,
      tracksClicks: true,
      linkParams: [],
    });
  }

  /** A mail to somebody whom mails reach at that instant, with what became of it. */
  mail(to: Subscriber, { content, context, ...cause }: Cause, at: number): void {
    const dice = this.#dice;
    const { profile } = to;
    const orders = this.#past.doneBy(profile.id).filter(isOrder);
    const times = orders.map(({ time }) => time);
    const { bounced, opened, clicked } = readingOf(dice, at, to, times);
    const { first_name, email } = profile;
    const message = this.#past.add(messages, {
      ...cause,
      id: ulid(dice, at),
      channel: "email",
      profile: profile.id,
      to: email,
      variation: null,
      content: content.id,
      subject: subjectFor(content.subject ?? "", first_name),
      context: { ...context, ...(first_name !== null && { first_name }) },
      at,
      secret: linkSecret(this.#secrets),
      failure: bounced ? "Soft" : null,
      opened,
      opens: opened === null ? 0 : 1,
      clicked,
      clicks: clicked === null ? 0 : 1,
      unsubscribed: null,
      marked: null,
    });
    this.#event(bounced ? "bounce email" : "receive email", message, content, at);
    if (opened !== null) this.#engage("open email", message, content, opened);
    if (clicked !== null) this.#engage("click email", message, content, clicked);
  }

  #event(
    act: (typeof mailActs)[number],
    message: Message,
    { name }: MessageContent,
    at: number,
  ): Event {
    const about = {
      ...aboutMessage(message, name),
      "Bounce Type": "Soft",
      "Client Type": "Browser",
      machine_open: false,
      "Bot Click": false,
      URL: `${this.#shop.url}/new`,
    };
    return this.#past.event(this.#dice, act, message.profile ?? "", about, at);
  }

  #engage(
    act: "open email" | "click email",
    message: Message,
    content: MessageContent,
    at: number,
  ): void {
    const { id, profile, time } = this.#event(act, message, content, at);
    const attribution = { $attributed_event_id: id, $send_ts: Math.floor(message.at / 1000) };
    this.#past.engaged(profile, { at: time, attribution });
  }
}

/** A subject as somebody got it, of whom nothing but the first name is read. No start loads the template language. */
const subjectFor = (subject: string, name: string | null): string =>
  subject
    .replaceAll(/\{\{ *first_name *(\| *default: *'([^']*)')? *\}\}/g, (_, __, other: string) => {
      return name ?? other ?? "";
    })
    .replaceAll(/\{[{%].*?[%}]\}/g, "");

const isOrder = ({ properties }: Event): boolean => typeof properties["$value"] === "number";
