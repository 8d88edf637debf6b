import { accountOf } from "../../control/operation.ts";
import { seedDocument } from "../../control/state/transfer.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { ControlError } from "../../emulation/problem.ts";
import { naturalKey } from "../../seeding/fixture/document.ts";
import type { Fixture, FixtureProfile } from "../../seeding/fixture/shape.ts";
import { fixtureOf, type PageResource, pageTypes } from "../../seeding/generate/pages.ts";
import { beginningOf, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import type { Api } from "../../verbs/invocation.ts";
import { Ledger } from "./ledger.ts";
import { bornAt, dataIn, identifiersIn, includedIn, jsonIn } from "./resources.ts";
import { nameOf, naturalsOf, passedOver, type Resource } from "./resources.ts";

/** What a recording assumes: records that it reads or names, and does not make. */
export interface Assumption {
  /** By type and id, as they were read first. */
  readonly records: ReadonlyMap<string, Resource>;
  /** The ids of profiles, by the type and id of the lists and segments that they are in. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

export const isOfFixture = ({ type }: Resource): boolean => pageTypes.includes(type);

/** What the recording makes is later than its first request, give or take this, in milliseconds. */
const slackMs = 60_000;

export function assumptionOf(api: Api, exchanges: readonly RecordedExchange[]): Assumption {
  const ledger = new Ledger(exchanges);
  const records = new Map<string, Resource>();
  const members = new Map<string, Set<string>>();
  const made = new Set<string>();
  const begin = beginningOf(exchanges) ?? Number.POSITIVE_INFINITY;
  let isWritten = false;
  const assume = (each: Resource) => {
    const name = nameOf(each);
    const born = bornAt(each);
    const isMade = born === undefined ? ledger.wasSent(each) : born >= begin - slackMs;
    const isBare = records.get(name)?.attributes === undefined;
    if (isMade && (born === undefined || isWritten)) {
      made.add(name);
      if (isBare) records.delete(name);
    }
    if (made.has(name)) return;
    // What it refers to is known by its id at least.
    for (const other of identifiersIn(each.relationships)) if (isOfFixture(other)) assume(other);
    if (records.get(name)?.attributes === undefined) records.set(name, each);
  };
  const join = (one: Resource, other: Resource) => {
    const [person, group] = one.type === "profile" ? [one, other] : [other, one];
    if (person.type !== "profile" || !["list", "segment"].includes(group.type)) return;
    // What a request may have put there is not assumed.
    if ([person.id, ...naturalsOf(person)].some((each) => ledger.sent.has(each))) return;
    const known = members.get(nameOf(group)) ?? new Set();
    members.set(nameOf(group), known.add(person.id));
  };
  for (const exchange of exchanges) {
    const { method, url, status, request, response } = exchange;
    const match = api.match(method, url.pathname);
    if (passedOver(exchange, match.kind) !== undefined || match.kind !== "row" || status >= 300)
      continue;
    const document = jsonIn(response.body);
    const { verb, resource, relationship, path } = match.row;
    const [id] = match.params;
    // What it reads, and what it changes, was there; so was what its path and its body name.
    if (method === "GET" || method === "PATCH") for (const each of dataIn(document)) assume(each);
    for (const each of includedIn(document)) assume(each);
    if (id !== undefined && path.includes("{id}")) assume({ type: resource, id });
    for (const each of identifiersIn(jsonIn(request.body))) assume(each);
    if (method === "GET" && relationship !== undefined && ["related", "linkage"].includes(verb))
      for (const each of dataIn(document)) join({ type: resource, id: id ?? "" }, each);
    ledger.hear(exchange);
    ledger.read(exchange);
    isWritten ||= method !== "GET";
  }
  return { records, members };
}

/** Makes the profiles, lists, segments, metrics and events that a recording assumes. @returns what could not be made */
export async function assumeFixture(
  { records, members }: Assumption,
  emulation: Emulation,
  { mapping }: Ledger,
  assumed: Record<string, number>,
): Promise<readonly string[]> {
  const wanted = [...records.values()].filter(isOfFixture);
  const fresh = wanted.filter((each) => ownIdOf(emulation, each) === undefined);
  const { document, notes } = fixtureOf(fresh.map(pageOf));
  const { sms: _, segments: groups, ...head } = document.head;
  const people = [...document.profiles];
  const isIn = (type: string, id: string | undefined, person: FixtureProfile) =>
    members.get(nameOf({ type, id: id ?? "" }))?.has(person.id ?? "") ?? false;
  const all = {
    ...head,
    segments: (groups ?? []).map((each) => ({
      ...each,
      profiles: people.filter((one) => isIn("segment", each.id, one)).map(naturalKey),
    })),
    profiles: people.map((one) => ({
      ...one,
      lists: (head.lists ?? []).flatMap(({ id, name }) => (isIn("list", id, one) ? [name] : [])),
    })),
    events: [...document.events],
  };
  const failed = await seed(emulation, all);
  for (const each of wanted) {
    const own = ownIdOf(emulation, each);
    if (own === undefined) continue;
    mapping.learn(each.id, own);
    if (fresh.includes(each)) assumed[each.type] = (assumed[each.type] ?? 0) + 1;
  }
  return [...notes, ...failed].map((note) => `not assumed: ${note}`);
}

/** What a record lacks of which only the id was read is made up. */
function pageOf({ type, id, attributes = {}, relationships = {} }: Resource): PageResource {
  const made =
    type === "profile"
      ? naturalsOf({ type, id, attributes }).length === 0 && { external_id: id }
      : type !== "event" && typeof attributes["name"] !== "string" && { name: id };
  const page = { type, id, relationships, file: "the recording" } as const;
  return { ...page, attributes: { ...attributes, ...made } } as PageResource;
}

/** The id of the emulator's record, by its id or by what people know it by. */
function ownIdOf(emulation: Emulation, resource: Resource): string | undefined {
  const table = accountOf({ emulation }).tables().get(resource.type);
  if (table?.get(resource.id) !== undefined) return resource.id;
  const naturals = new Set(naturalsOf(resource));
  if (naturals.size === 0 || resource.type === "event") return undefined;
  for (const record of table?.all() ?? [])
    if (naturalsOf({ ...resource, attributes: { ...record } }).some((each) => naturals.has(each)))
      return record.id;
  return undefined;
}

const triesMax = 50;

/** Adds a fixture without what of it is refused. @returns why that is */
async function seed(emulation: Emulation, fixture: Record<string, unknown>): Promise<string[]> {
  const refused: string[] = [];
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      await seedDocument(emulation, fixture as Fixture);
      return refused;
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      refused.push(error.message);
      const [, section = "", index = ""] = /^(\w+)\[(\d+)\]/.exec(error.path) ?? [];
      const list = fixture[section];
      if (!Array.isArray(list)) return refused;
      list.splice(Number(index), 1);
    }
  }
  return refused;
}
