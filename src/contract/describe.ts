import { markdownTable } from "./markdown-table.ts";
import { changing } from "./lives.ts";
import { type Arity, operatorsByArity } from "./arity.ts";
import { type Life, newestRevision } from "./revisions.ts";
import type { Contract, Operation } from "./compile.ts";

/** One operation, flat, as `routes --json` and `GET /_emulator/operations` give it. */
export interface Description {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly (readonly string[])[];
  readonly limits: { readonly burst: number; readonly steady: number; readonly day?: number };
  readonly tier: string | null;
  readonly since: string | null;
  readonly until: string | null;
  readonly built: boolean;
  /** The query parameters without which it is refused. */
  readonly required: readonly string[];
  /** By field and by how many values they take: the operators, as the newest revision has them. */
  readonly filter: Readonly<Record<string, Readonly<Partial<Record<Arity, readonly string[]>>>>>;
  readonly sort: readonly string[];
  readonly include: readonly string[];
}

export function describeOperation(operation: Operation): Description {
  const { abilities } = operation;
  return {
    id: operation.id,
    area: operation.area,
    method: operation.method,
    path: operation.path,
    scopes: operation.scopes,
    limits: operation.limits,
    tier: operation.tier ?? null,
    since: operation.since ?? null,
    until: operation.until ?? null,
    built: operation.built,
    required: abilities.required,
    filter: Object.fromEntries(
      abilities.filter.map((each) => [each.name, operatorsByArity(each, newestRevision)]),
    ),
    sort: abilities.sort.map(({ name }) => name),
    include: abilities.include.map(({ name }) => name),
  };
}

/** How many operations of each area are published and built: the coverage table of the README. */
function coverage(contract: Contract): readonly { area: string; rows: number; built: number }[] {
  const areas = new Map<string, { area: string; rows: number; built: number }>();
  for (const { area, built } of contract.operations.values()) {
    const line = areas.get(area) ?? { area, rows: 0, built: 0 };
    areas.set(area, { area, rows: line.rows + 1, built: line.built + (built ? 1 : 0) });
  }
  return [...areas.values()];
}

/** The same as a table, as the README shows it. */
export function coverageTable(contract: Contract): string {
  const all = coverage(contract);
  const sum = (of: "rows" | "built") => String(all.reduce((total, line) => total + line[of], 0));
  const rows = all.map(({ area, rows: count, built }) => [area, String(count), String(built)]);
  const head = ["area", "operations", "built"];
  return markdownTable([head, ...rows, ["all", sum("rows"), sum("built")]]);
}

/** Every area, as a list of links to their pages. */
export const areasText = (contract: Contract): string =>
  coverage(contract)
    .map(({ area }) => `[${area}](areas/${area}.md)`)
    .join(", ");

/** Every operation, as the documents show them: each leads to its example on the page of its area. */
export const operationsTable = (contract: Contract): string =>
  markdownTable([
    ["operation", "request", "limits", "scopes", "built"],
    ...[...contract.operations.values()].map(
      ({ id, area, method, path, limits, scopes, built }) => [
        `[${id}](areas/${area}.md#${id})`,
        `\`${method} ${path}\``,
        limitsText(limits),
        // Any of these sets is enough.
        scopes.map((all) => all.map((scope) => `\`${scope}\``).join(" ")).join(" or "),
        built ? "yes" : "",
      ],
    ),
  ]);

/** How often an operation may be asked: `3/s 60/min 100/day`. */
export const limitsText = ({ burst, steady, day }: Operation["limits"]): string =>
  [`${burst}/s`, `${steady}/min`, ...(day === undefined ? [] : [`${day}/day`])].join(" ");

/** The areas that the specification describes: the rest of the API it only names. */
const specified = ["profiles", "events", "metrics", "lists", "segments", "client"];

/** What the specification's areas do not have in every served revision, as a table of the documents. */
export function exceptionsTable(contract: Contract): string {
  const areas = new Map([...contract.operations.values()].map(({ id, area }) => [id, area]));
  const types = new Set(
    [...contract.operations.values()].flatMap(({ area, resource, answers }) =>
      specified.includes(area) ? [resource, answers] : [],
    ),
  );
  const lines = new Map<string, Map<string, string[]>>();
  for (const { what, of, name, lives } of changing(contract)) {
    if (!specified.includes(areas.get(of) ?? "") && !types.has(of)) continue;
    const kind = what === "operation" ? "" : ` ${what}`;
    const said = `**${lives.map(lifeText).join(", ")}**${kind}`;
    const known = lines.get(of) ?? new Map<string, string[]>();
    lines.set(of, known.set(said, [...(known.get(said) ?? []), name]));
  }
  const rows = [...lines].map(([of, known]) => [
    `\`${of}\``,
    [...known].map(([said, names]) => `${said} ${names.map(quoted).join(", ")}`.trim()).join("; "),
  ]);
  return markdownTable([["operation or type", "there"], ...rows]);
}

/** Bodies by what is within them. */
const quoted = (name: string): string =>
  name === "" ? "" : `\`${name.replace(/^data\.(attributes\.)?/, "")}\``;

const lifeText = ({ since, until }: Life): string =>
  [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(" ");
