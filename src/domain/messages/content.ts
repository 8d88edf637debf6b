import { createHash } from "node:crypto";
import type { Account } from "../../world/account.ts";
import { put } from "../../world/store/store.ts";
import { feedsIn, valuesOf, refreshFeeds } from "../feeds/content.ts";
import { zoneOfAccount } from "../time-zone.ts";
import { accounts } from "../resources/account.ts";
import { rendering, loadRendering } from "../rendering/load.ts";
import type { Surroundings } from "../rendering/tree.ts";
import { TemplateError } from "../rendering/template-error.ts";
import type { Profile } from "../resources/profile.ts";
import { memo } from "../../contract/memo.ts";
import { type MessageContent, messageContents } from "./records.ts";

export type Content = Omit<MessageContent, "id" | "seq" | "feeds">;

/** The parts that are templates, and whether they are escaped. @guess send_campaign, *ate_flow: Plain text, subject and preview of a message are not escaped. */
export const parts = { subject: false, preview: false, html: true, text: false } as const;
export type Part = keyof typeof parts;

/** The record of a content, which is kept once; no change where it is kept already. */
export function keptContent(account: Account, content: Content) {
  const found = feedsIn(account, textsOf(content));
  const versions = found.map(({ feed, content: of }) => [feed.id, of?.version]);
  const said = JSON.stringify(found.length === 0 ? content : [content, versions]);
  const id = createHash("sha256").update(said).digest("base64url").slice(0, 22);
  const known = account.table(messageContents).get(id);
  if (known !== undefined) return { record: known, changes: [] };
  const feeds = found.length === 0 ? {} : { feeds: valuesOf(found) };
  const record = { id, seq: account.nextSeq(), ...content, ...feeds };
  return { record, changes: [put(messageContents, record)] };
}

const textsOf = (content: Content) => (Object.keys(parts) as Part[]).map((part) => content[part]);

const templateOf = memo((_: MessageContent, part: Part, text: string) =>
  rendering().compile(text, { escapes: parts[part] }),
);

/** One part of a content, rendered; null: it has none. What is no template is shown as it was written. */
export function renderedPart(
  content: MessageContent,
  part: Part,
  context: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): string | null {
  const text = content[part];
  if (text === null) return null;
  try {
    return templateOf(content, part, text).render(contextFor(content, context), surroundings);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return text;
  }
}

export const contextFor = (
  { feeds }: MessageContent,
  context: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => (feeds === undefined ? context : { ...context, feeds });

/** What a message is rendered with: the same each time. */
export const aroundOf = (
  account: Account,
  { id, at }: { readonly id: string; readonly at: number },
): Surroundings => ({ now: at, seed: id, wallOf: (now) => zoneOfAccount(account).wallOf(now) });

/** Why a content cannot be rendered: the first part that is no template, or a feed that fails. */
export function brokenPart(account: Account, content: Content): string | undefined {
  for (const part of Object.keys(parts) as Part[]) {
    const text = content[part];
    if (text === null) continue;
    try {
      rendering().compile(text, { escapes: parts[part] });
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return `${part}, ${error.message}`;
    }
  }
  const disabled = feedsIn(account, textsOf(content)).find(
    ({ feed }) => feed.status === "disabled",
  );
  return disabled && `the web feed ${disabled.feed.name} is disabled`;
}

/** What a message's templates are rendered with (templates.md). */
export function contextOf(
  account: Account,
  profile: Profile,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const { location, properties, email, phone_number, first_name, last_name } = profile;
  const { external_id, organization, title, locale } = profile;
  const named = { email, phone_number, first_name, last_name, external_id };
  const person = { ...properties, ...named, organization, title, locale };
  const contact = account.table(accounts).get(account.id)?.contact_information;
  // Names of the person stand alone, too.
  return {
    ...present({ first_name, last_name, email }),
    person: present({ ...person, ...(location && { location }) }),
    organization: {
      name: contact?.organization_name ?? "",
      url: contact?.website_url ?? "",
      email: contact?.default_sender_email ?? "",
      address: contact?.street_address ?? {},
    },
    ...more,
  };
}

const present = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** What a text message may have beside its body; null: as usual. */
export interface SmsOptions {
  readonly add_org_prefix?: boolean | null;
  readonly add_info_link?: boolean | null;
  readonly add_opt_out_language?: boolean | null;
}

/** A text message as a template; null: it has no body. @guess send_campaign, *ate_flow: A text message begins with the organization's name, and ends with `Info: URL` and `Text STOP to opt out.` */
export function smsText(body: string | null | undefined, options: SmsOptions): string | null {
  if (!body) return null;
  const prefix = "{% if organization.name %}{{ organization.name }}: {% endif %}";
  const info = "{% if organization.url %} Info: {{ organization.url }}{% endif %}";
  const { add_org_prefix, add_info_link, add_opt_out_language } = options;
  return [
    (add_org_prefix ?? true) && prefix,
    body,
    (add_info_link ?? true) && info,
    add_opt_out_language && " Text STOP to opt out.",
  ]
    .filter((part) => typeof part === "string")
    .join("");
}

/** Loads the template language and the web feeds. @returns undefined if they are there already */
export function loadMessages(account: Account, now: number): Promise<void> | undefined {
  const [language, feeds] = [loadRendering(), refreshFeeds(account, now)];
  return language && feeds ? feeds.then(() => language) : (feeds ?? language);
}
