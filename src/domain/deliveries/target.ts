import { BlockList, isIP } from "node:net";
import type { Account } from "../../world/account.ts";

type Subnet = readonly [address: string, bits: number];

const loopback: readonly Subnet[] = [
  ["127.0.0.0", 8],
  ["::1", 128],
];

/** Where nobody's receiver is: unspecified and link-local addresses, groups, and where clouds tell a machine its secrets. */
const never: readonly Subnet[] = [
  ["0.0.0.0", 8],
  ["100.100.100.200", 32],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["192.0.0.192", 32],
  ["224.0.0.0", 3],
  ["::", 128],
  ["fd00:ec2::", 32],
  ["fd20:ce::254", 128],
  ["fe80::", 10],
  ["ff00::", 8],
];

/** Made when they are first asked: no start pays for them. */
const known = new Map<readonly Subnet[], BlockList>();

function listOf(subnets: readonly Subnet[]): BlockList {
  const found = known.get(subnets) ?? new BlockList();
  if (known.has(subnets)) return found;
  known.set(subnets, found);
  for (const [address, bits] of subnets) found.addSubnet(address, bits, familyOf(address));
  return found;
}

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

const has = (subnets: readonly Subnet[], address: string): boolean =>
  listOf(subnets).check(address, familyOf(address));

export const isLoopbackAddress = (address: string): boolean => has(loopback, within(address));

/** The IPv4 address to which a gateway sends an IPv6 address: of NAT64 (RFC 6052, RFC 8215), 6to4, or compatible ones. */
function within(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  const isLast = first === 0x64 && second === 0xff9b && third <= 1;
  if (first === 0x2002) return dotted(second, third);
  const isCompatible = groups.slice(0, 6).every((each) => each === 0) && (groups[6] ?? 0) > 0;
  return isLast || isCompatible ? dotted(groups[6], groups[7]) : address;
}

function groupsOf(address: string): number[] {
  const [bare = ""] = address.split("%");
  const whole = bareHost(new URL(`http://[${bare}]`).hostname);
  const [before = [], after] = whole
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((each) => Number.parseInt(each, 16))));
  if (after === undefined) return before;
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after] as number[];
}

const dotted = (high = 0, low = 0): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join(".");

/** A host as URLs write it, without the brackets of an IPv6 address and the last dot of a name. */
export const bareHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");

/** Whether a text is a host alone, without a scheme, a port or a path. */
export const isHost = (text: string): boolean =>
  isIP(bareHost(text)) !== 0 || /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u.test(text);

/** Whether calls may go to a host: loopback, or named by the user. What it resolves to is asked when it is called. */
export function isAllowedHost(hostname: string, allowed: readonly string[]): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0 && isLoopbackAddress(host)) return true;
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return allowed.some((each) => bareHost(each) === host);
}

/** Why an address of a host is not called. A host that is not `named` has to be loopback, which may be closed. */
export function addressProblem(address: string, named: boolean, opensLoopback: boolean) {
  if (has(never, address) || has(never, within(address)))
    return `${address} is no receiver's address`;
  if (isLoopbackAddress(address)) return opensLoopback ? undefined : `${address} is loopback`;
  return named ? undefined : `${address} is not loopback`;
}

/** A URL as it is shown: of its path, which may hold a secret, nothing (recorded-unbuilt.tsv). */
export function maskedUrl(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/*****`;
}

/** What is wrong with a URL to be called: the service takes https alone (webhooks.md), and http for loopback and allowed hosts. */
export function endpointProblem(account: Account, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "Enter a valid https URL.";
  if (url.username !== "" || url.password !== "") return "The URL may not hold credentials.";
  const { allowedHosts, isOwn } = account.processing.rules;
  if (url.protocol === "http:" && !isAllowedHost(url.hostname, allowedHosts)) {
    return "The URL must begin with https://.";
  }
  return isOwn(url) ? "The URL is the service's own." : undefined;
}
