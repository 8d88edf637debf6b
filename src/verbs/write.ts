import type { Resource } from "../contract/resource.ts";
import { livesIn } from "../contract/revisions.ts";
import { invalid, type Refusal, refused } from "../jsonapi/refusal.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Stored } from "../world/record.ts";
import { drop, put } from "../world/store.ts";
import { answeredBy, type Call, type Keeping } from "./call.ts";
import { recordOf } from "./get.ts";
import { empty, type Outcome, theChanged, theNew } from "./outcome.ts";

/** The body of a row that writes a record, as its shape has let it through. */
interface Body {
  readonly data: {
    readonly id?: string;
    readonly attributes?: Readonly<Record<string, unknown>> | null;
    readonly relationships?: Readonly<Record<string, { readonly data?: { id: string } | null }>>;
  };
}

type Writing = Call & { readonly body: unknown };

/** A new record, with the attributes that its body gives. */
export function create(call: Writing): Outcome {
  const { account, api, operation, revision, now } = call;
  const { resource, collection } = answeredBy(api, operation.resource);
  const { idOf, defaults, refuse } = keepingOf(call);
  const given = givenIn(call, resource);
  if (refused(given)) return given;
  const record: Stored & Readonly<Record<string, unknown>> = {
    created: now,
    updated: now,
    ...defaults(now),
    ...given,
    id: idOf(account, given, now),
    seq: account.nextSeq(),
  };
  const refusal = refuse?.(account, record as never, undefined);
  if (refusal !== undefined) return refusal;
  account.commit([put(collection, record)]);
  const answer = operation.success.find((each) => livesIn(each, revision));
  const { attributes } = (call.body as Body).data;
  return {
    ...theNew(record, answer?.status),
    ...(attributes && { sent: attributes }),
  };
}

/** Other attributes of a record; those that the body leaves away stay. */
export function update(call: Writing): Outcome {
  const { account, api, operation, now } = call;
  const before = recordOf(call);
  if (refused(before)) return before;
  const { id } = (call.body as Body).data;
  if (id !== before.id) return invalid("/data/id", `The id must be the path's: ${before.id}.`);
  const { resource, collection } = answeredBy(api, operation.resource);
  const given = givenIn(call, resource);
  if (refused(given)) return given;
  const record: Stored & { updated: number } = { ...before, ...given, updated: now };
  const refusal = keepingOf(call).refuse?.(account, record as never, before);
  if (refusal !== undefined) return refusal;
  account.commit([put(collection, record)]);
  return theChanged(record);
}

/** A record goes, and what hangs on it. */
export function remove(call: Call): Outcome {
  const record = recordOf(call);
  if (refused(record)) return record;
  const { account, api, operation, now } = call;
  const { collection } = answeredBy(api, operation.resource);
  const along = keepingOf(call).along?.(account, record.id, now) ?? [];
  account.commit([...along, drop(collection, record.id)]);
  return empty(operation.success[0]?.status ?? 204);
}

function keepingOf({ api, operation }: Call): Keeping {
  const keeping = api.bindings.get(operation.resource)?.keeping;
  if (keeping === undefined) throw new Error(`${operation.resource} is kept by nothing`);
  return keeping;
}

/** What a body says, as the record has it: instants as numbers, the ids of to-one relationships. */
function givenIn(call: Writing, resource: Resource): Readonly<Record<string, unknown>> | Refusal {
  const { account, api, body } = call;
  const { asKept = (given) => given } = keepingOf(call);
  const { attributes, relationships } = (body as Body).data;
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    const { type, from = name, nullable } = resource.attributes[name] ?? {};
    // Where there is always something, null says nothing.
    if (value === null && nullable === false) continue;
    given[from] = type === "datetime" && typeof value === "string" ? parseDatetime(value) : value;
  }
  for (const [name, { data }] of Object.entries(relationships ?? {})) {
    const { to = "", from = name } = resource.relationships[name] ?? {};
    const { collection } = answeredBy(api, to);
    if (data != null && account.table(collection).get(data.id) === undefined) {
      const detail = `A ${to} with id ${data.id} does not exist.`;
      return invalid(`/data/relationships/${name}/data/id`, detail);
    }
    given[from] = data?.id ?? null;
  }
  return asKept(given);
}
