import { readFileSync } from "node:fs";
import { columns } from "../../../control/act.ts";
import { readScenario, scenarioFile, shippedScenarios } from "../../../scenarios/read.ts";
import { FixtureError } from "../../../seeding/fixture/error.ts";
import { Failure, tell, print, writeOut, terminal } from "../../terminal/terminal.ts";
import { counted } from "../../../report/figures.ts";
import { nearest } from "../../../world/name-match.ts";
import { tableOf } from "../../terminal/table.ts";

export async function listScenarios({ json }: { json?: boolean }): Promise<void> {
  const scenarios = await Promise.all(
    shippedScenarios().map(async (name) => {
      const { description = "" } = await readScenario(name);
      return { name, description: description.trim().replace(/\s+/g, " ") };
    }),
  );
  print(json, { scenarios }, () => tableOf(shown, scenarios));
}

const shown = columns<{ readonly name: string; readonly description: string }>("SCENARIO=name", {
  head: "FINDS",
  // The first sentence.
  cell: ({ description }) => /^.*?[.:](?= |$)/.exec(description)?.[0] ?? description,
  elastic: true,
});

/** One line on stderr for each file with a mistake. */
export async function checkScenarios(files: readonly string[]): Promise<void> {
  let wrong = 0;
  for (const file of files) {
    try {
      const { name, steps = [], expect = [] } = await readScenario(file);
      const holds = `${counted(steps.length, "step")}, ${counted(expect.length, "expectation")}`;
      writeOut(`${file}: ${name}, ${holds}\n`);
    } catch (error) {
      if (!(error instanceof FixtureError)) throw error;
      wrong += 1;
      tell(error.message);
    }
  }
  if (wrong > 0) terminal().exitCode = 2;
}

export function showScenario(name: string): void {
  const known = shippedScenarios();
  if (known.includes(name)) return writeOut(readFileSync(scenarioFile(name), "utf8"));
  const near = nearest(name, known);
  const advice = near === undefined ? `there are ${known.join(", ")}` : `did you mean ${near}?`;
  throw new Failure(`no scenario '${name}' comes with the package: ${advice}`, 2);
}
