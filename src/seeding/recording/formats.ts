import { type RecordedExchange, instantIn, member, urlOf, headersIn } from "./exchange.ts";
import { messageOf } from "./exchange.ts";
import { FixtureError, quoted } from "../fixture/error.ts";

/** As the recorders of Ruby (VCR), Python (vcrpy, betamax), PHP (PHP-VCR) and Go (go-vcr) write it; undefined: it is none. */
export function interactionOf(value: unknown, where: string): RecordedExchange | undefined {
  const [asked, answered] = [member(value, "request"), member(value, "response")];
  const url = urlOf(member(asked, "uri") ?? member(asked, "url"));
  const method = member(asked, "method");
  const said = member(answered, "status");
  const status = Number(member(said, "code") ?? member(answered, "code") ?? said);
  if (!Number.isInteger(status)) return undefined;
  const [request, response] = [sideOf(asked), sideOf(answered)];
  const at = instantIn(member(value, "recorded_at"), response.headers["date"]);
  return exchangeOf(method, url, { where, at, request, status, response });
}

type Rest = Omit<RecordedExchange, "method" | "url">;

const exchangeOf = (method: unknown, url: URL | undefined, rest: Rest) =>
  url === undefined || typeof method !== "string"
    ? undefined
    : { ...rest, method: method.toUpperCase(), url };

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
  const of = (name: string) => member(value, name);
  const [scope, path, status] = [of("scope"), of("path"), of("status")];
  if (typeof scope !== "string" || typeof path !== "string" || typeof status !== "number")
    return undefined;
  const url = urlOf(scope.replace(/:(?:443|80)$/, "") + path);
  const headers = headersIn(of("rawHeaders") ?? of("headers"));
  const [body, answer] = [of("body") ?? "", of("response") ?? ""];
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  // Compressed or binary: the pieces in hex.
  const isBytes =
    Array.isArray(answer) &&
    answer.length > 0 &&
    answer.every((each) => typeof each === "string" && /^(?:[\da-f]{2})+$/i.test(each));
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  const request = messageOf(headersIn(of("reqheaders")), sent);
  const response = isBytes ? messageOf(headers, answer.join(""), "hex") : messageOf(headers, text);
  const at = instantIn(headers["date"]);
  return exchangeOf(of("method"), url, { where, at, request, status, response });
}

/** An entry of an HTTP archive (HAR 1.2), as browsers, proxies and Polly.js write it; undefined: it is none. */
export function entryOf(entry: unknown, where: string): RecordedExchange | undefined {
  const [asked, answered] = [member(entry, "request"), member(entry, "response")];
  const url = urlOf(member(asked, "url"));
  const [method, status] = [member(asked, "method"), member(answered, "status")];
  if (typeof status !== "number") return undefined;
  const headers = headersIn(member(answered, "headers"));
  const at = instantIn(member(entry, "startedDateTime"), headers["date"]);
  const [request, response] = [askedOf(asked), answerOf(answered, headers)];
  return exchangeOf(method, url, { where, at, request, status, response });
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

const requestLine = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})\b/;

/** A request and below it its response, each with headers, an empty line and a body; `###` parts exchanges. @throws FixtureError for a request without a response, and for what names another file */
export function exchangesOfText(text: string, file: string): RecordedExchange[] {
  const found: RecordedExchange[] = [];
  let line = 1;
  for (const part of text.split(/^(?=###)/m)) {
    const lines = part.split(/\r?\n/);
    const begin = lines.findIndex((each) => each.trim() !== "" && !/^(?:#|\/\/)/.test(each));
    if (begin !== -1) found.push(textOf(lines.slice(begin), file, line + begin, found.length));
    line += lines.length - 1;
  }
  return found;
}

function textOf(lines: string[], file: string, line: number, index: number): RecordedExchange {
  const fail = (what: string) => new FixtureError(file, line, what);
  const [, method = "", target = ""] = requestLine.exec(lines[0] ?? "") ?? [];
  const split = lines.findIndex((each) => statusLine.test(each));
  const expected = "expected a request line such as GET https://HOST/api/lists HTTP/1.1";
  if (method === "") throw fail(`${expected}, not ${quoted(lines[0] ?? "")}`);
  if (split === -1) throw fail("expected the response below the request, from HTTP/1.1 200 OK on");
  const [request, response] = [sideIn(lines.slice(1, split)), sideIn(lines.slice(split + 1))];
  if ([request, response].some(({ body }) => /^<>? \S+$/.test(body)))
    throw fail("a body names another file: expected the body itself");
  const url = urlOf(target, request.headers["host"]);
  if (url === undefined) throw fail(`expected a URL, not ${quoted(target)}`);
  const at = instantIn(response.headers["date"]);
  const status = Number(statusLine.exec(lines[split] ?? "")?.[1]);
  return { where: `${file} ${index + 1}`, at, method, url, request, status, response };
}

function sideIn(lines: readonly string[]) {
  const empty = lines.indexOf("");
  const head = empty === -1 ? lines : lines.slice(0, empty);
  const headers = head.map((each) => {
    const [name = "", value = ""] = each.split(/:(.*)/s);
    return [name.trim().toLowerCase(), value.trim()] as const;
  });
  const body = lines.slice(head.length + 1).join("\n");
  return messageOf(Object.fromEntries(headers), body.trim());
}
