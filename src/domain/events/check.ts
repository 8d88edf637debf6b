import { invalidProblem, missingProblem, type Problem } from "../../jsonapi/refusal.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { Account } from "../../world/account.ts";
import { profiles } from "../resources/profile.ts";
import type { EventAttributes, EventProfile } from "./shape.ts";
import type { IdentifierName } from "../profiles/shape.ts";
import { findProfile, hasIdentifier, phoneAlone } from "../profiles/identity.ts";
import { propertyProblems, timeProblems } from "../ingestion.ts";

/** The instant of an event, in milliseconds since 1970, cut to seconds (behaviour.md, 9). */
export function timeOf({ time }: Pick<EventAttributes, "time">, now: number): number {
  const ms = time ? (parseDatetime(time) ?? now) : now;
  return Math.floor(ms / 1000) * 1000;
}

/** What is wrong with an event beside its shape. @param pointer of its attributes */
export const eventProblems = (event: EventAttributes, now: number, pointer: string): Problem[] => [
  ...propertyProblems(event.properties, `${pointer}/properties`),
  ...timeProblems(timeOf(event, now), now, `${pointer}/time`),
];

/** What is said of a profile by whatever speaks of it, as a write takes it. */
export function inputOf(data: EventProfile) {
  const { meta: _inner, ...attributes } = data.attributes;
  const meta = metaOf(data);
  return {
    id: data.id,
    attributes,
    ...(data.properties && { properties: data.properties }),
    ...(meta && { meta }),
  };
}

const metaOf = ({ attributes, meta }: EventProfile) => attributes.meta ?? meta;

interface Telling {
  /** The identifiers of which one is enough. */
  readonly among?: readonly IdentifierName[];
  /** Whether the sender may learn that nobody has an id: not on `/client`. */
  readonly discreet?: boolean;
}

/** What is wrong with an event's profile beside its shape. @param pointer of `profile` */
export function eventProfileProblems(
  account: Account,
  data: EventProfile,
  pointer: string,
  telling: Telling = {},
): Problem[] {
  const who = identityProblem(account, data, pointer, telling);
  return who === undefined ? [] : [who];
}

function identityProblem(
  account: Account,
  { id, attributes }: EventProfile,
  pointer: string,
  { among = ["email", "phone_number"], discreet = false }: Telling,
): Problem | undefined {
  if (!id && !hasIdentifier(attributes, among)) {
    return invalidProblem(pointer || "/data", `A profile needs one of id, ${among.join(", ")}.`);
  }
  const table = account.table(profiles);
  if (id) {
    // @guess create_event, bulk_create_events: An unknown profile id is a 400, as the event could not be read.
    if (discreet || table.get(id) !== undefined) return undefined;
    return missingProblem(`${pointer}/data/id`, "profile", id);
  }
  if (!phoneAlone(account, attributes)) return undefined;
  const { phone_number = null } = attributes;
  if (!discreet && findProfile(table, { phone_number }) !== undefined) return undefined;
  const at = `${pointer}/data/attributes/phone_number`;
  return invalidProblem(at, "SMS is not set up on this account.");
}
