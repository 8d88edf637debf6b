import type { Operation } from "../../src/contract/compile.ts";
import type { Emulator } from "../../src/index.ts";
import { api } from "./described.ts";
import { relationshipIn } from "./object-successes.ts";
import { sentAs } from "./form.ts";
import { type IdOf, needed, type Sending } from "./sending.ts";
import { filling, successes } from "./successes.ts";

/** Every operation that writes. */
export const writes: readonly Operation[] = [...api.operations.values()].filter(
  ({ method }) => method !== "GET",
);

/** Every operation that only reads. */
export const reads: readonly Operation[] = [...api.operations.values()].filter(
  ({ method }) => method === "GET",
);

/** Whose requests they are, and where they go. */
export interface Driven {
  readonly companyId: string;
  readonly key: string;
  readonly ask: (path: string, init: RequestInit) => Promise<Response>;
}

/** The first account of an emulator. */
export const drivenBy = ({ companyId, keys, fetch: ask }: Emulator): Driven => ({
  companyId,
  key: keys["full"] ?? "",
  ask,
});

/** The ids of an account's records, by type. @throws where there is none */
export const idsOf =
  ({ state }: Pick<Emulator, "state">, account?: string): IdOf =>
  (type, which = 0) => {
    const collection = api.resources.get(type)?.collection ?? type;
    const query = account === undefined ? {} : { account };
    const id =
      relationshipIn(type, which, () => state.get("object-schema", query).records) ??
      state.get(collection, { ...query, limit: which + 1 }).records[which]?.["id"];
    if (typeof id !== "string") throw new Error(`there is no ${type}`);
    return id;
  };

/** A request as it is sent: made once, it can be sent twice. */
export interface Request {
  readonly operation: string;
  readonly path: string;
  readonly init: RequestInit;
}

export function requestOf(
  { companyId, key }: Pick<Driven, "companyId" | "key">,
  operation: Operation,
  sending: Sending,
  idOf: IdOf,
): Request {
  const sent = sentAs(sending.body);
  const id = () => sending.id ?? idOf(operation.resource);
  const path = operation.path.replace(/\{\w+\}/, () => encodeURIComponent(id()));
  const isClient = operation.family === "client";
  const asked = [...(isClient ? [`company_id=${companyId}`] : []), ...(needed[operation.id] ?? [])];
  return {
    operation: operation.id,
    path: asked.length === 0 ? path : `${path}?${asked.join("&")}`,
    init: {
      method: operation.method,
      headers: {
        revision: "2026-07-15",
        ...(!isClient && { authorization: `Service-API-Key ${key}` }),
        ...sent.headers,
      },
      ...(sent.body !== undefined && { body: sent.body }),
    },
  };
}

/** The requests of one operation that makes something of it, as far as there is what they are about. */
export function requestsOf(
  who: Pick<Driven, "companyId" | "key">,
  operation: Operation,
  idOf: IdOf,
  fresh: string,
): readonly Request[] {
  try {
    const sendings = successes[operation.id]?.(idOf, fresh) ?? [{}];
    return sendings.map((sending) => requestOf(who, operation, sending, idOf));
  } catch {
    return [];
  }
}

const rowsOf = (ids: readonly string[]) => ids.map((id) => api.operations.get(id) as Operation);

/**
 * Writes with every operation that writes: what there has to be first, then all of them, then what they took away
 * again.
 *
 * @returns how often each operation was successful
 */
export async function writeAll(
  emulator: Emulator,
  after: () => unknown = () => {},
): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const who = drivenBy(emulator);
  const idOf = idsOf(emulator);
  for (const [round, rows] of [rowsOf(filling), writes, rowsOf(filling)].entries()) {
    for (const [index, row] of rows.entries()) {
      for (const { path, init } of requestsOf(who, row, idOf, `fresh_${round}_${index}`)) {
        const { ok } = await who.ask(path, init);
        await after();
        if (ok) done.set(row.id, (done.get(row.id) ?? 0) + 1);
      }
    }
  }
  return done;
}
