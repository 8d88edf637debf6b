import type { Operation } from "../../contract/compile.ts";
import { member } from "../../seeding/recording/exchange.ts";
import { type Differences, differs } from "./difference.ts";
import type { Mapping } from "./ledger.ts";
import { isObject, type Known, linkDifferences, membersOf, recordDifferences } from "./records.ts";
import { bornAt, dataIn, includedIn, isResource, nameOf } from "./resources.ts";
import { naturalsOf, type Resource } from "./resources.ts";
import { valueDifferences } from "./values.ts";

export interface Asked extends Known {
  readonly operation: Operation;
  readonly search: URLSearchParams;
}

export function* documentDifferences(recorded: unknown, own: unknown, asked: Asked): Differences {
  const [errors, ownErrors] = [member(recorded, "errors"), member(own, "errors")];
  if (Array.isArray(errors) && Array.isArray(ownErrors))
    return yield* errorDifferences(errors, ownErrors, asked);
  const unsure = { ...asked, isSure: false, isOpen: false };
  if (!isObject(recorded) || !isObject(own))
    return yield* valueDifferences(recorded, own, "body", unsure);
  for (const { name, one, other } of membersOf(recorded, own, "")) {
    const areBoth = one !== undefined && other !== undefined;
    if (name === "data" && areBoth) yield* dataDifferences(one, other, asked);
    else if (name === "links") {
      if (!isPartial(recorded, own, asked)) yield* linkDifferences(one, other, "links", asked);
    } else if (name === "included" && areBoth)
      yield* listDifferences(includedIn(recorded), includedIn(own), name, asked);
    else if (name !== "errors") yield* valueDifferences(one, other, name, unsure);
  }
}

/** What the errors say to programs is their shape, what they say to people is not. */
function* errorDifferences(recorded: unknown[], own: unknown[], asked: Asked): Differences {
  if (recorded.length !== own.length)
    yield differs("shape", "errors", recorded.length, own.length, "the length");
  const sure = { ...asked, isSure: true, isOpen: false };
  for (const difference of valueDifferences(recorded[0], own[0], "errors[0]", sure)) {
    const [, , name = "", ...rest] = difference.place.split(/\[|\]\.|\./);
    if (name === "id" || (name === "meta" && rest.length > 0)) continue;
    const isRead = name === "code" || name === "source" || name === "status";
    yield isRead ? { ...difference, kind: "shape" } : difference;
  }
}

function* dataDifferences(recorded: unknown, own: unknown, asked: Asked): Differences {
  if (Array.isArray(recorded) && Array.isArray(own)) {
    const [data, ownData] = [dataIn({ data: recorded }), dataIn({ data: own })];
    if (data.length === recorded.length && ownData.length === own.length)
      return yield* listDifferences(data, ownData, "data", asked);
  }
  if (isResource(recorded) && isResource(own))
    return yield* recordDifferences(recorded, own, "data", asked);
  // Whether a record has another may depend on what the recording does not show.
  if (isResource(recorded) && !asked.mapping.knows(recorded.id)) return;
  if (isResource(own) && !asked.mapping.knowsOwn(own.id)) return;
  if (recorded !== own) yield differs("shape", "data", recorded, own);
}

const isPartial = (recorded: unknown, own: unknown, { mapping }: Asked): boolean =>
  !dataIn(recorded).every(({ id }) => mapping.knows(id)) ||
  !dataIn(own).every(({ id }) => mapping.knowsOwn(id));

function* listDifferences(recorded: Resources, own: Resources, place: string, asked: Asked) {
  const { pairs, missing, extra } = pairsOf(recorded, own, asked.mapping);
  for (const pair of pairs)
    yield* recordDifferences(pair.recorded, pair.own, `${place}[${pair.at}]`, asked);
  // Of a record that only one of them knows, nothing follows.
  const lost = missing.filter(({ id }) => asked.mapping.knows(id));
  const [first] = [...lost, ...extra.filter(({ id }) => asked.mapping.knowsOwn(id))];
  if (first !== undefined) {
    const where = lost.includes(first) ? "the recording" : "the emulator";
    const note = `only ${where} has ${nameOf(first)}`;
    const what = "the number of records";
    yield { ...differs("shape", place, recorded.length, own.length, what), note };
  }
  if (place === "data") yield* orderDifferences(pairs, asked);
}

