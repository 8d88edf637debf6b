import type { Account } from "../../world/account.ts";
import { rendering } from "../rendering/load.ts";
import type { Surroundings } from "../rendering/tree.ts";
import { placeIn, type TemplateError, type TemplatePlace } from "../rendering/template-error.ts";
import { aroundOf, contextFor, parts, type Part } from "./content.ts";
import { codesIn, itemsIn } from "./message-context.ts";
import { type Message, messageContents } from "./records.ts";

export interface Finding extends TemplatePlace {
  readonly part: string;
  /** `missing`: a variable leads to nothing for its person. `untracked`: clicks of a link are not counted. */
  readonly kind: "refused" | "missing" | "untracked";
  /** Why it is refused; the variable; or where the link leads. */
  readonly what: string;
}

interface Text {
  readonly part: string;
  readonly text: string;
  readonly isHtml: boolean;
  readonly tracksClicks?: boolean;
}

/** What there is to say of a text. Without the context of a person nothing is missing. Needs `loadRendering`. */
export function findingsIn(
  { part, text, isHtml, tracksClicks = true }: Text,
  context: Readonly<Record<string, unknown>> | undefined,
  around: Surroundings,
): Finding[] {
  const found: Finding[] = [];
  const refused = ({ reason, line, column }: TemplateError) =>
    found.push({ part, kind: "refused", what: reason, line, column });
  const template = rendering().compile(text, { escapes: isHtml, mistaken: refused });
  if (context !== undefined) {
    const missing = new Map<string, number>();
    const told: Surroundings["told"] = (names, value, at) => {
      const name = names.join(".");
      if (value === undefined && !missing.has(name)) missing.set(name, at);
    };
    const failed = template.attempt(context, { ...around, told });
    if (failed !== undefined) refused(failed);
    for (const [what, at] of missing) {
      found.push({ part, kind: "missing", what, ...placeIn(text, at) });
    }
  }
  if (isHtml) {
    for (const { target, at } of untracked(text, tracksClicks)) {
      found.push({ part, kind: "untracked", what: target, ...placeIn(text, at) });
    }
  }
  return found.sort((a, b) => a.line - b.line || a.column - b.column);
}

const anchor = /<a\b[^>]{0,2000}?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;

/** The links that are not counted: without quotes, or no whole URL. What a variable says is not known. */
function* untracked(html: string, tracksClicks: boolean) {
  for (const { 0: whole, 1: double, 2: single, 3: bare, index } of html.matchAll(anchor)) {
    const target = (double ?? single ?? bare ?? "").trim();
    const isNoPage = /^(#|\{[{%]|(mailto|tel|sms):|$)/i.test(target);
    const isCounted = tracksClicks && bare === undefined && /^https?:/i.test(target);
    if (!isNoPage && !isCounted) yield { target, at: index + whole.lastIndexOf(target) };
  }
}

export function findingsOf(account: Account, message: Message): Finding[] {
  const content = account.table(messageContents).get(message.content);
  if (content === undefined || message.profile === null) return [];
  const { context } = message;
  const around = {
    ...aroundOf(account, message),
    catalogItem: itemsIn(context),
    couponCode: codesIn(context),
  };
  return (Object.keys(parts) as Part[]).flatMap((part) => {
    const text = content[part];
    if (text === null) return [];
    const said = { part, text, isHtml: parts[part], tracksClicks: content.tracksClicks };
    return findingsIn(said, contextFor(content, context), around);
  });
}
