import { campaignSends } from "../areas/campaigns/collections.ts";
import { sendId } from "../areas/campaigns/sends.ts";
import {
  campaignMessages,
  campaigns,
  events,
  messageContents,
  messages,
  templates,
} from "../domain/collections.ts";
import { aboutMessage } from "../domain/messages/about.ts";
import { type Attribution, attributionMs } from "../domain/messages/attribution.ts";
import type { Message, MessageContent } from "../domain/messages/records.ts";
import { messageEvents } from "../domain/message-events.ts";
import type { Event } from "../domain/resources/event.ts";
import { propertiesOf } from "../domain/system-event.ts";
import { formatPrecise, wholeSecond } from "../jsonapi/time.ts";
import type { Chance } from "../world/chance.ts";
import type { Dice } from "../world/dice.ts";
import { eventId, linkSecret, shortId, ulid } from "../world/ids.ts";
import type { Into } from "../world/state.ts";
import { readingOf, type Subscriber } from "./history-read.ts";
import { bodiesOf, textsOf } from "./history-texts.ts";

/** The acts that events of the past are written of. */
export const pastActs = ["receive email", "bounce email", "open email", "click email"] as const;
export type PastAct = (typeof pastActs)[number];

/** What is known when an account is planted, and all that its past is made of. */
export interface Setting {
  readonly dice: Dice;
  readonly secrets: Chance;
  /** The first of the sequence numbers that are kept for it. */
  readonly seq: number;
  readonly metricOf: (act: PastAct) => string;
  /** The ids of the service's own metrics. */
  readonly ofService: ReadonlySet<string>;
  /** Id of the list. */
  readonly list: string;
  readonly from: string;
  readonly fromLabel: string;
  /** Where links lead. */
  readonly shop: string;
  readonly subscribers: readonly Subscriber[];
  /** When campaigns went out, the first one first. */
  readonly dates: () => readonly number[];
}

/** The records of a campaign beside its messages, and the most that a message leaves. */
const ofCampaign = 5;
const ofMessage = 4;

/** The most records that a past has. */
export const recordsMax = (dates: number, subscribers: number): number =>
  dates * (ofCampaign + ofMessage * subscribers);

/** When somebody opened or clicked, and what events from then on say of it. */
interface Engagement {
  readonly at: number;
  readonly attribution: Attribution;
}

/** Writes the past into tables that have what was planted. */
export function writePast(setting: Setting, into: Into): void {
  const past = new Past(setting, into);
  for (const [number, at] of setting.dates().entries()) past.campaign(number, at);
  past.load();
}

class Past {
  readonly #setting: Setting;
  readonly #into: Into;
  #seq: number;
  readonly #messages: Message[] = [];
  readonly #events: Event[] = [];
  /** Of each profile, what is not the service's own, the oldest first. */
  readonly #done = new Map<string, Event[]>();
  readonly #engaged = new Map<string, Engagement[]>();

  constructor(setting: Setting, into: Into) {
    this.#setting = setting;
    this.#into = into;
    this.#seq = setting.seq;
    for (const event of into(events).scan(["datetime"])) {
      if (setting.ofService.has(event.metric)) continue;
      const those = this.#done.get(event.profile);
      if (those === undefined) this.#done.set(event.profile, [event]);
      else those.push(event);
    }
  }

