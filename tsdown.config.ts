import { defineConfig } from "tsdown";

/**
 * One bundle, since start-up depends on it: what is needed at every start is inside (development
 * dependencies), what is needed only sometimes stays outside (dependencies, loaded when used).
 */
export default defineConfig({
  entry: { cli: "src/cli/main.ts", index: "src/index.ts" },
  platform: "node",
  target: "node20.19",
  format: "esm",
  dts: { entry: "src/index.ts" },
  sourcemap: true,
  minify: false,
  clean: true,
  fixedExtension: false,
});
