import type { ShownEntry } from "../../../control/requests/requests.ts";
import type { Schema, ServiceDocument } from "../../client/schema.ts";
import { laidOut, meant, operationIn } from "../../client/schema.ts";

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

const repeated =
  "accept content-type revision idempotency-key x-emulator-test-id authorization".split(" ");

export function draftOf(
  { method, target, request: { headers, body }, key, account }: ShownEntry,
  usual: string,
): Draft {
  const kept = Object.entries(headers).filter(([name]) => repeated.includes(name));
  return {
    method,
    target,
    headers: Object.fromEntries(kept),
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
  const { description = "" } = document.components.securitySchemes["PrivateKey"] ?? {};
  const [, scheme = ""] = /`(\S+)`/.exec(description) ?? [];
  const asked = [
    ...(security === "Company" ? [`company_id=${account}`] : []),
    ...query.filter(({ required }) => required === true).map(({ name }) => `${name}=`),
  ].join("&");
  const all = { email: "ada@example.com", name: "Example", ...known };
  return {
    method,
    // Of each id it is known of what.
    target: path.replace(/([\w-]+)\/\{\w+\}/, "$1/{$1}") + (asked && `?${asked}`),
    headers: {
      ...(security === "PrivateKey" && { authorization: `${scheme} …` }),
      ...(revision !== undefined && { revision }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? "" : laidOut(sampleOf(document, body, all)),
    key: security === "PrivateKey" ? undefined : "",
    account,
  };
}

export const holesIn = ({ target, body }: Draft): readonly string[] => [
  ...new Set([...`${target} ${body}`.matchAll(/[/"]\{([\w-]+)\}/g)].map(([, name = ""]) => name)),
];

export function filled(draft: Draft, ids: Known): Draft {
  let { target, body } = draft;
  for (const [name, id] of Object.entries(ids)) {
    if (id === "") continue;
    target = target.replaceAll(`/{${name}}`, `/${encodeURIComponent(id)}`);
    body = body.replaceAll(`"{${name}}"`, JSON.stringify(id));
  }
  return { ...draft, target, body };
}

/** What of a body is known before it is written, by the names of members. */
export type Known = Readonly<Record<string, string>>;

/** Members without which a body says nothing. */
const telling = ["data", "attributes", "subscriptions", "marketing"];

/** Where an id is to be chosen from a collection. */
const holeOf = (kind: string): string => `{${kind.replace(/y$/, "ie")}s}`;

/** Something that a schema takes: what must be there, and what is known. */
export function sampleOf(
  document: ServiceDocument,
  schema: Schema,
  known: Known,
  name = "",
): unknown {
  const of = meant(document, schema);
  const { type, properties, items, required = [] } = of;
  const first = of.enum?.[0] ?? of.default;
  if (first !== undefined && first !== null) return first;
  if (properties !== undefined) {
    const kind = properties["type"]?.enum?.[0];
    const own = Object.entries(properties).filter(
      ([each]) => required.includes(each) || telling.includes(each) || each in known,
    );
    const members = own.map(([each, its]) =>
      each === "id" && kind !== undefined
        ? [each, holeOf(String(kind))]
        : [each, sampleOf(document, its, known, each)],
    );
    return Object.fromEntries(members);
  }
  if (type === "object") return {};
  if (type === "array") return items === undefined ? [] : [sampleOf(document, items, known, name)];
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return of.minimum ?? 1;
  return known[name] ?? textOf(name, of.description);
}

/** Some text that a member may hold: an id is one of a collection, as far as its name says so. */
function textOf(name: string, description = ""): string {
  const [, such] = / such as (\S+?)\.?$/.exec(description) ?? [];
  const [, kind] = /([a-z]+)_ids?$/.exec(name) ?? [];
  if (kind !== undefined && kind !== "external") return holeOf(kind);
  return such ?? (name.endsWith("url") ? "https://example.com/image.png" : `example_${name}`);
}

const depthMax = 9;

type Path = readonly string[];

/** The members that a schema takes, by their paths; `0` is the first of a list. */
export function membersOf(
  document: ServiceDocument,
  schema: Schema,
  path: Path = [],
): (readonly [Path, Schema])[] {
  const { properties = {}, items } = meant(document, schema);
  if (path.length > depthMax) return [];
  if (items !== undefined) return membersOf(document, items, [...path, "0"]);
  return Object.entries(properties).flatMap(([name, its]) => [
    [[...path, name], its] as const,
    ...membersOf(document, its, [...path, name]),
  ]);
}

export const memberAt = (body: unknown, path: Path): unknown =>
  path.reduce((of, name) => (of as Readonly<Record<string, unknown>> | undefined)?.[name], body);

export function withMember(body: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withMember(first, rest, value), ...others];
  }
  const members = (body ?? {}) as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withMember(members[name], rest, value) };
}
