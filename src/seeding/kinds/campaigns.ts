import { startWork } from "../../areas/campaigns/counting.ts";
import { unreached } from "../../areas/campaigns/run.ts";
import { copied } from "../../areas/campaigns/create.ts";
import { whole, trackingOf } from "../../areas/campaigns/said.ts";
import { described, integer, list, literal, object, phrase, string } from "../../contract/shape.ts";
import type { Infer } from "../../contract/shape.ts";
import { channels, type Definition } from "../../domain/campaigns/message-definition.ts";
import type { AbTest } from "../../domain/campaigns/shape.ts";
import type { CampaignMessage, Campaign } from "../../domain/resources/campaign.ts";
import { campaignMessages, campaign } from "../../domain/resources/campaign.ts";
import { campaigns as collection } from "../../domain/resources/campaign.ts";
import { templates } from "../../domain/resources/template.ts";
import { formatDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import { durationShape, parseDuration } from "../../world/time/duration.ts";
import { workFor } from "../../world/time/agenda.ts";
import { text } from "../fixture/shape-parts.ts";
import { createdAt, instantOf, timeAt } from "../fixture/values.ts";
import type { Place } from "../fixture/place.ts";
import type { PlanTime } from "../plan.ts";
import { dated, kind } from "./kind.ts";

const states = ["Draft", "Scheduled", "Sent", "Cancelled"] as const;

const content = {
  "subject?": string(),
  "preview_text?": string(),
  "from_email?": phrase("Default: the account's sender."),
  "from_label?": phrase("Default: the account's sender."),
  "title?": phrase("Of a push notification."),
  "body?": phrase("Of a text message or a push notification."),
} as const;

const said = {
  ...content,
  "template?": described(text(), "The name of a template, of which an email gets a copy."),
} as const;

const abTest = object({
  variations: described(
    list(object(said), { min: 2, max: 8 }),
    "What each says; what one does not say is the campaign's.",
  ),
  "percentage?": described(
    integer({ min: 1, max: 100 }),
    "How many of the audience get a variation. The others get the best of them. Default: 100.",
  ),
  "wait?": durationShape("How long until the best is known. Default: 4h."),
  "by?": described(literal("opens", "clicks"), "What is best. Default: opens."),
});

const shape = object({
  name: text(),
  "channel?": described(literal(...channels), "Default: email."),
  ...said,
  "ab_test?": described(abTest, "Several messages, each for a part of the audience."),
  included: described(list(text(), { min: 1 }), "The names of the lists and segments that get it."),
  "excluded?": described(list(text()), "The names of those whose members do not."),
  "status?": described(
    literal(...states),
    "Default: Draft. Of one that is Sent, nothing was sent.",
  ),
  "send_at?": phrase(
    "When it goes out, or went: a datetime, or an offset from the start such as 2d.",
  ),
  ...dated,
});

type Item = Infer<typeof shape>;
type Labelled = Item & { readonly label?: string };

export const campaigns = kind({
  noun: "campaign",
  says: "Campaigns, each with a message.",
  type: campaign.type,
  ids: "profile",
  asWritten: true,
  late: true,
  shape,
  planned(item, place, around) {
    const { name, status = "Draft", send_at: at } = item;
    const sendAt = at === undefined ? null : sentAt(at, status, place.at("send_at"));
    if (status === "Scheduled" && sendAt === null)
      throw place.error("a campaign that is Scheduled needs a send_at such as 2d");
    const idsOf = (part: "excluded" | "included") =>
      (item[part] ?? []).map(
        (each, index) => around.require(["lists", "segments"], each, place.at(part, index)).id,
      );
    return {
      name,
      status,
      audiences: { included: idsOf("included"), excluded: idsOf("excluded") },
      sendAt,
      messages: messagesIn(item).map((each) => ({
        id: around.draw("campaign message", "profile", createdAt(item, place)),
        says: definitionOf(each),
        template:
          each.template === undefined
            ? null
            : around.require("templates", each.template, place.at("template")).id,
      })),
      test: testOf(item, place),
    };
  },
  changes(account, record, planted) {
    const { id, name, status: state, created, sendAt, audiences, messages, test } = record;
    const at = sendAt === null ? created : instantOf(sendAt, planted);
    const isEmail = messages[0]?.says.channel === "email";
    const run = state === "Draft" ? 0 : 1;
    const stamps = { created, updated: state === "Sent" ? at : created };
    const datetime = formatDatetime(at);
    const made: Campaign = {
      id,
      seq: account.nextSeq(),
      ...stamps,
      name,
      state,
      run,
      archived: false,
      audiences,
      send_options: { use_smart_sending: true, ...(isEmail && { ignore_unsubscribes: false }) },
      tracking: trackingOf({}, isEmail),
      strategy: strategyOf(test, sendAt === null ? undefined : datetime),
      scheduled_at: run > 0 ? at : null,
      send_time: state === "Sent" ? at : null,
    };
    const send_times = state === "Sent" ? [{ datetime, is_local: false }] : [];
    const ended = state === "Scheduled" ? null : at;
    return [
      put(collection, made),
      ...messages.flatMap(({ says, ...message }) =>
        messageChanges(account, message, {
          ...stamps,
          campaign: id,
          says: whole(account, says, name),
          send_times,
        }),
      ),
      ...(run > 0 ? [unreached(account, { campaign: id, run, asked: created, ended })] : []),
      ...(state === "Scheduled" ? [workFor(account, startWork, { campaign: id, run }, at)] : []),
    ];
  },
});

function sentAt(written: string, status: Campaign["state"], place: Place): PlanTime {
  const time = timeAt(written, place);
  if (status === "Scheduled" && typeof time === "number" && time <= 0)
    throw place.error("expected a time in the future, such as 2d, of a campaign that is Scheduled");
  return time;
}

/** Its message, or the variations of it. */
const messagesIn = (item: Item): readonly Labelled[] =>
  item.ab_test?.variations.map((each, place) => ({
    ...item,
    ...each,
    label: `Variation ${String.fromCharCode(65 + place)}`,
  })) ?? [item];

function definitionOf({ channel = "email", label, ...item }: Labelled): Definition {
  const names = new Set(Object.keys(content).map((name) => name.slice(0, -1)));
  const given = Object.entries(item).filter(([name]) => names.has(name));
  return { channel, content: Object.fromEntries(given), ...(label !== undefined && { label }) };
}

function testOf({ ab_test: test }: Item, place: Place): AbTest | null {
  if (test === undefined) return null;
  const { percentage = 100, wait = "4h", by = "opens" } = test;
  const waitMs = parseDuration(wait);
  if (waitMs === undefined || waitMs < 0)
    throw place.at("ab_test", "wait").error("expected a duration such as 4h");
  return { percentage, waitMs, by };
}

/** @param datetime when it goes out, where that is said */
function strategyOf(test: AbTest | null, datetime: string | undefined): Campaign["strategy"] {
  const fixed = datetime !== undefined && { datetime };
  if (test !== null) return { method: "ab_test_campaign", test, ...fixed };
  return fixed ? { method: "static", ...fixed, is_local: false } : { method: "immediate" };
}

function messageChanges(
  account: Account,
  { id, template }: { readonly id: string; readonly template: string | null },
  said: Omit<CampaignMessage, "id" | "seq" | "template" | "image">,
): Change[] {
  const from = account.table(templates).get(template ?? "");
  const copy = from && copied(account, from, id, said.created);
  const record = { id, seq: account.nextSeq(), ...said, template: copy?.id ?? null, image: null };
  return [put(campaignMessages, record), ...(copy ? [put(templates, copy)] : [])];
}