type Resources = readonly Resource[];

type Pair = ReturnType<typeof pairsOf>["pairs"][number];

/** Pairs records by their ids as far as those are known, then by what people know them by, then by their places. */
function pairsOf(recorded: Resources, own: Resources, mapping: Mapping) {
  const pairs: { recorded: Resource; own: Resource; at: number; ownAt: number }[] = [];
  const places = new Map(recorded.map((each, at) => [each, at]));
  const ownPlaces = new Map(own.map((each, at) => [each, at]));
  const pair = (one: Resource, other: Resource) => {
    const [at = 0, ownAt = 0] = [places.get(one), ownPlaces.get(other)];
    pairs.push({ recorded: one, own: other, at, ownAt });
    places.delete(one);
    ownPlaces.delete(other);
  };
  const byName = new Map(own.map((each) => [nameOf(each), each]));
  for (const each of recorded) {
    const found = byName.get(nameOf({ type: each.type, id: mapping.own(each.id) }));
    if (found !== undefined && ownPlaces.has(found)) pair(each, found);
  }
  const isNew = (each: Resource) => !mapping.knowsOwn(each.id);
  for (const each of places.keys()) {
    if (mapping.knows(each.id)) continue;
    const naturals = new Set(naturalsOf(each));
    const found = [...ownPlaces.keys()]
      .filter((other) => other.type === each.type && isNew(other))
      .find((other) => naturalsOf(other).some((text) => naturals.has(text)));
    if (found !== undefined) pair(each, found);
  }
  // Two of other names are two.
  const isKnown = (each: Resource): boolean => naturalsOf(each).length > 0;
  const left = [...places.keys()].filter((each) => !mapping.knows(each.id) && !isKnown(each));
  const others = [...ownPlaces.keys()].filter((each) => isNew(each) && !isKnown(each));
  if (left.length === others.length)
    for (const [index, each] of left.entries()) {
      const other = others[index] as Resource;
      if (mayBe(each, other, mapping)) pair(each, other);
    }
  return { pairs, missing: [...places.keys()], extra: [...ownPlaces.keys()] };
}

/** How far apart two may begin that are the same, in milliseconds. */
const slackMs = 3_600_000;

function mayBe(each: Resource, other: Resource, mapping: Mapping): boolean {
  if (Math.abs((bornAt(each) ?? 0) - (bornAt(other) ?? 0)) > slackMs) return false;
  return Object.entries(each.relationships ?? {}).every(([name, relationship]) => {
    const id = member(relationship, "data", "id");
    const ownId = member(other.relationships, name, "data", "id");
    const isKnown = typeof id === "string" && mapping.knows(id);
    return !isKnown || ownId === undefined || mapping.own(id) === ownId;
  });
}

/** What differs in the order of records, where what they are sorted by shows it. */
function* orderDifferences(pairs: readonly Pair[], { operation, search, api }: Asked): Differences {
  const table = api.resources.get(operation.answers);
  const sort = (search.get("sort") ?? table?.defaultSort ?? "id").replace(/^-/, "");
  const valueOf = (each: Resource) => (sort === "id" ? each.id : each.attributes?.[sort]);
  // Ids that the emulator drew have another order.
  if (sort === "id" && pairs.some(({ recorded, own }) => recorded.id !== own.id)) return;
  const inOrder = pairs.toSorted((one, other) => one.at - other.at);
  const isOdd = inOrder.some((each, index) => {
    const next = inOrder[index + 1];
    const isTie = (side: "recorded" | "own") =>
      next !== undefined && valueOf(each[side]) === valueOf(next[side]);
    return next && next.ownAt <= each.ownAt && !isTie("recorded") && !isTie("own");
  });
  if (!isOdd) return;
  const names = (list: readonly Pair[]) =>
    list.map(({ recorded }) => naturalsOf(recorded)[0] ?? recorded.id).slice(0, 3);
  const own = inOrder.toSorted((one, other) => one.ownAt - other.ownAt);
  yield differs("shape", "data", names(inOrder), names(own), `the order by ${sort}`);
}
