import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "threads",
    testTimeout: 30_000,
    // CommonJS packages are imported as Node imports them.
    deps: { interopDefault: false },
  },
});
