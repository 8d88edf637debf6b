import type { RecordedExchange, RecordedMessage } from "../seeding/recording/exchange.ts";
import type { Api } from "../verbs/invocation.ts";
import type { EntryDetail, Message } from "../world/journal/entry.ts";
import { jsonIn } from "../jsonapi/json.ts";
import { livesOf } from "../contract/members.ts";
import { type Difference, revisionDiff } from "../contract/lives.ts";
import { livesIn, type Revision, revisionAt } from "../contract/revisions.ts";
import { checkShape } from "../jsonapi/check.ts";
import { readParameters } from "../jsonapi/parameters.ts";
import { readQuery } from "../jsonapi/query.ts";
import { type Problem, refused } from "../jsonapi/refusal.ts";

export type Call = Pick<
  EntryDetail,
  "method" | "target" | "operation" | "revision" | "status" | "lostStatus" | "request" | "response"
>;

export const callsIn = (api: Api, exchanges: readonly RecordedExchange[]): Call[] =>
  exchanges.flatMap(({ method, url, request, status, response }) => {
    const match = api.match(method, url.pathname);
    if (match.kind !== "row") return [];
    return [
      {
        method,
        target: url.pathname + url.search,
        operation: match.row.id,
        revision: request.headers["revision"] ?? null,
        status: status || null,
        lostStatus: null,
        request: messageOf(request),
        response: messageOf(response),
      },
    ];
  });

function messageOf({ body, isCut }: RecordedMessage): Message {
  const isMissing = isCut && body === "";
  return { headers: {}, body: isMissing ? undefined : jsonIn(body, body), truncated: isCut };
}

/** What another revision does otherwise with some of a client's requests. */
export interface Change {
  readonly operation: string;
  /** The first request that meets it, and how many do. */
  readonly call: string;
  readonly times: number;
  /** Whether it is rejected; else its response is another. */
  readonly breaks: boolean;
  readonly why: string;
  /** The line of `revisions diff` that says so; null: none does. */
  readonly line: string | null;
}

/** What a revision would say against a request. */
type Against = { readonly why: string; readonly problem?: Problem };

/** What a revision would say against a call, as far as its path and query go. */
export function againstCall(api: Api, call: Pick<Call, "method" | "target">, to: Revision) {
  const { method, target } = call;
  const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const match = api.match(method, path);
  if (match.kind !== "row") return undefined;
  const operation = match.row;
  if (!livesIn(operation, to)) return { why: `${operation.id} does not exist in ${to}` };
  const parameters = readParameters(query);
  if (refused(parameters)) return undefined;
  const read = readQuery({ operation, resources: api.resources, revision: to, path, parameters });
  const [problem] = refused(read) ? read.problems : [];
  // A cursor is tied to what it was given for, which is no matter of the revision.
  if (problem === undefined || problem.parameter === "page[cursor]") return undefined;
  return { why: problem.detail, problem };
}

/** What a revision would say against a call's body, as far as the journal keeps it. */
export function againstBody(api: Api, { operation, method, request }: Call, to: Revision) {
  const shape = api.operations.get(operation ?? "")?.body;
  if (shape === undefined || method === "GET") return undefined;
  // What is hidden or cut off is no matter of the revision.
  if (request.truncated || typeof request.body !== "object") return undefined;
  const [problem] = checkShape(shape, request.body, to);
  return problem && { why: `${problem.pointer}: ${problem.detail}`, problem };
}

