import { member } from "../../seeding/recording/exchange.ts";
import type { Api } from "../../verbs/invocation.ts";
import { type Difference, differs } from "./difference.ts";
import { dataIn, isResource, nameOf, type Resource } from "./resources.ts";
import { type Ground, valueDifferences } from "./values.ts";

/** What is known of a recording, where records are compared. */
export interface Known extends Ground {
  readonly api: Pick<Api, "resources">;
  /** Whether a record was made in the recording, so that all that it has follows from it. */
  readonly isMade: (resource: Resource) => boolean;
  /** Whether a later request of the recording asks for the page of a cursor. */
  readonly isFollowed: (cursor: string) => boolean;
}

/** What two records do not have in common. */
export function* recordDifferences(
  recorded: Resource,
  own: Resource,
  place: string,
  known: Known,
): Generator<Difference> {
  if (recorded.type !== own.type) {
    yield differs("shape", `${place}.type`, recorded.type, own.type);
    return;
  }
  known.mapping.learn(recorded.id, own.id);
  if (known.mapping.own(recorded.id) !== own.id)
    yield differs("value", `${place}.id`, known.mapping.own(recorded.id), own.id);
  const isSure = known.isMade(recorded);
  const { attributes: table = {}, collection } = known.api.resources.get(recorded.type) ?? {};
  // What is worked out of all others follows from nothing that is known.
  const isDerived = collection === undefined && !isSure;
  for (const name of membersOf(recorded, own)) {
    if (name === "type" || name === "id") continue;
    const [one, other] = [member(recorded, name), member(own, name)];
    const at = `${place}.${name}`;
    if (name === "links") yield* linkDifferences(one, other, at, known);
    else if (name === "relationships" && one !== undefined && other !== undefined)
      yield* relationshipDifferences(one as object, other as object, at, known, isSure);
    else if (name === "attributes" && one !== undefined && other !== undefined) {
      for (const attribute of membersOf(one as object, other as object)) {
        const isOpen = isDerived || ["open", "record"].includes(kindIn(table[attribute]?.shape));
        const [value, ownValue] = [member(one, attribute), member(other, attribute)];
        const isOther = (value === null) !== (ownValue === null) && isSure;
        const certainty = { isSure, isOpen: isOpen && !isOther };
        if (value === undefined || ownValue === undefined)
          yield differs("shape", `${at}.${attribute}`, value, ownValue);
        else yield* valueDifferences(value, ownValue, `${at}.${attribute}`, known, certainty);
      }
    } else yield* valueDifferences(one, other, at, known, { isSure, isOpen: false });
  }
}

const kindIn = (shape: { readonly kind: string; readonly shape?: unknown } | undefined): string =>
  shape?.kind === "nullable" ? kindIn(shape.shape as typeof shape) : (shape?.kind ?? "");

const membersOf = (one: object, other: object): Set<string> =>
  new Set([...Object.keys(one), ...Object.keys(other)]);

function* relationshipDifferences(
  recorded: object,
  own: object,
  place: string,
  known: Known,
  isSure: boolean,
): Generator<Difference> {
  for (const name of membersOf(recorded, own)) {
    const [one, other] = [member(recorded, name), member(own, name)];
    const at = `${place}.${name}`;
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
          known.mapping.learn(member(each, "id"), member(ownData[index], "id"));
      const names = (list: unknown[]) => new Set(dataIn({ data: list }).map(nameOf));
      const [all, owns] = [names(data.map((each) => known.mapping.value(each))), names(ownData)];
      if (isSure && (all.size !== owns.size || [...all].some((each) => !owns.has(each))))
        yield differs("value", `${at}.data`, data, ownData);
    } else if (isResource(data) && isResource(ownData)) {
      known.mapping.learn(data.id, ownData.id);
      if (isSure && known.mapping.own(data.id) !== ownData.id)
        yield differs("value", `${at}.data`, data, ownData);
    } else yield* valueDifferences(data, ownData, `${at}.data`, known, { isSure, isOpen: false });
  }
}

/** Of links, which there are is the shape; where they lead is learned. */
export function* linkDifferences(
  recorded: unknown,
  own: unknown,
  place: string,
  { mapping, isFollowed }: Known,
): Generator<Difference> {
  if (
    typeof recorded !== "object" ||
    typeof own !== "object" ||
    recorded === null ||
    own === null
  ) {
    if (recorded !== own) yield differs("shape", place, recorded, own);
    return;
  }
  for (const name of membersOf(recorded, own)) {
    const [one, other] = [member(recorded, name), member(own, name)];
    const [cursor, ownCursor] = [cursorIn(one), cursorIn(other)];
    mapping.learn(cursor, ownCursor);
    // Of pages that were not read, nothing is known.
    if (other === null && cursor !== null && !isFollowed(cursor)) continue;
    if (typeof one !== typeof other || (one === null) !== (other === null))
      yield differs("shape", `${place}.${name}`, one, other);
  }
}

/** The cursor that a link or a request names. */
export function cursorIn(link: unknown): string | null {
  if (typeof link !== "string" || !URL.canParse(link)) return null;
  const { searchParams } = new URL(link);
  return searchParams.get("page[cursor]") ?? searchParams.get("page_cursor");
}
