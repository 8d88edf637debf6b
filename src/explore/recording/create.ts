import { newestRevision } from "../../contract/revisions.ts";
import type { Shape } from "../../contract/shape.ts";
import { member } from "../../seeding/recording/exchange.ts";
import type { Operation } from "../../contract/compile.ts";
import type { Api } from "../../verbs/invocation.ts";
import { type Assumption, isOfFixture } from "./assumed.ts";
import type { Ledger } from "./ledger.ts";
import type { Bench } from "./replay.ts";
import { dataIn, isResource, jsonIn, naturalsOf, type Resource } from "./resources.ts";

/**
 * Makes what a recording assumes by the emulator's own requests, where a fixture has none of it. What refers to others
 * comes after them.
 *
 * @returns what could not be made
 */
export async function createAssumed(
  { records }: Assumption,
  bench: Bench,
  ledger: Ledger,
  assumed: Record<string, number>,
): Promise<readonly string[]> {
  // Of a record of which only the id was read, nothing can be made.
  let left = [...records.values()].filter(
    (each) => !isOfFixture(each) && each.attributes !== undefined,
  );
  for (;;) {
    const failed: (readonly [Resource, string])[] = [];
    for (const each of left) {
      const row = writerOf(bench.emulation.api, each);
      const why = row && (await write(each, row, bench, ledger));
      if (row === undefined || why !== undefined)
        ledger.unmade.add(areaOf(bench.emulation.api, each));
      if (row === undefined) continue;
      if (why !== undefined) failed.push([each, why]);
      else assumed[each.type] = (assumed[each.type] ?? 0) + 1;
    }
    if (failed.length === left.length || failed.length === 0)
      return failed.map(([{ type, id }, why]) => `not assumed: ${type} ${id}: ${why}`);
    left = failed.map(([each]) => each);
  }
}

const areaOf = ({ operations }: Api, { type }: Resource): string =>
  [...operations.values()].find(({ resource }) => resource === type)?.area ?? "";

/** The request that makes a record; of one that every account has, the one that changes it. */
function writerOf(api: Api, { type }: Resource): Operation | undefined {
  const { path } = api.resources.get(type) ?? {};
  const all = [...api.operations.values()].filter((each) => each.resource === type && each.body);
  const isOne = (each: Operation) => each.method === "PATCH" && each.path.startsWith(`${path}/{`);
  return (
    all.find((each) => each.method === "POST" && each.path === path) ??
    all.find((each) => isOne(each) && !each.path.includes("}/"))
  );
}

/** @returns why the emulator refuses it */
async function write(
  { type, id, attributes = {}, relationships = {} }: Resource,
  { method, path, body: shape }: Operation,
  { emulation: { world }, fetch: ask, url, key }: Bench,
  { mapping }: Ledger,
): Promise<string | undefined> {
  const data = membersAt(shape, "data");
  const linked = Object.entries(relationships).filter(([, each]) => hasData(each));
  const related = linked.map(([name, each]) => [name, { data: member(each, "data") }]);
  const body = {
    data: {
      type,
      ...(method === "PATCH" && { id }),
      ...(data.has("attributes") && {
        attributes: picked(attributes, membersAt(data.get("attributes"))),
      }),
      ...(data.has("relationships") && {
        relationships: picked(Object.fromEntries(related), membersAt(data.get("relationships"))),
      }),
    },
  };
  const headers = {
    authorization: `${world.settings.authScheme} ${key}`,
    revision: newestRevision,
    "content-type": "application/json",
  };
  const response = await ask(url + path.replace(/\{\w+\}/, encodeURIComponent(id)), {
    method,
    headers,
    body: JSON.stringify(mapping.value(body)),
  });
  const made = jsonIn(await response.text());
  const created = member(made, "data");
  if (response.status === 409) {
    // Every account has some of them.
    const listed = await ask(url + path, { headers });
    const naturals = new Set(naturalsOf({ type, id, attributes }));
    const found = dataIn(jsonIn(await listed.text())).find((each) =>
      naturalsOf(each).some((text) => naturals.has(text)),
    );
    if (found !== undefined) {
      mapping.learn(id, found.id);
      return undefined;
    }
  }
  if (response.status >= 300) {
    const [error] = (member(made, "errors") as unknown[] | undefined) ?? [];
    return `${response.status} ${String(member(error, "detail") ?? "")}`;
  }
  if (isResource(created)) mapping.learn(id, created.id);
  return undefined;
}

const hasData = (relationship: unknown): boolean =>
  [member(relationship, "data")].flat().some(isResource);

/** The members of an object's shape, or of that of one of them. */
function membersAt(shape: Shape | undefined, name?: string): ReadonlyMap<string, Shape> {
  if (shape?.kind === "nullable") return membersAt(shape.shape, name);
  if (shape?.kind !== "object") return new Map();
  if (name !== undefined) return membersAt(shape.members.get(name)?.shape);
  return new Map([...shape.members].map(([each, { shape: of }]) => [each, of]));
}

/** Those that a request may have. */
const picked = (
  all: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, Shape>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(all).filter(([name, each]) => names.has(name) && each !== null),
  );
