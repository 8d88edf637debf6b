import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    // A worker loads the sources, and compiles the schemas, once for all of its files.
    isolate: false,
    testTimeout: 30_000,
    // Many tests wait for processes and for clocks: one worker for each processor is not too many.
    maxWorkers: "100%",
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
});
