import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { tokenNeeded } from "../control/respond.ts";
import { sandboxOf } from "../world/ids.ts";
import { isSameSecret } from "../world/keys.ts";
import { networkInterfaces } from "node:os";
import { bareHost, isAllowedHost, isLoopbackAddress } from "../domain/deliveries/target.ts";

/** Who may talk to an emulator that listens on a socket (design, "Safety"). */
export interface Guard {
  /** Names beside loopback ones and bare addresses that the Host header may hold. */
  readonly allowedHosts: readonly string[];
  readonly controlToken: string | undefined;
  readonly guardsReads: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** Whether a socket on this address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => loopbackHosts.has(host);

/** A token that nobody can guess; the dice would give the same one at every start. */
export const createToken = (): string => randomBytes(24).toString("base64url");

/** A page of a foreign site reaches loopback by a name of its own (DNS rebinding), not by localhost or an address. */
export function hostAllowed({ allowedHosts }: Pick<Guard, "allowedHosts">, header?: string) {
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(header ?? "");
  const host = (name?.[1] ?? name?.[2] ?? "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || isIP(host) !== 0) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}

/** Why a change through the control API is refused, if it is. */
export function mutationRefused(guard: Guard, headers: Headers): string | undefined {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") return "the request comes from another site";
  const origin = headers["origin"];
  if (origin !== undefined && !sameOrigin(String(origin), headers["host"])) {
    return `the origin ${String(origin).slice(0, 100)} is not the emulator's own`;
  }
  return holdsToken(guard, headers) ? undefined : tokenNeeded;
}

/** The same of reading everything. */
export const readRefused = (guard: Guard, headers: Headers): string | undefined =>
  guard.guardsReads && !holdsToken(guard, headers) ? tokenNeeded : undefined;

/** A sandbox's is looked at by the control API itself, wherever it is sent. */
function holdsToken({ controlToken }: Guard, headers: Headers): boolean {
  if (controlToken === undefined) return true;
  const sent = String(headers["x-emulator-token"] ?? "");
  return sandboxOf(sent) !== undefined || isSameSecret(sent, controlToken);
}

const sameOrigin = (origin: string, host: unknown) =>
  origin === `http://${String(host)}` || origin === `https://${String(host)}`;

export const portOf = ({ port, protocol }: URL): number =>
  Number(port || (protocol === "https:" ? 443 : 80));

/** Whether an address and a port are where the emulator listens. @param url undefined: nowhere */
export function isOwnAddress(url: string | undefined, address: string, port: number): boolean {
  if (url === undefined || portOf(new URL(url)) !== port) return false;
  const known = Object.values(networkInterfaces()).flat();
  return isLoopbackAddress(address) || known.some((each) => each?.address === address);
}

/** Whether a URL says so by its name: what it resolves to is asked when it is called. */
export function isOwnUrl(url: string | undefined, target: URL, allowedHosts: readonly string[]) {
  if (url === undefined) return false;
  const own = new URL(url);
  if (portOf(own) !== portOf(target)) return false;
  const host = bareHost(target.hostname);
  return host === bareHost(own.hostname) || isAllowedHost(host, allowedHosts);
}
