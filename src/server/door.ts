import { documentOfRefusal, noId } from "../jsonapi/document.ts";
import { type Refusal, notFound } from "../jsonapi/refusal.ts";
import { printable } from "../pipeline/headers.ts";
import {
  type Reply,
  type Incoming,
  isName,
  nameRule,
  nameTakenOff,
  prefixOf,
} from "../pipeline/incoming.ts";
import { isControl } from "../control/respond.ts";

/** The answer to what comes to no stage: in the service's own form, with its hint for people. */
export function refusedAtTheDoor(refusal: Refusal): Reply {
  const { status, hint } = refusal;
  const body = documentOfRefusal(refusal, noId);
  const headers = {
    ...(hint !== undefined && { "x-emulator-hint": printable(hint) }),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { status, headers, body };
}

/** What browsers, and what looks at pages as they do, ask of every server by themselves. */
const asked: ReadonlySet<string> = new Set([
  "/favicon.ico",
  "/robots.txt",
  "/apple-touch-icon.png",
  "/apple-touch-icon-precomposed.png",
  "/.well-known/appspecific/com.chrome.devtools.json",
]);

/** It is no client's, so that the journal knows nothing of it. */
function askedByBrowsers({ method, target }: Incoming): Reply | undefined {
  if (method !== "GET" && method !== "HEAD") return undefined;
  if (!asked.has(target.split("?", 1)[0] ?? target)) return undefined;
  return { status: 204, headers: {}, body: "" };
}

export type Face = (incoming: Incoming) => Reply | Promise<Reply>;

const testIdHeader = "x-emulator-test-id";

/** A face that is asked by named URLs, too. The name is in links, and the test id of a request without that header. */
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
