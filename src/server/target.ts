import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { addressProblem, bareHost, isAllowedHost } from "../domain/deliveries/target.ts";

/** Where calls may go. */
export interface Reach {
  /** Hosts beyond loopback that may be called. */
  readonly allowed: readonly string[];
  /** Whether others than this machine reach the emulator: what listens on loopback alone is not for them. */
  readonly isExposed?: boolean;
  /** Whether a port of an address of this machine is the emulator's own. */
  readonly isOwn: (address: string, port: number) => boolean;
}

/** The addresses that are called, and none other: a name may lead elsewhere the next time that it is asked. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly string[];
}

/** Resolves the host of a URL, once. @returns why it is not called, where it is not */
export async function resolved(
  text: string,
  { allowed, isExposed = false, isOwn }: Reach,
  signal: AbortSignal,
): Promise<Target | { readonly refused: string }> {
  const url = new URL(text);
  const host = bareHost(url.hostname);
  if (!isAllowedHost(host, allowed)) {
    return { refused: `${host} is not loopback: ${add(host)}` };
  }
  const names = allowed.map(bareHost);
  const named = names.includes(host);
  // Beyond loopback, any name may lead there, and one who is far away may have chosen it.
  const opensLoopback = !isExposed || (named && isAllowedHost(host, []));
  if (!named && !opensLoopback) return { refused: `${host} is this machine's own: ${add(host)}` };
  const addresses = await addressesOf(host, signal);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  for (const address of addresses) {
    const opens = opensLoopback || names.includes(address);
    const problem = addressProblem(address, named, opens);
    if (problem !== undefined) return { refused: `${host} is not called: ${problem}` };
    if (isOwn(address, port)) return { refused: "the URL is the emulator's own" };
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

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
