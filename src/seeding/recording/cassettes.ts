import { instantIn, member, type RecordedExchange, urlOf } from "./exchange.ts";
import { headersIn, messageOf } from "./message.ts";

/**
 * An interaction of a cassette, as the recorders of Ruby (VCR), Python (vcrpy, betamax), PHP (PHP-VCR) and Go (go-vcr)
 * write it; undefined: it is none.
 */
export function interactionOf(value: unknown, where: string): RecordedExchange | undefined {
  const [asked, answered] = [member(value, "request"), member(value, "response")];
  const url = urlOf(member(asked, "uri") ?? member(asked, "url"));
  const method = member(asked, "method");
  const said = member(answered, "status");
  const status = Number(member(said, "code") ?? member(answered, "code") ?? said);
  if (url === undefined || typeof method !== "string" || !Number.isInteger(status))
    return undefined;
  const response = sideOf(answered);
  return {
    where,
    at: instantIn(member(value, "recorded_at"), response.headers["date"]),
    method: method.toUpperCase(),
    url,
    request: sideOf(asked),
    status,
    response,
  };
}

/** A body is a text, null, or an object that has the text or its bytes. */
function sideOf(side: unknown) {
  const headers = headersIn(member(side, "headers"));
  const body = member(side, "body");
  const bytes = member(body, "base64_string") ?? member(body, "string", "base64_string");
  if (typeof bytes === "string") return messageOf(headers, bytes, "base64");
  const text = member(body, "string") ?? body ?? "";
  return messageOf(headers, typeof text === "string" ? text : JSON.stringify(text));
}

/** A call of nock's recorder; undefined: it is none. */
export function nockOf(value: unknown, where: string): RecordedExchange | undefined {
  const [scope, path, method, status] = ["scope", "path", "method", "status"].map((name) =>
    member(value, name),
  );
  if (typeof scope !== "string" || typeof path !== "string" || typeof method !== "string")
    return undefined;
  const url = urlOf(scope.replace(/:(?:443|80)$/, "") + path);
  if (url === undefined || typeof status !== "number") return undefined;
  const headers = headersIn(member(value, "rawHeaders") ?? member(value, "headers"));
  const [body, answer] = [member(value, "body") ?? "", member(value, "response") ?? ""];
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  // Compressed or binary: the pieces in hex.
  const isBytes =
    Array.isArray(answer) &&
    answer.length > 0 &&
    answer.every((each) => typeof each === "string" && /^(?:[\da-f]{2})+$/i.test(each));
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return {
    where,
    at: instantIn(headers["date"]),
    method: method.toUpperCase(),
    url,
    request: messageOf(headersIn(member(value, "reqheaders")), sent),
    status,
    response: isBytes ? messageOf(headers, answer.join(""), "hex") : messageOf(headers, text),
  };
}
