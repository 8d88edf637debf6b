import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { addressProblem, bareHost, isAllowedHost } from "../domain/deliveries/target.ts";
import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import type { WebhookCall } from "../domain/deliveries/call.ts";
import type { Answered, Fetch } from "../emulation/courier.ts";
import { aborted } from "./fetch.ts";
import { portOf } from "./guard.ts";

interface Reach {
  readonly allowed: readonly string[];
  /** Whether others than this machine reach the emulator: what listens on loopback alone is not for them. */
  readonly isExposed?: boolean;
  /** Whether a port of an address of this machine is the emulator's own. */
  readonly isOwn: (address: string, port: number) => boolean;
}

/** The addresses that are called, and none other: a name may lead elsewhere the next time that it is asked. */
type Target = { readonly url: URL; readonly addresses: readonly string[] };

type Failed = { readonly error: string; readonly hopeless?: true };

/** What is refused would be refused the next time, too. */
const refused = (error: string): Failed => ({ error, hopeless: true });

type Answer = { readonly status: number; readonly bytes: Buffer };

async function resolved(
  text: string,
  { allowed, isExposed = false, isOwn }: Reach,
  signal: AbortSignal,
): Promise<Target | Failed> {
  const url = new URL(text);
  const host = bareHost(url.hostname);
  if (!isAllowedHost(host, allowed)) return refused(`${host} is not loopback: ${add(host)}`);
  const names = allowed.map(bareHost);
  const named = names.includes(host);
  // Beyond loopback, any name may lead there, and one who is far away may have chosen it.
  const opensLoopback = !isExposed || (named && isAllowedHost(host, []));
  if (!named && !opensLoopback) return refused(`${host} is this machine's own: ${add(host)}`);
  const addresses = await addressesOf(host, signal);
  for (const address of addresses) {
    const opens = opensLoopback || names.includes(address);
    const problem = addressProblem(address, named, opens);
    if (problem !== undefined) return refused(`${host} is not called: ${problem}`);
    if (isOwn(address, portOf(url))) return refused("the URL is the emulator's own");
  }
  return { url, addresses };
}

const add = (host: string): string => `start the emulator with --webhooks-allow ${host}`;

/** What a host resolves to. Names of loopback are resolved here, since not every system does so. */
async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  const name = host.endsWith(".localhost") ? "localhost" : host;
  const found = await Promise.race([lookup(name, { all: true }), aborted(signal)]);
  return found.map(({ address }) => address);
}

export interface Sending extends Reach {
  /** Default: five seconds (webhooks.md). */
  readonly timeoutMs?: number;
}

const answerBytesMax = 65_536;

/** Makes a call, and never rejects: a receiver that hangs, floods, redirects or breaks off costs its attempt. */
export async function send(
  sending: Sending,
  { url, headers, body, readsAnswer }: WebhookCall,
  gone: AbortSignal,
): Promise<Answered> {
  const asking = { method: "POST", headers, body, bytesMax: answerBytesMax };
  const found = await exchanged(sending, url, asking, gone);
  if ("error" in found) return { status: null, ...found };
  const { status, bytes } = found;
  const error = redirect(status) ?? null;
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
  if ("error" in found) return { error: found.error };
  const { status, bytes } = found;
  if (status === 200) return { bytes };
  return { error: redirect(status) ?? `the answer is ${status}` };
}

const redirect = (status: number): string | undefined =>
  status >= 300 && status < 400 ? "a redirect, which is not followed" : undefined;

interface Asking extends Pick<WebhookCall, "headers" | "body"> {
  readonly method: string;
  /** How much of the answer is read, and one byte more. */
  readonly bytesMax: number;
}

async function exchanged(
  { timeoutMs = 5000, ...reach }: Sending,
  url: string,
  asking: Asking,
  gone: AbortSignal,
): Promise<Answer | Failed> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([late, gone]);
  try {
    const target = await resolved(url, reach, signal);
    return "error" in target ? target : await asked(asking, target, signal);
  } catch (error) {
    return { error: late.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error) };
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
    port: portOf(url),
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
      const status = response.statusCode ?? 0;
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
