import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    testTimeout: 30_000,
    // Many tests wait for processes and for clocks: one worker for each processor is not too many.
    maxWorkers: "100%",
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
});
