import type { RecordedExchange, RecordedMessage } from "../../seeding/recording/exchange.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { EntryDetail, Message } from "../../world/journal/entry.ts";
import { jsonIn } from "../../jsonapi/json-text.ts";

/** What is looked at of a client's request, wherever it was recorded. */
export type Call = Pick<
  EntryDetail,
  "method" | "target" | "operation" | "revision" | "status" | "lostStatus" | "request" | "response"
>;

/** The requests of a recording for operations of the service. */
export const callsIn = (api: Api, exchanges: readonly RecordedExchange[]): Call[] =>
  exchanges.flatMap(({ method, url, request, status, response }) => {
    const match = api.match(method, url.pathname);
    if (match.kind !== "row") return [];
    return [
      {
        method,
        target: url.pathname + url.search,
        operation: match.row.id,
        revision: request.headers["revision"] ?? null,
        status: status || null,
        lostStatus: null,
        request: messageOf(request),
        response: messageOf(response),
      },
    ];
  });

function messageOf({ body, isCut }: RecordedMessage): Message {
  const isMissing = isCut && body === "";
  return { headers: {}, body: isMissing ? undefined : jsonIn(body, body), truncated: isCut };
}
