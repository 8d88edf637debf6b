import { type Resource, writtenAs } from "../contract/resource.ts";
import { ownOf } from "../jsonapi/members-written.ts";
import { ResourceWriter } from "../jsonapi/resource-object.ts";
import type { Identifier, View } from "../jsonapi/view.ts";
import { relate } from "../verbs/related.ts";
import { itself, type Stored } from "../world/store/record.ts";
import type { Exchange } from "./exchange.ts";

/** A record's included to-many relationships, with the records at their other ends. */
type Linkages = ReadonlyMap<string, readonly Stored[]>;

/** Those whose identifiers are always written, by resource: tables never change. */
const alwaysLinked = new WeakMap<Resource, readonly string[]>();

/** The to-many relationships whose identifiers are written. @param included what is included */
export function linkedBy(resource: Resource, included: readonly string[]): readonly string[] {
  const known = included.length === 0 ? alwaysLinked.get(resource) : undefined;
  if (known !== undefined) return known;
  const found = Object.entries(resource.relationships).flatMap(([name, { many, listed }]) =>
    many && (listed || included.includes(name)) ? [name] : [],
  );
  if (included.length === 0) alwaysLinked.set(resource, found);
  return found;
}

export function linkageOf(
  { api, account }: Exchange,
  resource: Resource,
  record: Stored,
  names: readonly string[],
): Linkages | undefined {
  if (account === undefined || names.length === 0) return undefined;
  return new Map(names.map((name) => [name, relate(api, account, resource, name, record)]));
}

/**
 * Writes records of a resource as JSON, in the way of a view. Texts that follow from the record and the view alone are
 * cached (`bench --only lists`); what others say of it, as additional fields do, is put before its own attributes. An
 * included to-many relationship follows from more than that. What is not stored but worked out is a new record each time.
 *
 * @param isKept whether texts that are new are kept
 */
export function textsOf(
  exchange: Exchange,
  resource: Resource,
  view: View,
  isKept: () => boolean,
): (record: Stored, linkages?: Linkages) => Buffer {
  const { additional, name: plain } = view;
  const kept = additional.length === 0 ? additional : ownOf(resource, view);
  const isOwn = kept.length === additional.length;
  const name = plain === undefined || kept.length === 0 ? plain : `${plain} ${kept}`;
  const isCached = name !== undefined && resource.collection !== undefined && !view.wrote;
  const computed = computedOf(exchange, resource, view);
  // Most answers are texts that are there already: each writer is made when it is needed.
  let whole: ResourceWriter | undefined;
  let own: ResourceWriter | undefined;
  let aside: ResourceWriter | undefined;
  return (record, linkages) => {
    if (!isCached || linkages !== undefined) {
      const linkage = linkages && identifiersOf(exchange, resource, linkages);
      whole ??= new ResourceWriter(resource, view);
      return Buffer.from(whole.text(record, { computed, linkage }));
    }
    const stored = itself(record);
    const text = exchange.world.texts.bytes(stored, name, isKept, () => {
      own ??= new ResourceWriter(resource, { ...view, additional: kept });
      return own.text(stored, { computed });
    });
    if (isOwn && stored === record) return text;
    aside ??= new ResourceWriter(resource, { ...view, only: "aside" });
    return saidFirst(text, aside.attributes(record, computed));
  };
}

/** Behind the type and the id, in which its quotes would be escaped. */
const beginning = Buffer.from('"attributes":{');

function saidFirst(text: Buffer, said: object): Buffer {
  const more = JSON.stringify(said).slice(1, -1);
  if (more === "") return text;
  const from = text.indexOf(beginning) + beginning.length;
  const first = text[from] === endOfObject ? more : `${more},`;
  const length = Buffer.byteLength(first);
  const all = Buffer.allocUnsafe(text.length + length);
  text.copy(all, 0, 0, from);
  all.write(first, from);
  text.copy(all, from + length, from);
  return all;
}

const endOfObject = "}".charCodeAt(0);

function computedOf({ api, account }: Exchange, { type }: Resource, { revision }: View) {
  const computed = api.bindings.get(type)?.computed;
  return (name: string, of: object) =>
    account && computed?.[name]?.(of as never, account, revision);
}

/** Each included resource once, in the order in which it is first met. */
export function includedTexts(
  exchange: Exchange,
  resource: Resource,
  records: readonly Stored[],
  linkages: readonly (Linkages | undefined)[],
  names: readonly string[],
  viewOf: (exchange: Exchange, resource: Resource) => View,
  isKept: () => boolean,
): Buffer[] {
  const { api, account } = exchange;
  const met = new Map<unknown, Buffer>();
  for (const name of names) {
    const relationship = resource.relationships[name];
    const other = api.resources.get(relationship?.to ?? "");
    const collection = api.collections.get(other?.collection ?? "");
    if (!relationship || !other || !account) continue;
    const textOf = textsOf(exchange, other, viewOf(exchange, other), isKept);
    const property = relationship.from ?? name;
    for (const [index, record] of records.entries()) {
      const single = () =>
        collection === undefined
          ? relate(api, account, resource, name, record)[0]
          : account.table(collection).get((record as never)[property] ?? "");
      const ends = relationship.many ? (linkages[index]?.get(name) ?? []) : [single()];
      for (const end of ends) {
        // What is worked out may be about the record that leads to it, too.
        const key = `${other.type} ${collection === undefined ? JSON.stringify(end) : end?.id}`;
        if (end === undefined || met.has(key)) continue;
        const beyond = linkageOf(exchange, other, end, linkedBy(other, []));
        met.set(key, textOf(end, beyond));
      }
    }
  }
  return [...met.values()];
}

function identifiersOf(
  { api }: Exchange,
  resource: Resource,
  linkages: Linkages,
): Map<string, readonly Identifier[]> {
  return new Map(
    [...linkages].map(([name, ends]) => {
      const to = resource.relationships[name]?.to ?? "";
      const type = writtenAs(api.resources.get(to) ?? { type: to });
      return [name, ends.map(({ id }) => ({ type, id }))] as const;
    }),
  );
}
