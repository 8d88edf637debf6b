import type { FilterAbility, Method, Operator } from "./operation.ts";
import { reads } from "./published/reads.ts";
import { related } from "./published/related.ts";
import { writes } from "./published/writes.ts";
import { listing, pages, type RowOptions } from "./row-options.ts";
import type { Scope } from "./scopes.ts";
import { type Tier, tiers } from "./tiers.ts";

interface Published extends RowOptions {
  readonly method: Method;
  readonly path: string;
  readonly status: readonly number[];
}

/** Every published operation, by its id. A line that goes on is indented, its parts end with `;`. */
export const published: ReadonlyMap<string, Published> = new Map(
  [reads, related, writes]
    .flatMap((text) => text.trim().replaceAll("\n  ", " ").split("\n"))
    .flatMap(readLine),
);

const ids = new Map(
  [...published].map(([id, { method, path }]) => [`${method} ${path.replace(/\{.*\}/, "{}")}`, id]),
);

/** What is done at a path, with `{}` in the place of an id. Empty: nothing is. */
export const idAt = (method: Method, path: string): string => ids.get(`${method} ${path}`) ?? "";

/** What reads a relationship of the records at a path: the related ones, and their ids. Empty: nothing does. */
export const readsOf = (path: string, relationship: string): readonly [string, string] => {
  const at = `${path}/{}`;
  return [idAt("GET", `${at}/${relationship}`), idAt("GET", `${at}/relationships/${relationship}`)];
};

/** The operation of a line, and the one that reads the `ids` of the same relationship. */
function readLine(line: string): (readonly [string, Published])[] {
  const [head = "", ...parts] = line.split("; ");
  const [id = "", method, path = "", status = "", limits = "", ...scopes] = head.split(" ");
  const shared: Record<string, unknown> = {};
  const own: Record<string, unknown> = {};
  const filter: Record<string, Omit<FilterAbility, "name">> = {};
  let ids: string | undefined;
  for (const part of parts) {
    const [name = "", ...words] = part.split(" ");
    const [first = "", ...rest] = words;
    if (name === "ids") ids = first;
    else if (name === "since") shared["since"] = first;
    else if (name === "filter") filter[first] = filterOf(rest);
    else if (name === "additional") own["additionalFields"] = { [first]: rest };
    else if (name === "pages")
      shared["paging"] = [pages({ default: +first, max: Number(rest[0]) })];
    else if (name === "sort") shared["sort"] = words;
    else own[name] = words;
  }
  const asked = {
    method: method as Method,
    status: status.split(",").map(Number),
    ...limitsOf(limits),
    scopes: scopes as Scope[],
    filter,
    ...shared,
  };
  const whole = [id, { ...asked, path, ...own }] as const;
  if (ids === undefined) return [whole];
  return [whole, [ids, { ...asked, path: path.replace("}/", "}/relationships/") }]];
}

/** A tier by its name, or windows such as `1/s,2/m,225/d`. */
function limitsOf(text: string): Pick<RowOptions, "tier" | "limits" | "perDay"> {
  if (text in tiers) return { tier: text as Tier };
  const [burst = 0, steady = 0, perDay] = text.split(",").map((each) => Number.parseInt(each, 10));
  const same = (Object.keys(tiers) as Tier[]).find(
    (each) => tiers[each].burst === burst && tiers[each].steady === steady,
  );
  const windows = same === undefined ? { limits: { burst, steady } } : { tier: same };
  return { ...windows, ...(perDay !== undefined && { perDay }) };
}

function filterOf(operators: readonly string[]): Omit<FilterAbility, "name"> {
  const plain = operators.map((each) => each.replace("*", "")) as Operator[];
  return operators.includes("equals*") ? listing(...plain) : { operators: plain };
}
