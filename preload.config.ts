import { writeFileSync } from "node:fs";
import { build, type UserConfig } from "tsdown";

/** What is one file of CommonJS each, which every version of Node takes. */
const files = {
  /** What `--skip-waits` loads into the processes of a command, by `--require`. */
  preload: "src/preload/main.ts",
  /** What `bin/` asks of the folders that it finds. */
  "trusted-file": "src/durable/trusted-file.ts",
};

/** The library stays outside: who uses both has one. */
const outside = {
  name: "outside",
  resolveId: (id: string) =>
    id === "./index.ts" ? { id: "./index.cjs", external: true } : undefined,
};

/** What compilers read where a CommonJS module requires it: `require` hands out the ES module itself, and so do its types. */
const vitestTypes = [
  'import type * as all from "./vitest.js" with { "resolution-mode": "import" };',
  'export type * from "./vitest.js" with { "resolution-mode": "import" };',
  "export declare const emulatorTest: typeof all.emulatorTest;",
  "",
].join("\n");

/** @param config as the rest is built */
export async function buildAlone({
  outDir,
  minify,
}: Required<Pick<UserConfig, "outDir" | "minify">>): Promise<void> {
  const shared = {
    config: false,
    outDir,
    platform: "node",
    target: "node20.19",
    clean: false,
    minify,
    outputOptions: { codeSplitting: false },
    logLevel: "error",
  } as const;
  for (const [name, file] of Object.entries(files)) {
    await build({ ...shared, entry: { [name]: file }, format: "cjs", dts: false });
  }
  await build({
    ...shared,
    entry: { index: "src/index.ts" },
    format: "esm",
    dts: { emitDtsOnly: true },
    outExtensions: () => ({ dts: ".d.cts" }),
  });
  // Vitest is a package of ES modules alone.
  await build({
    ...shared,
    entry: { vitest: "src/vitest.ts" },
    format: "esm",
    dts: true,
    plugins: [outside],
    fixedExtension: false,
  });
  writeFileSync(`${outDir}/vitest.d.cts`, vitestTypes);
}
