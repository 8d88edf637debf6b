import type { RuleId } from "../report/names.ts";
import type { Expectation, Scenario } from "../scenarios/types.ts";
import type { Defect } from "./result-shape.ts";

/** What the emulator was started with, as far as a scenario says it. */
export interface Settings {
  readonly fixtures: readonly string[];
  readonly seed: number;
  readonly authScheme?: string;
}

/**
 * The smallest schedule of a defect as a scenario, which fails until it is mended: it compares with runs without faults.
 *
 * @returns undefined for what no scenario can do
 */
export function scenarioOf(
  defect: Defect,
  { fixtures, seed, authScheme }: Settings,
): Scenario | undefined {
  if (!isReplayed(defect)) return undefined;
  return {
    name: defect.name,
    description: defect.sentence,
    fixtures: [...fixtures],
    settings: { seed, rateLimits: "off", ...(authScheme !== undefined && { authScheme }) },
    steps: [...defect.steps],
    expect: expectationsOf(defect),
  };
}

const endsByItself: Expectation = { name: "the command ends by itself", exit: "any" };

function expectationsOf({ oracle, causes }: Defect): Expectation[] {
  switch (oracle) {
    case "hang": {
      return [endsByItself];
    }
    case "survival": {
      return [{ name: "the command ends with exit code 0", exit: 0 }];
    }
    case "reads-all": {
      return [{ allRead: "*" }, endsByItself];
    }
    case "storm":
    case "waits": {
      return [{ unbroken: causes[0]?.split(" ").slice(1) as RuleId[] }, endsByItself];
    }
    case "output": {
      return [{ same: "output" }, endsByItself];
    }
    case "recovery": {
      return [{ same: "state" }];
    }
    default: {
      return [{ same: "state" }, endsByItself];
    }
  }
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
  const { oracle, faults } = defect;
  const ends = oracle === "hang" || oracle === "storm" ? `--timeout ${timeout} ` : "";
  const isLasting = faults.some(({ times }) => times === "always");
  const mended = 'service-emulator faults clear --url "$SERVICE_EMULATOR_URL"';
  const next = isLasting ? `{ ${mended} && ${command}; }` : command;
  const twice = oracle === "recovery" ? `sh -c ${quoted(`${command} || ${next}`)}` : command;
  return `service-emulator scenario run ${ends}${file} -- ${twice}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
