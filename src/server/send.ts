import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { WebhookCall } from "../domain/deliveries/call.ts";
import { addressProblem, bareHost, isAllowedHost } from "../domain/deliveries/target.ts";
import type { Send } from "../emulation/courier.ts";

type Answered = Awaited<ReturnType<Send>>;

export interface Sending {
  /** Hosts beyond loopback that may be called. */
  readonly allowed: readonly string[];
  /** Whether a port of an address of this machine is the emulator's own. */
  readonly isOwn: (address: string, port: number) => boolean;
  /** How long a receiver has for its whole answer (webhooks.md). Default: five seconds. */
  readonly timeoutMs?: number;
}

/** How much of an answer is read: nothing of it matters but its status. */
const answerBytesMax = 65_536;

/**
 * Makes a call, and never rejects: the only place that calls out. A receiver that hangs, floods, redirects, breaks off or speaks no HTTP costs its
 * attempt: one connection, the time that an answer may take, and what is read of one.
 */
export async function send(
  sending: Sending,
  call: WebhookCall,
  gone: AbortSignal,
): Promise<Answered> {
  const { timeoutMs = 5000 } = sending;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([late, gone]);
  try {
    const target = await resolved(call, sending, signal);
    if ("refused" in target) return refusedTo(target.refused);
    return await posted(call, target, signal);
  } catch (error) {
    const why = late.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { status: null, error: why };
  }
}

/** It would be refused the next time, too. */
const refusedTo = (error: string): Answered => ({ status: null, error, hopeless: true });

/** The addresses that are called, and none other: a name may lead elsewhere the next time that it is asked. */
interface Target {
  readonly url: URL;
  readonly addresses: readonly string[];
}

async function resolved(
  { url: text }: WebhookCall,
  { allowed, isOwn }: Sending,
  signal: AbortSignal,
): Promise<Target | { readonly refused: string }> {
  const url = new URL(text);
  const host = bareHost(url.hostname);
  if (!isAllowedHost(host, allowed)) {
    return { refused: `${host} is not loopback: start the emulator with --webhooks-allow ${host}` };
  }
  const named = allowed.some((each) => bareHost(each) === host);
  const addresses = await addressesOf(host, signal);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  for (const address of addresses) {
    const problem = addressProblem(address, named);
    if (problem !== undefined) return { refused: `${host} is not called: ${problem}` };
    if (isOwn(address, port)) return { refused: "the URL is the emulator's own" };
  }
  return { url, addresses };
}

/** What a host resolves to. Names of loopback are resolved here, since not every system does so. */
async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const name = host.endsWith(".localhost") ? "localhost" : host;
  const found = await Promise.race([lookup(name, { all: true }), aborted(signal)]);
  return found.map(({ address }) => address);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

/** One POST, without an agent, so that nothing of it stays. */
function posted(
  { headers, body }: WebhookCall,
  { url, addresses }: Target,
  signal: AbortSignal,
): Promise<Answered> {
  const secure = url.protocol === "https:";
  const host = bareHost(url.hostname);
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const options: RequestOptions & { readonly autoSelectFamily: boolean } = {
    method: "POST",
    host,
    port: url.port || (secure ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      ...headers,
      host: url.host,
      "content-length": Buffer.byteLength(body),
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
      read(response).then(() => resolve(answerOf(response)), reject);
    });
    request.end(body);
  });
}

/** Reads an answer to its end, or as much of it as is read of any. */
function read(response: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= answerBytesMax) return;
      resolve();
      response.destroy();
    });
    response.once("end", resolve);
    response.once("error", reject);
    response.once("close", () => reject(new Error("the answer broke off")));
  });
}

function answerOf({ statusCode: status = 0 }: IncomingMessage): Answered {
  if (status >= 300 && status < 400) return { status, error: "a redirect, which is not followed" };
  return { status, error: null };
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
