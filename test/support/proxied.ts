import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { request as requestSecurely } from "node:https";
import type { Socket } from "node:net";
import type { PeerCertificate } from "node:tls";
import { onTestFinished } from "vitest";
import type { EmulatorOptions } from "../../src/index.ts";
import { emulate, newest } from "./emulate.ts";

/** A host that is intercepted, and a key that no emulator knows. */
export const host = "api.example.com";
export const carried = "pk_live_carried_0123456789wxyz";

/** Whether a certificate is for an address: Node 22.23 itself finds no IPv6 address in one. */
const isForAddress = (address: string, { raw }: PeerCertificate): Error | undefined =>
  new X509Certificate(raw).checkIP(address) === undefined
    ? new Error(`the certificate is not for ${address}`)
    : undefined;

/** A tunnel through a proxy, and how the proxy answered. */
export async function tunnelTo(proxy: string, to: string) {
  const { hostname, port } = new URL(proxy);
  const asking = request({ host: hostname, port, method: "CONNECT", path: to, agent: false });
  asking.end();
  const [answer, socket, head] = (await once(asking, "connect")) as [
    { statusCode: number; headers: Record<string, string> },
    Socket,
    Buffer,
  ];
  if (head.length > 0) socket.unshift(head);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  return { status: answer.statusCode, headers: answer.headers, socket };
}

/** An emulator that intercepts a host, and a client that has its URL and a key written in. */
export async function intercepting(options: EmulatorOptions = {}) {
  const { emulator, ...others } = await emulate({ port: 0, intercept: [host], ...options });
  const { interception } = emulator;
  if (interception === undefined) throw new Error("nothing is intercepted");
  /** One request by a tunnel of its own. */
  const ask = async (
    url: string,
    { headers = {}, key = carried, through = interception.url, ...how } = {} as {
      headers?: Record<string, string>;
      key?: string;
      through?: string;
      method?: string;
      servername?: string;
    },
  ) => {
    const { hostname, port, pathname, search } = new URL(url);
    const to = `${hostname}:${port || 443}`;
    const { socket } = await tunnelTo(through, to);
    const asking = requestSecurely({
      socket,
      agent: false,
      ca: interception.certificate,
      path: pathname + search,
      host: hostname.replace(/^\[|\]$/g, ""),
      ...(hostname.startsWith("[")
        ? { checkServerIdentity: isForAddress }
        : { servername: hostname }),
      headers: {
        host: port ? `${hostname}:${port}` : hostname,
        ...(key === "" ? {} : { authorization: `Service-API-Key ${key}` }),
        revision: newest,
        ...headers,
      },
      ...how,
    } as never);
    asking.end();
    const [answer] = await once(asking, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    return { status: answer.statusCode as number, headers: answer.headers, text };
  };
  return { ...others, emulator, interception, ask };
}

/** One request with its whole URL, as a proxy is asked without TLS. */
export async function askPlainly(proxy: string, url: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(proxy);
  const asking = request({ host: hostname, port, path: url, headers, agent: false });
  asking.end();
  const [answer] = await once(asking, "response");
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode as number, headers: answer.headers, text };
}
