import { withoutPending } from "../domain/deliveries/decide.ts";
import { wholeSecond } from "../jsonapi/time.ts";
import { EventColumns } from "../seeding/input/event-columns.ts";
import { live } from "../seeding/past/live.ts";
import type { AccountPlan, SeedPlan } from "../seeding/plan.ts";
import { plant } from "../seeding/plant/plant.ts";
import type { OnProgress } from "../seeding/progress.ts";
import type { Account } from "../world/account.ts";
import type { State } from "../world/store/state.ts";
import { begunClock } from "../world/time/course.ts";
import type { World } from "../world/world.ts";
import type { WorldSettings } from "../world/world-settings.ts";
import { Emulation } from "./emulation.ts";

/** What a past is run by. */
type Around = Pick<Emulation, "api"> & { readonly settings: WorldSettings };

/** A plan whose accounts have lived through their past, where they have one. It is run by the domain, in worlds apart. */
export async function lived(
  plan: SeedPlan,
  around: Around,
  onProgress: OnProgress = () => {},
): Promise<SeedPlan> {
  const planted = wholeSecond(begunClock(around.settings).now());
  const accounts: AccountPlan[] = [];
  for (const each of plan.accounts) {
    if (each.history === null) {
      accounts.push(each);
      continue;
    }
    const { own, rest } = parted(each);
    const begin = (world: World) => plant(world, { accounts: [own] });
    const people = new Set(own.profiles.map(({ id }) => id));
    const living = { ...around, begin, planted };
    const state = await stateLived(each, people, living, onProgress);
    accounts.push({ ...rest, lived: () => state });
  }
  return { ...plan, accounts };
}

/** An account's state once its past was run in a world that begins so. @param people whose past it is */
export async function stateLived(
  { settings: { companyId }, history, lists, profiles: planned, events }: AccountPlan,
  people: ReadonlySet<string>,
  { api, settings, begin, planted }: Around & { begin: (world: World) => void; planted: number },
  onProgress: OnProgress = () => {},
): Promise<State> {
  const { seed, authScheme, badKeyStatus, secretKey, vendorName } = settings;
  const named = { ...(secretKey && { secretKey }), ...(vendorName && { vendorName }) };
  const own = { seed, authScheme, badKeyStatus, ...named };
  const apart = new Emulation(api, { ...own, limits: "off", frozenAt: planted }, "", begin);
  const account = apart.world.account(companyId) as Account;
  const records = planned.length + events.length;
  if (history !== null) {
    const living = { ...history, people, to: lists[history.list ?? -1]?.id };
    await live(account, living, planted, (done) => onProgress({ done, records }));
  }
  const state = withoutPending(account.snapshot());
  apart.world.stop();
  return state;
}

/** What a past is run of, and who came in bulk: they are planted beside it. */
function parted(plan: AccountPlan): { readonly own: AccountPlan; readonly rest: AccountPlan } {
  const { profiles: people, events } = plan;
  const count = plan.history?.people ?? 0;
  const [ours, others] = [new EventColumns(events.length), new EventColumns(events.length)];
  for (const event of events) (event[3] < count ? ours : others).add(...event);
  const known = people.map((each, place) =>
    place < count ? { ...each, lists: [], segments: [] } : each,
  );
  const left = others.length === 0 && count === people.length ? [] : known;
  const alone = { keys: [], faults: [], apps: [], tokens: [] };
  return {
    own: { ...plan, ...alone, profiles: people.slice(0, count), events: ours },
    rest: { ...plan, records: {}, geofences: [], profiles: left, events: others },
  };
}
