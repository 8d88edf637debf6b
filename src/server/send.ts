import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { WebhookCall } from "../domain/deliveries/call.ts";
import { bareHost } from "../domain/deliveries/target.ts";
import type { Answered, Fetch } from "../emulation/courier.ts";
import { type Reach, resolved, type Target } from "./target.ts";

export interface Sending extends Reach {
  /** How long the other end has for its whole answer (webhooks.md). Default: five seconds. */
  readonly timeoutMs?: number;
}

/** How much of an answer to a call is read. */
const answerBytesMax = 65_536;

/**
 * Makes a call, and never rejects. With `fetch` the only place that calls out: a receiver that hangs, floods, redirects, breaks off or speaks no HTTP
 * costs its attempt, which is one connection, the time that an answer may take, and what is read of one.
 */
export async function send(
  sending: Sending,
  { url, headers, body, readsAnswer }: WebhookCall,
  gone: AbortSignal,
): Promise<Answered> {
  const asking = { method: "POST", headers, body, bytesMax: answerBytesMax };
  const found = await exchanged(sending, url, asking, gone);
  // What is refused would be refused the next time, too.
  if ("refused" in found) return { status: null, error: found.refused, hopeless: true };
  if ("failed" in found) return { status: null, error: found.failed };
  const { status, bytes } = found;
  const error = isRedirect(status) ? notFollowed : null;
  return { status, error, ...(readsAnswer && { answer: bytes.toString("utf8") }) };
}

/** Fetches what a URL has, and never rejects. What it has must be there at once, with 200. */
export async function fetch(
  sending: Sending,
  { url, bytesMax, method = "GET" }: Parameters<Fetch>[0],
  gone: AbortSignal,
): ReturnType<Fetch> {
  const asking = { method, headers: { accept: "*/*" }, body: "", bytesMax };
  const found = await exchanged(sending, url, asking, gone);
  if ("refused" in found) return { error: found.refused };
  if ("failed" in found) return { error: found.failed };
  const { status, bytes } = found;
  if (status === 200) return { bytes };
  return { error: isRedirect(status) ? notFollowed : `the answer is ${status}` };
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const notFollowed = "a redirect, which is not followed";

interface Asking extends Pick<WebhookCall, "headers" | "body"> {
  readonly method: string;
  /** How much of the answer is read, and one byte more. */
  readonly bytesMax: number;
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

/** Asks once, and never rejects. */
async function exchanged(
  { timeoutMs = 5000, ...reach }: Sending,
  url: string,
  asking: Asking,
  gone: AbortSignal,
): Promise<Answer | { readonly refused: string } | { readonly failed: string }> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([late, gone]);
  try {
    const target = await resolved(url, reach, signal);
    return "refused" in target ? target : await asked(asking, target, signal);
  } catch (error) {
    return { failed: late.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error) };
  }
}

/** One request, without an agent, so that nothing of it stays. */
function asked(
  { method, headers, body, bytesMax }: Asking,
  { url, addresses }: Target,
  signal: AbortSignal,
): Promise<Answer> {
  const secure = url.protocol === "https:";
  const host = bareHost(url.hostname);
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const options: RequestOptions & { readonly autoSelectFamily: boolean } = {
    method,
    host,
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      ...(method !== "GET" && { "content-length": Buffer.byteLength(body) }),
      connection: "close",
    },
    agent: false,
    // Of several, the first that answers.
    autoSelectFamily: true,
    lookup: (_, { all }, told) =>
      all ? told(null, found) : told(null, found[0]?.address ?? "", found[0]?.family),
    signal,
  };
  const request = secure
    ? requestHttps({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : requestHttp(options);
  return new Promise((resolve, reject) => {
    request.once("error", reject);
    request.once("upgrade", (_, socket) => {
      socket.destroy();
      reject(new Error("the answer was an upgrade"));
    });
    request.once("response", (response) => {
      const { statusCode: status = 0 } = response;
      read(response, bytesMax).then((bytes) => resolve({ status, bytes }), reject);
    });
    request.end(body);
  });
}

/** Reads an answer to its end, or the bytes that are read of any, and one more. */
function read(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const whole = () => resolve(Buffer.concat(chunks).subarray(0, bytesMax + 1));
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= bytesMax) return;
      whole();
      response.destroy();
    });
    response.once("end", whole);
    response.once("error", reject);
    response.once("close", () => reject(new Error("the answer broke off")));
  });
}

/** What the system says, in one line. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const words = known[code ?? ""] ?? (code?.startsWith("HPE_") ? "the answer is no HTTP" : message);
  return words.replace(/\s+/g, " ").slice(0, 200);
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was reset",
  ENOTFOUND: "the host is unknown",
  EAI_AGAIN: "the host cannot be looked up now",
  EPIPE: "the connection was closed",
};
