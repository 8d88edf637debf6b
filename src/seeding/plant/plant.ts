import { geofences } from "../../areas/client/operations.ts";
import { wholeSecond } from "../../jsonapi/time.ts";
import { grantedScopes } from "../../contract/scopes.ts";
import { type ChannelConsent, type Consent, freshConsent } from "../../domain/consent/consent.ts";
import { lists, type Segment, segments } from "../../domain/resources/groups.ts";
import { membership } from "../../domain/segments/membership.ts";
import { fillSegment, fillSegments } from "../../domain/segments/segmentation.ts";
import { apiIntegration, serviceIntegration } from "../../domain/events/metrics.ts";
import { introduce } from "../../domain/resources/account.ts";
import { unsetAttributes } from "../../domain/profiles/write.ts";
import { isSystemMetric } from "../../domain/events/system-events.ts";
import { type Membership, memberships } from "../../domain/objects/records.ts";
import { messages } from "../../domain/messages/records.ts";
import { type Metric, metrics } from "../../domain/resources/event.ts";
import { type Profile, profiles } from "../../domain/resources/profile.ts";
import type { Account } from "../../world/account.ts";
import { planFault } from "../../world/faults/plan.ts";
import { linkSecret } from "../../world/ids.ts";
import { createKey } from "../../world/keys.ts";
import { orderInTurns } from "../../world/store/in-order.ts";
import type { State } from "../../world/store/state.ts";
import { type Collection, drop, put } from "../../world/store/store.ts";
import type { World } from "../../world/world.ts";
import { lastEvents, plantEvents, recordsAtOnce, timesOf } from "../input/event-columns.ts";
import { plantRecordsOf } from "../kinds/index.ts";
import type { AccountPlan, ChannelPlan, ConsentPlan, MetricPlan, ProfilePlan } from "../plan.ts";
import type { SeedPlan } from "../plan.ts";
import type { OnProgress } from "../progress.ts";
import { instantOf } from "../fixture/values.ts";
import { atOnce, type Slices } from "../../world/time/slices.ts";

export const plant = (...planted: Parameters<typeof planting>): void =>
  atOnce(planting(...planted));

/** Each kind in the order in which it came to be. What the world has stays: of the plan's records those are added whose ids are new. */
export function* planting(world: World, plan: SeedPlan, onProgress: OnProgress = () => {}) {
  const sizeOf = (each: AccountPlan) => each.profiles.length + each.events.length;
  const records = plan.accounts.reduce((sum, each) => sum + sizeOf(each), 0);
  const isThere = ({ settings }: AccountPlan) => world.account(settings.companyId) !== undefined;
  const known = plan.accounts.filter(isThere);
  let before = 0;
  // From the first that is new on, nothing waits any more.
  for (const account of [...known, ...plan.accounts.filter((each) => !known.includes(each))]) {
    const size = sizeOf(account);
    const { clock } = world.account(account.settings.companyId) ?? world;
    yield* plantAccount(world, account, wholeSecond(clock.now()), plan.settled ?? false, (part) =>
      onProgress({ done: (before + part * size) / Math.max(1, records), records }),
    );
    before += size;
  }
  plantBeside(world, plan);
}

/** What is not in the state of an account: its keys, and what is the world's. */
function plantBeside(world: World, plan: SeedPlan): void {
  const now = wholeSecond(world.clock.now());
  for (const { settings, keys, apps, faults } of plan.accounts) {
    const account = world.account(settings.companyId) as Account;
    for (const { name, secret, grant } of keys) {
      if (world.findKey(secret) === undefined)
        world.addKey(account, createKey(name, secret, grant));
    }
    for (const { grant, ...app } of apps)
      world.grants.register({ ...app, scopes: grantedScopes(grant) });
    for (const fault of faults) world.faults.add(planFault(fault, now), now);
  }
  // An account may have a token of an app that another account's file brings.
  for (const token of plan.accounts.flatMap(({ tokens }) => tokens)) {
    const { clock } = world.account(token.account) ?? world;
    world.grants.addReady(token, clock.now());
  }
}

/** @param told of how much is there, from 0 to 1: what it takes is mostly the events' indexes */
function* plantAccount(
  world: World,
  plan: AccountPlan,
  planted: number,
  settled: boolean,
  told: (part: number) => void,
): Slices<void> {
  const known = world.account(plan.settings.companyId);
  const account = known ?? world.addAccount(plan.settings);
  if (plan.lived !== undefined) restoreLived(account, plan.lived(planted));
  else if (known === undefined) introduce(account, plan.about);
  const about = { planted, settled, isNew: known === undefined && plan.lived === undefined };
  // To a new account, nothing has happened yet that anything could follow from.
  const work = plantRecords(account, plan, about, told);
  if (known === undefined) account.planted(() => atOnce(work));
  else yield* work;
  account.takeWritten();
}

/** Beyond loopback, no link of a message is one that the package has. */
function restoreLived(account: Account, state: State): void {
  account.restore(state);
  if (account.processing.secretKey === undefined) return;
  const secrets = account.secrets("message link");
  const sent = [...account.table(messages).all()];
  account.planted(() =>
    account.commit(sent.map((each) => put(messages, { ...each, secret: linkSecret(secrets) }))),
  );
}

