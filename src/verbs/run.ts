import type { Quirk } from "../contract/quirks.ts";
import { atOnce, inTurns, type Slices } from "../world/time/slices.ts";
import { type Asking, type Coming, get } from "./invocation.ts";
import { list } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { linkage, related } from "./related.ts";
import { create, remove, update } from "./write.ts";

const verbs = { list, get, create, update, remove, related, linkage } as const;

/** Does what the operation asks, as the quirks that were asked for change it. */
export const run = (call: Asking, quirks: readonly Quirk[] = []): Outcome =>
  whole(begun(call, quirks));

/** The same, in slices where it is long. @param now milliseconds, from any instant on */
export function runInTurns(call: Asking, now: () => number, quirks: readonly Quirk[] = []) {
  const coming = begun(call, quirks);
  if (!isLong(coming)) return coming;
  if (call.operation.method === "GET") return inTurns(coming, now);
  // Nothing of it is done yet: it may be begun several times.
  const whole = call.account.longWork.whole(() => begun(call, quirks) as Slices<Outcome>);
  return inTurns(whole, now);
}

const isLong = (coming: Coming): coming is Slices<Outcome> => Symbol.iterator in coming;

const whole = (coming: Coming): Outcome => (isLong(coming) ? atOnce(coming) : coming);

function begun(call: Asking, quirks: readonly Quirk[]): Coming {
  const acts = call.api.quirks.get(call.operation.id)?.filter(({ name }) => quirks.includes(name));
  if (acts === undefined) return plain(call);
  let go = (asked: Asking): Outcome => whole(plain(asked));
  for (const { act } of acts) {
    const without = go;
    go = (asked) => act(asked, without);
  }
  return go(call);
}

/** Its area's behavior if it has one, else what its verb means. */
function plain(call: Asking): Coming {
  const { operation } = call;
  const { behavior, verb } = operation;
  // The body's type was settled between the row and its behavior, when the area was written.
  if (behavior !== undefined) return (behavior as (call: Asking) => Coming)(call);
  if (verb === "action") throw new Error(`${operation.id} has no behavior`);
  return verbs[verb](call);
}
