import { operation } from "../act.ts";
import { described, string } from "../../contract/shape.ts";
import { type Followed, followedIn } from "../../domain/messages/links.ts";
import { react } from "../../domain/messages/happen.ts";
import type { MessageChannel } from "../../domain/messages/records.ts";
import { renderedMessage } from "../../domain/messages/rendered-message.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { ControlError, unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import { inFrame } from "./message-view.ts";
import { mailInFrame, mailPage, plainPage } from "./mail-page.ts";
import { type ControlCall, type ControlOperation, everyAccountOf } from "../operation.ts";
import { WholeReply } from "../operation.ts";

/** What a link means, and whose it is. @throws ControlError for one that means nothing */
function followed(call: ControlCall): Followed & { readonly account: Account } {
  const [token = ""] = call.params;
  for (const account of everyAccountOf(call)) {
    const found = followedIn(account, token);
    if (found !== undefined) return { ...found, account };
  }
  throw unknownId("link", token);
}

/** Does what a link says, and answers as its person sees it. HEAD only tells what that would be. */
async function follow(call: ControlCall) {
  await loadRendering();
  const { method, origin, query } = call;
  const { account, message, kind, place } = followed(call);
  const act = (reaction: Exclude<typeof kind, "view">, url?: string) => {
    if (method === "HEAD") return;
    account.aside(() => react(account, message, { reaction, url }, account.clock.now()));
  };
  switch (kind) {
    case "view":
      if (inFrame in query)
        return mailInFrame(renderedMessage(account, message, origin, { pixel: false }));
      return mailPage(renderedMessage(account, message, origin));
    case "open":
      act("open");
      return pixel;
    case "unsubscribe":
      act("unsubscribe");
      return left(message.channel, message.to);
    case "click": {
      const links = renderedMessage(account, message, origin).links;
      const target = links.filter((each) => each.kind === "click")[place]?.target;
      if (target == null) throw unknownId("link", call.params[0] ?? "");
      act("click", target);
      return redirect(target);
    }
  }
}

/** One-click unsubscribing, as mail programs do it (RFC 8058). */
function unsubscribe(call: ControlCall) {
  if (followed(call).kind === "unsubscribe") return follow(call);
  throw new ControlError("allowed here: GET", "", { kind: "wrong method" });
}

/** A picture of one transparent pixel. */
const pixel = new WholeReply(
  200,
  { "content-type": "image/gif", "cache-control": "no-store", "x-content-type-options": "nosniff" },
  Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
);

const mediums: Readonly<Record<MessageChannel, string>> = {
  email: "email marketing",
  sms: "SMS marketing",
  push: "push notifications",
  whatsapp: "WhatsApp messages",
};

const left = (channel: MessageChannel, to: string | null): WholeReply =>
  plainPage("Unsubscribed", `${to ?? "You"} unsubscribed from ${mediums[channel]}.`);

/** A template may hold any text: only what is an address of the web is gone to. */
function redirect(target: string): WholeReply {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    return plainPage("No web address", `This link leads to no web address: ${target}`);
  // As it was written, where a header can hold that.
  const location = /^[!-~]+$/.test(target) ? target : url.href;
  const headers = { location, "content-type": "text/plain", "referrer-policy": "no-referrer" };
  return new WholeReply(302, { ...headers, "cache-control": "no-store" }, "");
}

/** What messages lead to, for whoever has the message: the links are its secret. */
export const linkOperations: readonly ControlOperation[] = [
  operation({
    on: "GET /_emulator/links/{token}",
    does: "does what a link in a message says: a click redirects to its target, an open is a picture",
    query: {
      [`${inFrame}?` as const]: described(
        string(),
        "Of a link that shows the message: for a frame of the inspector. Looking opens nothing.",
      ),
    },
    media: "text/html",
    open: true,
    run: follow,
  }),
  operation({
    on: "POST /_emulator/links/{token}",
    does: "unsubscribes in one click (RFC 8058), by the link to unsubscribe alone",
    media: "text/html",
    takesAnything: true,
    open: true,
    run: unsubscribe,
  }),
];
