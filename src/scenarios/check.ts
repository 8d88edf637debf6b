import { accountProblem, amountProblem, matcherProblem } from "../control/matchers.ts";
import { Emulation } from "../emulation/emulation.ts";
import { ControlError } from "../emulation/problem.ts";
import { readState } from "../control/state/state.ts";
import type { Api } from "../verbs/invocation.ts";
import { notDuration, parseDuration } from "../world/time/duration.ts";
import { nearest } from "../world/name-match.ts";
import type { Which } from "../world/faults/types.ts";
import { fixtureShape } from "../seeding/fixture/shape.ts";
import { type Path, shapeProblem, type ShapeProblem } from "../world/read-shape.ts";
import type { World } from "../world/world.ts";
import { actsOf, perform } from "./acts.ts";
import { gapProblem, settingsProblem } from "./lint.ts";
import { filled, type Roles, roleProblem, standIns } from "./roles.ts";
import { scenarioShape } from "./shape.ts";
import type { Expectation, Scenario } from "./types.ts";
import type { Step } from "./types.ts";

/**
 * The first thing that is wrong with a scenario; undefined: it can run.
 *
 * @param isKept whether the emulator that it is for has a snapshot of this name already
 * @param of the only account that it may do something to
 */
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

/** Operations that are to play a role, and that there are none of. */
const playersProblem = ({ written, read, walked }: Roles, api: Api): ShapeProblem | undefined =>
  Object.entries({ written, read, walked })
    .map(([name, operation]) => {
      const found = matcherProblem({ operation } as Which, [], api);
      return found && { ...found, path: ["roles", name] };
    })
    .find((problem) => problem !== undefined);

function firstOf<T>(
  items: readonly T[],
  at: Path,
  problemOf: (item: T, at: Path) => ShapeProblem | undefined,
): ShapeProblem | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, [...at, index]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** The first thing that is wrong with expectations, though they have the shape. */
export const expectationsProblem = (
  expect: readonly Expectation[],
  at: Path,
  steps: readonly Step[],
  api: Api,
): ShapeProblem | undefined =>
  firstOf(expect, at, (each, place) => expectationProblem(each, place, steps, api));

/**
 * The first account of requests that an emulator does not have; one of a state fails when it is read.
 *
 * @param of the only account that they may be about
 */
export const accountsProblem = (
  expect: readonly Expectation[],
  at: Path,
  world: World,
  of?: string,
): ShapeProblem | undefined =>
  firstOf(expect, at, ({ requests, order = [], state, outbox, waits, gap, pace }, place) => {
    const members = { requests, outbox, waits, gap, pace, ...(of && { state }) };
    const problemOf = (account: string | undefined, path: Path): ShapeProblem | undefined =>
      of === undefined || account === undefined || account === of
        ? accountProblem(account, path, world)
        : { path, message: `the call is about ${of} alone` };
    return (
      firstOf(order, [...place, "order"], ({ account }, each) =>
        problemOf(account, [...each, "account"]),
      ) ??
      Object.entries(members)
        .map(([name, one]) => problemOf(one?.account, [...place, name, "account"]))
        .find((problem) => problem !== undefined)
    );
  });

function namesProblem(steps: readonly Step[]): ShapeProblem | undefined {
  const seen = new Set<string>();
  return firstOf(steps, ["steps"], ({ name }, at) => {
    if (name === undefined || !seen.has(name)) return void (name && seen.add(name));
    return { path: [...at, "name"], message: `there is another step named '${name}'` };
  });
}

function stepProblem(step: Step, at: Path, api: Api): ShapeProblem | undefined {
  const triggers = (["at", "after", "when"] as const).filter((name) => step[name] !== undefined);
  if (triggers.length > 1) {
    return { path: [...at, triggers[1] ?? ""], message: `goes not with ${triggers[0]}` };
  }
  if (actsOf(step).length === 0) {
    return { path: at, message: "a step needs something to do: fault, clock, revision, limits, …" };
  }
  const wait = parseDuration(step.at ?? "0s");
  if (wait === undefined || wait < 0) {
    return {
      path: [...at, "at"],
      message: notDuration(step.at, "expected a duration such as +5s"),
    };
  }
  const { revoke, seed } = step;
  if (revoke !== undefined && (revoke.key === undefined) === (revoke.app === undefined)) {
    return { path: [...at, "revoke"], message: "expected one of key, app" };
  }
  const misshapen = seed && shapeProblem(fixtureShape, seed);
  if (misshapen) return { ...misshapen, path: [...at, "seed", ...misshapen.path] };
  const which = step.after ?? step.when;
  return which && matcherProblem(which, [...at, step.after ? "after" : "when"], api);
}

