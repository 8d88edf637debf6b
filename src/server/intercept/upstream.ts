import { BlockList, isIP } from "node:net";
import { isLoopbackAddress } from "../../domain/deliveries/target.ts";
import { type HostPort, hostPortOf } from "./host.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Which proxy the user's own environment names for a host; none reaches this machine's loopback. */
export function upstreamOf(
  env: Environment,
  scheme: "http" | "https",
  { host, port }: HostPort,
): URL | undefined {
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
