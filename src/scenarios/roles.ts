import { type Infer, object, text } from "../contract/shape.ts";
import type { Rows } from "../world/faults/plan.ts";
import { isReading, type Row } from "../world/faults/kind.ts";
import type { Entry } from "../world/journal/entry.ts";
import { nearest } from "../world/name-match.ts";
import type { Path, ShapeProblem } from "../world/read-shape.ts";

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

export const whyUnfilled: Readonly<Record<RoleName, string>> = {
  written: "the client writes nothing",
  read: "the client reads nothing",
  walked: "the client follows no link to a second page",
  revision: "the client sends no revision",
  token: "the client sends no access token of an OAuth app",
};

const roleNames = Object.keys(whyUnfilled) as RoleName[];

export const standIns: Roles = {
  written: "create_event",
  read: "get_profiles",
  walked: "get_profiles",
  revision: "2026-07-15",
  token: "app",
};

/** Members that may name a role. */
const places: ReadonlySet<string> = new Set(["operation", "revision", "app", "allRead"]);

const isRole = (member: string, value: unknown): value is string =>
  places.has(member) && typeof value === "string" && value.startsWith("$");

function* namesIn(part: unknown, path: Path = []): Generator<{ name: string; path: Path }> {
  if (typeof part !== "object" || part === null) return;
  for (const [member, value] of Object.entries(part)) {
    const here = [...path, Array.isArray(part) ? Number(member) : member];
    if (isRole(member, value)) yield { name: value.slice(1), path: here };
    else yield* namesIn(value, here);
  }
}

export const rolesIn = (part: unknown): RoleName[] => [
  ...new Set([...namesIn(part)].map(({ name }) => name as RoleName)),
];

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
  const members = Object.entries(part).map(([name, value]: [string, unknown]) => [
    name,
    isRole(name, value) ? (roles[value.slice(1) as RoleName] ?? value) : filled(value, roles),
  ]);
  return Object.fromEntries(members) as Part;
}

type Asked = Pick<Entry, "operation" | "target" | "revision" | "app"> & { readonly page?: unknown };

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
      const found = roles[name] ?? fitting[name](asked, row);
      if (found !== null) roles[name] = found;
    }
  }
  return roles;
}
