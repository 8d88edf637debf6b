import { markdownTable } from "./markdown-table.ts";
import type { Guess } from "./guesses.ts";
import { changing } from "./lives.ts";
import { operatorsByArity } from "./abilities.ts";
import { type Life, newestRevision } from "./revisions.ts";
import type { Contract, Operation } from "./compile.ts";

export type Description = ReturnType<typeof describeOperation>;

/** One operation, flat, as `routes --json` and `GET /_emulator/operations` give it. */
export function describeOperation(operation: Operation) {
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
    required: abilities.required,
    // By field and by how many values they take: the operators, as the newest revision has them.
    filter: Object.fromEntries(
      abilities.filter.map((each) => [each.name, operatorsByArity(each, newestRevision)]),
    ),
    sort: abilities.sort.map(({ name }) => name),
    include: abilities.include.map(({ name }) => name),
    note: operation.note ?? null,
  };
}

export interface Coverage {
  readonly area: string;
  readonly operations: number;
  /** Those of which nothing but what all operations share is a guess. */
  readonly known: number;
}

export function coverageOf({ operations }: Contract, guesses: readonly Guess[]): Coverage[] {
  const rows = [...operations.values()];
  const guessed = new Set(guesses.flatMap((guess) => guess.operations));
  const of = (area: string, all: readonly Operation[]): Coverage => {
    const known = all.filter(({ id }) => !guessed.has(id)).length;
    return { area, operations: all.length, known };
  };
  const inArea = (name: string) => rows.filter(({ area }) => area === name);
  const areas = [...new Set(rows.map(({ area }) => area))];
  return [...areas.map((area) => of(area, inArea(area))), of("all", rows)];
}

export const coverageTable = (contract: Contract, guesses: readonly Guess[]): string =>
  markdownTable([
    ["area", "operations", "without a guess"],
    ...coverageOf(contract, guesses).map(({ area, operations, known }) =>
      [area, operations, known].map(String),
    ),
  ]);

export const areasText = (contract: Contract): string =>
  [...new Set([...contract.operations.values()].map(({ area }) => area))]
    .map((area) => `[${area}](areas/${area}.md)`)
    .join(", ");

export const operationsTable = (contract: Contract): string =>
  markdownTable([
    ["operation", "request", "limits", "scopes"],
    ...[...contract.operations.values()].map(({ id, area, method, path, limits, scopes }) => [
      `[${id}](areas/${area}.md#${id})`,
      `\`${method} ${path}\``,
      limitsText(limits),
      // Any of these sets is enough.
      scopes.map((all) => all.map((scope) => `\`${scope}\``).join(" ")).join(" or "),
    ]),
  ]);

/** How often an operation may be asked: `3/s 60/min 100/day`. */
export const limitsText = ({ burst, steady, day }: Operation["limits"]): string =>
  [`${burst}/s`, `${steady}/min`, ...(day === undefined ? [] : [`${day}/day`])].join(" ");

/** The areas that the specification describes: the rest of the API it only names. */
const specified = ["profiles", "events", "metrics", "lists", "segments", "client"];

export function exceptionsTable(contract: Contract): string {
  const rows = [...contract.operations.values()].filter(({ area }) => specified.includes(area));
  const meant = new Set(rows.flatMap(({ id, resource, answers }) => [id, resource, answers]));
  const lines = new Map<string, Map<string, string[]>>();
  for (const { what, of, name, lives } of changing(contract)) {
    if (!meant.has(of)) continue;
    const kind = what === "operation" ? "" : ` ${what}`;
    const said = `**${lives.map(lifeText).join(", ")}**${kind}`;
    const known = lines.get(of) ?? new Map<string, string[]>();
    lines.set(of, known.set(said, [...(known.get(said) ?? []), name]));
  }
  return markdownTable([
    ["operation or type", "there"],
    ...[...lines].map(([of, known]) => [
      `\`${of}\``,
      [...known].map(([said, all]) => `${said} ${all.map(quoted).join(", ")}`.trim()).join("; "),
    ]),
  ]);
}

const quoted = (name: string): string =>
  name === "" ? "" : `\`${name.replace(/^data\.(attributes\.)?/, "")}\``;

const lifeText = ({ since, until }: Life): string =>
  [since && `since ${since}`, until && `until ${until}`].filter(Boolean).join(" ");
