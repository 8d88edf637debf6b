import { oauthRows } from "../../contract/oauth.ts";
import type { Method, Success } from "../../contract/operation.ts";
import type { Life } from "../../contract/revisions.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { globsMeet, matchesGlob, nearest } from "../../world/name-match.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import { topicsOf } from "../../domain/webhook-topics.ts";
import { isWebhook } from "../../world/faults/delivery.ts";
import type { World } from "../../world/world.ts";

/** Why no call of a webhook can meet a fault on deliveries, as things stand; undefined: some can. */
export function whyNoCall(world: World, fault: FaultInput): string | undefined {
  const { delivery = "*", match = {} } = fault;
  const accounts = [...world.everyAccount()].filter(
    ({ id }) => match.account === undefined || id === match.account,
  );
  const hooks = accounts.flatMap((account) => [...account.table(webhooks).all()]);
  const { webhook } = match;
  const named = hooks.filter((hook) => webhook === undefined || isWebhook(webhook, hook));
  const names = hooks.flatMap(({ id, name }) => [id, name]);
  if (webhook !== undefined && named.length === 0)
    return `no webhook has the id or the name ${webhook}${like(webhook, names)}`;
  const topics = new Set(accounts.flatMap((account) => [...topicsOf(account).keys()]));
  const wanted = named.flatMap((hook) => (hook.enabled ? hook.topics : []));
  const isMeant = (topic: string) => matchesGlob(delivery, topic);
  if (wanted.some(isMeant)) return undefined;
  if ([...topics].some(isMeant)) return `no webhook that is switched on wants ${delivery}`;
  return `there is no topic like ${delivery}${like(delivery, topics)}`;
}

export function like(name: string | undefined, known: Iterable<string>): string {
  const near = nearest(name ?? "", known);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

/** What a fault can be for: an operation, or a row of OAuth. */
export interface FaultRow extends Life {
  readonly id: string;
  readonly area: string;
  readonly method: Method;
  readonly path: string;
  readonly success: readonly Success[];
  readonly family?: "api" | "client";
  readonly scopes?: readonly (readonly Scope[])[];
  readonly resource?: string;
  readonly body?: unknown;
  readonly abilities?: {
    readonly filter: readonly { readonly name: string }[];
    readonly paging: readonly unknown[];
  };
}

const everyRow = (api: Api): FaultRow[] => [...api.operations.values(), ...oauthRows];

const choosers = ["operation", "area", "method", "path"] as const;
type Chooser = (typeof choosers)[number];

function fitsRow(name: Chooser, fault: FaultInput, row: FaultRow): boolean {
  const wanted = fault[name];
  if (wanted === undefined || (name === "operation" && wanted === "*")) return true;
  if (name === "operation") return row.id === wanted;
  if (name === "path") return globsMeet(asPattern(wanted), asPattern(row.path));
  return row[name] === wanted;
}

/** What stands for an id stands for anything; a slash at the end says nothing. */
const asPattern = (path: string): string => path.replace(/\{\w+\}/g, "*").replace(/(?<=.)\/$/, "");

export const rowsOf = (api: Api, fault: FaultInput): FaultRow[] =>
  everyRow(api).filter((row) => choosers.every((name) => fitsRow(name, fault, row)));

export function whyNoRow(api: Api, fault: FaultInput): string {
  const { operation, path } = fault;
  const rows = everyRow(api);
  const own = rows.find(({ id }) => id === operation);
  const odd = own && choosers.find((name) => !fitsRow(name, fault, own));
  if (own && odd && odd !== "operation")
    return `${own.id} has the ${odd} ${own[odd]}, not ${fault[odd]}`;
  if (path !== undefined && !rows.some((row) => fitsRow("path", fault, row)))
    return `no operation has a path like ${path}${like(path, new Set(rows.map((row) => row.path)))}`;
  const given = choosers.flatMap((name) => (fault[name] ? [`${name} ${fault[name]}`] : []));
  return `no operation has ${given.join(" and ")}`;
}
