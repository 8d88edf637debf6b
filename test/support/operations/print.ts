import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lines, type Line } from "../published-requests.ts";

const sinceFile = join(import.meta.dirname, "../../contract/published/since.json");

/** The revisions in which operations appeared, where that is not the oldest one. */
const since: Readonly<Record<string, string>> = JSON.parse(readFileSync(sinceFile, "utf8"));

const begins =
  "// Printed by the program, checked by a test: UPDATE_OPERATIONS=1 npx vitest run test/printed-operations";

/** The files of the printed operations, and what each holds. */
const files: Readonly<
  Record<string, { readonly doc: string; readonly has: (line: Line) => boolean }>
> = {
  reads: {
    doc: "What is published of the operations that read records of a type.",
    has: ({ method, path }) => method === "GET" && !/\}\//.test(path),
  },
  related: {
    doc: "What is published of the operations that read a relationship: the records, and their ids.",
    has: ({ method, path }) => method === "GET" && /\}\//.test(path),
  },
  writes: {
    doc: "What is published of the operations that change something.",
    has: ({ method }) => method !== "GET",
  },
};

/** How a line of published limits is called, where a tier has them. */
const tiers: Readonly<Record<string, string>> = {
  "1/s 15/m": "XS",
  "3/s 60/m": "S",
  "10/s 150/m": "M",
  "75/s 750/m": "L",
  "350/s 3500/m": "XL",
};

const widthMax = 100;

/** The texts of all files, by file. */
export function printedOperations(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([name, { doc, has }]) => {
      const own = lines.filter(has);
      const merged = new Set(own.flatMap((line) => idsOf(line, own)?.id ?? []));
      const rows = own
        .filter(({ id }) => !merged.has(id))
        .flatMap((line) => laidOut(partsOf(line, idsOf(line, own)?.id)));
      return [
        name,
        `${begins}\n\n/** ${doc} */\nexport const ${name} = \`\n${rows.join("\n")}\n\`;\n`,
      ];
    }),
  );
}

/** The operation that reads the identifiers of what another reads, where both are asked alike. */
function idsOf(line: Line, all: readonly Line[]): Line | undefined {
  if (line.method !== "GET" || !line.path.includes("}/")) return undefined;
  const path = line.path.replace("}/", "}/relationships/");
  const alike = (one: Line) => {
    const {
      id: _,
      path: __,
      fields: ___,
      include: ____,
      additional: _____,
      with: ______,
      ...rest
    } = one;
    return JSON.stringify([rest, since[one.id]]);
  };
  const found = all.find((each) => each.path === path);
  return found !== undefined && alike(found) === alike(line) ? found : undefined;
}

function partsOf(line: Line, ids: string | undefined): string[] {
  const { id, method, path, status, limits, scopes, fields, additional, include, sort, size } =
    line;
  const isClient = path.startsWith("/client/");
  const tier = tiers[limits] ?? limits.replaceAll(" ", ",");
  const head = [id, method, path, status.join(","), tier, ...(isClient ? [] : scopes)];
  const named = (name: string, words: readonly string[] | undefined) =>
    words === undefined || words.length === 0 ? [] : [[name, ...words].join(" ")];
  return [
    head.join(" "),
    ...named("since", since[id] === undefined ? [] : [since[id]]),
    ...named("ids", ids === undefined ? [] : [ids]),
    ...named("fields", fields && Object.keys(fields)),
    ...Object.entries(additional ?? {}).flatMap(([type, names]) =>
      named(`additional ${type}`, names),
    ),
    ...named("include", include),
    ...named(
      "sort",
      sort?.filter((name) => !name.startsWith("-")),
    ),
    ...named("pages", size && [String(size[0]), String(size[2])]),
    ...Object.entries(line.filter ?? {})
      .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
      .flatMap(([name, filter]) => named(`filter ${name}`, operatorsOf(filter))),
  ];
}

/** What is filtered by most comes first: a hint lists the fields in this order. */
const rankOf = (name: string): number => (name === "id" ? 0 : name === "name" ? 1 : 2);

/** `equals*` takes a list, too. */
function operatorsOf(filter: NonNullable<Line["filter"]>[string]): string[] {
  const { none = [], single = [], list = [] } = filter;
  const all = [...new Set([...none, ...single, ...list])].toSorted();
  return all.map((each) => (each === "equals" && list.includes(each) ? `${each}*` : each));
}

/** As many parts stand in a line as it holds; those that go on are indented. */
function laidOut(parts: readonly string[]): string[] {
  const made: string[] = [];
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part};` : part;
    const last = made.at(-1);
    const joined = `${last} ${text}`;
    if (last !== undefined && joined.length <= widthMax) made[made.length - 1] = joined;
    else made.push(index === 0 ? text : `  ${text}`);
  }
  return made;
}
