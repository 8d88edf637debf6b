import { oauthRows } from "../../contract/oauth.ts";
import type { Method, Success } from "../../contract/operation.ts";
import type { Life } from "../../contract/revisions.ts";
import type { Scope } from "../../contract/scopes.ts";
import type { Api } from "../../verbs/call.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { globsMeet } from "../../world/glob.ts";
import { nearest } from "../../world/nearest.ts";

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
  if (own && odd && odd !== "operation") {
    return `${own.id} has the ${odd} ${own[odd]}, not ${fault[odd]}`;
  }
  if (path !== undefined && !rows.some((row) => fitsRow("path", fault, row))) {
    const near = nearest(path, new Set(rows.map((row) => row.path)));
    const like = near === undefined ? "" : ` (did you mean ${near}?)`;
    return `no operation has a path like ${path}${like}`;
  }
  const given = choosers.flatMap((name) => (fault[name] ? [`${name} ${fault[name]}`] : []));
  return `no operation has ${given.join(" and ")}`;
}
