import { existsSync, readdirSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { wholeApi } from "../areas/index.ts";
import type { FixtureError } from "../seeding/fixture/error.ts";
import { readFixtureFile, missingText } from "../seeding/input/input-file.ts";
import { packageRoot, shippedSeeds } from "../seeding/shipped.ts";
import { Source } from "../seeding/fixture/source.ts";
import { shapeProblem, type ShapeProblem } from "../world/read-shape.ts";
import { expectationsProblem, scenarioProblem } from "./check.ts";
import { expectationsShape } from "./shape.ts";
import type { Expectation, Scenario } from "./types.ts";

const fileBytesMax = 1_000_000;

const folder = (): string => join(packageRoot(), "fixtures/scenarios");

export const shippedScenarios = (): string[] =>
  readdirSync(folder())
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();

export function scenarioFile(name: string): string {
  const shipped = join(folder(), `${name}.yaml`);
  return /^[a-z0-9-]+$/.test(name) && !existsSync(name) && existsSync(shipped) ? shipped : name;
}

/** Reads a scenario, its fixtures as paths. @param driven whether it is for an emulator that runs @throws FixtureError */
export async function readScenario(name: string, { driven = false } = {}): Promise<Scenario> {
  const file = scenarioFile(name);
  const text = await textOf(file, name);
  const source = await Source.parse(text, name, "a scenario (name, steps, expect)");
  const problem = scenarioProblem(source.value, wholeApi(), () => driven);
  if (problem !== undefined) throw errorAt(source, problem);
  const scenario = source.value as Scenario;
  const { fixtures = ["small"] } = scenario;
  return {
    ...scenario,
    fixtures: fixtures.map((fixture, index) => {
      const found = fixtureFile(file, fixture);
      const path = ["fixtures", index];
      if (found === undefined)
        throw source.error(path, "expected a file in the scenario's own folder");
      if (found === fixture || existsSync(found)) return found;
      const meant = missingText(found, fixture, "fixtures", shippedSeeds);
      throw source.error(path, `there is no file ${found}${meant}`);
    }),
  };
}

/** Reads a list of expectations, as a scenario has them. @throws FixtureError for the first thing wrong */
export async function readExpectations(file: string): Promise<readonly Expectation[]> {
  const source = await Source.parse(await textOf(file, file), file, "a list of expectations");
  const problem =
    shapeProblem(expectationsShape, source.value) ??
    expectationsProblem(source.value as readonly Expectation[], [], [], wholeApi());
  if (problem !== undefined) throw errorAt(source, problem);
  return source.value as readonly Expectation[];
}

const errorAt = (source: Source, { path, message, nearest }: ShapeProblem): FixtureError =>
  source.error(path, message, nearest);

async function textOf(file: string, shown: string): Promise<string> {
  const missing = () => missingText(file, shown, "scenarios", shippedScenarios());
  return (await readFixtureFile(file, fileBytesMax, shown, missing)).toString();
}

/** A name of a shipped seed, or a file that does not leave the scenario's folder. */
function fixtureFile(scenario: string, fixture: string): string | undefined {
  if (shippedSeeds.some((name) => name === fixture)) return fixture;
  const base = dirname(resolve(scenario));
  const path = relative(base, resolve(base, fixture));
  return path.startsWith("..") || isAbsolute(path) ? undefined : join(base, path);
}
