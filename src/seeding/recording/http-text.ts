import { FixtureError, quoted } from "../fixture/error.ts";
import { instantIn, type RecordedExchange, urlOf } from "./exchange.ts";
import { messageOf } from "./message.ts";

const requestLine = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})\b/;

/**
 * The exchanges of a `.http` file: a request and below it its response, each with its headers, an empty line and its
 * body. A line that begins with `###` is between two of them.
 *
 * @throws FixtureError for a request without a response, and for what names another file
 */
export function exchangesOfText(text: string, file: string): RecordedExchange[] {
  const found: RecordedExchange[] = [];
  let line = 1;
  for (const part of text.split(/^(?=###)/m)) {
    const lines = part.split(/\r?\n/);
    const begin = lines.findIndex((each) => each.trim() !== "" && !/^(?:#|\/\/)/.test(each));
    if (begin !== -1) found.push(exchangeOf(lines.slice(begin), file, line + begin, found.length));
    line += lines.length - 1;
  }
  return found;
}

function exchangeOf(lines: string[], file: string, line: number, index: number): RecordedExchange {
  const fail = (what: string) => new FixtureError(file, line, what);
  const [, method = "", target = ""] = requestLine.exec(lines[0] ?? "") ?? [];
  const split = lines.findIndex((each) => statusLine.test(each));
  if (method === "")
    throw fail(
      `expected a request line such as GET https://HOST/api/lists HTTP/1.1, not ${quoted(lines[0] ?? "")}`,
    );
  if (split === -1) throw fail("expected the response below the request, from HTTP/1.1 200 OK on");
  const [request, response] = [sideOf(lines.slice(1, split)), sideOf(lines.slice(split + 1))];
  if ([request, response].some(({ body }) => /^<>? \S+$/.test(body)))
    throw fail("a body names another file: expected the body itself");
  const url = urlOf(target, request.headers["host"]);
  if (url === undefined) throw fail(`expected a URL, not ${quoted(target)}`);
  const { headers } = response;
  return {
    where: `${file} ${index + 1}`,
    at: instantIn(headers["date"]),
    method,
    url,
    request,
    status: Number(statusLine.exec(lines[split] ?? "")?.[1]),
    response,
  };
}

function sideOf(lines: readonly string[]) {
  const empty = lines.indexOf("");
  const head = empty === -1 ? lines : lines.slice(0, empty);
  const headers = head.map((each) => {
    const [name = "", value = ""] = each.split(/:(.*)/s);
    return [name.trim().toLowerCase(), value.trim()] as const;
  });
  return messageOf(
    Object.fromEntries(headers),
    lines
      .slice(head.length + 1)
      .join("\n")
      .trim(),
  );
}
