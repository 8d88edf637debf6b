import { events } from "../domain/resources/event.ts";
import { profiles } from "../domain/resources/profile.ts";
import { fillSegments } from "../domain/segments/segmentation.ts";
import { wholeSecond } from "../jsonapi/time.ts";
import type { Account } from "../world/account.ts";
import { type Change, put } from "../world/store/store.ts";
import type { State } from "../world/store/state.ts";
import type { World } from "../world/world.ts";
import { changeOf, differenceOf } from "./difference.ts";
import type { Emulation } from "./emulation.ts";
import { stateLived } from "./lived.ts";
import type { AccountPlan, SeedPlan } from "../seeding/plan.ts";
import { type Through, planOf } from "../seeding/read-plan.ts";
import { plant, planting } from "../seeding/plant/plant.ts";
import type { WrittenAccount } from "../seeding/fixture/read.ts";
import { requireNew, thereOf, wordsOf } from "../seeding/plant/existing.ts";
import { instantOf } from "../seeding/fixture/values.ts";
import { commitInTurns } from "../world/long-work.ts";
import { machine } from "../world/time/machine-time.ts";
import { atOnce, inTurns, type Slices } from "../world/time/slices.ts";

export interface Added {
  readonly companyId: string;
  readonly profiles: number;
  readonly events: number;
}

class Late extends Error {}

/**
 * Adds what was read to a running world, all or nothing: in slices, and all of it there in one step. It may name people,
 * metrics and lists that are there, and may not bring them again.
 *
 * @param through how it is done. Where somebody has written meanwhile, it is begun again, without a pause
 * @throws FixtureError for the first thing that is wrong or there already
 */
export async function addSeed(
  emulation: Emulation,
  written: readonly WrittenAccount[],
  through: Through = (work) => inTurns(work, machine.now),
): Promise<Added[]> {
  const { world } = emulation;
  const own = written.map((part) => addressed(world, part));
  const ids = new Set(own.map((part) => part.written.company_id ?? ""));
  const there = [...ids].flatMap((id) => world.account(id) ?? []);
  const versionsOf = () => there.map(({ longWork }) => longWork.version).join();
  const versions = versionsOf();
  const isLate = () => emulation.world !== world || versionsOf() !== versions;
  const requireInTime = () => {
    if (isLate()) throw new Late();
  };
  try {
    // Among everybody, a refusal finds who was most likely meant.
    const words = await through(wordsOf(own));
    const planning = (known?: ReadonlySet<string>) =>
      planned(emulation, there, own, through, known);
    const { plan, named } = await planning(words).catch(() => planning());
    requireInTime();
    for (const each of plan.accounts) await through(requireNew(world, each, named));
    const pasts = await pastsOf(emulation, plan);
    const before = new Map(there.map((account) => [account.id, sizesOf(account)]));
    const add = function* () {
      // Planning and a past may wait: what was written or reset meanwhile counts.
      requireInTime();
      yield* added(world, plan, there, pasts);
      requireInTime();
    };
    let whole: () => Slices<void> = add;
    for (const { longWork } of there) {
      const inner = whole;
      whole = () => longWork.whole(inner);
    }
    await through(whole());
    const isKept = ({ settings }: AccountPlan) => world.accounts.has(settings.companyId);
    if (plan.accounts.some(isKept)) world.recordAll();
    return plan.accounts.map(({ settings: { companyId } }) => {
      const had = before.get(companyId);
      const has = sizesOf(world.account(companyId) as Account);
      const events = has.events - (had?.events ?? 0);
      return { companyId, profiles: has.profiles - (had?.profiles ?? 0), events };
    });
  } catch (error) {
    if (isLate() && (error instanceof Late || through !== atOnce))
      return addSeed(emulation, written, atOnce);
    throw error;
  }
}

