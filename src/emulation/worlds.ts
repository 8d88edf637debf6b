import { once } from "../contract/memo.ts";
import { resume } from "../domain/deliveries/attempt.ts";
import { followEvents, withoutPending } from "../domain/deliveries/decide.ts";
import { followFlows } from "../domain/flows/follow.ts";
import { resumeCalls } from "../domain/flows/running/call.ts";
import { followFigures } from "../domain/events/late-figures.ts";
import { followFulfilled } from "../domain/reviews/reviews.ts";
import { followLeaves } from "../domain/segments/membership.ts";
import { followSegments } from "../domain/segments/segmentation.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Account, Rules } from "../world/account.ts";
import type { Listeners } from "../world/notices.ts";
import { noRules, noRecorder } from "../world/shadow-account.ts";
import { commitLate, type LateWrite, lateWork } from "../world/time/late-commit.ts";
import type { Change } from "../world/store/store.ts";
import { World, type Snapshot } from "../world/world.ts";
import type { Courier } from "./courier.ts";
import { Journal } from "../world/journal/journal.ts";

export type CommitListeners = Listeners<Account, readonly Change[]>;

interface Ruled {
  readonly api: Api;
  readonly world: World;
  readonly courier: Courier | undefined;
  readonly commitListeners: CommitListeners;
}

/** The attributes that hold secrets. */
const secretsOf = once((resources: Api["resources"]) =>
  [...resources.values()].flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  ),
);

export function rulesOf(
  ruled: Ruled,
  allowedHosts: readonly string[],
  failed: (error: unknown, where: string) => void,
): Rules {
  const { work, begins, resources, collections, loads, steps } = ruled.api;
  return {
    perform(account, kind, input, now) {
      if (kind === lateWork) {
        const write = input as LateWrite;
        const why = commitLate(account, write, collections);
        if (why === undefined) return;
        const note = `what ${write.exchange} wrote was dropped: ${why}`;
        return ruled.world.faults.note(write.fault, note);
      }
      const perform = work.get(kind);
      if (perform === undefined) throw new Error(`nothing does ${kind}`);
      return perform(account, input as never, now);
    },
    loading: (account, kind, now) => loads.get(kind)?.(account, now),
    isStep: (kind) => steps.has(kind),
    heard: (account, changes) => ruled.commitListeners.tell(account, changes),
    follow(account, changes, isNew, gone) {
      const found = [
        followSegments(account, changes, isNew, gone),
        followLeaves(account, changes, gone),
        followEvents(account, changes, isNew, gone),
        followFlows(account, changes, isNew, gone),
        followFulfilled(account, changes, isNew, gone),
        followFigures(account, changes, isNew, gone),
      ].filter(({ length }) => length > 0);
      return found.length < 2 ? (found[0] ?? []) : found.flat();
    },
    send: (account, delivery, attempt) => ruled.courier?.send(account, delivery, attempt),
    call: (account, run, attempt) => ruled.courier?.call(account, run, attempt),
    restored(account) {
      ruled.courier?.forget(account);
      resume(account);
      resumeCalls(account);
    },
    download: async (...wanted) =>
      (await ruled.courier?.download(...wanted)) ?? noRules.download(...wanted),
    isOwn: (url) => ruled.courier?.isOwn(url) ?? false,
    allowedHosts,
    begin: (account, now) => begins.flatMap((begin) => begin(account, now)),
    secrets: secretsOf(resources),
    failed: (error, kind) => failed(error, `the work ${kind}`),
  };
}

/** A state to which a reset goes back, or from which a copy begins: nothing waits in it to be delivered. */
export const undelivered = ({ accounts, ...rest }: Snapshot): Snapshot => ({
  ...rest,
  accounts: accounts.map(({ state, ...account }) => ({ ...account, state: withoutPending(state) })),
});

/** A world that goes its own way from here, with a journal of its own, and neither faults nor limits. What waited to be delivered waits where it did. What is done in it is kept nowhere. */
export function quietCopy(world: World, rules: Rules): World {
  const { settings } = world;
  const copy = World.from(
    { ...undelivered(world.snapshot()), faults: [] },
    // Secrets that are given out there are given out nowhere else.
    { ...settings, limits: "off", epoch: (settings.epoch ?? 0) + 1, clock: world.clock.split() },
    { journal: new Journal(), rules, recorder: noRecorder },
  );
  copy.grants.copy(world.grants);
  copy.revisions = world.revisions;
  for (const sandbox of world.sandboxes.values()) {
    copy
      .addSandbox({ ...sandbox.settings, limits: "off" }, sandbox.keys)
      .restore(withoutPending(sandbox.snapshot()));
  }
  for (const account of world.everyAccount()) {
    if (account.hasOwnClock) copy.account(account.id)?.setClock(account.clock.split(), true);
  }
  return copy;
}
