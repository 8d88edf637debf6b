import { ingestion, propertyProblems } from "../domain/events/check.ts";
import type { Properties } from "../domain/objects/records.ts";
import { hasIdentifier, needed } from "../domain/profiles/identity.ts";
import { identifiers } from "../domain/profiles/shape.ts";
import { mergedLocation } from "../domain/profiles/write.ts";
import type { ProfileAttributes } from "../domain/resources/profile.ts";
import type { Slices } from "../world/time/slices.ts";
import { itemsOf } from "./drafts.ts";
import { quoted } from "./fixture/error.ts";
import type { Place } from "./fixture/place.ts";
import type { FixtureProfile, FixtureEvent } from "./fixture/shape.ts";
import { pastTime, nominalInstant, timeAt } from "./fixture/values.ts";
import type { Ground } from "./groups.ts";
import type { ConsentPlan, Joining, PlanTime, ProfilePlan, EventPlan } from "./plan.ts";
import type { Distinct } from "./planned-ids.ts";

/** A profile before the plan is complete: its id may wait until all of them are known. */
export interface ProfileDraft extends Omit<ProfilePlan, "id" | "lists" | "segments" | "created"> {
  id: string | undefined;
  created: PlanTime | undefined;
  readonly lists: Joining[];
  readonly segments: Joining[];
}

/** When somebody came of whom nothing is said, not even an event: 30 days ago. */
export const arrived: PlanTime = -30 * 86_400_000;

/** The profiles of an account, and who holds which identifier. */
export class People {
  readonly drafts: ProfileDraft[] = [];
  /** Of each identifier who holds which, in the form in which they are compared. */
  readonly #holders = new Map<string, Map<string, number>>(
    identifiers.map(({ name }) => [name, new Map()]),
  );
  readonly #places = new Map<number, Place>();

  add(draft: ProfileDraft, place?: Place): number {
    const index = this.drafts.push(draft) - 1;
    for (const { name, unique, compared } of identifiers) {
      const value = draft.known[name] ?? null;
      if (!unique || value === null) continue;
      const holders = this.#holders.get(name);
      const other = holders?.get(compared(value));
      if (other !== undefined) {
        const at = this.#places.get(other);
        throw place?.at(name).error(`${quoted(String(value))} is already at ${at}`);
      }
      holders?.set(compared(value), index);
    }
    if (place !== undefined) this.#places.set(index, place);
    return index;
  }

  isHeld(name: (typeof identifiers)[number]["name"], value: string): boolean {
    return this.#holders.get(name)?.has(value) ?? false;
  }

  /** The profile that a record names by email, phone number or external id. */
  require(reference: string | number, place: Place): number {
    for (const { name, compared } of identifiers) {
      if (!needed.includes(name)) continue;
      const holder = this.#holders.get(name)?.get(compared(reference));
      if (holder !== undefined) return holder;
    }
    const known = [...this.#holders.values()].flatMap((holders) => [...holders.keys()]);
    const expected = "expected an email or other identifier";
    throw place.unknown("unknown profile", String(reference), known, expected);
  }
}

export function* peopleOf({ draft, sms, groups: { lists }, ids }: Ground): Slices<People> {
  const people = new People();
  for (const { item, place } of itemsOf(draft, "profiles")) {
    const { id, created: when, lists: joined = [], consent: _, suppression: __, ...fields } = item;
    if (!hasIdentifier(fields)) throw place.error("expected an email, phone_number or external_id");
    const other = "expected an email or external_id as well, or sms: true on the account";
    if (!sms && !hasIdentifier(fields, ["email", "external_id"]))
      throw place.at("phone_number").error(other);
    const created = when === undefined ? undefined : pastTime(when, place.at("created"));
    const since = created ?? arrived;
    const places = joined.map((name, index) => lists.require(name, place.at("lists", index)));
    const joinings = [...new Set(places)].map((list): Joining => [list, since]);
    const own = id === undefined ? undefined : ids.claim(id, "profile", place.at("id"));
    const answered = consentOf(item, since, place);
    const said = { id: own, created, known: knownOf(fields), consent: answered };
    people.add({ ...said, lists: joinings, segments: [] }, place);
    yield;
  }
  return people;
}

