import { whole } from "../areas/campaigns/definition.ts";
import { copied } from "../areas/campaigns/create.ts";
import { trackingOf } from "../areas/campaigns/said.ts";
import { campaignSends } from "../areas/campaigns/collections.ts";
import { sendId } from "../areas/campaigns/sends.ts";
import { startWork } from "../areas/campaigns/counting.ts";
import { type CampaignMessage, campaignMessages } from "../domain/resources/campaign-message.ts";
import { templates } from "../domain/resources/template.ts";
import type { Definition } from "../domain/campaigns/message-definition.ts";
import { type Campaign, campaigns } from "../domain/resources/campaign.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Infer } from "../contract/shape.ts";
import { parseDuration } from "../world/time/duration.ts";
import type { campaignShape } from "./fixture/campaign-shape.ts";
import type { Account } from "../world/account.ts";
import { type Change, put } from "../world/store/store.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { type Named, type Streams, unknownName } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type { CampaignPlan, ListPlan, PlanTime, SegmentPlan } from "./plan.ts";
import type { Around as RecordsNamed } from "./kinds/kind.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { createdAt, instantOf, timeAt } from "./fixture/times.ts";

type Item = Infer<typeof campaignShape>;

/** What a campaign names. */
interface Around {
  readonly lists: Named<ListPlan>;
  readonly segments: Named<SegmentPlan>;
  readonly named: RecordsNamed;
}

/**
 * The campaigns of an account, in the order of the files.
 *
 * @throws FixtureError for a list, a segment or a template that is not there, and for a time that makes no sense
 */
export const campaignsOf = (
  draft: AccountDraft,
  around: Around,
  ids: PlannedIds,
  streams: Streams,
): CampaignPlan[] =>
  [...itemsOf(draft, "campaigns")].map(({ item, place }) => {
    const { name, status = "Draft", send_at } = item;
    const created = createdAt(item, place);
    const sendAt = send_at === undefined ? null : timeOf(send_at, status, place.at("send_at"));
    if (status === "Scheduled" && sendAt === null)
      throw place.error("a campaign that is Scheduled needs a send_at such as 2d");
    const names = (part: "excluded" | "included") =>
      (item[part] ?? []).map((each, index) => groupOf(around, each, place.at(part, index)));
    return {
      id: ids.of(item, "profile", place, streams("campaign"), created),
      name,
      status,
      created,
      sendAt,
      audiences: { included: names("included"), excluded: names("excluded") },
      messages: messagesIn(item).map((each) => ({
        id: ids.of({}, "profile", place, streams("campaign message"), created),
        says: definitionOf(each),
        template:
          each.template === undefined
            ? null
            : around.named.require("templates", each.template, place.at("template")).id,
      })),
      test: testOf(item),
    };
  });

/** Its message, or the variations of it. */
const messagesIn = (item: Item): readonly (Item & { readonly label?: string })[] =>
  item.ab_test?.variations.map((each, place) => ({
    ...item,
    ...each,
    label: `Variation ${String.fromCharCode(65 + place)}`,
  })) ?? [item];

function testOf({ ab_test: test }: Item): CampaignPlan["test"] {
  if (test === undefined) return null;
  const { percentage = 100, wait = "4h", by = "opens" } = test;
  return { percentage, waitMs: parseDuration(wait) ?? 0, by };
}

function timeOf(text: string, status: Campaign["state"], place: Place): PlanTime {
  const time = timeAt(text, place);
  if (status === "Scheduled" && typeof time === "number" && time <= 0)
    throw place.error("expected a time in the future, such as 2d, of a campaign that is Scheduled");
  return time;
}

/** The id of a list or a segment by its name. */
function groupOf({ lists, segments }: Around, name: string, place: Place): string {
  const list = lists.plans[lists.find(name) ?? -1];
  const found = list ?? segments.plans[segments.find(name) ?? -1];
  if (found !== undefined) return found.id;
  const all = [...lists.plans, ...segments.plans].map((each) => each.name);
  throw unknownName("list or segment", name, all, place);
}

const said = ["subject", "preview_text", "from_email", "from_label", "title", "body"] as const;

/** What its message says, as a body would have it. */
function definitionOf(item: Item & { readonly label?: string }): Definition {
  const content = said.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  const label = item.label === undefined ? {} : { label: item.label };
  return { channel: item.channel ?? "email", content: Object.fromEntries(content), ...label };
}

/** Puts campaigns into an account: what is there already stays as it is. */
export function plantCampaigns(
  account: Account,
  plans: readonly CampaignPlan[],
  planted: number,
): void {
  for (const plan of plans) {
    if (account.table(campaigns).get(plan.id) === undefined) plantOne(account, plan, planted);
  }
}

/** A message with its copy of a template. */
function plantedMessage(
  account: Account,
  { id, template }: CampaignPlan["messages"][number],
  said: Omit<CampaignMessage, "id" | "seq" | "template" | "image">,
): Change[] {
  const from = account.table(templates).get(template ?? "");
  const copy = from && copied(account, from, id, said.created);
  const record = { id, seq: account.nextSeq(), ...said, template: copy?.id ?? null, image: null };
  const changes = [put(campaignMessages, record)];
  return copy === undefined ? changes : [...changes, put(templates, copy)];
}

function plantOne(account: Account, plan: CampaignPlan, planted: number): void {
  const { id, name, status: state, audiences, test } = plan;
  const created = instantOf(plan.created, planted);
  const at = plan.sendAt === null ? created : instantOf(plan.sendAt, planted);
  const isEmail = plan.messages[0]?.says.channel === "email";
  const run = state === "Draft" ? 0 : 1;
  const stamps = { created, updated: state === "Sent" ? at : created };
  const isFixed = plan.sendAt !== null;
  const datetime = formatDatetime(at);
  account.commit([
    put(campaigns, {
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
      strategy:
        test !== null
          ? { method: "ab_test_campaign", test, ...(isFixed && { datetime }) }
          : isFixed
            ? { method: "static", datetime, is_local: false }
            : { method: "immediate" },
      scheduled_at: run > 0 ? at : null,
      send_time: state === "Sent" ? at : null,
    }),
    ...plan.messages.flatMap((message) =>
      plantedMessage(account, message, {
        ...stamps,
        campaign: id,
        says: whole(account, message.says, name),
        send_times: state === "Sent" ? [{ datetime, is_local: false }] : [],
      }),
    ),
    ...(run === 0
      ? []
      : [
          put(campaignSends, {
            id: sendId(id, run),
            seq: account.nextSeq(),
            campaign: id,
            run,
            asked: created,
            ended: state === "Scheduled" ? null : at,
            recipients: null,
            reached: 0,
            skipped: {},
          }),
        ]),
  ]);
  if (state === "Scheduled") account.later(startWork, { campaign: id, run }, at);
}
