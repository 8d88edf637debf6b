import type { Account } from "../../world/account.ts";
import { placeIn, type TemplatePlace } from "../rendering/template-error.ts";
import { aroundOf, parts, type Part, renderedPart } from "./content.ts";
import { codesIn } from "./coupon-codes.ts";
import { itemsIn } from "./read-context.ts";
import { type Message, messageContents } from "./records.ts";

/** A name that a message's template reads, and that leads to nothing for its person. */
export interface MissingName extends TemplatePlace {
  readonly part: Part;
  /** As the template has it, such as `person.size`. */
  readonly name: string;
}

/** What the templates of a message read in vain, each name once in a part. The template language must have been loaded. */
export function missingIn(account: Account, message: Message): MissingName[] {
  const content = account.table(messageContents).get(message.content);
  if (content === undefined || message.profile === null) return [];
  const { context } = message;
  const around = {
    ...aroundOf(account, message),
    catalogItem: itemsIn(context),
    couponCode: codesIn(context),
  };
  return (Object.keys(parts) as Part[]).flatMap((part) => {
    const found = new Map<string, number>();
    const told = (names: readonly string[], value: unknown, at: number) => {
      if (value === undefined) found.set(names.join("."), found.get(names.join(".")) ?? at);
    };
    renderedPart(content, part, context, { ...around, told });
    return [...found].map(([name, at]) => ({ part, name, ...placeIn(content[part] ?? "", at) }));
  });
}
