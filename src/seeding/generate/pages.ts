import { profileFields } from "../../domain/profiles/shape.ts";
import { parseDatetime } from "../../jsonapi/time.ts";
import type { Properties } from "../../domain/objects/records.ts";
import { type FixtureDocument, naturalKey, saidBy } from "../fixture/document.ts";
import { FixtureError } from "../fixture/error.ts";
import type { FixtureEvent, FixtureProfile } from "../fixture/shape.ts";
import { member } from "../recording/exchange.ts";

/** A resource of a saved page, as far as it is looked at. */
export interface PageResource extends End {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, { readonly data?: unknown } | undefined>>;
  readonly file: string;
}

type End = { readonly type: string; readonly id: string };

/** What a resource names in a relationship. */
export const endsOf = ({ relationships }: PageResource, name: string): End[] =>
  ([relationships[name]?.data ?? []].flat() as (End | null)[]).flatMap((end) => end ?? []);

/** What was made of an account's answers, and what could not be. */
export interface ImportedPages {
  readonly document: FixtureDocument;
  readonly profiles: number;
  readonly events: number;
  /** In words, one for each kind of thing that was left out or changed. */
  readonly notes: readonly string[];
}

/** The attributes of a profile that a fixture writes as they come. */
const kept = Object.keys(profileFields).map((name) => name.replace(/\?$/, ""));

/** Makes a fixture of resources, each once. @throws FixtureError for one that lacks what its kind must have */
export function fixtureOf(found: readonly PageResource[]): ImportedPages {
  const notes = new Notes();
  const { note } = notes;
  const of = (type: string) => found.filter((each) => each.type === type);
  const metrics = of("metric").map(groupOf(note, "name", "created", "integration"));
  const lists = of("list").map(groupOf(note, "name", "created", "opt_in_process"));
  const segments = of("segment").map(groupOf(note, "name", "created", "is_starred"));
  const profiles = of("profile").flatMap((each) => profileOf(each, note) ?? []);
  const keys = new Map(profiles.map((each) => [each.id, naturalKey(each)]));
  const names = new Map(metrics.map(({ id, name }) => [id, name]));
  const events = of("event").flatMap((each) => eventOf(each, keys, names, note) ?? []);
  setApart(events, note);
  for (const type of new Set(found.map((each) => each.type))) {
    if (!pageTypes.includes(type)) note(`of type ${type} left out: a fixture has none`);
  }
  // Where somebody is known by a phone number alone, the account sends text messages.
  const sms = profiles.some(({ email, external_id }) => (email ?? external_id ?? null) === null);
  const groups = {
    lists: distinct(lists),
    segments: distinct(segments),
    metrics: distinct(metrics),
  };
  const head = { ...(sms && { sms }), ...groups } as FixtureDocument["head"];
  const counts = { profiles: profiles.length, events: events.length };
  return { document: { head, profiles, events }, ...counts, notes: notes.all() };
}

export const pageTypes = ["profile", "event", "metric", "list", "segment"];

export type Note = (what: string) => void;

/** What is told of an import, each thing once with how often it was so. */
export class Notes {
  readonly #counts = new Map<string, number>();
  readonly note: Note = (what) => {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  };

  all(): string[] {
    return [...this.#counts].map(([what, count]) =>
      count === 1 ? what : `${what} (${count} times)`,
    );
  }
}

const without = (attributes: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((key) => [key, attributes[key]]).filter(([, said]) => said != null));

/** An id is kept if a fixture can have it; references follow the name anyway. */
const idOf = (id: string, form: RegExp, note: Note, what: string) => {
  if (form.test(id)) return { id };
  note(`${what} with a new id: its own is not of this service's form`);
  return {};
};