  #next(): number {
    this.#seq += 1;
    return this.#seq - 1;
  }

  /** A campaign with its message, its template and its content, and what became of its mails. */
  campaign(number: number, at: number): void {
    const { dice, list, from, fromLabel, shop, subscribers } = this.#setting;
    const { name, subject } = textsOf(number);
    const [id, message] = [ulid(dice, at), ulid(dice, at)];
    const dated = { created: at, updated: at };
    const template = this.#freshTemplate();
    const bodies = bodiesOf(subject, shop);
    this.#into(templates).load([
      {
        ...dated,
        ...bodies,
        id: template,
        seq: this.#next(),
        name: `Clone of ${template}`,
        editor_type: "CODE",
        amp: null,
        definition: null,
        message,
      },
    ]);
    const tracking = { is_tracking_opens: true, is_tracking_clicks: true };
    this.#into(campaigns).load([
      {
        ...dated,
        id,
        seq: this.#next(),
        name,
        archived: false,
        audiences: { included: [list], excluded: [] },
        send_options: { use_smart_sending: true },
        strategy: { method: "immediate" },
        tracking: { add_tracking_params: false, custom_tracking_params: [], ...tracking },
        scheduled_at: at,
        send_time: at,
        state: "Sent",
        run: 1,
      },
    ]);
    const content = { subject, preview_text: null, from_email: from, from_label: fromLabel };
    this.#into(campaignMessages).load([
      {
        ...dated,
        id: message,
        seq: this.#next(),
        campaign: id,
        template,
        image: null,
        says: { channel: "email", label: name, content },
        send_times: [{ datetime: formatPrecise(at), is_local: false }],
      },
    ]);
    const said: MessageContent = {
      ...bodies,
      id: ulid(dice, at),
      seq: this.#next(),
      channel: "email",
      name,
      subject,
      preview: null,
      from,
      fromLabel,
      replyTo: null,
      tracksOpens: true,
      tracksClicks: true,
      linkParams: [],
    };
    this.#into(messageContents).load([said]);
    const before = this.#messages.length;
    for (const subscriber of subscribers) {
      if (subscriber.joined <= at && at <= subscriber.until) {
        this.#mail(subscriber, { campaign: id, message, content: said }, at);
      }
    }
    const reached = this.#messages.length - before;
    this.#into(campaignSends).load([
      {
        id: sendId(id, 1),
        seq: this.#next(),
        campaign: id,
        run: 1,
        asked: at,
        ended: at,
        recipients: reached,
        reached,
        skipped: {},
      },
    ]);
  }

  #freshTemplate(): string {
    for (;;) {
      const id = shortId(this.#setting.dice);
      if (this.#into(templates).get(id) === undefined) return id;
    }
  }

  #mail(
    subscriber: Subscriber,
    of: { readonly campaign: string; readonly message: string; readonly content: MessageContent },
    at: number,
  ): void {
    const { dice, secrets, list } = this.#setting;
    const { profile } = subscriber;
    const orders = (this.#done.get(profile.id) ?? []).filter(isOrder).map(({ time }) => time);
    const { bounced, opened, clicked } = readingOf(dice, at, subscriber, orders);
    const { first_name, email } = profile;
    const theme = of.content.subject?.split(",")[0] ?? "";
    const message: Message = {
      id: ulid(dice, at),
      seq: this.#next(),
      channel: "email",
      profile: profile.id,
      to: email,
      campaign: of.campaign,
      flow: null,
      message: of.message,
      variation: null,
      groups: [list],
      content: of.content.id,
      subject: `${theme}, ${first_name ?? "friend"}`,
      context: first_name === null ? {} : { first_name },
      at,
      secret: linkSecret(secrets),
      failure: bounced ? "Soft" : null,
      opened,
      opens: opened === null ? 0 : 1,
      clicked,
      clicks: clicked === null ? 0 : 1,
      unsubscribed: null,
      marked: null,
    };
    this.#messages.push(message);
    this.#event(bounced ? "bounce email" : "receive email", message, of.content, at);
    if (opened !== null) this.#engage("open email", message, of.content, opened);
    if (clicked !== null) this.#engage("click email", message, of.content, clicked);
  }

  #event(act: PastAct, message: Message, { name }: MessageContent, at: number): Event {
    const { dice, metricOf, shop } = this.#setting;
    const about = {
      ...aboutMessage(message, name),
      "Bounce Type": "Soft",
      "Client Type": "Browser",
      machine_open: false,
      "Bot Click": false,
      URL: `${shop}/new`,
    };
    const id = eventId(dice);
    const event: Event = {
      id,
      seq: this.#next(),
      time: wholeSecond(at),
      metric: metricOf(act),
      profile: message.profile ?? "",
      unique_id: id,
      properties: propertiesOf(messageEvents[act], about),
    };
    this.#events.push(event);
    return event;
  }

  #engage(act: PastAct, message: Message, content: MessageContent, at: number): void {
    const { id, profile, time } = this.#event(act, message, content, at);
    const attribution = { $attributed_event_id: id, $send_ts: Math.floor(message.at / 1000) };
    const those = this.#engaged.get(profile) ?? [];
    this.#engaged.set(profile, [...those, { at: time, attribution }]);
  }

  /** What was done soon after a mail was opened or clicked says so. */
  #attributed(): Event[] {
    return [...this.#engaged].flatMap(([profile, engaged]) =>
      (this.#done.get(profile) ?? []).flatMap((event) => {
        const led = engaged
          .filter(({ at }) => at <= event.time && event.time <= at + attributionMs)
          .reduce<Engagement | undefined>(
            (last, each) => (last === undefined || each.at >= last.at ? each : last),
            undefined,
          );
        if (led === undefined) return [];
        return [{ ...event, properties: { ...event.properties, $attribution: led.attribution } }];
      }),
    );
  }

  load(): void {
    this.#into(messages).load(this.#messages);
    this.#into(events).load([...this.#attributed(), ...this.#events]);
  }
}

const isOrder = ({ properties }: Event): boolean => typeof properties["$value"] === "number";
