import { instantIn, member, type RecordedExchange, urlOf } from "./exchange.ts";
import { headersIn, messageOf } from "./message.ts";

/** An entry of an HTTP archive (HAR 1.2), as browsers, proxies and Polly.js write it; undefined: it is none. */
export function entryOf(entry: unknown, where: string): RecordedExchange | undefined {
  const [asked, answered] = [member(entry, "request"), member(entry, "response")];
  const url = urlOf(member(asked, "url"));
  const [method, status] = [member(asked, "method"), member(answered, "status")];
  if (url === undefined || typeof method !== "string" || typeof status !== "number")
    return undefined;
  const headers = headersIn(member(answered, "headers"));
  return {
    where,
    at: instantIn(member(entry, "startedDateTime"), headers["date"]),
    method: method.toUpperCase(),
    url,
    request: askedOf(asked),
    status,
    response: answerOf(answered, headers),
  };
}

/** A body that was there has its size, also where it was left out. */
const isMissing = (message: unknown): boolean =>
  Number(member(message, "bodySize") ?? 0) > 0 || Boolean(member(message, "comment"));

function askedOf(asked: unknown) {
  const headers = headersIn(member(asked, "headers"));
  const [text, params] = [member(asked, "postData", "text"), member(asked, "postData", "params")];
  if (typeof text === "string") return messageOf(headers, text);
  if (Array.isArray(params) && params.length > 0) {
    const form = new URLSearchParams();
    for (const each of params)
      form.append(String(member(each, "name")), String(member(each, "value") ?? ""));
    return messageOf(headers, form.toString());
  }
  return messageOf(headers, isMissing(asked) ? undefined : "");
}

function answerOf(answered: unknown, headers: Record<string, string>) {
  const [text, encoding] = ["text", "encoding"].map((name) => member(answered, "content", name));
  if (typeof text !== "string") {
    const size = Number(member(answered, "content", "size") ?? 0);
    return messageOf(headers, size > 0 || isMissing(answered) ? undefined : "");
  }
  if (encoding !== "base64") return messageOf(headers, text);
  // Polly.js has the pieces as they came.
  const pieces = text.match(/[\w+/=-]+/g) ?? [];
  const bytes = pieces.map((each) => Buffer.from(each, "base64"));
  return messageOf(headers, Buffer.concat(bytes).toString("base64"), "base64");
}
