import { member } from "../../seeding/recording/exchange.ts";
import type { Api } from "../../verbs/invocation.ts";
import { differs } from "./difference.ts";
import type { Ledger } from "./ledger.ts";
import { cursorIn, dataIn, isResource, nameOf, type Resource } from "./resources.ts";
import { type Ground, valueDifferences } from "./values.ts";

export interface Known extends Pick<Ledger, "mapping" | "said" | "sent" | "isMade" | "isFollowed"> {
  readonly api: Pick<Api, "resources">;
}

export function* recordDifferences(recorded: Resource, own: Resource, place: string, known: Known) {
  const { mapping, api } = known;
  if (recorded.type !== own.type)
    return void (yield differs("shape", `${place}.type`, recorded.type, own.type));
  mapping.learn(recorded.id, own.id);
  if (mapping.own(recorded.id) !== own.id)
    yield differs("value", `${place}.id`, mapping.own(recorded.id), own.id);
  const isSure = known.isMade(recorded);
  const { attributes: table = {}, collection } = api.resources.get(recorded.type) ?? {};
  // What is worked out of all others follows from nothing that is known.
  const isDerived = collection === undefined && !isSure;
  for (const { name, at, one, other } of membersOf(recorded, own, place)) {
    if (name === "type" || name === "id") continue;
    const areBoth = one !== undefined && other !== undefined;
    if (name === "links") yield* linkDifferences(one, other, at, known);
    else if (name === "relationships" && areBoth)
      yield* relationshipDifferences(one as object, other as object, at, { ...known, isSure });
    else if (name === "attributes" && areBoth) {
      for (const attribute of membersOf(one as object, other as object, at)) {
        const { name, one: value, other: ownValue } = attribute;
        const isOpen = isDerived || ["open", "record"].includes(kindIn(table[name]?.shape));
        const isOther = (value === null) !== (ownValue === null) && isSure;
        const ground = { ...known, isSure, isOpen: isOpen && !isOther };
        if (value === undefined || ownValue === undefined)
          yield differs("shape", attribute.at, value, ownValue);
        else yield* valueDifferences(value, ownValue, attribute.at, ground);
      }
    } else yield* valueDifferences(one, other, at, { ...known, isSure, isOpen: false });
  }
}

const kindIn = (shape: { readonly kind: string; readonly shape?: unknown } | undefined): string =>
  shape?.kind === "nullable" ? kindIn(shape.shape as typeof shape) : (shape?.kind ?? "");

/** The members of two objects: their names and places, and the values in both. */
export const membersOf = (recorded: object, own: object, place: string) =>
  [...new Set([...Object.keys(recorded), ...Object.keys(own)])].map((name) => ({
    name,
    at: `${place}.${name}`,
    one: member(recorded, name),
    other: member(own, name),
  }));

type Sure = Known & Pick<Ground, "isSure">;

function* relationshipDifferences(recorded: object, own: object, place: string, known: Sure) {
  const { mapping, isSure } = known;
  const namesOf = (data: unknown) => new Set(dataIn({ data }).map(nameOf));
  for (const { at, one, other } of membersOf(recorded, own, place)) {
    if (one === undefined || other === undefined) {
      yield differs("shape", at, one, other);
      continue;
    }
    const [data, ownData] = [member(one, "data"), member(other, "data")];
    yield* linkDifferences(member(one, "links"), member(other, "links"), `${at}.links`, known);
    if (Array.isArray(data) && Array.isArray(ownData)) {
      // Drawn together, they stand in the same order.
      if (data.length === ownData.length)
        for (const [index, each] of data.entries())
          mapping.learn(member(each, "id"), member(ownData[index], "id"));
      const [all, owns] = [namesOf(data.map((each) => mapping.value(each))), namesOf(ownData)];
      if (isSure && (all.size !== owns.size || [...all].some((each) => !owns.has(each))))
        yield differs("value", `${at}.data`, data, ownData);
    } else if (isResource(data) && isResource(ownData)) {
      mapping.learn(data.id, ownData.id);
      if (isSure && mapping.own(data.id) !== ownData.id)
        yield differs("value", `${at}.data`, data, ownData);
    } else yield* valueDifferences(data, ownData, `${at}.data`, { ...known, isOpen: false });
  }
}

/** Of links, which there are is the shape; where they lead is learned. */
export function* linkDifferences(recorded: unknown, own: unknown, place: string, known: Known) {
  if (!isObject(recorded) || !isObject(own)) {
    if (recorded !== own) yield differs("shape", place, recorded, own);
    return;
  }
  for (const { at, one, other } of membersOf(recorded, own, place)) {
    const [cursor, ownCursor] = [cursorIn(one), cursorIn(other)];
    known.mapping.learn(cursor, ownCursor);
    // Of pages that were not read, nothing is known.
    if (other === null && cursor !== null && !known.isFollowed(cursor)) continue;
    if (typeof one !== typeof other || (one === null) !== (other === null))
      yield differs("shape", at, one, other);
  }
}

export const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null;
