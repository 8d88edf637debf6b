import type { ShownEntry } from "../../../control/requests/requests.ts";
import { laidOut } from "../../client/json.ts";
import { operationIn, type ServiceDocument } from "../../client/schema.ts";
import { type Known, sampleOf } from "./sample.ts";

/** A request that is not sent yet. In braces, as `{profiles}`, stand ids that are still to be chosen. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The name of its key; undefined: the first that there is; empty: none. */
  readonly key: string | undefined;
  readonly account: string;
}

/** The keys by which the page itself sends begin so: of a key of the user's it is shown a few letters alone. */
export const own = "inspector-";

/** Headers that are sent again as they were. */
const repeated = [
  "accept",
  "content-type",
  "revision",
  "idempotency-key",
  "x-emulator-test-id",
  "authorization",
];

/** A request as it was sent. */
export function draftOf(
  { method, target, request, key, account }: ShownEntry,
  usual: string,
): Draft {
  const { headers, body } = request;
  return {
    method,
    target,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => repeated.includes(name)),
    ),
    body: laidOut(body ?? ""),
    key: headers["authorization"] === undefined ? "" : (key?.replace(own, "") ?? undefined),
    account: account ?? usual,
  };
}

/** A request of an operation, as far as its document and what is known say it. */
export function draftFor(
  operation: string,
  document: ServiceDocument,
  known: Known,
  { account, revision }: { readonly account: string; readonly revision: string | undefined },
): Draft | undefined {
  const found = operationIn(document, operation);
  if (found === undefined) return undefined;
  const { method, path, query, body, security } = found;
  const [, scheme = ""] =
    /`(\S+)`/.exec(document.components.securitySchemes["PrivateKey"]?.description ?? "") ?? [];
  const asked = [
    ...(security === "Company" ? [`company_id=${account}`] : []),
    ...query.filter(({ required }) => required === true).map(({ name }) => `${name}=`),
  ].join("&");
  return {
    method,
    // Of each id it is known of what.
    target: path.replace(/([\w-]+)\/\{\w+\}/, "$1/{$1}") + (asked && `?${asked}`),
    headers: {
      ...(security === "PrivateKey" && { authorization: `${scheme} …` }),
      ...(revision !== undefined && { revision }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body:
      body === undefined
        ? ""
        : laidOut(
            sampleOf(document, body, { email: "ada@example.com", name: "Example", ...known }),
          ),
    key: security === "PrivateKey" ? undefined : "",
    account,
  };
}

/** The collections of which an id is to be chosen. */
export const holesIn = ({ target, body }: Draft): readonly string[] => [
  ...new Set([...`${target} ${body}`.matchAll(/[/"]\{([\w-]+)\}/g)].map(([, name = ""]) => name)),
];

/** A draft with the ids that were chosen. */
export function filled(draft: Draft, ids: Known): Draft {
  let { target, body } = draft;
  for (const [name, id] of Object.entries(ids)) {
    if (id === "") continue;
    target = target.replaceAll(`/{${name}}`, `/${encodeURIComponent(id)}`);
    body = body.replaceAll(`"{${name}}"`, JSON.stringify(id));
  }
  return { ...draft, target, body };
}
