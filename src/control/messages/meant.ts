import { conflict, ControlError, unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import type { RenderedLink } from "../../domain/messages/rendered-message.ts";
import { matchesGlob } from "../../world/name-match.ts";
import type { MessageView } from "./message-view.ts";

/** Fewer characters are no short id: they would name one by accident. */
const shortMin = 4;

const listedMax = 5;

/** The id that is meant: itself, or the only one that begins so. @param names those to tell of, where there is none */
export function meantId(what: string, given: string, ids: readonly string[], names?: string[]) {
  if (ids.includes(given)) return given;
  const wanted = given.toLowerCase();
  const isShort = given.length >= shortMin;
  const like = isShort ? ids.filter((id) => id.toLowerCase().startsWith(wanted)) : [];
  const [only] = like;
  if (only === undefined) throw unknownId(what, given, names);
  if (like.length === 1) return only;
  const more = like.length > listedMax ? " and others" : "";
  const listed = `${like.slice(0, listedMax).join(", ")}${more}`;
  throw new ControlError(`${like.length} ids of a ${what} begin with ${given}: ${listed}`, "id");
}

/** The record that is meant, as by `meantId`. @param names what such records are known by beside their ids */
export function meantRecord<R extends Stored>(
  accounts: readonly Account[],
  collection: Collection<R>,
  what: string,
  given: string,
  names?: readonly string[],
): { readonly account: Account; readonly record: R } {
  const withId = (id: string) =>
    accounts.flatMap((account) => {
      const record = account.table(collection).get(id);
      return record === undefined ? [] : [{ account, record }];
    })[0];
  const exact = withId(given);
  if (exact !== undefined) return exact;
  const ids = accounts.flatMap((each) => Array.from(each.table(collection).all(), ({ id }) => id));
  const id = meantId(what, given, ids, names && [...names, ...ids]);
  return withId(id) as { readonly account: Account; readonly record: R };
}

export type LinkAct = RenderedLink["kind"];

/** What a message has not where nothing can be done. */
const without: Readonly<Record<LinkAct, string>> = {
  click: "has no tracked link",
  open: "does not track opens",
  unsubscribe: "has no link to unsubscribe",
};

/** Which link is clicked: 1 is the first; or its target, in which * matches anything. */
export type WhichLink = number | string;

/** The link of a message that does something. @throws ControlError if it has none, or nobody got the message */
export function meantLink(message: MessageView, act: LinkAct, which: WhichLink = 1): RenderedLink {
  const { id, profile, status } = message;
  if (profile === null) throw conflict(`the profile of message ${id} was deleted`);
  if (status === "bounced" || status === "dropped") {
    const why = status === "bounced" ? status : "was dropped";
    throw conflict(`message ${id} ${why}: it was not delivered`);
  }
  const links = message.links.filter(({ kind }) => kind === act);
  const isMeant = ({ target }: RenderedLink, index: number) =>
    typeof which === "number" ? index === which - 1 : matchesGlob(which, target ?? "");
  const link = act === "click" ? links.find(isMeant) : links[0];
  if (link !== undefined) return link;
  if (links.length === 0) throw conflict(`message ${id} ${without[act]}`);
  const listed = links.map(({ target }, at) => `${at + 1} ${target}`).join(", ");
  throw new ControlError(`no link ${which}; it has ${listed}`, "link", { kind: "unknown" });
}
