import { described, type Infer, object, string } from "../contract/shape.ts";
import type { Rows } from "../world/faults/plan.ts";
import { isReading, type Row } from "../world/faults/row.ts";
import { nearest } from "../world/name-match.ts";
import type { Path, ShapeProblem } from "../world/read-shape.ts";

const text = (description: string) => described(string({ minLength: 1 }), description);

/** What a scenario calls by what a client does with it: `$written` stands for an operation that it writes by. */
export const rolesShape = object({
  "written?": text("Operation that writes."),
  "read?": text("Operation that reads."),
  "walked?": text("List of which the client reads several pages."),
  "revision?": text("Revision that the client sends."),
  "token?": text("Client id of the OAuth app whose access token the client sends."),
});

/** Who plays which role; a role that is left out is not known. */
export type Roles = Infer<typeof rolesShape>;
export type RoleName = keyof Roles;

const roleNames = ["written", "read", "walked", "revision", "token"] as const;

/** Why a client has none for a role. */
export const whyUnfilled: Readonly<Record<RoleName, string>> = {
  written: "the client writes nothing",
  read: "the client reads nothing",
  walked: "the client follows no link to a second page",
  revision: "the client sends no revision",
  token: "the client sends no access token of an OAuth app",
};

/** In place of each role while a scenario is checked. */
export const standIns: Roles = {
  written: "create_event",
  read: "get_profiles",
  walked: "get_profiles",
  revision: "2026-07-15",
  token: "app",
};

/** Members that may name a role. */
const places: ReadonlySet<string> = new Set(["operation", "revision", "app", "allRead"]);

/** Names that begin like roles, with the paths at which they stand. */
function* namesIn(part: unknown, path: Path = []): Generator<{ name: string; path: Path }> {
  if (typeof part !== "object" || part === null) return;
  for (const [member, value] of Object.entries(part)) {
    const here = [...path, Array.isArray(part) ? Number(member) : member];
    if (places.has(member) && typeof value === "string" && value.startsWith("$")) {
      yield { name: value.slice(1), path: here };
    } else yield* namesIn(value, here);
  }
}

/** The roles that a part of a scenario names. */
export const rolesIn = (part: unknown): RoleName[] => [
  ...new Set([...namesIn(part)].map(({ name }) => name as RoleName)),
];

/** The first role that there is none of. */
export function roleProblem(scenario: unknown): ShapeProblem | undefined {
  for (const { name, path } of namesIn(scenario)) {
    if (roleNames.includes(name as RoleName)) continue;
    const near = nearest(name, roleNames);
    const message = `no role '$${name}'; expected ${roleNames.map((each) => `$${each}`).join(", ")}`;
    return { path, message, ...(near !== undefined && { nearest: `$${near}` }) };
  }
  return undefined;
}

/** The same part with its roles filled, as far as they are known. */
export function filled<Part>(part: Part, roles: Roles): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => filled(each, roles)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([name, value]: [string, unknown]) => {
    const isRole = places.has(name) && typeof value === "string" && value.startsWith("$");
    if (!isRole) return [name, filled(value, roles)];
    return [name, roles[value.slice(1) as RoleName] ?? value];
  });
  return Object.fromEntries(members) as Part;
}

/** A request, as far as a role hangs on it. */
interface Asked {
  readonly operation: string | null;
  readonly target: string;
  readonly revision: string | null;
  readonly app: string | null;
  /** The page of a list that it was given. */
  readonly page?: unknown;
}

/** What a request fills each role with. */
const fitting: Readonly<Record<RoleName, (asked: Asked, row: Row) => string | null>> = {
  written: ({ operation }, row) => (isReading(row) ? null : operation),
  read: ({ operation }, row) => (isReading(row) ? operation : null),
  walked: ({ operation, target, page }) =>
    page !== undefined && /page(\[|%5b)cursor/i.test(target) ? operation : null,
  revision: ({ revision }) => revision,
  token: ({ app }) => app,
};

/** Each role filled by the first of some requests that fits it. @param known stay as they are */
export function rolesOf(requests: readonly Asked[], rows: Rows, known: Roles = {}): Roles {
  const roles: { -readonly [Name in RoleName]?: string } = { ...known };
  for (const asked of requests) {
    const row = rows.get(asked.operation ?? "");
    if (row === undefined) continue;
    for (const name of roleNames) {
      const found = roles[name] ?? fitting[name](asked, row as Row);
      if (found !== null) roles[name] = found;
    }
  }
  return roles;
}
