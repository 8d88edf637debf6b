import { networkInterfaces } from "node:os";
import { bareHost, isAllowedHost, isLoopbackAddress } from "../domain/deliveries/target.ts";

const portOf = ({ port, protocol }: URL): number =>
  Number(port || (protocol === "https:" ? 443 : 80));

/** Whether an address and a port are where the emulator listens. @param url undefined: nowhere */
export function isOwnAddress(url: string | undefined, address: string, port: number): boolean {
  if (url === undefined || portOf(new URL(url)) !== port) return false;
  if (isLoopbackAddress(address)) return true;
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((each) => each.address === address),
  );
}

/** Whether a URL says so by its name: what it resolves to is asked when it is called. */
export function isOwnUrl(
  url: string | undefined,
  target: URL,
  allowedHosts: readonly string[],
): boolean {
  if (url === undefined) return false;
  const own = new URL(url);
  if (portOf(own) !== portOf(target)) return false;
  const host = bareHost(target.hostname);
  return host === bareHost(own.hostname) || isAllowedHost(host, allowedHosts);
}
