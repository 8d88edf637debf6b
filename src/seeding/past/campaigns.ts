import { copied, createCampaign } from "../../areas/campaigns/create.ts";
import { behavior } from "../../areas/campaigns/index.ts";
import { messagesOf } from "../../areas/campaigns/reach.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { zoneOfAccount } from "../../domain/time-zone.ts";
import { campaignMessages } from "../../domain/resources/campaign.ts";
import { memberships } from "../../domain/objects/records.ts";
import { type Template, templates } from "../../domain/resources/template.ts";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { shopOf } from "../kinds/flows.ts";
import type { Act, Before } from "./replay.ts";
import { bodiesOf, textsOf } from "./texts.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** At ten in the morning of the account, evenly over the time since the first joined, the last a day before the start. */
export function campaignActs(
  { account, from, planted, people }: Before,
  list: string,
  count: number,
) {
  let first = planted;
  for (const { group, joined, profile } of account.table(memberships).all()) {
    if (group === list && joined < first && people.has(profile)) first = joined;
  }
  const since = Math.min(planted, Math.max(from, first + dayMs));
  const span = planted - dayMs - since;
  const zone = zoneOfAccount(account);
  return Array.from({ length: count }, (_, number): Act => {
    const wall = zone.wallOf(since + ((number + 1) * span) / count);
    const at = zone.instantOf(Math.floor(wall / dayMs) * dayMs + 10 * hourMs);
    return { at, run: (now) => sends(account, list, number, now) };
  });
}

/** Makes a campaign as a client does, gives its message a template, and has it sent. */
function sends(account: Account, list: string, number: number, now: number): void {
  const { name, subject } = textsOf(number);
  const { from: from_email, fromLabel: from_label, url } = shopOf(account);
  const content = { subject, from_email, from_label };
  const message = { attributes: { definition: { channel: "email", label: name, content } } };
  const attributes = {
    name,
    audiences: { included: [list] },
    "campaign-messages": { data: [message] },
  };
  const call = { account, now, revision: newestRevision };
  const made = createCampaign({ ...call, body: { data: { attributes } } } as never);
  if (!("kind" in made) || made.kind !== "one")
    throw new Error(`the campaign ${name} could not be made`);
  const { id } = made.record;
  for (const each of messagesOf(account, id)) {
    const bodies = { ...bodiesOf(subject, url), amp: null, definition: null };
    const written = { editor_type: "CODE", ...bodies, id: "", name, seq: 0 } as const;
    const of: Template = { ...written, created: now, updated: now };
    const copy = { ...copied(account, of, each.id, now) };
    const template = { ...copy, name: `Clone of ${copy.id}` };
    account.commit([
      put(templates, template),
      put(campaignMessages, { ...each, template: template.id }),
    ]);
  }
  behavior.send_campaign({ ...call, body: { data: { id } } } as never);
}
