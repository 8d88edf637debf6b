import type { Account } from "../../world/account.ts";
import type { Reaction } from "./fate.ts";
import { messages, messageContents } from "./records.ts";
import type { Message, LinkParam, MessageChannel, MessageContent } from "./records.ts";
import { aroundOf, renderedPart } from "./content.ts";
import { codesIn, itemsIn } from "./message-context.ts";

/** What a link of a message does: `view` shows it in a browser. */
export type LinkKind = Exclude<Reaction, "mark"> | "view";

export interface Followed {
  readonly message: Message;
  readonly kind: LinkKind;
  readonly place: number;
}

const path = "/_emulator/links/";
const letters: Readonly<Record<Exclude<LinkKind, "click">, string>> = {
  open: "o",
  unsubscribe: "u",
  view: "v",
};

/** The URL that does something about a message: whoever lacks the message cannot guess it. */
export function linkOf(
  origin: string,
  { id, secret }: Pick<Message, "id" | "secret">,
  kind: LinkKind,
  place = 0,
): string {
  const what = kind === "click" ? `c${place}` : letters[kind];
  return `${origin}${path}${id}.${secret}.${what}`;
}

const form = /^([0-9A-Z]{26})\.([0-9A-Za-z]{22})\.(?:c(\d{1,6})|([ouv]))$/;

/** What the last part of a link's path means; undefined: nothing. */
export function followedIn(account: Account, token: string): Followed | undefined {
  const [, id = "", secret = "", place, letter] = form.exec(token) ?? [];
  const message = account.table(messages).get(id);
  if (message === undefined || message.secret !== secret) return undefined;
  if (place !== undefined) return { message, kind: "click", place: Number(place) };
  const kinds = Object.keys(letters) as (keyof typeof letters)[];
  const kind = kinds.find((each) => letters[each] === letter);
  return kind && { message, kind, place: 0 };
}

export interface RenderedLink {
  readonly kind: "click" | "open" | "unsubscribe";
  readonly url: string;
  readonly target: string | null;
}

export interface RenderedMessage {
  readonly preview: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly links: readonly RenderedLink[];
}

/** Renders a message again as it was. Links lead to `origin`; without `pixel`, a look opens nothing. Needs `loadRendering`. */
export function renderedMessage(
  account: Account,
  message: Message,
  origin: string,
  { pixel = true }: { readonly pixel?: boolean } = {},
): RenderedMessage {
  const content = account.table(messageContents).get(message.content);
  if (content === undefined) return { preview: null, html: null, text: null, links: [] };
  const targets: string[] = [];
  const leave = linkOf(origin, message, "unsubscribe");
  const view = linkOf(origin, message, "view");
  const surroundings = {
    ...aroundOf(account, message),
    catalogItem: itemsIn(message.context),
    couponCode: codesIn(message.context),
  };
  const part = (name: "preview" | "html" | "text") => {
    const mark = markOf(name === "html", { leave, view });
    return renderedPart(content, name, message.context, { ...surroundings, mark });
  };
  const [html, text, preview] = [part("html"), part("text"), part("preview")];
  const own = new Set([leave, view]);
  const tracked = (target: string, label: string): string => {
    if (own.has(target)) return target;
    const whole = withParams(message, content, { target, label });
    if (!content.tracksClicks) return whole;
    const known = targets.indexOf(whole);
    const place = known === -1 ? targets.push(whole) - 1 : known;
    return linkOf(origin, message, "click", place);
  };
  const opened = linkOf(origin, message, "open");
  const shown = {
    preview,
    html: html && withPixel(hrefsIn(html, tracked), pixel && content.tracksOpens && opened),
    text: text && text.replaceAll(urlInText, (url) => tracked(url, "")),
  };
  const links = targets.map((target, place): RenderedLink => ({
    kind: "click",
    url: linkOf(origin, message, "click", place),
    target,
  }));
  if (message.channel === "push" || (message.channel === "email" && content.tracksOpens)) {
    links.push({ kind: "open", url: opened, target: null });
  }
  if (leaves.has(message.channel)) links.push({ kind: "unsubscribe", url: leave, target: null });
  return { ...shown, links };
}

const leaves: ReadonlySet<MessageChannel> = new Set(["email", "sms"]);

/** @guess send_campaign, *ate_flow: Without a text of their own, tags say `Unsubscribe`, `Manage preferences` and `View in a browser`. */
const words: Readonly<Record<string, string>> = {
  unsubscribe: "Unsubscribe",
  manage_preferences: "Manage preferences",
  web_view: "View in a browser",
};

/** What stands for tags of the service. @guess send_campaign, *ate_flow: The link to manage preferences leads to the page for unsubscribing. */
const markOf =
  (isHtml: boolean, { leave, view }: { leave: string; view: string }) =>
  (name: string, text?: string): string => {
    const url = name.startsWith("web_view") ? view : leave;
    const shown = text ?? words[name];
    const isLink = isHtml && shown !== undefined && !name.endsWith("_link");
    return isLink ? `<a href="${url}">${shown}</a>` : url;
  };

const urlInText = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)\]]/g;

const anchor =
  /(<a\b[^>]{0,2000}?\bhref\s*=\s*)(?:"(https?:[^"]{1,4000})"|'(https?:[^']{1,4000})')/gi;

function hrefsIn(html: string, tracked: (target: string, label: string) => string): string {
  return html.replaceAll(
    anchor,
    (whole: string, before: string, double: string | undefined, single: string | undefined) => {
      const alt = /\balt\s*=\s*"([^"]{0,200})"/i.exec(whole)?.[1] ?? "";
      const target = (double ?? single ?? "").replaceAll("&amp;", "&");
      return `${before}"${tracked(target, alt).replaceAll("&", "&amp;")}"`;
    },
  );
}

/** Whoever loads its pictures opens it. */
function withPixel(html: string, url: string | false): string {
  if (url === false) return html;
  const pixel = `<img src="${url}" width="1" height="1" alt="">`;
  const end = html.lastIndexOf("</body>");
  return end === -1 ? html + pixel : html.slice(0, end) + pixel + html.slice(end);
}

/** Where a link leads, with what is added to each. What is no URL is left as it is. */
function withParams(
  message: Message,
  { linkParams }: MessageContent,
  { target, label }: { readonly target: string; readonly label: string },
): string {
  if (linkParams.length === 0 || !URL.canParse(target)) return target;
  const url = new URL(target);
  const own = { email_subject: message.subject ?? "", link_alt_text: label };
  const known = { ...message.linkValues, ...own };
  const valueOf = (param: LinkParam) => ("value" in param ? param.value : (known[param.of] ?? ""));
  // What its author wrote stays.
  for (const param of linkParams) {
    if (!url.searchParams.has(param.name)) url.searchParams.set(param.name, valueOf(param));
  }
  return url.href;
}
