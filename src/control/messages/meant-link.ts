import type { RenderedLink } from "../../domain/messages/rendered-message.ts";
import { ControlError } from "../../emulation/problem.ts";
import { matchesGlob } from "../../world/glob.ts";
import type { MessageView } from "./message-view.ts";

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
