import type { Properties } from "../domain/objects/records.ts";
import { secretsFrom, Dice } from "../world/dice.ts";
import { ulid, uuid } from "../world/ids.ts";
import { orderOf } from "../world/store/in-order.ts";
import { atOnce, type Slices } from "../world/time/slices.ts";
import { appsOf, type Secrets, type Apps, tokensOf, faultsOf, keysOf } from "./credentials.ts";
import { draftsOf, type AccountDraft, itemsOf, settingsOf } from "./drafts.ts";
import { readFixture, type WrittenAccount } from "./fixture/read.ts";
import { nominalInstant } from "./fixture/values.ts";
import type { Amounts } from "./generate/amounts.ts";
import type { GeneratedContent } from "./generate/content.ts";
import { generateOrderOf, historyOf } from "./generate/order.ts";
import { fillPools } from "./generate/pools.ts";
import { type Ground, groupsOf, type Named, requireDefinitions } from "./groups.ts";
import { EventColumns } from "./input/event-columns.ts";
import { recordsOf } from "./kinds/plan.ts";
import { eventsOf, arrived, type People, peopleOf, type ProfileDraft } from "./people.ts";
import type { AccountPlan, SeedPlan, EventPlan, PlanTime, ProfilePlan } from "./plan.ts";
import type { SegmentPlan } from "./plan.ts";
import { Distinct, idEpoch, PlannedIds } from "./planned-ids.ts";
import type { OnProgress } from "./progress.ts";

export type FixtureFile = { readonly file: string; readonly shown: string };

export interface PlanOptions {
  readonly amounts?: Amounts | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** From which the secrets are drawn that no file names. Default: from the seed. */
  readonly secretKey?: Uint8Array | undefined;
  readonly through?: Through | undefined;
}

/** All are read before anything is decided. @throws FixtureError for the first thing wrong, AmountError for more than can be generated */
export async function readPlan(
  files: readonly FixtureFile[],
  seed: number | string,
  options: PlanOptions = {},
): Promise<SeedPlan> {
  const written: WrittenAccount[] = [];
  for (const { file, shown } of files) written.push(...(await readFixture(file, shown)));
  return planOf(written, seed, options);
}

export async function planOf(
  written: readonly WrittenAccount[],
  seed: number | string,
  { amounts, onProgress, ...options }: PlanOptions = {},
): Promise<SeedPlan> {
  const secrets: Secrets = new Map();
  const accounts: AccountPlan[] = [];
  const drafts = draftsOf(written, seed, amounts);
  const apps = appsOf(drafts, seed, options.secretKey);
  for (const [index, draft] of drafts.entries()) {
    const told: OnProgress = ({ done, records }) =>
      onProgress?.({ done: (index + done) / drafts.length, records });
    const own = { ...options, onProgress: told, secrets, apps };
    accounts.push(await planAccount(draft, seed, own));
  }
  const sizes = accounts.map(({ profiles, events }) => profiles.length + events.length);
  onProgress?.({ done: 1, records: sizes.reduce((sum, size) => sum + size, 0) });
  return { accounts };
}

/** Does work: at once, or in slices while others are answered. */
export type Through = <T>(work: Slices<T>) => T | Promise<T>;

/** @throws FixtureError for the first thing that makes no sense */
async function planAccount(
  draft: AccountDraft,
  seed: number | string,
  { secrets, apps, ...options }: PlanOptions & { secrets: Secrets; apps: Apps },
): Promise<AccountPlan> {
  const { secretKey, onProgress = () => {}, through = atOnce } = options;
  const own = `${seed}/${draft.companyId}`;
  const byName = new Map<string, Dice>();
  // Streams of the plan's own, so that it shifts nothing that the running account draws.
  const streams = (name: string) => {
    const known = byName.get(name) ?? Dice.from(own, `seed/${name}`);
    byName.set(name, known);
    return known;
  };
  const ids = new PlannedIds();
  const { settings, about } = settingsOf(draft);
  const chance = (name: string) => secretsFrom(streams(name), secretKey, `${own} ${name}`);
  const keys = keysOf(draft, chance("key"), secrets);
  const tokens = tokensOf(draft, chance("token"), secrets, apps);
  const faults = faultsOf(draft);
  const groups = groupsOf(draft, ids, streams);
  const { lists, segments, metrics } = groups;
  const { preferred_currency: currency } = about;
  const ground = { draft, ids, streams, groups, currency, sms: settings.sms };
  requireDefinitions(ground);
  const { made, past, ...peopled } = await peopledBy(ground, onProgress, through);
  return {
    settings,
    about,
    keys,
    apps: [...apps.values()].flatMap(({ plan, of }) => (of === draft ? [plan] : [])),
    tokens,
    lists: lists.plans,
    segments: segments.plans,
    metrics: metrics.plans,
    ...peopled,
    records: recordsOf(ground, made),
    geofences: Array.from(itemsOf(draft, "geofences"), ({ item }) => {
      return { id: uuid(streams("objects/geofence")), ...item };
    }),
    history: historyOf(draft, lists, past),
    faults,
  };
}

