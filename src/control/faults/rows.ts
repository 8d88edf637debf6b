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
  if (webhook !== undefined && named.length === 0) {
    const near = nearest(
      webhook,
      hooks.flatMap(({ id, name }) => [id, name]),
    );
    return `no webhook has the id or the name ${webhook}${meant(near)}`;
  }
  const topics = new Set(accounts.flatMap((account) => [...topicsOf(account).keys()]));
  const wanted = named.flatMap((hook) => (hook.enabled ? hook.topics : []));
  const isMeant = (topic: string) => matchesGlob(delivery, topic);
  if (wanted.some(isMeant)) return undefined;
  if ([...topics].some(isMeant)) return `no webhook that is switched on wants ${delivery}`;
  return `there is no topic like ${delivery}${meant(nearest(delivery, topics))}`;
}

const meant = (near: string | undefined): string =>
  near === undefined ? "" : ` (did you mean ${near}?)`;

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

/** The members of a fault by which rows are chosen. */
const choosers = ["operation", "area", "method", "path"] as const;
type Chooser = (typeof choosers)[number];

/** Whether a row is one of those that a member of a fault asks for. */
function fitsRow(name: Chooser, fault: FaultInput, row: FaultRow): boolean {
  const wanted = fault[name];
  if (wanted === undefined || (name === "operation" && wanted === "*")) return true;
  if (name === "operation") return row.id === wanted;
  if (name === "path") return globsMeet(asPattern(wanted), asPattern(row.path));
  return row[name] === wanted;
}

/** What stands for an id stands for anything; a slash at the end says nothing. */
const asPattern = (path: string): string => path.replace(/\{\w+\}/g, "*").replace(/(?<=.)\/$/, "");

/** The rows that a fault is for. */
export const rowsOf = (api: Api, fault: FaultInput): FaultRow[] =>
  rowsCalled(api, fault).filter((row) => choosers.every((name) => fitsRow(name, fault, row)));

/** Most faults name their operation: the others need not be looked at. */
function rowsCalled(api: Api, { operation = "*" }: FaultInput): readonly FaultRow[] {
  if (operation === "*") return everyRow(api);
  const found = api.operations.get(operation) ?? oauthRows.find(({ id }) => id === operation);
  return found === undefined ? [] : [found];
}

/** Why a fault is for no row at all. */
export function whyNoRow(api: Api, fault: FaultInput): string {
  const { operation, path } = fault;
  const rows = everyRow(api);
  const own = rows.find(({ id }) => id === operation);
  const odd = own && choosers.find((name) => !fitsRow(name, fault, own));
  if (own && odd && odd !== "operation")
    return `${own.id} has the ${odd} ${own[odd]}, not ${fault[odd]}`;
  if (path !== undefined && !rows.some((row) => fitsRow("path", fault, row))) {
    const near = nearest(path, new Set(rows.map((row) => row.path)));
    const like = near === undefined ? "" : ` (did you mean ${near}?)`;
    return `no operation has a path like ${path}${like}`;
  }
  const given = choosers.flatMap((name) => (fault[name] ? [`${name} ${fault[name]}`] : []));
  return `no operation has ${given.join(" and ")}`;
}
