import { pluralOf } from "../emulation/plural.ts";
import type { RuleId } from "../report/names.ts";
import { presets } from "../report/thresholds.ts";
import type { Expectation, Scenario } from "../scenarios/types.ts";
import type { Defect, Found } from "./result-shape.ts";
import { type Check, checkOf } from "./printed/test-text.ts";

/** What the emulator was started with, as far as a scenario says it. */
export interface Settings {
  readonly fixtures: readonly string[];
  readonly seed: number;
  readonly authScheme?: string;
}

/** What a run without faults comes to. */
export type Usual = Pick<Found, "counts" | "calls">;

/**
 * The smallest schedule of a defect as a scenario, which fails until it is mended.
 *
 * @returns undefined where a scenario cannot tell: what differs has nothing by which two runs know it
 */
export function scenarioOf(
  defect: Defect,
  { fixtures, seed, authScheme }: Settings,
  usual: Usual,
): Scenario | undefined {
  if (!isReplayed(defect)) return undefined;
  const expect = expectationsOf(defect, usual);
  if (expect === undefined) return undefined;
  return {
    name: defect.name,
    description: defect.sentence,
    fixtures: [...fixtures],
    settings: { seed, rateLimits: "off", ...(authScheme !== undefined && { authScheme }) },
    steps: [...defect.steps],
    expect,
  };
}

/** The rule of the report card that found it, where a scenario asks for it by name and a reference run; else none. */
function ruleOf({ oracle, causes }: Defect): RuleId | undefined {
  const rule = causes[0]?.split(" ")[1];
  if (oracle === "reads-all") return "reads-all";
  const isJudged =
    oracle === "waits" ? rule !== "retry-after" : oracle === "storm" && rule !== "storm";
  return isJudged ? (rule as RuleId | undefined) : undefined;
}

function expectationsOf(defect: Defect, { counts, calls }: Usual): Expectation[] | undefined {
  const { oracle, difference, faults, missing } = defect;
  const rule = ruleOf(defect);
  if (rule !== undefined) return [{ rules: [rule] }];
  const operations = [...new Set(faults.flatMap(({ operation }) => operation ?? []))];
  switch (oracle) {
    case "hang":
    case "survival": {
      return [{ name: "the command ends with exit code 0", exit: 0 }];
    }
    case "storm": {
      const most = presets.service.loadMax;
      return operations.map((operation) => ({
        name: `at most ${most} times the requests of a run without faults`,
        requests: { operation, max: Math.floor((calls[operation] ?? 1) * most) } as never,
      }));
    }
    case "waits": {
      return operations.map((operation) => ({ waits: { operation } as never }));
    }
    case "output": {
      return missing.map(({ line, expected }) => ({ prints: { line, min: expected } }));
    }
    default: {
      const check = checkOf(difference, counts);
      if (check !== undefined) return [expectationOf(check, difference)];
      return oracle === "recovery" ? [{ exit: 0 }] : undefined;
    }
  }
}

function expectationOf(check: Check, [odd]: Defect["difference"]): Expectation {
  const { collection } = check;
  if ("total" in check) {
    const name = `as many ${pluralOf(odd?.collection ?? "record")} as without faults`;
    return { name, state: { collection, count: check.total } };
  }
  const { where, times } = check;
  const name = `${odd?.collection ?? "record"} ${odd?.name ?? ""} is as without faults`;
  if (times === 0) return { name, state: { collection, where, count: 0 } };
  return { name, state: { collection, where } };
}

/** A scenario kills no command, and runs no check. */
const isReplayed = ({ oracle }: Defect): boolean => oracle !== "crash" && oracle !== "check";

/** The command line that explores what shows a defect: what no scenario can. */
export function exploredAgain(
  defect: Defect,
  options: string,
  command: string,
): string | undefined {
  if (isReplayed(defect)) return undefined;
  const [place] = defect.places;
  const kind = place === undefined ? "" : ` --only ${quoted(place.kind)}`;
  const operation = place === undefined ? "" : ` --only ${place.operation}`;
  return `service-emulator explore${operation}${kind}${options} -- ${command}`;
}

/** The rest of the command line that shows a defect again. */
export function replayOf(defect: Defect, file: string, command: string, timeout: string) {
  const { oracle } = defect;
  const compares = ruleOf(defect) === undefined ? "" : "--compare ";
  const ends = oracle === "hang" ? `--timeout ${timeout} ` : "";
  const twice = oracle === "recovery" ? `sh -c ${quoted(`${command} || ${command}`)}` : command;
  return `service-emulator scenario run ${compares}${ends}${file} -- ${twice}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
