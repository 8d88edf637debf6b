import { campaignSends } from "../../areas/campaigns/collections.ts";
import { sendId } from "../../areas/campaigns/sends.ts";
import { campaignMessages } from "../../domain/resources/campaign-message.ts";
import { campaigns } from "../../domain/resources/campaign.ts";
import { templates } from "../../domain/resources/template.ts";
import type { Message } from "../../domain/messages/records.ts";
import { zoneNamed } from "../../domain/time-zone.ts";
import { formatPrecise } from "../../jsonapi/time.ts";
import type { Chance } from "../../world/chance.ts";
import type { Dice } from "../../world/dice.ts";
import { ulid } from "../../world/ids.ts";
import type { Slices } from "../../world/time/slices.ts";
import type { Shop } from "../generate/shop.ts";
import { mailActs, Mails, ofMail } from "./mails.ts";
import type { Part, Past } from "./past.ts";
import type { Subscriber } from "./subscribers.ts";
import { bodiesOf, textsOf } from "./texts.ts";

/** What campaigns that went to a list are made of. */
export interface CampaignsOfPast {
  readonly dice: Dice;
  readonly secrets: Chance;
  readonly shop: Shop;
  /** Id of the list. */
  readonly list: string;
  readonly subscribers: readonly Subscriber[];
  readonly count: number;
  /** Between when they went out. */
  readonly from: number;
  readonly until: number;
  /** Whose time they went out by. */
  readonly timezone: string;
}

/** The records of a campaign beside its messages. */
const ofCampaign = 5;

/** Campaigns that went to a list, what became of their mails, and which of the orders they led to. */
export const campaignsPart = (of: CampaignsOfPast): Part => ({
  acts: mailActs,
  from: of.from,
  most: of.count * (ofCampaign + ofMail * of.subscribers.length),
  *write(past) {
    const mails = new Mails(past, of.dice, of.secrets, of.shop);
    for (const [number, at] of datesOf(of).entries()) {
      yield* campaign(past, mails, of, number, at);
    }
  },
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When they went out: at ten in the morning, evenly over a span of time. */
function datesOf({ timezone, count, from, until }: CampaignsOfPast): number[] {
  // The first time zone of a process takes as long as a tenth of its start.
  const zone = zoneNamed(timezone);
  return Array.from({ length: count }, (_, index) => {
    const wall = zone.wallOf(from + ((index + 0.5) * (until - from)) / count);
    return zone.instantOf(Math.floor(wall / dayMs) * dayMs + 10 * hourMs);
  });
}

/** A campaign with its message, its template and its content, and what became of its mails. */
function* campaign(
  past: Past,
  mails: Mails,
  of: CampaignsOfPast,
  number: number,
  at: number,
): Slices<void> {
  const { list, subscribers } = of;
  const { id, message, written } = sentMessage(past, of, number, at);
  const content = mails.content(written, at);
  const reached = subscribers.filter(({ joined, until }) => joined <= at && at <= until);
  const groups: Message["groups"] = [list];
  for (const to of reached) {
    yield;
    mails.mail(to, { campaign: id, flow: null, message, groups, content }, at);
  }
  past.add(campaignSends, {
    id: sendId(id, 1),
    campaign: id,
    run: 1,
    asked: at,
    ended: at,
    recipients: reached.length,
    reached: reached.length,
    skipped: {},
  });
}

/** The records of a campaign that was sent, but for its mails. */
function sentMessage(
  past: Past,
  { dice, list, shop }: CampaignsOfPast,
  number: number,
  at: number,
) {
  const { name, subject } = textsOf(number);
  const [id, message] = [ulid(dice, at), ulid(dice, at)];
  const dated = { created: at, updated: at };
  const template = past.freshId(dice, templates);
  const bodies = bodiesOf(subject, shop.url);
  past.add(templates, {
    ...dated,
    ...bodies,
    id: template,
    name: `Clone of ${template}`,
    editor_type: "CODE",
    amp: null,
    definition: null,
    message,
  });
  past.add(campaigns, {
    ...dated,
    id,
    name,
    archived: false,
    audiences: { included: [list], excluded: [] },
    send_options: { use_smart_sending: true },
    strategy: { method: "immediate" },
    tracking: {
      add_tracking_params: false,
      custom_tracking_params: [],
      is_tracking_opens: true,
      is_tracking_clicks: true,
    },
    scheduled_at: at,
    send_time: at,
    state: "Sent",
    run: 1,
  });
  const { from: from_email, fromLabel: from_label } = shop;
  past.add(campaignMessages, {
    ...dated,
    id: message,
    campaign: id,
    template,
    image: null,
    says: {
      channel: "email",
      label: name,
      content: { subject, preview_text: null, from_email, from_label },
    },
    send_times: [{ datetime: formatPrecise(at), is_local: false }],
  });
  return { id, message, written: { ...bodies, name, subject } };
}
