import { accountOf } from "../../control/operation.ts";
import { seedDocument } from "../../control/state/transfer.ts";
import { events } from "../../domain/resources/event.ts";
import { lists } from "../../domain/resources/list.ts";
import { metrics } from "../../domain/resources/metric.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { segments } from "../../domain/resources/segment.ts";
import { ControlError } from "../../emulation/problem.ts";
import { naturalKey } from "../../seeding/fixture/document.ts";
import type { Fixture, FixtureProfile } from "../../seeding/fixture/shape.ts";
import { fixtureOf, type PageResource } from "../../seeding/generate/pages.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import { type Assumption, isOfFixture } from "./assumed.ts";
import type { Ledger } from "./ledger.ts";
import type { Bench } from "./replay.ts";
import { nameOf, naturalsOf, type Resource } from "./resources.ts";

/** The types that a fixture makes. */
const tables: Readonly<Record<string, Collection>> = {
  list: lists,
  metric: metrics,
  profile: profiles,
  segment: segments,
  event: events,
} as never;

/** Makes the profiles, lists, segments, metrics and events that a recording assumes. @returns what could not be made */
export async function assumeFixture(
  { records, members }: Assumption,
  { emulation }: Bench,
  ledger: Ledger,
  assumed: Record<string, number>,
): Promise<readonly string[]> {
  const wanted = [...records.values()].filter(isOfFixture);
  const fresh = wanted.filter((each) => ownIdOf(emulation, each) === undefined);
  const { document, notes } = fixtureOf(fresh.map(pageOf));
  const { sms: _, segments: groups = [], ...head } = document.head;
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
    ledger.mapping.learn(each.id, own);
    if (fresh.includes(each)) assumed[each.type] = (assumed[each.type] ?? 0) + 1;
  }
  return [...notes.map((note) => `not assumed: ${note}`), ...failed];
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
function ownIdOf(emulation: Bench["emulation"], resource: Resource): string | undefined {
  const table = accountOf({ emulation }).table<Stored>(tables[resource.type] as Collection);
  if (table.get(resource.id) !== undefined) return resource.id;
  const naturals = new Set(naturalsOf(resource));
  if (naturals.size === 0 || resource.type === "event") return undefined;
  for (const record of table.all())
    if (naturalsOf({ ...resource, attributes: { ...record } }).some((each) => naturals.has(each)))
      return record.id;
  return undefined;
}

/** How often something that is wrong is left out before all is. */
const triesMax = 50;

/** Adds a fixture without what of it is refused. */
async function seed(
  emulation: Bench["emulation"],
  fixture: Record<string, unknown>,
): Promise<string[]> {
  const notes: string[] = [];
  for (let tries = 0; tries < triesMax; tries += 1) {
    try {
      await seedDocument(emulation, fixture as Fixture);
      return notes;
    } catch (error) {
      if (!(error instanceof ControlError)) throw error;
      notes.push(`not assumed: ${error.message}`);
      const [, section = "", index = ""] = /^(\w+)\[(\d+)\]/.exec(error.path) ?? [];
      const list = fixture[section];
      if (!Array.isArray(list)) return notes;
      list.splice(Number(index), 1);
    }
  }
  return notes;
}
