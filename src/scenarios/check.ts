import { accountProblem, amountProblem, matcherProblem, misnamed } from "../control/matchers.ts";
import { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { readState } from "../control/state/state.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Api } from "../verbs/invocation.ts";
import { notDuration, parseDuration } from "../world/time/duration.ts";
import type { Which } from "../world/faults/types.ts";
import { parseLimitMode } from "../world/limits/limits.ts";
import { fixtureShape } from "../seeding/fixture/shape.ts";
import { type Path, shapeProblem, type ShapeProblem } from "../world/read-shape.ts";
import type { World } from "../world/world.ts";
import { actsOf, perform } from "./steps.ts";
import { filled, type Roles, roleProblem, standIns } from "./roles.ts";
import { type ExpectationKind, expectationKinds, scenarioShape } from "./shape.ts";
import type { Expectation, Scenario, Step } from "./types.ts";

/** The first thing that is wrong with a scenario. @param isKept whether a snapshot is there @param of the only account */
export function scenarioProblem(
  input: unknown,
  api: Api,
  isKept: (snapshot: string) => boolean = () => false,
  of?: string,
): ShapeProblem | undefined {
  const misshapen = shapeProblem(scenarioShape, input) ?? roleProblem(input);
  if (misshapen !== undefined) return misshapen;
  const { roles = {} } = input as Scenario;
  const { steps = [], expect = [] } = filled(input as Scenario, { ...standIns, ...roles });
  return (
    settingsProblem(input as Scenario) ??
    playersProblem(roles, api) ??
    namesProblem(steps) ??
    firstOf(steps, ["steps"], (step, at) => stepProblem(step, at, api)) ??
    restoreProblem(steps, isKept) ??
    rehearsalProblem(steps, api, of) ??
    expectationsProblem(expect, ["expect"], steps, api)
  );
}

function settingsProblem({ settings = {} }: Scenario): ShapeProblem | undefined {
  const { rateLimits = "real", frozenAt } = settings;
  if (parseLimitMode(rateLimits) === undefined)
    return { path: ["settings", "rateLimits"], message: "expected real, off, or x10" };
  if (frozenAt === undefined || parseDatetime(frozenAt) !== undefined) return undefined;
  return { path: ["settings", "frozenAt"], message: "expected an ISO 8601 datetime" };
}

const playersProblem = ({ written, read, walked }: Roles, api: Api): ShapeProblem | undefined =>
  firstOf({ written, read, walked }, ["roles"], (operation, path) => {
    const found = matcherProblem({ operation } as Which, [], api);
    return found && { ...found, path };
  });

function firstOf<T>(
  items: readonly T[] | Readonly<Record<string, T>>,
  at: Path,
  problemOf: (item: T, at: Path) => ShapeProblem | undefined,
) {
  const entries = Array.isArray(items) ? items.entries() : Object.entries(items);
  for (const [name, item] of entries) {
    const problem = problemOf(item as T, [...at, name]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Expected = readonly Expectation[];

export const expectationsProblem = (expect: Expected, at: Path, steps: readonly Step[], api: Api) =>
  firstOf(expect, at, (each, place) => expectationProblem(each, place, steps, api));

/** The first account of requests that there is none of; one of a state fails when it is read. @param of the only one allowed */
export const accountsProblem = (expect: Expected, at: Path, world: World, of?: string) =>
  firstOf(expect, at, ({ requests, order = [], state, outbox, waits, gap, pace }, place) => {
    const members = { requests, outbox, waits, gap, pace, ...(of && { state }) };
    const problemOf = (one: { readonly account?: string } | undefined, each: Path) => {
      const [account, path] = [one?.account, [...each, "account"]];
      return of === undefined || account === undefined || account === of
        ? accountProblem(account, path, world)
        : { path, message: `the call is about ${of} alone` };
    };
    return firstOf(order, [...place, "order"], problemOf) ?? firstOf(members, place, problemOf);
  });

function namesProblem(steps: readonly Step[]): ShapeProblem | undefined {
  const seen = new Set<string>();
  return firstOf(steps, ["steps"], ({ name }, at) => {
    if (name === undefined || !seen.has(name)) return void (name && seen.add(name));
    return { path: [...at, "name"], message: `there is another step named '${name}'` };
  });
}

function stepProblem(step: Step, at: Path, api: Api): ShapeProblem | undefined {
  const wrong = (member: string, message: string) => ({ path: [...at, member], message });
  const [one, other] = (["at", "after", "when"] as const).filter((by) => step[by] !== undefined);
  if (other !== undefined) return wrong(other, `goes not with ${one}`);
  if (actsOf(step).length === 0)
    return { path: at, message: "a step needs something to do: fault, clock, revision, limits, …" };
  const wait = parseDuration(step.at ?? "0s");
  if (wait === undefined || wait < 0)
    return wrong("at", notDuration(step.at, "expected a duration such as +5s"));
  const { revoke, seed, after, when } = step;
  if (revoke !== undefined && (revoke.key === undefined) === (revoke.app === undefined))
    return wrong("revoke", "expected one of key, app");
  const misshapen = seed && shapeProblem(fixtureShape, seed);
  if (misshapen) return { ...misshapen, path: [...at, "seed", ...misshapen.path] };
  const which = after ?? when;
  return which && matcherProblem(which, [...at, after ? "after" : "when"], api);
}

/** What is restored is there already, or taken by a step: in which order, triggers decide. */
function restoreProblem(steps: readonly Step[], isKept: (snapshot: string) => boolean) {
  const taken = steps.flatMap(({ snapshot }) => snapshot ?? []);
  return firstOf(steps, ["steps"], ({ restore }, at) =>
    restore === undefined || taken.includes(restore) || isKept(restore)
      ? undefined
      : misnamed([...at, "restore"], `no snapshot '${restore}'`, restore, taken),
  );
}

/** Does every step in an empty emulator, but for what needs the other's accounts, keys and snapshots. */
function rehearsalProblem(steps: readonly Step[], api: Api, of: string | undefined) {
  const stage = rehearsal(api, of);
  return firstOf(steps, ["steps"], ({ restore: _r, seed: _s, revoke: _k, ...step }, at) =>
    refusalOf(() => void perform(stage, of === undefined ? onStage(step) : step, of), at),
  );
}

/** Nobody is there to be deleted; in which words they are meant can be looked at. */
function onStage({ delete: deletion, ...step }: Step): Step {
  if (deletion === undefined) return step;
  const { account: _account, ...which } = deletion;
  return { ...step, delete: which };
}

function rehearsal(api: Api, companyId = "Stage1"): Emulation {
  const settings = { seed: 1, limits: "real", authScheme: "x", badKeyStatus: 401 } as const;
  return new Emulation(api, settings, "", (world) => {
    world.addAccount({ companyId, sms: true });
  });
}

/** What the control API says against something, at its place in the scenario. */
function refusalOf(act: () => void, at: Path): ShapeProblem | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const { reason: message, path, nearest: near } = error;
    // `sequence[1].status` as a path.
    const names = path.split(/[.[\]]+/).filter((part) => part !== "");
    const steps = names.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    return { path: [...at, ...steps], message, ...(near !== undefined && { nearest: near }) };
  }
}

export const kindOf = (expectation: Expectation): ExpectationKind | undefined =>
  expectationKinds.find((kind) => expectation[kind] !== undefined);

function expectationProblem(expectation: Expectation, at: Path, steps: readonly Step[], api: Api) {
  const [kind, ...others] = expectationKinds.filter((name) => expectation[name] !== undefined);
  if (kind === undefined || others.length > 0)
    return { path: at, message: `expected one of ${expectationKinds.join(", ")}` };
  const here = [...at, kind];
  const { requests, order = [], state, outbox, waits, gap, pace } = expectation;
  const { within, hits, prints, allRead } = expectation;
  const walked = allRead === undefined || allRead === "*" ? undefined : { operation: allRead };
  const one = requests ?? waits ?? gap ?? pace ?? (walked as Which | undefined);
  const spans = { tolerance: waits?.tolerance, min: gap?.min, max: gap?.max, in: pace?.in };
  const problem =
    (one && matcherProblem(one, here, api)) ??
    firstOf(order, here, (which, place) => matcherProblem(which, place, api)) ??
    amountProblem(requests ?? state ?? outbox ?? hits ?? prints ?? {}, here) ??
    firstOf({ within }, at, durationProblem) ??
    firstOf(spans, here, durationProblem);
  if (problem !== undefined) return problem;
  if (gap !== undefined) return gapProblem(gap, here);
  if (hits !== undefined) {
    const { step: name } = hits;
    const named = steps.flatMap((step) => (step.fault && step.name ? [step.name] : []));
    const message = `no step with a fault is named '${name}'`;
    return named.includes(name) ? undefined : misnamed([...here, "step"], message, name, named);
  }
  if (state === undefined) return undefined;
  const { collection, filter } = state;
  const query = filter === undefined ? {} : { filter };
  return refusalOf(() => void readState(rehearsal(api), collection, query), here);
}

function durationProblem(value: string | undefined, path: Path) {
  if (value === undefined || (parseDuration(value) ?? -1) >= 0) return undefined;
  return { path, message: notDuration(value, "expected a duration such as 2s") };
}

/** A gap without bounds is always right. */
function gapProblem({ min, max }: NonNullable<Expectation["gap"]>, at: Path) {
  if (min === undefined && max === undefined) return { path: at, message: "expected min or max" };
  const [least, most] = [parseDuration(min ?? "0s"), parseDuration(max)];
  if (least === undefined || most === undefined || least <= most) return undefined;
  return { path: [...at, "max"], message: `expected at least min, which is ${min}` };
}
