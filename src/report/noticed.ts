import { type Attempt, endsBefore, isNamed } from "./calls/attempt.ts";
import { meets } from "./fault-kinds.ts";
import { isRepeatable, type LogicalCall, type Run } from "./calls/logical-call.ts";
import { filtered, grouped, type Slices } from "./slices.ts";

export type Noticed = (attempt: Attempt, call: LogicalCall | undefined) => boolean | undefined;

/**
 * Whether a client has noticed an untrue answer (`ignore`, `late`, `stale`): it sent the same again, and was answered
 * truly. What was ignored had to be written then; what was late may only come again under a name that the service
 * knows, or by a repeatable method. Undefined: a request that is alike came later, and nobody knows why.
 */
export function* noticed({ attempts }: Run): Slices<Noticed> {
  const untrue = yield* filtered(attempts, ({ injected }) => meets(injected, "untrue"));
  const some = untrue.length === 0 ? [] : attempts;
  const byName = yield* grouped(some, nameOf);
  const alike = yield* grouped(some, ({ likeness }) => likeness);
  return (attempt, call) => {
    const isGood = (each: Attempt): boolean => makesGood(attempt, each);
    const named = attempt.name === undefined ? [] : (byName.get(nameOf(attempt)) ?? []);
    if (call?.attempts.some(isGood) || named.some(isGood)) return true;
    return alike.get(attempt.likeness)?.some(isGood) ? undefined : false;
  };
}

const nameOf = ({ name, account, method, path }: Attempt): string =>
  [name?.by, name?.value, account, method, path].join("\n");

function makesGood(attempt: Attempt, later: Attempt): boolean {
  const { outcome, injected, written } = later;
  if (outcome !== "answered" || meets(injected, "untrue") || !endsBefore(attempt, later))
    return false;
  if (attempt.injected.includes("ignore")) return written.length > 0;
  return !attempt.injected.includes("late") || isNamed(attempt) || isRepeatable(attempt);
}
