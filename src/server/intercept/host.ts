import { isIP } from "node:net";
import { bareHost } from "../../domain/deliveries/target.ts";

/** A host, without brackets and in lower case, and a port. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT` or `[IPv6]:PORT`. @param port unless it says one @returns undefined for what is neither */
export function hostPortOf(text: string, port?: number): HostPort | undefined {
  const [, inBrackets = "", name = "", digits] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const told = digits === undefined ? port : Number(digits);
  if (told === undefined || told < 1 || told > 65_535) return undefined;
  if (inBrackets === "" ? name === "" : isIP(inBrackets) !== 6) return undefined;
  return { host: plainHost(inBrackets || name), port: told };
}

/** One of the ways to write a host: an IPv6 address has several. */
export const plainHost = (host: string): string =>
  isIP(bareHost(host)) === 6
    ? bareHost(new URL(`http://[${bareHost(host)}]`).hostname)
    : bareHost(host);

/** A host as URLs have it. */
export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);
