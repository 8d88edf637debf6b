import type { Infer } from "../../contract/shape.ts";
import type { SendOptions } from "../../domain/campaigns/shape.ts";
import type { Definition } from "../../domain/campaigns/message-definition.ts";
import { type Campaign, type CampaignMessage, campaign } from "../../domain/resources/campaign.ts";
import { campaigns, campaignMessage, campaignMessages } from "../../domain/resources/campaign.ts";
import { type Template, template, templates } from "../../domain/resources/template.ts";
import { type Problem, invalidBody, invalidProblem } from "../../jsonapi/refusal.ts";
import { missingProblem, noSuchRecord } from "../../jsonapi/refusal.ts";
import { formatPrecise } from "../../jsonapi/time.ts";
import { type Invocation, answeredBy } from "../../verbs/invocation.ts";
import { type Outcome, theNew } from "../../verbs/outcome.ts";
import { freshId } from "../../verbs/write.ts";
import type { Account } from "../../world/account.ts";
import { type Change, put } from "../../world/store/store.ts";
import type { Resource } from "../../contract/resource.ts";
import type { clone, newCampaign } from "./operations.ts";
import { definitionIn, definitionProblems, whole, strategyOf, trackingOf } from "./said.ts";
import { campaignProblems, noImageDetail } from "./keeping.ts";
import { messagesOf } from "./reach.ts";

type Wish = Infer<typeof newCampaign>;
type Cloning = Invocation & { readonly body: Infer<typeof clone> };
type NewMessage = Wish["data"]["attributes"]["campaign-messages"]["data"][number];

const at = "/data/attributes/campaign-messages/data";

const begun = (now: number) => {
  const stamps = { created: now, updated: now, scheduled_at: null, send_time: null };
  return { state: "Draft", run: 0, archived: false, ...stamps } as const;
};

const fresh = (account: Account, of: Resource, now: number) => ({
  id: freshId(account, of, now),
  seq: account.nextSeq(),
});

/** A new campaign with its messages: all of it, or nothing. */
export function createCampaign(call: Invocation & { readonly body: Wish }): Outcome {
  const { account, now, body } = call;
  const { name, audiences, send_options, tracking_options, send_strategy, ...rest } =
    body.data.attributes;
  const given = rest["campaign-messages"].data;
  const isEmail = given.some((message) => channelOf(message) === "email");
  const { use_smart_sending, ignore_unsubscribes } = { ...send_options } as SendOptions;
  const made: Campaign = {
    ...fresh(account, campaign, now),
    ...begun(now),
    name,
    audiences: { included: audiences.included, excluded: audiences.excluded ?? [] },
    send_options: {
      use_smart_sending: use_smart_sending ?? true,
      ...(isEmail && { ignore_unsubscribes: ignore_unsubscribes ?? false }),
    },
    tracking: trackingOf((tracking_options ?? {}) as never, isEmail),
    strategy: strategyOf((send_strategy ?? { method: "immediate" }) as never),
  };
  const messages = given.map((message) => newMessage(account, made, message, now));
  const problems = [
    ...campaignProblems(account, made),
    ...messages.flatMap((message, index) => messageProblems(call, message, messages, index)),
  ];
  if (problems.length > 0) return invalidBody(problems);
  account.commit([put(campaigns, made), ...messages.map((each) => put(campaignMessages, each))]);
  return theNew(made);
}

const channelOf = ({ attributes }: NewMessage) => definitionIn(attributes)?.channel;

function newMessage(
  account: Account,
  { id, name }: Campaign,
  { attributes, relationships }: NewMessage,
  now: number,
): CampaignMessage {
  return {
    ...fresh(account, campaignMessage, now),
    campaign: id,
    says: whole(account, definitionIn(attributes) as Definition, name),
    send_times: [],
    created: now,
    updated: now,
    template: null,
    image: relationships?.image?.data?.id ?? null,
  };
}

function messageProblems(
  { account, api, revision }: Invocation,
  { says, image }: CampaignMessage,
  messages: readonly CampaignMessage[],
  index: number,
): Problem[] {
  const place = `${at}/${index}`;
  const first = messages.findIndex((each) => each.says.channel === says.channel);
  const told = revision < "2025-01-15" ? `${place}/attributes` : `${place}/attributes/definition`;
  if (first < index) {
    const detail = `A campaign has one message of a channel: ${says.channel} is there already.`;
    return [invalidProblem(`${told}/channel`, detail)];
  }
  const problems = definitionProblems(account, says, told);
  if (image === null) return problems;
  const to = `${place}/relationships/image/data/id`;
  if (says.channel === "email") {
    problems.push(invalidProblem(to, noImageDetail));
  } else if (account.table(answeredBy(api, "image").collection).get(image) === undefined) {
    problems.push(missingProblem(to, "image", image));
  }
  return problems;
}

/** A template as it is now, for one message: it is listed nowhere, and changes of the first do not reach it. */
export function copied(account: Account, from: Template, message: string, now: number): Template {
  const stamps = { created: now, updated: now };
  const own = { ...fresh(account, template, now), name: `Clone of ${from.id}`, ...stamps };
  return { ...from, ...own, message };
}

/** A draft like another campaign, with messages of its own. @guess create_campaign_clone: A clone is called `Clone of NAME` and has no tags. */
export function cloneCampaign({ account, now, body }: Cloning): Outcome {
  const { id, attributes } = body.data;
  const from = account.table(campaigns).get(id);
  if (from === undefined) return noSuchRecord("campaign", id);
  const { strategy } = from;
  const made: Campaign = {
    ...from,
    ...begun(now),
    ...fresh(account, campaign, now),
    name: attributes.new_name ?? `Clone of ${from.name}`,
    // Recorded: it is the moment of cloning, not the other's time.
    strategy: { ...strategy, ...(strategy.datetime && { datetime: formatPrecise(now) }) },
  };
  const changes: Change[] = [put(campaigns, made)];
  for (const message of messagesOf(account, id)) {
    const own = fresh(account, campaignMessage, now);
    const body = account.table(templates).get(message.template ?? "");
    const copy = body && copied(account, body, own.id, now);
    if (copy !== undefined) changes.push(put(templates, copy));
    const times = { created: now, updated: now, send_times: [] };
    const ends = { campaign: made.id, template: copy?.id ?? null };
    changes.push(put(campaignMessages, { ...message, ...own, ...times, ...ends }));
  }
  account.commit(changes);
  return theNew(made);
}
