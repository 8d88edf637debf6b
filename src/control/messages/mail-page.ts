import { escaped } from "../../domain/rendering/text-of.ts";
import { WholeReply } from "../operation.ts";

/**
 * What a mail may do in a browser: show its styles, its images, and lead elsewhere. It has no origin, so that
 * nothing in it has a say about the emulator.
 */
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
/** In a frame of the inspector nothing of it runs, so that it may be of one origin with the page, which takes its clicks. */
const framed = policyOf("'self'", "sandbox allow-same-origin");

const page = (html: string, policy = alone): WholeReply =>
  new WholeReply(
    200,
    {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // Its address is what its links are known by.
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
    html,
  );

interface Shown {
  readonly html: string | null;
  readonly text: string | null;
}

/** A message as a page: as it was rendered, or its text. */
export const mailPage = (message: Shown): WholeReply => page(textOf(message));

/** The same in a frame of the inspector. */
export const mailInFrame = (message: Shown): WholeReply => page(textOf(message), framed);

const textOf = ({ html, text }: Shown): string =>
  html ?? document("Message", `<pre>${escaped(text ?? "")}</pre>`);

/** A page that says one thing. */
export const plainPage = (title: string, text: string): WholeReply =>
  page(document(title, `<p>${escaped(text)}</p>`));

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>${body}</html>`;
