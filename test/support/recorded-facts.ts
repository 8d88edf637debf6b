import { readFileSync } from "node:fs";
import { join } from "node:path";
import { api } from "./described.ts";
import { root } from "./pages.ts";
import type { Answer, Changing } from "./recorded.ts";

type Json = Record<string, any>;

/** An answer of the service that was recorded, as far as it was written down. */
export interface Fact {
  readonly operation: string;
  readonly status: number;
  /** `name:text status:="draft" definition:{id:num}`; `identifier only`, `data: []`. */
  readonly attributes: string;
  /** `flow-actions: data[..]+links; tags: links`; `none`. */
  readonly relationships: string;
  /** `not_found | Not found. | pointer /data/ | neither`. */
  readonly error: string;
}

export const facts: readonly Fact[] = readFileSync(
  join(root, "test/explore/recording/recorded.tsv"),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => {
    const [operation = "", status, attributes = "", relationships = "", error = ""] =
      line.split("\t");
    return { operation, status: Number(status), attributes, relationships, error };
  });

/** Answers as they were recorded, where the emulator's own is known: its values stay where they are of the type. */
export const asRecorded =
  (met: Set<Fact>): Changing =>
  ({ method, url }, answer) => {
    const match = api.match(method, url.pathname);
    if (match.kind !== "row") return;
    const fact = facts.find(
      ({ operation, status }) => operation === match.row.id && status === answer.status,
    );
    if (fact === undefined) return;
    met.add(fact);
    if (fact.error !== "") answer.body = { errors: [errorOf(fact, answer)] };
    else if (fact.attributes === "no body") answer.body = "";
    else changeRecords(fact, answer.body as Json);
  };

function errorOf({ error, status }: Fact, { body }: Answer) {
  const [code, title, source = "", beside = ""] = error.split(" | ");
  const [name = "", place = ""] = source.split(" ");
  const { id, detail } = (body as Json)["errors"][0];
  const said = { id, status, code, title, detail, source: { [name]: place } };
  return beside === "neither" ? said : { ...said, links: {}, meta: {} };
}

function changeRecords({ attributes, relationships }: Fact, body: Json) {
  if (attributes.startsWith("data:")) {
    // Whether there is one depends on what was made.
    return;
  }
  for (const record of [body["data"] ?? []].flat() as Json[]) {
    if (attributes === "identifier only") {
      for (const name of Object.keys(record)) if (!/^(?:id|type)$/.test(name)) delete record[name];
      continue;
    }
    if (attributes.includes(":"))
      record["attributes"] = shaped(`{${attributes}}`, record["attributes"]);
    if (relationships === "none") delete record["relationships"];
    for (const each of relationships.includes(":") ? relationships.split("; ") : []) {
      const [name = "", parts = ""] = each.split(/: /);
      record["relationships"] ??= {};
      record["relationships"][name] = related(parts, record["relationships"][name] ?? {});
    }
  }
}

/** Data may be there only where it was included. */
function related(parts: string, own: Json): Json {
  const links = /\+links|^links/.test(parts);
  const { links: ownLinks = { self: "x", related: "x" }, ...rest } = own;
  return { ...rest, ...(links && { links: ownLinks }) };
}

/** A value of a type that is written down, the emulator's own if it is one. What is not written down stays. */
function shaped(type: string, own: unknown, isNested = false): unknown {
  if (type.startsWith("{")) {
    const record: Json = {
      ...(typeof own === "object" && own !== null && !Array.isArray(own) ? own : {}),
    };
    const members = membersOf(type.slice(1, -1));
    // What is of another kind has other members.
    if (isNested && members.some(([name, each]) => isOther(each, record[name]))) return own;
    for (const [name, each] of members) record[name] = shaped(each, record[name], true);
    return record;
  }
  if (type.startsWith("[")) {
    const items = Array.isArray(own) ? own : [undefined];
    return items.map((each: unknown) => shaped(type.slice(1, -1), each, true));
  }
  // What was sent is the client's, what was not is null.
  if (type.startsWith("=")) return isText(own) ? own : (JSON.parse(type.slice(1)) as unknown);
  if (own === null && ["text", "list", "object", "any"].includes(type)) return null;
  const [plain, fits, usual] = plains[type] ?? plains["any"]!;
  return plain !== undefined && fits(own) ? own : usual;
}

const isOther = (type: string, own: unknown): boolean =>
  type.startsWith('="') && isText(own) && JSON.stringify(own) !== type.slice(1);

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const isText = (value: unknown): value is string => typeof value === "string";

/** What a type says, whether a value is of it, and one that is. */
const plains: Readonly<
  Record<string, [name: string, fits: (value: any) => boolean, usual: unknown]>
> = {
  text: ["text", (value) => isText(value) && !time.test(value), "A text"],
  id6: ["text", isText, "AbCdEf"],
  num: ["a number in a text or not", (value) => /^\d+$/.test(String(value)), "1"],
  number: ["a number", (value) => typeof value === "number", 1],
  boolean: ["a boolean", (value) => typeof value === "boolean", true],
  "time.s": ["whole seconds", (value) => /:\d\d\+00:00$/.test(value), "2026-07-20T12:00:00+00:00"],
  "time.µs": [
    "microseconds",
    (value) => /\.\d{6}\+00:00$/.test(value),
    "2026-07-20T12:00:00.000000+00:00",
  ],
  null: ["null", (value) => value === null, null],
  list: ["a list", Array.isArray, []],
  object: ["an object", (value) => typeof value === "object" && value !== null, {}],
  empty: ["nothing in it", () => true, []],
  any: ["anything", () => true, null],
};

/** The members of `name:text definition:{id:num links:{next:any}}`. */
function membersOf(text: string): [name: string, type: string][] {
  const found: [string, string][] = [];
  let [depth, at, isQuoted] = [0, 0, false];
  for (const [index, letter] of [...`${text} `].entries()) {
    if (letter === '"') isQuoted = !isQuoted;
    if ("{[".includes(letter)) depth += 1;
    if ("}]".includes(letter)) depth -= 1;
    if (letter !== " " || depth > 0 || isQuoted) continue;
    const [name = "", type = ""] = text.slice(at, index).split(/:(.*)/s);
    if (name !== "") found.push([name, type]);
    at = index + 1;
  }
  return found;
}