/** What is restored is there already, or taken by a step: in which order, triggers decide. */
function restoreProblem(
  steps: readonly Step[],
  isKept: (snapshot: string) => boolean,
): ShapeProblem | undefined {
  const taken = steps.flatMap(({ snapshot }) => snapshot ?? []);
  return firstOf(steps, ["steps"], ({ restore }, at) => {
    if (restore === undefined || taken.includes(restore) || isKept(restore)) return undefined;
    const near = nearest(restore, taken);
    return {
      path: [...at, "restore"],
      message: `no snapshot '${restore}'`,
      ...(near !== undefined && { nearest: near }),
    };
  });
}

/**
 * Does every step in an empty emulator: what cannot be done there cannot be done anywhere, but for
 * what needs the other's accounts, keys and snapshots.
 */
function rehearsalProblem(
  steps: readonly Step[],
  api: Api,
  of: string | undefined,
): ShapeProblem | undefined {
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
    const { reason, path, nearest: near } = error;
    return {
      path: [...at, ...stepsOf(path)],
      message: reason,
      ...(near !== undefined && { nearest: near }),
    };
  }
}

/** `sequence[1].status` as a path. */
const stepsOf = (text: string): Path =>
  text
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** The members of an expectation that say what is expected. */
const kinds = [
  "requests",
  "order",
  "state",
  "outbox",
  "waits",
  "gap",
  "pace",
  "within",
  "doubled",
  "hits",
  "rules",
  "prints",
  "exit",
  "same",
  "once",
  "allRead",
  "unbroken",
] as const;
export type ExpectationKind = (typeof kinds)[number];

export const kindOf = (expectation: Expectation): ExpectationKind | undefined =>
  kinds.find((kind) => expectation[kind] !== undefined);

function expectationProblem(
  expectation: Expectation,
  at: Path,
  steps: readonly Step[],
  api: Api,
): ShapeProblem | undefined {
  const given = kinds.filter((kind) => expectation[kind] !== undefined);
  const [kind] = given;
  if (kind === undefined || given.length > 1) {
    return { path: at, message: `expected one of ${kinds.join(", ")}` };
  }
  const {
    requests,
    order = [],
    state,
    outbox,
    waits,
    gap,
    pace,
    within,
    hits,
    prints,
    allRead,
  } = expectation;
  const walked = allRead === undefined || allRead === "*" ? undefined : { operation: allRead };
  const one = requests ?? waits ?? gap ?? pace ?? (walked as Which | undefined);
  const problem =
    (one && matcherProblem(one, [...at, kind], api)) ??
    firstOf(order, [...at, "order"], (which, place) => matcherProblem(which, place, api)) ??
    amountProblem(requests ?? state ?? outbox ?? hits ?? prints ?? {}, [...at, kind]);
  if (problem !== undefined) return problem;
  const durations: [string, string | undefined][] = [
    ["within", within],
    ["tolerance", waits?.tolerance],
    ["min", gap?.min],
    ["max", gap?.max],
    ["in", pace?.in],
  ];
  const odd = durations.find(
    ([, value]) => value !== undefined && (parseDuration(value) ?? -1) < 0,
  );
  if (odd !== undefined) {
    const path = odd[0] === "within" ? [...at, "within"] : [...at, kind, odd[0]];
    return { path, message: notDuration(odd[1], "expected a duration such as 2s") };
  }
  if (gap !== undefined) return gapProblem(gap, [...at, "gap"]);
  if (hits !== undefined) return hitsProblem(hits.step, [...at, "hits", "step"], steps);
  if (state === undefined) return undefined;
  const { collection, filter } = state;
  const query = filter === undefined ? {} : { filter };
  return refusalOf(() => void readState(rehearsal(api), collection, query), [...at, "state"]);
}

function hitsProblem(name: string, path: Path, steps: readonly Step[]): ShapeProblem | undefined {
  const named = steps.flatMap((step) => (step.fault && step.name ? [step.name] : []));
  if (named.includes(name)) return undefined;
  const near = nearest(name, named);
  return {
    path,
    message: `no step with a fault is named '${name}'`,
    ...(near !== undefined && { nearest: near }),
  };
}