const groupOf =
  (note: Note, ...names: readonly string[]) =>
  ({ id, type, attributes, file }: PageResource) => {
    if (typeof attributes["name"] !== "string")
      throw new FixtureError(file, undefined, `${type} ${id} has no name`);
    const { integration, ...said } = without(attributes, names);
    if (type === "segment" && attributes["definition"] != null)
      note("segment without its definition, which names ids: its members are to be named");
    const { key, name, category } = (integration ?? {}) as Record<string, unknown>;
    const from = typeof key === "string" && typeof name === "string" ? { key, name } : undefined;
    return {
      ...idOf(id, /^[0-9A-Za-z]{6}$/, note, type),
      name: attributes["name"],
      ...said,
      ...(from && { integration: { ...from, ...(typeof category === "string" && { category }) } }),
    };
  };

/** A name is that of one metric: a second one by the same name is the first. */
const distinct = <T extends { readonly name: string }>(items: readonly T[]): T[] =>
  [...new Map(items.toReversed().map((each) => [each.name, each])).values()].toReversed();

/** What a page says if it was asked for `additional-fields[profile]=subscriptions`. */
function consentOf(subscriptions: unknown): Pick<FixtureProfile, "consent" | "suppression"> {
  const [email, sms] = ["email", "sms"].map((name) => member(subscriptions, name, "marketing"));
  const states = { email: member(email, "consent"), sms: member(sms, "consent") };
  const said = Object.entries(states).filter(([, state]) => typeof state === "string");
  const reasons = (member(email, "suppression") ?? []) as { reason: never; timestamp?: string }[];
  const suppression = reasons.map(({ reason, timestamp }) => {
    return { reason, ...(timestamp && { at: timestamp }) };
  });
  return {
    ...(said.length > 0 && { consent: Object.fromEntries(said) }),
    ...(suppression.length > 0 && { suppression }),
  };
}

function profileOf({ id, attributes }: PageResource, note: Note): FixtureProfile | undefined {
  const said = without(attributes, kept) as FixtureProfile;
  if (naturalKey(said) === "") {
    note("profile left out: it has no email, phone_number or external_id");
    return undefined;
  }
  return {
    ...idOf(id, /^[0-9A-HJKMNP-TV-Z]{26}$/, note, "profile"),
    ...said,
    ...without(attributes, ["created"]),
    ...consentOf(attributes["subscriptions"]),
  } as FixtureProfile;
}

/** Events that are told apart by an id that no page shows are told apart by their own. */
function setApart(events: { -readonly [K in keyof FixtureEvent]: FixtureEvent[K] }[], note: Note) {
  const seen = new Set<string>();
  for (const event of events) {
    const { profile, metric, time } = event;
    const second = String(Math.floor((parseDatetime(time) ?? 0) / 1000));
    const keyOf = () => JSON.stringify([profile, metric, event.unique_id ?? second]);
    if (seen.has(keyOf())) {
      event.unique_id = event.id ?? `event-${seen.size}`;
      note("event with a unique_id of ours: another has the same profile, metric and second");
    }
    seen.add(keyOf());
  }
}

function eventOf(
  event: PageResource,
  keys: ReadonlyMap<string | undefined, string | number>,
  names: ReadonlyMap<string | undefined, string>,
  note: Note,
): FixtureEvent | undefined {
  const { id, attributes, file } = event;
  const related = (name: string) => endsOf(event, name)[0]?.id;
  const [profile, metric] = [keys.get(related("profile")), names.get(related("metric"))];
  if (profile === undefined || metric === undefined) {
    const what = profile === undefined ? "profile" : "metric";
    note(
      `event left out: no page has its ${what}. Save events with include=profile,metric, or give pages of ${what}s, too`,
    );
    return undefined;
  }
  const time = attributes["datetime"];
  if (typeof time !== "string")
    throw new FixtureError(file, undefined, `event ${id} has no datetime`);
  return {
    ...idOf(id, /^[0-9A-Za-z]{11}$/, note, "event"),
    profile,
    metric,
    time: time.replace(" ", "T"),
    ...saidBy((attributes["event_properties"] ?? {}) as Properties),
  };
}