async function planned(
  { world, seed }: Emulation,
  there: readonly Account[],
  own: readonly WrittenAccount[],
  through: Through,
  words: ReadonlySet<string> | undefined,
): Promise<{ readonly plan: SeedPlan; readonly named: ReadonlySet<string> }> {
  // Ids of its own, whatever was seeded before.
  const salt = there.map((account) => account.positions().seq).join();
  const known: WrittenAccount[] = [];
  for (const account of there) known.push(await through(thereOf(account, words)));
  const { secretKey } = world.settings;
  const plan = await planOf([...known, ...own], `${seed}/${salt}`, { secretKey, through });
  return { plan, named: new Set(known.flatMap(idsIn)) };
}

function* added(
  world: World,
  plan: SeedPlan,
  there: readonly Account[],
  pasts: readonly (() => void)[],
): Slices<void> {
  // Planting takes events out of a plan.
  const heard = there.map((account) => {
    const own = plan.accounts.find(({ settings }) => settings.companyId === account.id);
    return [account, heardIn(own, account.clock.now())] as const;
  });
  yield* planting(world, plan);
  for (const past of pasts) past();
  for (const [account, last] of heard) yield* follow(account, last);
}

/** Runs the past of what is added, in a world apart. @returns what puts it into each account */
async function pastsOf(emulation: Emulation, plan: SeedPlan): Promise<(() => void)[]> {
  const { world, api } = emulation;
  const pasts = plan.accounts.filter(({ history }) => history !== null);
  return Promise.all(
    pasts.map(async (each) => {
      const { companyId } = each.settings;
      const account = world.account(companyId);
      const brought = each.profiles.filter(
        ({ id }) => account?.table(profiles).get(id) === undefined,
      );
      const people = new Set(brought.map(({ id }) => id));
      const planted = wholeSecond((account ?? world).clock.now());
      let before: State | undefined;
      const begin = (apart: World) => {
        if (account !== undefined) apart.restore(world.snapshot(account));
        const alone = { keys: [], faults: [], apps: [], tokens: [] };
        plant(apart, { accounts: [{ ...each, ...alone, events: [...each.events] }] });
        before = apart.account(companyId)?.snapshot();
      };
      const around = { api, settings: world.settings, begin, planted };
      const state = await stateLived(each, people, around);
      const { changes, ...positions } = differenceOf(before, state);
      return () => {
        const added = world.account(companyId) as Account;
        added.planted(() =>
          added.commit(changes.map((change) => changeOf(change, api.collections))),
        );
        added.state.moveTo(positions);
      };
    }),
  );
}

/** With a company id, and with no keys to make up for an account that has some. */
function addressed(world: World, part: WrittenAccount): WrittenAccount {
  const [first] = world.accounts.keys();
  const { company_id = first, keys = null } = part.written;
  return { ...part, written: { ...part.written, ...(company_id && { company_id }), keys } };
}

const idsIn = ({ written }: WrittenAccount): string[] =>
  [written.lists, written.metrics, written.profiles].flatMap((records) =>
    (records ?? []).flatMap(({ id }) => id ?? []),
  );

const sizesOf = (account: Account) => ({
  profiles: account.table(profiles).size,
  events: account.table(events).size,
});

/** When each person did the last of what is added, by their ids. */
function heardIn(added: AccountPlan | undefined, now: number): ReadonlyMap<string, number> {
  const heard = new Map<string, number>();
  for (const [, time, , place] of added?.events ?? []) {
    const id = added?.profiles[place]?.id ?? "";
    const at = wholeSecond(instantOf(time, wholeSecond(now)));
    heard.set(id, Math.max(heard.get(id) ?? at, at));
  }
  return heard;
}

/** What new events and people mean for what was there before. */
function* follow(account: Account, heard: ReadonlyMap<string, number>): Slices<void> {
  const now = account.clock.now();
  const changes = [...heard].flatMap(([id, at]): Change[] => {
    const profile = account.table(profiles).get(id);
    if (profile === undefined || at <= (profile.last_event_date ?? 0)) return [];
    const updated = Math.max(profile.updated, Math.min(at, now));
    return [put(profiles, { ...profile, updated, last_event_date: at })];
  });
  yield* commitInTurns(account, changes);
  yield* fillSegments(account, now);
  account.takeWritten();
}
