import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long although they are short, the longest first: `vitest` begins with the largest. Beside the zoo, whose
 * clients keep real time, are those that start no processes.
 */
const slow = [
  "journeys/zoo",
  "explore/proof/proof",
  "cli/skip-waits/proof/proof",
  "report/rules/simulated",
  "explore/explore",
  "explore/exam",
  "cli/exam",
  "contract/openapi",
  "report/proof/proof",
  "contract/openapi-answers",
  "contract/shipped-records",
  "areas/every-operation",
  "documents/shell",
  "cli/explore",
  "inspector/hostile",
  "inspector/live",
  "durable/lock",
  "cli/data-dir",
  "packaging/code-cache",
  "cli/exec-edges",
  "cli/skip-waits/processes",
  "cli/skip-waits/exec",
  "inspector/views",
  "cli/tls",
  "cli/languages",
  "cli/gates",
  "journeys/scenarios",
  "documents/areas",
  "documents/typescript",
  "report/html-browser",
  "cli/running",
  "cli/exec-timeout",
  "cli/init",
  "cli/report",
  "report/zoo/zoo",
  "recipes/jest",
  "cli/receiver",
  "report/power/power",
  "durable/damage",
  "library/vitest-failure",
];

/** Begins with what takes long, so that no worker is alone with it in the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return found < 0 ? slow.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/skipped-pages.ts", "test/support/nothing-left.ts"],
    // To start a process takes longer the more memory the one has that starts it: with threads, that of all workers.
    pool: "forks",
    // Each test makes an emulator and drops it: with room for more of them, the collector seldom has to look. In MB.
    execArgv: ["--max-semi-space-size=32"],
    // A worker loads the sources, and compiles the schemas, once for all of its files.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A page shows what it was told when it comes to it.
    expect: { poll: { timeout: 10_000 } },
    // Many tests wait for processes and for clocks: meanwhile, others have the processor.
    maxWorkers: availableParallelism() + 2,
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
});
