import type { Revision } from "../../contract/revisions.ts";
import type { Definition } from "../../domain/campaigns/message-definition.ts";
import { accounts } from "../../domain/resources/account.ts";
import { isVerifiedSender } from "../../domain/messages/eligible.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";

/** What the messages of campaigns say, in each of its forms. */
type Said = Readonly<Record<string, unknown>>;

/** What a message is told of by before there are definitions. */
const flatMembers = ["channel", "label", "content", "render_options"] as const;

const emailMembers = [
  "subject",
  "preview_text",
  "from_email",
  "from_label",
  "reply_to_email",
  "cc_email",
  "bcc_email",
] as const;

/** What a body says of a message, in whichever revision; undefined: nothing. */
export function definitionIn(attributes: Said): Partial<Definition> | undefined {
  if (attributes["definition"] != null) return attributes["definition"] as Definition;
  const said = flatMembers.filter((name) => attributes[name] != null);
  if (said.length === 0) return undefined;
  return Object.fromEntries(said.map((name) => [name, attributes[name]]));
}

const only = (members: readonly string[], content: Said): Said =>
  Object.fromEntries(members.map((name) => [name, content[name] ?? null]));

const rendered = {
  shorten_links: true,
  add_org_prefix: true,
  add_info_link: true,
  add_opt_out_language: false,
} as const;

const withoutNull = (said: Said): Said =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));

/**
 * A definition with all that its channel has. @guess create_campaign, update_campaign_message: An email without a
 * sender gets the default sender of the account.
 */
export function whole(account: Account, said: Definition, label: string): Definition {
  const { channel, content, kv_pairs = null } = said;
  if (channel === "email") {
    const [own] = account.table(accounts).all();
    const contact = own?.contact_information ?? {};
    const sender = {
      from_email: contact["default_sender_email"],
      from_label: contact["default_sender_name"],
    };
    const given = { ...sender, ...withoutNull(content ?? {}) };
    return { channel, label: said.label ?? label, content: only(emailMembers, given) };
  }
  if (channel === "sms") {
    const render_options = { ...rendered, ...withoutNull(said.render_options ?? {}) } as never;
    return { channel, content: only(["body", "media_url"], content ?? {}), render_options };
  }
  if (content == null) return { channel, notification_type: "silent", kv_pairs };
  const buttons = content["action_buttons"];
  const shown = only(["title", "body", "dynamic_image"], content);
  return {
    channel,
    notification_type: "standard",
    content: { ...shown, ...(buttons != null && { action_buttons: buttons }) },
    kv_pairs,
    options: said.options ?? null,
  };
}

/** A definition with what a body changes of it: what that leaves away stays. */
export function changed(before: Definition, said: Partial<Definition>): Definition {
  const merged = (name: "content" | "options" | "render_options"): Said =>
    said[name] == null ? {} : { [name]: { ...before[name], ...said[name] } };
  return {
    ...before,
    ...withoutNull(said),
    ...merged("content"),
    ...merged("options"),
    ...merged("render_options"),
  };
}

/** A definition as a revision shows it. */
export function shownDefinition(says: Definition, revision: Revision): Definition {
  if (says.content == null || revision >= "2026-04-15") return says;
  const { action_buttons: _, ...content } = says.content;
  return { ...says, content };
}

/** Why a definition cannot be as it would be written. @param at the pointer to it */
export function definitionProblems(account: Account, says: Definition, at: string): Problem[] {
  const { channel, content } = says;
  if (channel === "email") {
    const from = content?.["from_email"];
    return typeof from !== "string" || isVerifiedSender(account, from)
      ? []
      : [invalidProblem(`${at}/content/from_email`, `${from} is not a verified sender.`)];
  }
  const buttons = (content?.["action_buttons"] ?? []) as readonly { position?: number | null }[];
  const positions = buttons.flatMap(({ position }) => position ?? []).sort((a, b) => a - b);
  return positions.every((position, index) => position === (positions[0] ?? 0) + index)
    ? []
    : [invalidProblem(`${at}/content/action_buttons`, "The positions of the buttons leave gaps.")];
}
