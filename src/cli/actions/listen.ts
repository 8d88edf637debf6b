import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { signatureOf } from "../../domain/deliveries/call.ts";
import { reasonOf } from "../../emulation/problem.ts";
import { jsonLine } from "../../emulation/json-lines.ts";
import { portOpened } from "../../server/sockets.ts";
import { jsonIn } from "../../jsonapi/json.ts";
import { Failure, writeOut } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";

interface ListenValues {
  readonly port: number;
  readonly secret?: string;
  readonly forwardTo?: string;
  readonly json?: boolean;
}

/** Receives and prints deliveries until it is interrupted. */
export async function listen({ port, secret, forwardTo, json }: ListenValues): Promise<void> {
  if (forwardTo !== undefined && !/^https?:$/.test(protocolOf(forwardTo)))
    throw new Failure(`--forward-to: expected a URL such as http://127.0.0.1:3000/hooks`, 2);
  const told = (receipt: Receipt) =>
    writeOut(`${json ? jsonLine({ event: "delivery", ...receipt }) : lineOf(receipt)}\n`);
  const { url, server } = await openReceiver({ port, secret, forwardTo, told }).catch(
    (error: unknown) => {
      throw new Failure(`cannot listen on port ${port}: ${reasonOf(error)}: give --port 0`, 3);
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  if (json) return writeOut(`${jsonLine({ event: "ready", url })}\n`);
  const check = secret === undefined ? " Signatures are not checked without --secret." : "";
  writeOut(`Listening on ${url}: create a webhook with this endpoint_url.${check}\n`);
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : "");

/** `200  valid signature  event:service.subscribed_to_list ×2` */
function lineOf({ topics, signature, status, problem }: Receipt): string {
  const counts = new Map<string, number>();
  for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const shown = [...counts].map(([topic, count]) => (count === 1 ? topic : `${topic} ×${count}`));
  const parts = [String(status), `${signature} signature`, shown.join(", "), problem ?? ""];
  return printable(parts.filter((part) => part !== "").join("  "));
}

export interface Receipt {
  /** Of its events, in their order. */
  readonly topics: readonly string[];
  readonly ids: readonly string[];
  /** `unchecked`: no secret was given. */
  readonly signature: "valid" | "invalid" | "missing" | "unchecked";
  readonly status: number;
  /** Why it is no delivery, or could not be forwarded. */
  readonly problem?: string;
}

export interface ReceiverOptions {
  readonly port: number;
  readonly secret?: string | undefined;
  readonly forwardTo?: string | undefined;
  readonly told: (receipt: Receipt) => void;
}

const bodyBytesMax = 100_000_000;

/** Receives deliveries on loopback. @throws what the system says of the port */
export async function openReceiver(options: ReceiverOptions) {
  const server = createServer((request, response) => {
    void receive(request, options).then(
      ({ receipt, body }) => {
        response.writeHead(receipt.status, { "content-type": "application/json" }).end(body);
        options.told(receipt);
      },
      // Whoever sent it went away.
      () => response.destroy(),
    );
  });
  return { url: `http://127.0.0.1:${await portOpened(server, options.port)}/`, server };
}

async function receive(request: IncomingMessage, { secret, forwardTo }: ReceiverOptions) {
  const body = await bytesOf(request);
  const { headers, method } = request;
  const entries = method === "POST" ? entriesOf(body) : undefined;
  const signature = signatureIn(headers, body, secret);
  const about = {
    topics: entries?.map(({ topic }) => topic) ?? [],
    ids: entries?.map(({ external_id }) => external_id) ?? [],
    signature,
  };
  const refused = (status: number, problem: string) => ({
    receipt: { ...about, status, problem },
    body: JSON.stringify({ problem }),
  });
  if (entries === undefined) return refused(400, "no delivery");
  if (signature === "missing" || signature === "invalid")
    return refused(401, `the signature is ${signature}`);
  if (forwardTo === undefined) return { receipt: { ...about, status: 200 }, body: "{}" };
  try {
    const answer = await fetch(forwardTo, {
      method: "POST",
      headers: forwardedOf(headers),
      body: new Uint8Array(body),
      redirect: "manual",
    });
    return { receipt: { ...about, status: answer.status }, body: await answer.text() };
  } catch (error) {
    const { cause, message } = error as Error;
    return refused(502, `not forwarded: ${(cause as Error | undefined)?.message ?? message}`);
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new Error("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Entry = { readonly topic: string; readonly external_id: string };

function entriesOf(body: Buffer): readonly Entry[] | undefined {
  const read = jsonIn(body.toString("utf8")) as { readonly data?: readonly Entry[] } | null;
  return Array.isArray(read?.data) ? read.data : undefined;
}

function signatureIn(
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret?: string,
): Receipt["signature"] {
  if (secret === undefined) return "unchecked";
  // Whatever the service is called: its headers are known by how they end.
  const endingWith = (end: string) =>
    Object.entries(headers).find(([name]) => name.endsWith(end))?.[1];
  const [signature, timestamp] = [endingWith("-signature"), endingWith("-timestamp")];
  if (typeof signature !== "string" || typeof timestamp !== "string") return "missing";
  const given = Buffer.from(signature);
  const wanted = Buffer.from(signatureOf(secret, body, timestamp));
  const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isSame ? "valid" : "invalid";
}

/** The headers of the delivery, without those of the connection that it came by. */
const forwardedOf = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (each): each is [string, string] =>
        typeof each[1] === "string" && !/^(?:host|connection|content-length)$/.test(each[0]),
    ),
  );