/** The people of an account with what they did: those that are written, then those that are generated. */
async function peopledBy(ground: Ground, onProgress: OnProgress, through: Through) {
  const { draft, streams, groups, currency } = ground;
  const people = await through(peopleOf(ground));
  joinSegments(draft, people, groups.segments);
  const said = new Distinct<Properties>();
  const writtenEvents = await through(eventsOf(ground, people, said));
  const written = people.drafts.length;
  settleArrivals(people.drafts, writtenEvents);
  // What was there before a fixture was added is none of what it wants in all.
  const before = draft.parts.filter(({ isThere }) => isThere);
  const known = before.flatMap(({ written: part }) => part.profiles ?? []).length;
  const counts = { profiles: written - known, events: writtenEvents.length };
  const order = generateOrderOf(draft, counts, groups);
  const events = new EventColumns(writtenEvents.length + (order?.events ?? 0));
  for (const event of writtenEvents) events.add(...event);
  let made: Partial<GeneratedContent> = {};
  if (order !== undefined) {
    const [{ generate }, { generatedContent }] = await Promise.all([
      import("./generate/generate.ts"),
      import("./generate/content.ts"),
    ]);
    const pools = await fillPools(streams("generate/pools"), currency);
    generate(order, { ...ground, people, events, said }, pools, onProgress);
    const names = (section: "images" | "templates") =>
      Array.from(itemsOf(draft, section), ({ item }) => item.name);
    const emails = people.drafts.flatMap(({ known }) => known.email ?? []);
    made = generatedContent(order, { ...pools, emails }, streams, names);
  }
  events.sort();
  // Who is there and is not named came before everybody else.
  const epoch = draft.parts.reduce((sum, { unnamed = 0 }) => sum + unnamed, idEpoch);
  const profiles = await through(numbered(ground, people.drafts, written, epoch));
  // Whoever comes in bulk has events, and nothing else happened to them.
  const past = draft.amounts === undefined ? profiles.length : written;
  return { profiles, events, properties: said.all, made, past };
}

/** Puts the profiles that a segment names into it, each since it came. */
function joinSegments(draft: AccountDraft, people: People, segments: Named<SegmentPlan>): void {
  for (const { item, place } of itemsOf(draft, "segments")) {
    const segment = segments.require(item.name, place.at("name"));
    for (const [index, reference] of (item.profiles ?? []).entries()) {
      const profile = people.require(reference, place.at("profiles", index));
      const member = people.drafts[profile] as ProfileDraft;
      if (member.segments.some(([group]) => group === segment)) continue;
      member.segments.push([segment, member.created ?? arrived]);
    }
  }
}

/** Somebody of whom it is not said when they came was there by their first event. */
function settleArrivals(drafts: readonly ProfileDraft[], events: readonly EventPlan[]): void {
  const firsts = new Map<number, PlanTime>();
  for (const [, time, , profile] of events) {
    const first = firsts.get(profile) ?? arrived;
    firsts.set(profile, nominalInstant(time) < nominalInstant(first) ? time : first);
  }
  for (const [place, draft] of drafts.entries()) draft.created ??= firsts.get(place) ?? arrived;
}

/** The profiles with their ids, which sort as they were created. Those of the drafts: a copy of each would be many. */
function* numbered(
  { ids, streams }: Ground,
  drafts: readonly ProfileDraft[],
  written: number,
  epoch: number,
): Slices<ProfilePlan[]> {
  const diceOf = (place: number) => streams(place < written ? "profile" : "generate/profile");
  const instants = Float64Array.from(drafts, ({ created }) => nominalInstant(created ?? arrived));
  const ranks = new Uint32Array(drafts.length);
  for (const [rank, place] of orderOf(instants).entries()) ranks[place] = rank;
  const plans: ProfilePlan[] = [];
  for (const [place, draft] of drafts.entries()) {
    const at = epoch + (ranks[place] as number);
    const id = draft.id ?? ids.draw(() => ulid(diceOf(place), at));
    plans.push(Object.assign(draft, { id, created: draft.created ?? arrived }));
    yield;
  }
  return plans;
}
