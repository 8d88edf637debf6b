import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long although they are short, the longest first: `vitest` begins with the largest. */
const slow = [
  "journeys/zoo",
  "areas/every-operation",
  "journeys/scenarios",
  "report/zoo/zoo",
  "documents/shell",
  "cli/report",
  "contract/openapi",
  "cli/running",
  "cli/tls",
  "report/proof/proof",
  "report/rules/simulated",
  "durable/crash",
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

// Each test makes an emulator and drops it: with room for more of them, the collector of a worker seldom has to look. In MB.
setFlagsFromString("--max-semi-space-size=64");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    // A worker loads the sources, and compiles the schemas, once for all of its files.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    testTimeout: 30_000,
    // Many tests wait for processes and for clocks: one worker for each processor is not too many.
    maxWorkers: "100%",
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
});
