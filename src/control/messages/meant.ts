import { ControlError, unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import type { RenderedLink } from "../../domain/messages/rendered-message.ts";
import { matchesGlob } from "../../world/name-match.ts";
import type { MessageView } from "./message-view.ts";

/** Fewer characters are no short id: they would name one by accident. */
const shortMin = 4;

/** How many ids are listed. */
const listedMax = 5;

/**
 * The id that is meant: itself, or the only one that begins like this.
 *
 * @param what what has such ids, such as `request`
 * @param names what to tell of the others, where there is none: their ids or their names
 * @throws ControlError if there is none, or which there are if there are several
 */
export function meantId(
  what: string,
  given: string,
  ids: readonly string[],
  names?: readonly string[],
): string {
  if (ids.includes(given)) return given;
  const wanted = given.toLowerCase();
  const isShort = given.length >= shortMin;
  const like = isShort ? ids.filter((id) => id.toLowerCase().startsWith(wanted)) : [];
  const [only] = like;
  if (only === undefined) throw unknownId(what, given, names);
  if (like.length === 1) return only;
  const more = like.length > listedMax ? " and others" : "";
  const listed = like.slice(0, listedMax).join(", ");
  throw new ControlError(
    `${like.length} ids of a ${what} begin with ${given}: ${listed}${more}`,
    "id",
  );
}

/**
 * The record that is meant by its id, and the account that has it.
 *
 * @param names what such records are known by beside their ids
 * @throws ControlError as `meantId` does
 */
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
  const found = withId(meantId(what, given, ids, names && [...names, ...ids]));
  if (found === undefined) throw unknownId(what, given);
  return found;
}

/** What a person can do with a message. */
export type LinkAct = RenderedLink["kind"];

/** Which link is clicked: 1 is the first; or its target, in which * matches anything. */
export type WhichLink = number | string;

/** The link of a message that does something. @throws ControlError if it has none, or nobody got the message */
export function meantLink(message: MessageView, act: LinkAct, which: WhichLink = 1): RenderedLink {
  const { id, profile, status } = message;
  if (profile === null)
    throw new ControlError(`the profile of message ${id} was deleted`, "id", { kind: "conflict" });
  if (status === "bounced" || status === "dropped") {
    const why = `message ${id} ${status === "bounced" ? "bounced" : "was dropped"}: it was not delivered`;
    throw new ControlError(why, "id", { kind: "conflict" });
  }
  const links = message.links.filter(({ kind }) => kind === act);
  if (act !== "click") {
    const [link] = links;
    if (link !== undefined) return link;
    throw new ControlError(
      act === "open"
        ? `message ${id} does not track opens`
        : `message ${id} has no link to unsubscribe`,
      "id",
      { kind: "conflict" },
    );
  }
  const link =
    typeof which === "number"
      ? links[which - 1]
      : links.find(({ target }) => matchesGlob(which, target ?? ""));
  if (link !== undefined) return link;
  if (links.length === 0)
    throw new ControlError(`message ${id} has no tracked link`, "id", { kind: "conflict" });
  const listed = links.map(({ target }, at) => `${at + 1} ${target}`).join(", ");
  throw new ControlError(`no link ${which}; it has ${listed}`, "link", { kind: "unknown" });
}