function* plantRecords(
  account: Account,
  plan: AccountPlan,
  { planted, settled, isNew }: { planted: number; settled: boolean; isNew: boolean },
  told: (part: number) => void,
): Slices<void> {
  const segmentRecords = plantGroups(account, plan, planted);
  const times = timesOf(plan, planted);
  const last = lastEvents(plan, times);
  told(0.15);
  yield* plantProfiles(account, plan, planted, last);
  yield* plantMemberships(account, plan, planted);
  told(0.3);
  yield* plantEvents(account, plan, times, (part) => told(0.4 + 0.6 * part));
  if (isNew) account.begin(planted);
  if (plan.geofences.length > 0) {
    // They take the place of those that every account begins with.
    const before = [...account.table(geofences).all()].map(({ id }) => drop(geofences, id));
    account.commit([
      ...before,
      ...plan.geofences.map((each, seq) => put(geofences, { ...each, seq })),
    ]);
  }
  yield* plantRecordsOf(account, false, plan.records, planted);
  // Last, so that nothing that is planted is asked where it belongs.
  account.commit(segmentRecords.map((record) => put(segments, record)));
  // The members of a shipped fixture have been worked out; a test holds them to the definition.
  for (const each of settled ? [] : segmentRecords) yield* fillSegment(account, each, planted);
  if (plan.lived !== undefined && plan.profiles.length > 0) yield* fillSegments(account, planted);
  yield* plantRecordsOf(account, true, plan.records, planted);
}

/** @returns the segments, which are written when all else is there */
function plantGroups(account: Account, plan: AccountPlan, planted: number): Segment[] {
  const made = <P extends { id: string; created: string | number }>(
    plans: readonly P[],
    collection: Collection<never>,
  ) =>
    plans
      .filter(({ id }) => account.table(collection).get(id) === undefined)
      .map((each) => ({ ...each, created: instantOf(each.created, planted) }))
      .sort((a, b) => a.created - b.created)
      .map((each) => ({ ...each, updated: each.created, seq: account.nextSeq() }));
  const state = { defined: 0, is_active: true, is_processing: false };
  plantMetrics(account, made(plan.metrics, metrics as Collection<never>));
  account.commit(made(plan.lists, lists as Collection<never>).map((each) => put(lists, each)));
  return made(plan.segments, segments as Collection<never>).map((each) => ({ ...each, ...state }));
}

/** Those without an integration are the service's own if they are called so, else born from the API. */
function plantMetrics(
  account: Account,
  planned: readonly (Omit<Metric, "integration"> & Pick<MetricPlan, "integration">)[],
): void {
  const integrationOf = (name: string) =>
    isSystemMetric(name) ? serviceIntegration(account) : apiIntegration(account);
  const changeOf = (each: (typeof planned)[number]) =>
    put(metrics, { ...each, integration: each.integration ?? integrationOf(each.name) });
  // First, since the service's own metrics share one integration.
  account.commit(planned.filter(({ integration }) => integration !== null).map(changeOf));
  account.commit(planned.filter(({ integration }) => integration === null).map(changeOf));
}

function* plantProfiles(account: Account, plan: AccountPlan, planted: number, last: Float64Array) {
  const table = account.table(profiles);
  const instants = Float64Array.from(plan.profiles, ({ created }) => instantOf(created, planted));
  const records: Profile[] = [];
  for (const place of yield* orderInTurns(instants)) {
    if (records.length % recordsAtOnce === 0) yield;
    const profile = plan.profiles[place] as ProfilePlan;
    const [created, heard] = [instants[place] as number, last[place] as number];
    if (table.get(profile.id) !== undefined) continue;
    records.push({
      id: profile.id,
      seq: account.nextSeq(),
      ...unsetAttributes,
      ...profile.known,
      created,
      // The last event wrote the profile, unless it is still to come.
      updated: Math.max(created, Math.min(heard, planted)),
      last_event_date: heard === -Infinity ? null : heard,
      consent: profile.consent === null ? freshConsent : consentAt(profile.consent, planted),
    });
  }
  yield* account.loadInTurns(profiles, records);
}

function consentAt({ email, sms, suppression }: ConsentPlan, planted: number): Consent {
  const channel = (plan: ChannelPlan | undefined): ChannelConsent => {
    if (plan === undefined) return freshConsent.email;
    const [state, at, method] = plan;
    return { state, at: at === null ? null : instantOf(at, planted), method };
  };
  return {
    email: channel(email),
    sms: channel(sms),
    suppression: suppression.map(([reason, at]) => ({ reason, at: instantOf(at, planted) })),
    listSuppressions: [],
  };
}

const groupKinds = [
  ["list", "lists"],
  ["segment", "segments"],
] as const;

function* plantMemberships(account: Account, plan: AccountPlan, planted: number): Slices<void> {
  const members: Omit<Membership, "id" | "seq">[] = [];
  for (const person of plan.profiles) {
    for (const [kind, groups] of groupKinds) {
      for (const [place, at] of person[groups]) {
        const group = plan[groups][place]?.id;
        const joined = instantOf(at, planted);
        if (group !== undefined) members.push({ kind, group, profile: person.id, joined });
      }
    }
  }
  members.sort((a, b) => a.joined - b.joined);
  yield* account.loadInTurns(
    memberships,
    members.map((member) => membership(account, member)),
  );
}
