import { BlockList, isIP } from "node:net";

type Subnet = readonly [address: string, bits: number];

/** This machine alone. */
const loopback: readonly Subnet[] = [
  ["127.0.0.0", 8],
  ["::1", 128],
];

/** Where nobody's receiver is: this machine as nobody in particular, link-local addresses, groups. */
const never: readonly Subnet[] = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 3],
  ["::", 128],
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

/** Whether an address is this machine's alone. */
export const isLoopbackAddress = (address: string): boolean => has(loopback, address);

/** A host as URLs write it, without the brackets of an IPv6 address and the last dot of a name. */
export const bareHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");

/** Whether a text is a host alone: a name or an address, without a scheme, a port or a path. */
export const isHost = (text: string): boolean =>
  isIP(bareHost(text)) !== 0 || /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u.test(text);

/** Whether calls may go to a host: loopback, or named by the user. What it resolves to is asked when it is called. */
export function isAllowedHost(hostname: string, allowed: readonly string[]): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0 && isLoopbackAddress(host)) return true;
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return allowed.some((each) => bareHost(each) === host);
}

/**
 * Why an address of a host is not called.
 *
 * @param named whether the user has named the host; what is not named has to be loopback
 */
export function addressProblem(address: string, named: boolean): string | undefined {
  if (has(never, address)) return `${address} is no receiver's address`;
  return named || isLoopbackAddress(address) ? undefined : `${address} is not loopback`;
}
