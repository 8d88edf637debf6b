import { isControl } from "../control/respond.ts";
import { askedByBrowsers } from "./browser-request.ts";
import { notFound, type Refusal } from "../jsonapi/refusal.ts";
import type { Incoming, Reply } from "../pipeline/incoming.ts";
import { isName, nameRule, nameTakenOff, prefixOf } from "../pipeline/named-url.ts";
import { refusedAtTheDoor } from "./door.ts";

/** What answers a request. */
export type Face = (incoming: Incoming) => Reply | Promise<Reply>;

const testIdHeader = "x-emulator-test-id";

/**
 * A face that is asked by named URLs, too (`/~checkout-7/api/profiles`). Nothing behind it sees the name in the
 * path: it is the request's test id unless a header gives another, and part of the origin that links have.
 */
export const byName =
  (face: Face): Face =>
  (incoming) => {
    const found = nameTakenOff(incoming.target);
    if (found === undefined) return askedByBrowsers(incoming) ?? face(incoming);
    const { name, rest } = found;
    const refusal = refusalOf(name, rest.split("?", 1)[0] ?? rest);
    if (refusal !== undefined) return refusedAtTheDoor(refusal);
    const unnamed = { ...incoming, target: rest };
    return (
      askedByBrowsers(unnamed) ??
      face({
        ...unnamed,
        origin: incoming.origin + prefixOf(name),
        named: name,
        headers: { ...incoming.headers, [testIdHeader]: incoming.headers[testIdHeader] || name },
      })
    );
  };

/** @param path behind the name */
function refusalOf(name: string, path: string): Refusal | undefined {
  if (!isName(name)) {
    const hint = `a name has ${nameRule}, such as in /~checkout-7/api/profiles`;
    return notFound("The name in the path is not valid.", hint);
  }
  if (path === "" || path === "/") {
    const hint = `add a path of the service, such as ${prefixOf(name)}/api/profiles`;
    return notFound("A name alone leads nowhere.", hint);
  }
  if (!isControl(path)) return undefined;
  return notFound("The control API has no named URLs.", `remove ${prefixOf(name)} from the path`);
}
