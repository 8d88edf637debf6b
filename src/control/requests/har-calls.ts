import type { Api } from "../../verbs/invocation.ts";
import type { EntryDetail, Message } from "../../world/journal/entry.ts";

/** What is looked at of a client's request, wherever it was recorded. */
export type Call = Pick<
  EntryDetail,
  "method" | "target" | "operation" | "revision" | "status" | "lostStatus" | "request" | "response"
>;

/** A member of what may be anything. */
const member = (of: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (each, name) =>
      typeof each === "object" && each !== null && Object.hasOwn(each, name)
        ? (each as Readonly<Record<string, unknown>>)[name]
        : undefined,
    of,
  );

/** The requests of an HTTP archive (HAR 1.2) for operations of the service; undefined: it is none. */
export function callsIn(api: Api, archive: unknown): Call[] | undefined {
  const entries = member(archive, "log", "entries");
  return Array.isArray(entries)
    ? entries.flatMap((entry: unknown) => callOf(api, entry))
    : undefined;
}

function callOf(api: Api, entry: unknown): Call[] {
  const [method, url] = ["method", "url"].map((name) => member(entry, "request", name));
  const status = member(entry, "response", "status");
  if (typeof method !== "string" || typeof url !== "string" || !URL.canParse(url)) return [];
  const { pathname, search } = new URL(url);
  const match = api.match(method, pathname);
  if (match.kind !== "row" || typeof status !== "number") return [];
  const { text, encoding } = (member(entry, "response", "content") ?? {}) as Content;
  const answer = encoding === "base64" ? Buffer.from(String(text), "base64").toString() : text;
  return [
    {
      method,
      target: pathname + search,
      operation: match.row.id,
      revision: headerIn(member(entry, "request", "headers"), "revision"),
      status,
      lostStatus: null,
      request: messageOf(member(entry, "request", "postData", "text")),
      response: messageOf(answer),
    },
  ];
}

interface Content {
  readonly text?: unknown;
  readonly encoding?: unknown;
}

function headerIn(headers: unknown, name: string): string | null {
  const all: readonly unknown[] = Array.isArray(headers) ? headers : [];
  const found = all.find((each) => String(member(each, "name")).toLowerCase() === name);
  return found === undefined ? null : String(member(found, "value"));
}

/** A body that is not there may not have been kept. */
function messageOf(text: unknown): Message {
  if (typeof text !== "string") return { headers: {}, body: undefined, truncated: true };
  try {
    return { headers: {}, body: JSON.parse(text) as unknown, truncated: false };
  } catch {
    return { headers: {}, body: text, truncated: text !== "" };
  }
}
