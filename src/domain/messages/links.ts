import type { Account } from "../../world/account.ts";
import type { Reaction } from "./fate.ts";
import { type Message, messages } from "./records.ts";

/** What a link of a message does: `view` shows it in a browser. */
export type LinkKind = Exclude<Reaction, "mark"> | "view";

/** A link of a message, as it was followed. */
export interface Followed {
  readonly message: Message;
  readonly kind: LinkKind;
  /** Of a click: the place of the link among those of the message. */
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

/** What the last part of a link's path means in an account; undefined: nothing. */
export function followedIn(account: Account, token: string): Followed | undefined {
  const [, id = "", secret = "", place, letter] = form.exec(token) ?? [];
  const message = account.table(messages).get(id);
  if (message === undefined || message.secret !== secret) return undefined;
  if (place !== undefined) return { message, kind: "click", place: Number(place) };
  const kinds = Object.keys(letters) as (keyof typeof letters)[];
  const kind = kinds.find((each) => letters[each] === letter);
  return kind && { message, kind, place: 0 };
}
