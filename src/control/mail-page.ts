import { escaped } from "../domain/rendering/values.ts";
import { WholeReply } from "./operation.ts";

/**
 * What a mail may do in a browser: show its styles, its images, and lead elsewhere. It has no origin, so that
 * nothing in it has a say about the emulator.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

const page = (html: string): WholeReply =>
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

/** A message as a page: as it was rendered, or its text. */
export const mailPage = (message: {
  readonly html: string | null;
  readonly text: string | null;
}): WholeReply =>
  page(message.html ?? document("Message", `<pre>${escaped(message.text ?? "")}</pre>`));

/** A page that says one thing. */
export const plainPage = (title: string, text: string): WholeReply =>
  page(document(title, `<p>${escaped(text)}</p>`));

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>${body}</html>`;
