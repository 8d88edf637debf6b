import { isIP, BlockList } from "node:net";
import { bareHost, isLoopbackAddress } from "../../domain/deliveries/target.ts";

export type HostPort = { readonly host: string; readonly port: number };

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

export const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

type Environment = Readonly<Record<string, string | undefined>>;

/** Which proxy the user's own environment names for a host; none reaches this machine's loopback. */
export function upstreamOf(env: Environment, scheme: "http" | "https", { host, port }: HostPort) {
  const told = (name: string) => env[name] || env[name.toUpperCase()] || undefined;
  const named = told(`${scheme}_proxy`) ?? told("all_proxy");
  if (named === undefined || isLocal(host)) return undefined;
  const spared = (told("no_proxy") ?? "").split(/[\s,]+/).filter((each) => each !== "");
  if (spared.some((each) => isSpared(each.toLowerCase(), host, port))) return undefined;
  const text = named.includes("://") ? named : `http://${named}`;
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
  const shown = text.replace(/\/\/.*@/, "//");
  throw new Error(`your proxy ${shown} is none that is asked by HTTP`);
}

const isLocal = (host: string): boolean =>
  /^(?:.+\.)?localhost$/.test(host) || (isIP(host) !== 0 && isLoopbackAddress(host));

/** `*`, a host and all below it, an address, or a network such as 10.0.0.0/8. */
function isSpared(rule: string, host: string, port: number): boolean {
  if (rule === "*") return true;
  const [network = "", bits] = rule.split("/");
  const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  if (bits !== undefined && isIP(network) !== 0 && Number(bits) <= 128 && isIP(host) !== 0) {
    const list = new BlockList();
    list.addSubnet(network, Number(bits), family(network));
    return list.check(host, family(host));
  }
  const bare = rule.replace(/^\*?\./, "");
  const meant = isIP(bare) === 6 ? { host: bare, port } : hostPortOf(bare, port);
  if (meant === undefined || meant.port !== port) return false;
  return host === meant.host || host.endsWith(`.${meant.host}`);
}
