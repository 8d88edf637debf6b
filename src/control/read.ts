import { type Shape, object } from "../contract/shape.ts";
import { jsonProblem, type ShapeProblem, shapeProblem, textOfPath } from "../world/read-shape.ts";
import { ControlError, notAmong, forbidden } from "../emulation/problem.ts";
import { type ControlOperation, singleAccount } from "./operation.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Incoming } from "../pipeline/incoming.ts";

/** A copy of what was sent. @param also what else may be wrong with it @throws ControlError with the member */
export function readAs<T>(
  shape: Shape<T>,
  input: unknown,
  also?: (input: T) => ShapeProblem | undefined,
): T {
  requireNone(shapeProblem(shape, input, "JSON") ?? jsonProblem(input) ?? also?.(input as T));
  return structuredClone(input) as T;
}

/** @throws ControlError for what is wrong with what was sent, if anything is */
export function requireNone(problem: ShapeProblem | undefined): void {
  if (problem === undefined) return;
  const { message, path, nearest } = problem;
  throw new ControlError(message, textOfPath(path), { nearest });
}

const nothing = object({});

export function parametersOf({ query = nothing }: Pick<ControlOperation, "query">) {
  const members = query.kind === "object" ? [...query.members] : [];
  return new Map(members.map(([name, { shape }]) => [name, shape]));
}

export const isScoped = (operation: ControlOperation) => parametersOf(operation).has("account");

/** What a query asks for, in its operation's shape. @throws ControlError for a parameter that is none, or comes twice */
export function readQuery(operation: ControlOperation, sent: URLSearchParams) {
  const known = parametersOf(operation);
  const said = new Map<string, unknown>();
  for (const [name, text] of sent) {
    const shape = known.get(name);
    if (shape === undefined) throw noParameter(operation, name, [...known.keys()]);
    if (said.has(name)) throw new ControlError("it is given twice", name);
    said.set(name, valueOf(shape, text));
  }
  return readAs(operation.query ?? nothing, Object.fromEntries(said)) as Record<string, unknown>;
}

function noParameter({ whole, common }: ControlOperation, name: string, known: readonly string[]) {
  const why = common ? "it is the same for every account" : whole;
  if (name === "account" && why !== undefined)
    return new ControlError(`it takes no account: ${why}`, name);
  const found = notAmong(known, name, "there is no such parameter", name);
  if (found.nearest !== undefined) return found;
  const expected = known.length === 0 ? "it takes none" : `expected ${known.join(", ")}`;
  return new ControlError(`there is no such parameter: ${expected}`, name);
}

function valueOf({ kind }: Shape, text: string): unknown {
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  const isNumber = kind === "integer" || kind === "number";
  return isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The sandbox whose token a request sends; undefined: it sends none. @throws ControlError for one that is gone */
export function boundTo({ sandboxes }: Emulation, headers: Incoming["headers"]) {
  const { "x-emulator-token": token } = headers;
  return typeof token === "string" ? sandboxes.ofToken(token) : undefined;
}

/** The account that a call is about; undefined: all. @throws ControlError for one that is unknown, or not the token's */
export function accountAsked(
  emulation: Emulation,
  { account }: { readonly account?: unknown },
  bound: string | undefined,
): string | undefined {
  const id = account as string | undefined;
  if (bound === undefined) {
    if (id !== undefined && !isRemembered(emulation, id)) singleAccount(emulation.world, id);
    return id;
  }
  if (id === undefined || id === bound) return bound;
  throw forbidden(`the control token is of the sandbox ${bound} alone`, "account");
}

/** Whether an account is in the journal or in a snapshot: it may be gone. */
const isRemembered = ({ world: { journal }, seeded, snapshots }: Emulation, id: string): boolean =>
  [seeded, ...[...snapshots.values()].map(({ snapshot }) => snapshot)].some(({ accounts }) =>
    accounts.some(({ settings }) => settings.companyId === id),
  ) || journal.received({ account: id }).length > 0;
