import { formatDatetime, formatPrecise, parseDatetime } from "../../jsonapi/time.ts";
import { type Strategy, type Tracking, defined, isDynamic } from "../../domain/campaigns/shape.ts";
import { laterStatuses, laterStatusesSince } from "../../domain/campaigns/shape.ts";
import { livesIn, type Revision } from "../../contract/revisions.ts";
import type { Campaign } from "../../domain/resources/campaign.ts";
import type { Definition } from "../../domain/campaigns/message-definition.ts";
import { accounts } from "../../domain/resources/account.ts";
import { isVerifiedSender } from "../../domain/messages/audience.ts";
import { invalidProblem, type Problem } from "../../jsonapi/refusal.ts";
import type { Account } from "../../world/account.ts";
import { words } from "../../contract/words.ts";

/** What campaigns and their messages say of themselves: as each revision writes and reads it, and as it is kept. */
type Said = Readonly<Record<string, unknown>>;

/** A strategy as a body of whichever revision has it. */
export function strategyOf(said: Said): Strategy {
  const method = said["method"] as Strategy["method"];
  if (method === "throttled") {
    const { datetime, throttle_percentage } = optionsOf<Strategy>(said, "options_throttled");
    return { method, ...ifSaid({ datetime, throttle_percentage }) };
  }
  if (method === "smart_send_time") {
    return { method, ...ifSaid({ date: optionsOf<Strategy>(said, "options_sto").date }) };
  }
  if (method !== "static") return { method };
  const own = optionsOf<Strategy>(said, "options_static");
  const { is_local, send_past_recipients_immediately: past } = {
    ...own,
    ...(said["options"] as Partial<Strategy> | null | undefined),
  };
  return {
    method,
    ...ifSaid({ datetime: own.datetime }),
    is_local: is_local ?? false,
    ...(is_local && { send_past_recipients_immediately: past ?? false }),
  };
}

/** Where the members of a method stand: by themselves, or under a name of their own. */
const optionsOf = <T>(said: Said, name: string): Partial<T> => (said[name] ?? said) as Partial<T>;

const ifSaid = <T extends object>(members: T): { [N in keyof T]: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** An instant as it was written, in the service's own form: that of a clone has a fraction (recorded). */
function shownInstant(text: string): string {
  const at = parseDatetime(text) ?? 0;
  return at % 1000 === 0 ? formatDatetime(at) : formatPrecise(at);
}

export function shownStrategy({ strategy }: Campaign, revision: Revision): Said {
  const { method, is_local, send_past_recipients_immediately, ...members } = strategy;
  if (method === "ab_test_campaign" && livesIn(defined, revision)) return { method };
  const past = is_local ? { send_past_recipients_immediately } : {};
  const { datetime } = members;
  const own = datetime === undefined ? members : { ...members, datetime: shownInstant(datetime) };
  if (livesIn(defined, revision)) {
    return { method, ...own, ...(method === "static" && { options: { is_local, ...past } }) };
  }
  return {
    method,
    options_static: method === "static" ? { ...own, is_local, ...past } : null,
    options_throttled: method === "throttled" ? own : null,
    options_sto: method === "smart_send_time" ? own : null,
  };
}

/** How links and opens are followed, as a body of whichever revision has it. */
// @guess create_campaign, update_campaign: By default, opens and clicks are tracked, and no parameters are added to links.
export function trackingOf(said: Said, watches: boolean): Tracking {
  const given = said["custom_tracking_params"] ?? said["utm_params"] ?? [];
  const params = given as readonly { readonly name: string; readonly value: string }[];
  const yes = (value: unknown, otherwise: boolean) => (value ?? otherwise) as boolean;
  return {
    add_tracking_params: yes(said["add_tracking_params"] ?? said["is_add_utm"], false),
    custom_tracking_params: params.map((param) => ({
      type: isDynamic(param.value) ? "dynamic" : "static",
      ...param,
    })),
    ...(watches && {
      is_tracking_clicks: yes(said["is_tracking_clicks"], true),
      is_tracking_opens: yes(said["is_tracking_opens"], true),
    }),
  };
}

export function shownTracking({ tracking }: Campaign, revision: Revision): Said | null {
  if (tracking === null || livesIn(defined, revision)) return tracking as Said | null;
  const { add_tracking_params, custom_tracking_params, ...watched } = tracking;
  return {
    is_add_utm: add_tracking_params,
    utm_params: custom_tracking_params.map(({ name, value }) => ({ name, value })),
    ...watched,
  };
}

export const shownStatus = ({ state }: Campaign, revision: Revision): string =>
  revision < laterStatusesSince && laterStatuses.includes(state) ? "Cancelled" : state;

/** What a message is told of by before there are definitions. */
const flatMembers = ["channel", "label", "content", "render_options"] as const;

const emailMembers = words(
  "subject preview_text from_email from_label reply_to_email cc_email bcc_email",
);

/** What a body says of a message, in whichever revision; undefined: nothing. */
export function definitionIn(attributes: Said): Partial<Definition> | undefined {
  if (attributes["definition"] != null) return attributes["definition"] as Definition;
  const said = flatMembers.filter((name) => attributes[name] != null);
  if (said.length === 0) return undefined;
  return Object.fromEntries(said.map((name) => [name, attributes[name]]));
}

const only = (members: readonly string[], content: Said): Said =>
  Object.fromEntries(members.map((name) => [name, content[name] ?? null]));

const renderedAs = { shorten_links: true, add_org_prefix: true, add_info_link: true } as const;
const rendered = { ...renderedAs, add_opt_out_language: false } as const;

const withoutNull = (said: Said): Said =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));

/** A definition with all that its channel has. */
// @guess create_campaign, update_campaign_message: An email without a sender gets the default sender of the account.
export function whole(account: Account, said: Definition, label: string): Definition {
  const { channel, content, kv_pairs = null } = said;
  if (channel === "email") {
    const [own] = account.table(accounts).all();
    const { default_sender_email: from_email, default_sender_name: from_label } =
      own?.contact_information ?? ({} as Said);
    const given = { from_email, from_label, ...withoutNull(content ?? {}) };
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
  const names = (["content", "options", "render_options"] as const).filter(
    (name) => said[name] != null,
  );
  const merged = names.map((name) => [name, { ...before[name], ...said[name] }]);
  return { ...before, ...withoutNull(said), ...Object.fromEntries(merged) };
}

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
