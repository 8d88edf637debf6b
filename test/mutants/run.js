import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest } from "vitest/node";
import { mutants } from "./mutants.js";

/** Share of the mutants that the tests have to kill. */
const share = 0.9;

/** Words of the command line: only mutants whose file or name has one of them. */
const words = process.argv.slice(2);
const chosen = mutants.filter(
  ({ file, does }) =>
    words.length === 0 || words.some((word) => file.includes(word) || does.includes(word)),
);

/** @param {{ file: string, from: string }} mutant */
const places = ({ file, from }) => readFileSync(`src/${file}`, "utf8").split(from).length - 1;
const lost = chosen.filter((mutant) => places(mutant) !== 1);
for (const mutant of lost) {
  console.error(`src/${mutant.file}: its text stands ${places(mutant)} times: ${mutant.from}`);
}
if (chosen.length === 0 || lost.length > 0) {
  console.error("Mend test/mutants/mutants.js: each mutant changes one place of a file.");
  process.exit(2);
}

/** The mutant that lives now. */
let now = /** @type {(typeof mutants)[number] | undefined} */ (undefined);

/** Changes the source as it is loaded: no file is written. */
const change = {
  name: "mutant",
  enforce: /** @type {const} */ ("pre"),
  /** @param {string} code @param {string} id */
  transform: (code, id) =>
    now !== undefined && id.split("?")[0] === resolve("src", now.file)
      ? code.replace(now.from, () => now?.to ?? "")
      : undefined,
};

const vitest = await createVitest(
  "test",
  { watch: false, reporters: [{}], maxWorkers: 1, isolate: false, testTimeout: 120_000 },
  { plugins: [change] },
);

/** A worker that does not start in time is no failure of a test: such a run is made again. */
const runsMax = 3;

/**
 * @param {readonly string[]} names of test files
 * @returns {Promise<string | undefined>} the first test that fails, or what else goes wrong; undefined: they pass
 */
async function failure(names) {
  const specs = [];
  for (const name of names) {
    const found = await vitest.globTestSpecifications([`test/${name}.test.ts`]);
    if (found.length === 0) return `there is no test/${name}.test.ts`;
    specs.push(...found);
  }
  let problem = "nothing was run";
  for (let run = 1; run <= runsMax; run += 1) {
    const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(specs);
    // Those of runs before are still there.
    const own = new Set(specs.map(({ moduleId }) => moduleId));
    const testModules = all.filter(({ moduleId }) => own.has(moduleId));
    for (const each of testModules) {
      const [test] = each.children.allTests("failed");
      if (test !== undefined) return test.fullName;
    }
    const errors = [...testModules.flatMap((each) => each.errors()), ...unhandledErrors];
    const isWhole = testModules.every((each) => each.state() === "passed");
    if (isWhole && testModules.length > 0 && errors.length === 0) return undefined;
    problem = String(/** @type {{ message?: string }} */ (errors[0] ?? {}).message ?? problem);
  }
  return problem;
}

const problem = await failure([...new Set(chosen.flatMap(({ tests }) => tests))]);
if (problem !== undefined) {
  console.error(`A test fails without any mutant, so mend it first: ${problem}`);
  process.exit(2);
}
let killed = 0;
for (const mutant of chosen) {
  now = mutant;
  vitest.invalidateFile(resolve("src", mutant.file));
  const by = await failure(mutant.tests);
  killed += by === undefined ? 0 : 1;
  const { file, does } = mutant;
  console.log(
    by === undefined ? `LIVES   ${file}: ${does}` : `killed  ${file}: ${does}\n          by ${by}`,
  );
  now = undefined;
  vitest.invalidateFile(resolve("src", mutant.file));
}
await vitest.close();
console.log(
  `${killed} of ${chosen.length} mutants killed (${Math.floor((killed / chosen.length) * 100)} %)`,
);
process.exitCode = killed / chosen.length < share ? 1 : 0;
