import type { RuleId } from "../report/names.ts";
import type { Expectation, Scenario } from "../scenarios/types.ts";
import type { OracleName } from "./names.ts";
import type { Defect } from "./result-shape.ts";

export interface Settings {
  readonly fixtures: readonly string[];
  readonly seed: number;
  readonly authScheme?: string;
}

/** A defect as a scenario, which fails until it is mended; undefined: no scenario can do that. */
export function scenarioOf(defect: Defect, settings: Settings): Scenario | undefined {
  const { fixtures, seed, authScheme } = settings;
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

/** What the end of a run is measured by; not given: by its state. */
const expectations: Partial<Record<OracleName, readonly Expectation[]>> = {
  hang: [endsByItself],
  survival: [{ name: "the command ends with exit code 0", exit: 0 }],
  "reads-all": [{ allRead: "*" }, endsByItself],
  output: [{ same: "output" }, endsByItself],
  recovery: [{ same: "state" }],
};

function expectationsOf({ oracle, causes }: Defect): readonly Expectation[] {
  if (oracle !== "storm" && oracle !== "waits")
    return expectations[oracle] ?? [{ same: "state" }, endsByItself];
  return [{ unbroken: causes[0]?.split(" ").slice(1) as RuleId[] }, endsByItself];
}

/** A scenario kills no command, and runs no check. */
const isReplayed = ({ oracle }: Defect): boolean => oracle !== "crash" && oracle !== "check";

/** The command line that explores what shows a defect: what no scenario can. */
export function exploredAgain(defect: Defect, options: string, command: string) {
  if (isReplayed(defect)) return undefined;
  const [place] = defect.places;
  const only = place ? ` --only ${place.operation} --only ${quoted(place.kind)}` : "";
  return `service-emulator explore${only}${options} -- ${command}`;
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
