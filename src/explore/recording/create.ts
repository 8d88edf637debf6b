import { newestRevision } from "../../contract/revisions.ts";
import type { Shape } from "../../contract/shape.ts";
import { member } from "../../seeding/recording/exchange.ts";
import type { Operation } from "../../contract/compile.ts";
import type { Api } from "../../verbs/invocation.ts";
import { type Assumption, isOfFixture } from "./assumed.ts";
import type { Bench, Ledger } from "./ledger.ts";
import { dataIn, isResource, jsonIn, naturalsOf, type Resource } from "./resources.ts";

/** Makes by requests what no fixture can make; what refers to others comes after them. @returns what could not be made */
export async function createAssumed(
  { records }: Assumption,
  bench: Bench,
  { mapping }: Ledger,
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
      if (row === undefined) continue;
      const made = await write(each, row, bench, mapping);
      if (typeof made === "string") failed.push([each, made]);
      else {
        assumed[each.type] = (assumed[each.type] ?? 0) + 1;
        mapping.learn(each.id, made?.id);
      }
    }
    if (failed.length === left.length || failed.length === 0)
      return failed.map(([{ type, id }, why]) => `not assumed: ${type} ${id}: ${why}`);
    left = failed.map(([each]) => each);
  }
}

/** The request that makes a record; of one that every account has, the one that changes it. */
function writerOf(api: Api, { type }: Resource): Operation | undefined {
  const { path: own } = api.resources.get(type) ?? {};
  const all = [...api.operations.values()].filter((each) => each.resource === type && each.body);
  const isOne = ({ method, path }: Operation) =>
    method === "PATCH" && path.startsWith(`${own}/{`) && !path.includes("}/");
  return all.find(({ method, path }) => method === "POST" && path === own) ?? all.find(isOne);
}

/** @returns the emulator's record, if it shows it, or why it refuses it */
async function write(
  { type, id, attributes = {}, relationships = {} }: Resource,
  { method, path, body: shape }: Operation,
  { emulation: { world }, fetch: ask, url, key }: Bench,
  mapping: Ledger["mapping"],
): Promise<Resource | string | undefined> {
  const data = membersOf(membersOf(shape).get("data"));
  const linked = Object.entries(relationships).filter(([, each]) => hasData(each));
  const related = linked.map(([name, each]) => [name, { data: member(each, "data") }]);
  const sent = { attributes, relationships: Object.fromEntries(related) };
  // What a request may have of it.
  const parts = Object.entries(sent).flatMap(([name, all]) => {
    const known = membersOf(data.get(name));
    const kept = Object.entries(all).filter(([each, value]) => known.has(each) && value !== null);
    return data.has(name) ? [[name, Object.fromEntries(kept)]] : [];
  });
  const body = { data: { type, ...(method === "PATCH" && { id }), ...Object.fromEntries(parts) } };
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
  if (response.status === 409) {
    // Every account has some of them.
    const listed = await ask(url + path, { headers });
    const naturals = new Set(naturalsOf({ type, id, attributes }));
    const found = dataIn(jsonIn(await listed.text())).find((each) =>
      naturalsOf(each).some((text) => naturals.has(text)),
    );
    if (found !== undefined) return found;
  }
  if (response.status >= 300) {
    const [error] = (member(made, "errors") as unknown[] | undefined) ?? [];
    return `${response.status} ${String(member(error, "detail") ?? "")}`;
  }
  const created = member(made, "data");
  return isResource(created) ? created : undefined;
}

const hasData = (relationship: unknown): boolean =>
  [member(relationship, "data")].flat().some(isResource);

function membersOf(shape: Shape | undefined): ReadonlyMap<string, Shape> {
  if (shape?.kind === "nullable") return membersOf(shape.shape);
  const members = shape?.kind === "object" ? [...shape.members] : [];
  return new Map(members.map(([name, { shape: of }]) => [name, of]));
}
