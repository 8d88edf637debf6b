import type { IncomingMessage } from "node:http";
import { STATUS_CODES } from "node:http";
import type { HarExchange } from "../../control/requests/har.ts";
import type { Capture } from "./capture.ts";
import type { Scrubber } from "./scrub/scrubber.ts";

/** One exchange that has passed. */
export interface Passed {
  readonly url: URL;
  readonly req: IncomingMessage;
  readonly sent: Capture;
  /** Undefined: none came. */
  readonly answer: IncomingMessage | undefined;
  readonly answered: Capture;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** An exchange as it is written down: with stand-ins, and without what cannot be looked through. */
export function recorded(scrubber: Scrubber, passed: Passed): HarExchange {
  const { url, req, sent, answer, answered, at, tookMs } = passed;
  // What was asked first: the answer may have it in other words.
  const address = scrubber.url(url);
  const asked = messageOf(scrubber, req.rawHeaders, sent);
  const got = messageOf(scrubber, answer?.rawHeaders ?? [], answered);
  const status = answer?.statusCode ?? 0;
  const queryString = scrubber.queryOf(url);
  const location = got.headers.find(({ name }) => name.toLowerCase() === "location");
  return {
    startedDateTime: new Date(at).toISOString(),
    time: tookMs,
    request: {
      method: req.method ?? "",
      url: address,
      ...asked.message,
      queryString,
      ...(asked.text !== undefined &&
        sent.bytes > 0 && {
          postData: { mimeType: sent.type.split(";")[0] ?? "", text: asked.text },
        }),
      bodySize: sent.bytes,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? "",
      ...got.message,
      content: {
        size: answered.bytes,
        mimeType: answered.type.split(";")[0] ?? "",
        ...(got.text !== undefined && { text: got.text }),
      },
      redirectURL: location?.value ?? "",
      bodySize: answered.bytes,
    },
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
  };
}

function messageOf(scrubber: Scrubber, raw: readonly string[], body: Capture) {
  const headers = scrubber.headers(raw);
  const read = body.read();
  const text = "text" in read ? scrubber.body(read.text, body.type) : undefined;
  const why = "why" in read ? read.why : "the body is no JSON and no form";
  const message = {
    httpVersion: "HTTP/1.1" as const,
    headers,
    cookies: [] as const,
    headersSize: -1 as const,
    ...(text === undefined && { comment: `left out: ${why}` }),
  };
  return { headers, message, text };
}
