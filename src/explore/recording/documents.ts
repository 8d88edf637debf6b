import type { Operation } from "../../contract/compile.ts";
import { member } from "../../seeding/recording/exchange.ts";
import { type Difference, differs } from "./difference.ts";
import { orderDifferences, pairsOf } from "./pairs.ts";
import { dataIn, includedIn, isResource, nameOf, type Resource } from "./resources.ts";
import { type Known, linkDifferences, recordDifferences } from "./records.ts";
import { valueDifferences } from "./values.ts";

/** What is known of a recording and of what it asks, where documents are compared. */
export interface Asked extends Known {
  readonly operation: Operation;
  readonly search: URLSearchParams;
  /** Whether the emulator has a record of the recording, as far as that could be made. */
  readonly isThere: (resource: Resource) => boolean;
  /** Whether nobody but the recording made a record of the emulator. */
  readonly isOwn: (resource: Resource) => boolean;
}

const sure = { isSure: true, isOpen: false };
const unsure = { isSure: false, isOpen: false };

/** What two documents of JSON:API do not have in common. */
export function* documentDifferences(
  recorded: unknown,
  own: unknown,
  asked: Asked,
): Generator<Difference> {
  const [errors, ownErrors] = [member(recorded, "errors"), member(own, "errors")];
  if (Array.isArray(errors) && Array.isArray(ownErrors))
    return yield* errorDifferences(errors, ownErrors, asked);
  if (typeof recorded !== "object" || typeof own !== "object" || recorded === null || own === null)
    return yield* valueDifferences(recorded, own, "body", asked, unsure);
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(own)])) {
    const [one, other] = [member(recorded, name), member(own, name)];
    if (name === "data" && one !== undefined && other !== undefined)
      yield* dataDifferences(one, other, asked);
    else if (name === "links") {
      if (!isPartial(recorded, own, asked)) yield* linkDifferences(one, other, "links", asked);
    } else if (name === "included" && one !== undefined && other !== undefined)
      yield* recordsDifferences(includedIn(recorded), includedIn(own), name, asked);
    else if (name !== "errors") yield* valueDifferences(one, other, name, asked, unsure);
  }
}

/** What the errors say to programs is their shape, what they say to people is not. */
function* errorDifferences(
  recorded: readonly unknown[],
  own: readonly unknown[],
  asked: Asked,
): Generator<Difference> {
  if (recorded.length !== own.length)
    yield differs("shape", "errors", recorded.length, own.length, "the length");
  const [one, other] = [recorded[0], own[0]];
  for (const difference of valueDifferences(one, other, "errors[0]", asked, sure)) {
    const [, , name = "", ...rest] = difference.place.split(/\[|\]\.|\./);
    if (name === "id" || (name === "meta" && rest.length > 0)) continue;
    const isRead = name === "code" || name === "source" || name === "status";
    yield isRead ? { ...difference, kind: "shape" } : difference;
  }
}

function* dataDifferences(recorded: unknown, own: unknown, asked: Asked): Generator<Difference> {
  if (Array.isArray(recorded) && Array.isArray(own)) {
    const [data, ownData] = [dataIn({ data: recorded }), dataIn({ data: own })];
    if (data.length === recorded.length && ownData.length === own.length)
      return yield* recordsDifferences(data, ownData, "data", asked);
  }
  if (isResource(recorded) && isResource(own))
    return yield* recordDifferences(recorded, own, "data", asked);
  // Whether a record has another may depend on what the recording does not show.
  if (isResource(recorded) && !asked.isThere(recorded)) return;
  if (isResource(own) && !asked.isOwn(own)) return;
  if (recorded !== own) yield differs("shape", "data", recorded, own);
}

/** Whether either has records of which the other cannot know. */
const isPartial = (recorded: unknown, own: unknown, asked: Asked): boolean =>
  dataIn(recorded).some((each) => !asked.isThere(each)) ||
  dataIn(own).some((each) => !asked.isOwn(each));

function* recordsDifferences(
  recorded: readonly Resource[],
  own: readonly Resource[],
  place: string,
  asked: Asked,
): Generator<Difference> {
  const { pairs, missing, extra } = pairsOf(recorded, own, asked.mapping);
  for (const pair of pairs)
    yield* recordDifferences(pair.recorded, pair.own, `${place}[${pair.at}]`, asked);
  // Of a record that only one of them knows, nothing follows.
  const lost = missing.filter(asked.isThere);
  const added = extra.filter(asked.isOwn);
  const [first] = [...lost, ...added];
  if (first !== undefined) {
    const where = lost.includes(first) ? "the recording" : "the emulator";
    const note = `only ${where} has ${nameOf(first)}`;
    const what = "the number of records";
    yield { ...differs("shape", place, recorded.length, own.length, what), note };
  }
  const { operation, search, api } = asked;
  if (place === "data")
    yield* orderDifferences(pairs, search, api.resources.get(operation.answers));
}
