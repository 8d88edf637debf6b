import { libraries } from "./libraries.ts";
import type { Library } from "./library.ts";
import type { Attempts } from "../calls/attempt.ts";
import type { Run } from "../calls/logical-call.ts";
import type { RuleId } from "../names.ts";
import type { Finding } from "../rule.ts";
import type { Slices } from "../slices.ts";
import type { Thresholds } from "../thresholds.ts";
import { noiseMs, waitsOf } from "../waits.ts";

/** The option of the client's library for a failed rule; null where no library is sure, or has one. */
export function* adviceOf(rule: RuleId, failures: Failures, run: Run, thresholds: Thresholds) {
  const [agent, ...others] = new Set(attemptsOf(failures, run).map((each) => each.agent));
  if (agent === undefined || others.length > 0) return null;
  const asked = libraries.filter((each) => each.agent?.test(agent) ?? each.waits !== undefined);
  if (asked.length === 0) return null;
  const library = libraryOf(asked, yield* shownBy(run, thresholds));
  const option = library?.options.find(({ rules }) => rules.includes(rule));
  if (library === undefined || option === undefined) return null;
  const { name, language, source } = library;
  const { into = library.into, isTried } = option;
  return {
    text: `With ${name}, in ${into} (${isTried ? "tried" : "not tried"}, see ${source}):`,
    option: option.option,
    library: name,
    language,
    source,
    isTried,
  };
}

type Failures = readonly Finding[];

function attemptsOf(failures: Failures, run: Run): Attempts {
  const calls = failures.flatMap(({ call, calls: own = [] }) => [...(call ? [call] : []), ...own]);
  const found = [
    ...failures.flatMap(({ attempts }) => attempts),
    ...calls.flatMap(({ attempts }) => attempts),
  ];
  return found.length > 0 ? found : run.attempts;
}

type Shown = { readonly waits: readonly (readonly number[])[]; readonly exactMs: number };

/** Every rule that failed asks for it. */
const known = new WeakMap<Run, Shown>();

function* shownBy(run: Run, thresholds: Thresholds): Slices<Shown> {
  const before = known.get(run);
  if (before !== undefined) return before;
  const { own, lagMs } = yield* waitsOf(run, thresholds);
  const shown = { waits: own.map(({ waits }) => waits), exactMs: noiseMs + lagMs };
  known.set(run, shown);
  return shown;
}

/** What retries by waits of its own stands before what sends the requests. */
function libraryOf(asked: readonly Library[], shown: Shown): Library | undefined {
  const byWaits = asked.find(({ waits }) => waits !== undefined && areDefaults(waits, shown));
  const byAgent = asked.find(({ waits }) => waits === undefined);
  if (byWaits !== undefined || byAgent === undefined) return byWaits;
  const isOther =
    byAgent.isFirstAtOnce === true && shown.waits.some(([first = 0]) => first > shown.exactMs);
  return isOther ? undefined : byAgent;
}

/** So many calls that wait alike are no chance. */
const callsMin = 2;

/** Whether a client waits just as a library does by default, and gives up after as many retries. */
function areDefaults(defaults: readonly number[], { waits, exactMs }: Shown): boolean {
  const isAlike = (wait: number, step: number): boolean => {
    const late = wait - (defaults[step] ?? Number.NaN);
    return late > -noiseMs && late < exactMs;
  };
  const whole = waits.filter(({ length }) => length === defaults.length);
  return whole.length >= callsMin && waits.every((each) => each.every(isAlike));
}
