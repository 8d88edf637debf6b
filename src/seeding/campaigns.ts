import { whole } from "../areas/campaigns/definition.ts";
import { copied } from "../areas/campaigns/create.ts";
import { trackingOf } from "../areas/campaigns/said.ts";
import { campaignSends } from "../areas/campaigns/collections.ts";
import { sendId } from "../areas/campaigns/sends.ts";
import { startWork } from "../areas/campaigns/counting.ts";
import { campaignMessages } from "../domain/resources/campaign-message.ts";
import { templates } from "../domain/resources/template.ts";
import type { Definition } from "../domain/campaigns/message-definition.ts";
import { type Campaign, campaigns } from "../domain/resources/campaign.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { put } from "../world/store/store.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { type Named, type Streams, unknownName } from "./groups.ts";
import type { Place } from "./input/place.ts";
import type { CampaignPlan, ListPlan, PlanTime, SegmentPlan } from "./plan.ts";
import type { Around as RecordsNamed } from "./kinds/kind.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { createdAt, instantOf, timeAt } from "./fixture/times.ts";

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
    if (status === "Scheduled" && sendAt === null) {
      throw place.error("a campaign that is Scheduled needs a send_at such as 2d");
    }
    const names = (part: "excluded" | "included") =>
      (item[part] ?? []).map((each, index) => groupOf(around, each, place.at(part, index)));
    return {
      id: ids.of(item, "profile", place, streams("campaign"), created),
      message: ids.of({}, "profile", place, streams("campaign message"), created),
      name,
      status,
      created,
      sendAt,
      audiences: { included: names("included"), excluded: names("excluded") },
      template:
        item.template === undefined
          ? null
          : around.named.require("templates", item.template, place.at("template")).id,
      says: definitionOf(item),
    };
  });

function timeOf(text: string, status: Campaign["state"], place: Place): PlanTime {
  const time = timeAt(text, place);
  if (status === "Scheduled" && typeof time === "number" && time <= 0) {
    throw place.error("expected a time in the future, such as 2d, of a campaign that is Scheduled");
  }
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
function definitionOf(
  item: Partial<Record<(typeof said)[number], string>> & {
    readonly channel?: Definition["channel"];
  },
): Definition {
  const content = said.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  return { channel: item.channel ?? "email", content: Object.fromEntries(content) };
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

function plantOne(account: Account, plan: CampaignPlan, planted: number): void {
  const { id, message, name, status: state, audiences, says } = plan;
  const created = instantOf(plan.created, planted);
  const at = plan.sendAt === null ? created : instantOf(plan.sendAt, planted);
  const isEmail = says.channel === "email";
  const run = state === "Draft" ? 0 : 1;
  const stamps = { created, updated: state === "Sent" ? at : created };
  const from = plan.template === null ? undefined : account.table(templates).get(plan.template);
  const copy = from && copied(account, from, message, created);
  const isFixed = plan.sendAt !== null;
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
      strategy: isFixed
        ? { method: "static", datetime: formatDatetime(at), is_local: false }
        : { method: "immediate" },
      scheduled_at: run > 0 ? at : null,
      send_time: state === "Sent" ? at : null,
    }),
    put(campaignMessages, {
      id: message,
      seq: account.nextSeq(),
      ...stamps,
      campaign: id,
      says: whole(account, says, name),
      send_times: state === "Sent" ? [{ datetime: formatDatetime(at), is_local: false }] : [],
      template: copy?.id ?? null,
      image: null,
    }),
    ...(copy === undefined ? [] : [put(templates, copy)]),
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