/** What a client meets that goes on with its requests at another revision, each thing once. */
export function changesFor(api: Api, calls: readonly Call[], to: Revision): Change[] {
  const found = new Map<string, Change>();
  const note = (call: Call, change: Pick<Change, "breaks" | "why" | "line">) => {
    const operation = call.operation ?? "";
    const name = `${operation} ${change.why}`;
    const { times } = found.get(name) ?? { times: 0 };
    const first = found.get(name)?.call ?? `${call.method} ${call.target}`;
    found.set(name, { operation, call: first, times: times + 1, ...change });
  };
  const known = new Map<string, readonly Difference[]>();
  for (const call of calls) {
    const from = revisionAt(call.revision ?? "");
    if (from === undefined || from === to) continue;
    const differences = known.get(from) ?? revisionDiff(api, from, to);
    known.set(from, differences);
    const against = againstCall(api, call, to) ?? againstBody(api, call, to);
    if (against === undefined) {
      for (const each of answeredOtherwise(api, call, differences, to))
        note(call, { breaks: false, ...each });
    } else {
      note(call, { breaks: true, why: against.why, line: lineOf(differences, call, against) });
    }
  }
  return [...found.values()].toSorted((one, other) => Number(other.breaks) - Number(one.breaks));
}

const textOf = ({ change, what, of, name }: Difference): string =>
  [change === "added" ? "+" : "-", what, of, name].join(" ").trim();

/** The difference that is why a call is rejected: the nearest to the place of what is wrong. */
function lineOf(all: readonly Difference[], { operation, target }: Call, { problem }: Against) {
  const own = all.filter(({ of }) => of === operation);
  const asked = decodeURIComponent(target.replace(/%(?![\dA-Fa-f]{2})/g, "%25"));
  const path =
    problem?.pointer
      .slice(1)
      .replace(/\/\d+(?=\/|$)/g, "[]")
      .replaceAll("/", ".") ?? "";
  const isMeant = ({ what, name }: Difference): boolean => {
    if (problem === undefined) return what === "operation";
    if (what === "body" || what === "needed") return path.startsWith(name) && path !== "";
    const [type = "", last = name] = name.split(" ");
    return (problem.parameter ?? "").startsWith(what) && asked.includes(last) && type !== "";
  };
  const found = own.filter(isMeant).toSorted((one, other) => other.name.length - one.name.length);
  return found[0] === undefined ? null : textOf(found[0]);
}

interface Resource {
  readonly type: string;
  readonly attributes?: unknown;
  readonly relationships?: unknown;
}

/** What a response does not have any more that it has, or how else it is another. */
function* answeredOtherwise(
  api: Api,
  { operation, status, response }: Call,
  all: readonly Difference[],
  to: Revision,
): Generator<Pick<Change, "why" | "line">> {
  const isKept = !response.truncated && typeof response.body === "object";
  const { data, included = [] } = (isKept ? response.body : {}) as {
    readonly data?: Resource | readonly Resource[] | null;
    readonly included?: readonly Resource[];
  };
  const resources = [data ?? [], included].flat();
  const own = api.operations.get(operation ?? "")?.answers;
  for (const difference of all.filter(({ change }) => change === "removed")) {
    const { what, of, name } = difference;
    const line = textOf(difference);
    const now = all.find((each) => each.change === "added" && each.what === what && each.of === of);
    if (what === "answer" && of === operation && name.startsWith(`${status}`))
      yield { why: `its response is ${now?.name ?? "another"}, not ${name}`, line };
    if (what !== "attribute" && what !== "relationship") continue;
    // Of what was too long to be kept, all may have been read.
    const isThere = isKept
      ? resources.some((each) => each.type === of && hasAt(each[`${what}s`], name))
      : of === own && response.truncated;
    if (!isThere) continue;
    const attribute = api.resources.get(of)?.attributes[name];
    const stays = attribute && livesOf(attribute).some((life) => livesIn(life, to));
    const how = stays ? "may have another form" : "is no longer there";
    yield { why: `${of}.${name} of its response ${how}`, line };
  }
}

/** Whether something is at a place such as `data[].attributes.email`, and is not null. */
export const hasAt = (value: unknown, place: string) => has(value, place.split(/\.|\[\]\.?/));

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || name === "") return value !== undefined && value !== null;
  if (Array.isArray(value)) return value.some((each) => has(each, [name, ...rest]));
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return false;
  return has((value as Readonly<Record<string, unknown>>)[name], rest);
}