/** What is said of a person, without what is null anyway. */
function knownOf(fields: Omit<FixtureProfile, "id">): Partial<ProfileAttributes> {
  const location = mergedLocation(null, fields.location);
  const said = Object.entries({ ...fields, location }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(said) as Partial<ProfileAttributes>;
}

function consentOf(
  { consent, suppression = [] }: Pick<FixtureProfile, "consent" | "suppression">,
  since: PlanTime,
  place: Place,
): ConsentPlan | null {
  if (consent === undefined && suppression.length === 0) return null;
  const channel = (state: NonNullable<typeof consent>["email"]) =>
    state === undefined || state === "NEVER_SUBSCRIBED"
      ? undefined
      : ([state, since, state === "SUBSCRIBED" ? "LIST" : "UNSUBSCRIBE"] as const);
  const [email, sms] = [channel(consent?.email), channel(consent?.sms)];
  const reasons = suppression.map(({ reason, at }, index) => {
    const time = at === undefined ? since : pastTime(at, place.at("suppression", index, "at"));
    return [reason, time] as const;
  });
  // Who unsubscribes from email is suppressed as well (behaviour.md, 6).
  const left = consent?.email === "UNSUBSCRIBED";
  if (left && !reasons.some(([reason]) => reason === "UNSUBSCRIBE"))
    reasons.push(["UNSUBSCRIBE", since]);
  return { ...(email && { email }), ...(sms && { sms }), suppression: reasons };
}

export function* eventsOf(
  { draft, groups: { metrics }, ids, streams }: Ground,
  people: People,
  said: Distinct<Properties>,
): Slices<EventPlan[]> {
  const dice = streams("event");
  const seen = new Map<string, Place>();
  const events: EventPlan[] = [];
  for (const { item, place } of itemsOf(draft, "events")) {
    const profile = people.require(item.profile, place.at("profile"));
    const metric = metrics.require(item.metric, place.at("metric"));
    const time = timeOf(item.time, place.at("time"));
    const id = ids.of(item, "event", place, dice);
    // The service keeps the first of two that are alike, and drops the other in silence.
    const second = Math.floor(nominalInstant(time) / 1000);
    const alike = JSON.stringify([profile, metric, item.unique_id ?? String(second)]);
    const what = "the same profile, metric and unique_id (or second) as the event at";
    if (seen.has(alike)) throw place.error(`${what} ${seen.get(alike)}; expected another`);
    seen.set(alike, place);
    const event = [id, time, metric, profile, said.placeOf(propertiesOf(item, place))] as const;
    events.push(item.unique_id == null ? event : [...event, item.unique_id]);
    yield;
  }
  return events;
}

/** An event lies between the year 2000 and a year from now (domain/events/check.ts). */
function timeOf(text: string, place: Place): PlanTime {
  const time = timeAt(text, place);
  const { futureMs, oldestMs } = ingestion;
  if (typeof time === "number" ? time > futureMs : nominalInstant(time) < oldestMs)
    throw place.error("expected a time between the year 2000 and a year from now");
  return time;
}

/** As they are read back (behaviour.md, 9). */
function propertiesOf(item: FixtureEvent, place: Place): Properties {
  const properties = item.properties ?? {};
  const [problem] = propertyProblems(properties, "");
  if (problem !== undefined) {
    const name = problem.pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
    const at = name === "" ? place.at("properties") : place.at("properties", name);
    const { detail } = problem;
    throw at.error(`${detail.charAt(0).toLowerCase()}${detail.slice(1, -1)}`);
  }
  const { unique_id, value, value_currency } = item;
  return {
    ...properties,
    ...(unique_id != null && { $event_id: unique_id }),
    ...(value != null && { $value: value }),
    ...(value_currency != null && { $value_currency: value_currency }),
  };
}
