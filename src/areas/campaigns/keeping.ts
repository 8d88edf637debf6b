import { isDeepStrictEqual } from "node:util";
import type { Strategy } from "../../domain/campaigns/shape.ts";
import { lists, segments } from "../../domain/resources/groups.ts";
import { templates } from "../../domain/resources/template.ts";
import type { Definition } from "../../domain/campaigns/message-definition.ts";
import type { Audiences, Campaign, CampaignMessage } from "../../domain/resources/campaign.ts";
import { campaigns, campaignMessages } from "../../domain/resources/campaign.ts";
import { untagged } from "../../domain/tags.ts";
import { type Problem, type Refusal, conflict, invalid } from "../../jsonapi/refusal.ts";
import { invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import type { Keeping } from "../../verbs/invocation.ts";
import type { Account } from "../../world/account.ts";
import { type Change, drop } from "../../world/store/store.ts";
import { campaignSends, estimations, isUnderWay, sendsOf } from "./run.ts";
import { changed, definitionIn, definitionProblems, strategyOf, trackingOf } from "./said.ts";
import { messagesOf } from "./reach.ts";

const at = "/data/attributes";

export function campaignProblems(account: Account, campaign: Campaign): Problem[] {
  const { audiences, strategy, tracking } = campaign;
  const unknown = (["included", "excluded"] as const).flatMap((part) =>
    audiences[part].flatMap((id) => {
      if (account.table(lists).get(id) ?? account.table(segments).get(id)) return [];
      const detail = `A list or segment with id ${id} does not exist.`;
      return invalidProblem(`${at}/audiences/${part}`, detail);
    }),
  );
  return [...unknown, ...strategyProblems(strategy), ...trackingProblems(tracking)];
}

function strategyProblems({ method, datetime, date, is_local }: Strategy): Problem[] {
  const place = `${at}/send_strategy`;
  if ((method === "static" || method === "throttled") && datetime === undefined) {
    return [invalidProblem(`${place}/options_${method}`, `The method ${method} needs a datetime.`)];
  }
  if (method === "smart_send_time" && date === undefined) {
    return [invalidProblem(`${place}/options_sto`, "The method smart_send_time needs a date.")];
  }
  return is_local && !/(Z|[+-]00:?00)$/i.test(datetime ?? "")
    ? [invalidProblem(`${place}/datetime`, "A local datetime must be given in UTC.")]
    : [];
}

function trackingProblems(tracking: Campaign["tracking"]): Problem[] {
  const named = tracking?.custom_tracking_params.map(({ name }) => name) ?? [];
  const missing = ["utm_source", "utm_medium"].filter((name) => !named.includes(name));
  if (named.length === 0 || missing.length === 0) return [];
  const detail = `custom_tracking_params must contain utm_source and utm_medium: ${missing.join(", ")} is missing.`;
  return [invalidProblem(`${at}/tracking_options/custom_tracking_params`, detail)];
}

function unwatched(tracking: Campaign["tracking"]): Campaign["tracking"] {
  const all = tracking ?? trackingOf({}, false);
  const { is_tracking_clicks: _, is_tracking_opens: __, ...rest } = all;
  return rest;
}

/**
 * @guess update_campaign, update_campaign_message, assign_template_to_campaign_message: Only a draft can be changed.
 * Anything else is a 400 with the pointer `/data`.
 */
const fixed = ({ state }: Campaign): Refusal | undefined =>
  state === "Draft"
    ? undefined
    : invalid("/data", `Only a draft can be changed: the campaign is ${state}.`);

export const keepingCampaigns: Keeping<Campaign> = {
  asKept: ({ strategy, tracking, ...given }) => ({
    ...given,
    ...(strategy && { strategy: strategyOf(strategy as never) }),
    ...(tracking && { tracking: trackingOf(tracking as never, true) }),
  }),
  becomes(record, before) {
    const { included, excluded } = { ...(record.audiences as Partial<Audiences> | null) };
    // Of email alone it is told who opens and clicks.
    const watches = before.tracking?.is_tracking_opens !== undefined;
    return {
      ...record,
      tracking: watches ? record.tracking : unwatched(record.tracking),
      send_options: { ...before.send_options, ...record.send_options },
      audiences: {
        included: included ?? before.audiences.included,
        excluded: excluded ?? before.audiences.excluded,
      },
    };
  },
  refuse(account, record, before) {
    const refusal = before && fixed(before);
    if (refusal !== undefined) return refusal;
    const problems = campaignProblems(account, record);
    return problems.length > 0 ? invalidBody(problems) : undefined;
  },
  after(account, { id, audiences }, before) {
    if (!isDeepStrictEqual(audiences, before?.audiences)) account.commit(unestimated(account, id));
  },
  // @guess delete_campaign: A campaign that is being sent cannot be deleted: 409.
  held: (_, { id, state }) =>
    isUnderWay(state)
      ? conflict("/data", `The campaign ${id} is ${state}: cancel it before it is deleted.`)
      : undefined,
  along: (account, { id }) => [
    ...messagesOf(account, id).flatMap((message) => [
      ...copyOf(message),
      drop(campaignMessages, message.id),
    ]),
    ...untagged(account, id),
    ...sendsOf(account, id).map((send) => drop(campaignSends, send.id)),
    ...unestimated(account, id),
  ],
};

const unestimated = (account: Account, id: string): Change[] =>
  account.table(estimations).get(id) === undefined ? [] : [drop(estimations, id)];

export const copyOf = ({ template }: CampaignMessage): readonly Change[] =>
  template === null ? [] : [drop(templates, template)];

/** Why a message's campaign does not let it be changed. */
export function fixedBy(account: Account, { campaign }: CampaignMessage): Refusal | undefined {
  const found = account.table(campaigns).get(campaign);
  return found && fixed(found);
}

/** Where the service says that an email has no image (recorded). */
export const noImage = () => invalid("/data/relationships/images/", noImageDetail);
export const noImageDetail = "Only text messages and push notifications have an image.";

export const keepingMessages: Keeping<CampaignMessage> = {
  asKept({ says, ...given }) {
    const { label: _, content: __, render_options: ___, ...own } = given as Record<string, unknown>;
    const said = says ?? definitionIn(given as Record<string, unknown>);
    return { ...own, ...(said && { says: said }) };
  },
  becomes: (record, before) =>
    record.says === before.says
      ? record
      : { ...record, says: changed(before.says, record.says as Partial<Definition>) },
  refuse(account, { says, image, ...record }, before) {
    const refusal = fixedBy(account, before ?? ({ ...record, says, image } as CampaignMessage));
    if (refusal !== undefined || before === undefined) return refusal;
    for (const name of ["channel", "notification_type"] as const) {
      if (says[name] !== before.says[name]) {
        const detail = `The ${name} of a message stays as it is: ${before.says[name]}.`;
        return invalid(`${at}/definition/${name}`, detail);
      }
    }
    if (image !== null && says.channel === "email") return noImage();
    const problems = definitionProblems(account, says, `${at}/definition`);
    return problems.length > 0 ? invalidBody(problems) : undefined;
  },
};
