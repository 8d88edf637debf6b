import { ControlError } from "../emulation/problem.ts";
import type { Incoming } from "./incoming.ts";

/** What a name may be, in words. */
export const nameRule = "1 to 100 characters of A-Z a-z 0-9 . _ -";

export const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);

/** The `~` may be encoded, which means the same (RFC 3986, 6.2.2.2). */
const named = /^\/(?:~|%7e)([^/?]*)(.*)$/is;

/** A document about a server whose URL has a path stands before it (RFC 8414, 3.1). */
const namedMetadata =
  /^(\/\.well-known\/oauth-authorization-server)\/(?:~|%7e)([^/?]*)\/?(\?.*)?$/is;

/** Takes the name, as it was written, off a path and query, which `rest` is; undefined: they have none. */
export function nameTakenOff(target: string): { name: string; rest: string } | undefined {
  const [, name, rest = ""] = named.exec(target) ?? [];
  if (name !== undefined) return { name, rest };
  const [, path, before, query = ""] = namedMetadata.exec(target) ?? [];
  return before === undefined ? undefined : { name: before, rest: `${path}${query}` };
}

/** What stands between a host and the paths of its named URLs. */
export const prefixOf = (name: string | undefined): string =>
  name === undefined ? "" : `/~${name}`;

/** The base URL whose requests all belong to the call of this name. @throws ControlError for what is no name */
export function urlFor(url: string, name: string): string {
  if (isName(name)) return url + prefixOf(name);
  throw new ControlError(`'${name}' is not allowed. Use ${nameRule}.`, "name");
}

/** A URI without its name, if it is a named one of the emulator that was asked. */
export function unnamed(uri: string, { origin, named: name }: Incoming): string {
  const host = origin.slice(0, origin.length - prefixOf(name).length);
  if (!uri.startsWith(`${host}/`)) return uri;
  const found = nameTakenOff(uri.slice(host.length));
  return found !== undefined && isName(found.name) ? host + found.rest : uri;
}
