import { resume } from "../domain/deliveries/attempt.ts";
import { followEvents } from "../domain/deliveries/decide.ts";
import { followFlows } from "../domain/flows/follow.ts";
import { resumeCalls } from "../domain/flows/running/call.ts";
import { followFigures } from "../domain/events/late-figures.ts";
import { followFulfilled } from "../domain/reviews/ready-to-review.ts";
import { followLeaves } from "../domain/segments/membership.ts";
import { followSegments } from "../domain/segments/segmentation.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Account, Rules } from "../world/account.ts";
import { noRules } from "../world/shadow-account.ts";
import { commitLate, type LateWrite, lateWork } from "../world/time/late-commit.ts";
import type { Change } from "../world/store/store.ts";
import type { Courier } from "./courier.ts";

/** Hears of changes that an account was written. */
export type CommitListener = (account: Account, changes: readonly Change[]) => void;

/** What the areas have the world do. */
export const rulesOf = (
  { work, begins, resources, collections, loads, steps }: Api,
  courier: () => Courier | undefined,
  allowedHosts: readonly string[],
  failed: (error: unknown, where: string) => void,
  dropped: (write: LateWrite, why: string) => void,
  commitListeners: () => ReadonlySet<CommitListener>,
): Rules => ({
  perform(account, kind, input, now) {
    if (kind === lateWork) {
      const write = input as LateWrite;
      const why = commitLate(account, write, collections);
      if (why !== undefined) dropped(write, why);
      return;
    }
    const perform = work.get(kind);
    if (perform === undefined) throw new Error(`nothing does ${kind}`);
    return perform(account, input as never, now);
  },
  loading: (account, kind, now) => loads.get(kind)?.(account, now),
  isStep: (kind) => steps.has(kind),
  heard(account, changes) {
    const listeners = commitListeners();
    if (listeners.size > 0) for (const heard of listeners) heard(account, changes);
  },
  follow(account, changes, isNew, gone) {
    const found = [
      followSegments(account, changes, isNew),
      followLeaves(account, changes, gone),
      followEvents(account, changes, isNew),
      followFlows(account, changes, isNew, gone),
      followFulfilled(account, changes, isNew),
      followFigures(account, changes, isNew),
    ].filter(({ length }) => length > 0);
    return found.length < 2 ? (found[0] ?? []) : found.flat();
  },
  send: (account, delivery, attempt) => courier()?.send(account, delivery, attempt),
  call: (account, run, attempt) => courier()?.call(account, run, attempt),
  restored(account) {
    courier()?.forget(account);
    resume(account);
    resumeCalls(account);
  },
  download: async (...wanted) =>
    (await courier()?.download(...wanted)) ?? noRules.download(...wanted),
  isOwn: (url) => courier()?.isOwn(url) ?? false,
  allowedHosts,
  begin: (account, now) => begins.flatMap((begin) => begin(account, now)),
  secrets: [...resources.values()].flatMap(({ attributes }) =>
    Object.entries(attributes).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  ),
  failed: (error, kind) => failed(error, `the work ${kind}`),
});
