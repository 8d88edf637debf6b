import { escaped } from "../../domain/rendering/values.ts";
import { WholeReply, everyAccountOf, type ControlCall } from "../operation.ts";
import type { ControlOperation } from "../operation.ts";
import { operation } from "../act.ts";
import { file, phrase } from "../../contract/shape.ts";
import { followedIn, renderedMessage } from "../../domain/messages/rendered-message.ts";
import type { Followed } from "../../domain/messages/rendered-message.ts";
import { react } from "../../domain/messages/happen.ts";
import type { MessageChannel } from "../../domain/messages/records.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { ControlError, unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import { inFrame, type WholeMessageView } from "./message-view.ts";
import { pictures } from "../../domain/objects/records.ts";

/** What a mail may do in a browser: show styles and images, and lead elsewhere. Without an origin, it has no say here. */
const policyOf = (frame: "'none'" | "'self'", sandbox: string) =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frame}`,
    sandbox,
  ].join("; ");

/** On a page of its own its links open others. */
const alone = policyOf("'none'", "sandbox allow-popups allow-popups-to-escape-sandbox");
/** In a frame of the inspector nothing of it runs, so that it may be of one origin with the page that takes its clicks. */
const framed = policyOf("'self'", "sandbox allow-same-origin");

const asIs = { "x-content-type-options": "nosniff", "cache-control": "no-store" } as const;

const page = (html: string, policy = alone): WholeReply =>
  new WholeReply(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // Its address is what its links are known by.
      "referrer-policy": "no-referrer",
      ...asIs,
    },
    html,
  );

export const mailPage = ({ html, text }: Pick<WholeMessageView, "html" | "text">, policy = alone) =>
  page(html ?? document("Message", `<pre>${escaped(text ?? "")}</pre>`), policy);

const plainPage = (title: string, text: string) => page(document(title, `<p>${escaped(text)}</p>`));

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>${body}</html>`;

/** What a link means, and whose it is. @throws ControlError for one that means nothing */
function followed(call: ControlCall): Followed & { readonly account: Account } {
  for (const account of everyAccountOf(call)) {
    const found = followedIn(account, call.id);
    if (found !== undefined) return { ...found, account };
  }
  throw unknownId("link", call.id);
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
    case "view": {
      const isFramed = inFrame in query;
      const rendered = renderedMessage(account, message, origin, { pixel: !isFramed });
      return mailPage(rendered, isFramed ? framed : alone);
    }
    case "open":
      act("open");
      return pixel;
    case "unsubscribe":
      act("unsubscribe");
      return plainPage(
        "Unsubscribed",
        `${message.to ?? "You"} unsubscribed from ${mediums[message.channel]}.`,
      );
    case "click": {
      const links = renderedMessage(account, message, origin).links;
      const target = links.filter((each) => each.kind === "click")[place]?.target;
      if (target == null) throw unknownId("link", call.id);
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

const pixel = new WholeReply(
  200,
  { "content-type": "image/gif", ...asIs },
  Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
);

const mediums: Readonly<Record<MessageChannel, string>> = {
  email: "email marketing",
  sms: "SMS marketing",
  push: "push notifications",
  whatsapp: "WhatsApp messages",
};

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
  operation("GET /_emulator/links/{token}", {
    does: "does what a link in a message says: a click redirects to its target, an open is a picture",
    query: {
      [`${inFrame}?` as const]: phrase(
        "Of a link that shows the message: for a frame of the inspector. Looking opens nothing.",
      ),
    },
    media: "text/html",
    open: true,
    run: follow,
  }),
  operation("POST /_emulator/links/{token}", {
    does: "unsubscribes in one click (RFC 8058), by the link to unsubscribe alone",
    media: "text/html",
    takesAnything: true,
    open: true,
    run: unsubscribe,
  }),
];

/** The bytes of images, for whoever knows their URL: that is their secret. */
export const imageOperations: readonly ControlOperation[] = [
  operation("GET /_emulator/images/{id}", {
    does: "the bytes of an image or screenshot, as its URL in the API names it",
    answer: file(),
    open: true,
    run(call) {
      const all = everyAccountOf(call);
      const [found] = all.flatMap((account) => account.table(pictures).get(call.id) ?? []);
      if (found === undefined) throw unknownId("image", call.id);
      const type = { "content-type": `image/${found.format}` };
      return new WholeReply(200, { ...type, ...asIs }, Buffer.from(found.base64, "base64"));
    },
  }),
];
