import { build, type UserConfig } from "tsdown";

/** What is one file of CommonJS each, which every version of Node takes. */
const files = {
  /** What `--skip-waits` loads into the processes of a command, by `--require`. */
  preload: "src/preload/main.ts",
  /** What `bin/` asks of the folders that it finds. */
  found: "src/durable/found.ts",
};

/** @param config as the rest is built */
export async function buildAlone({
  outDir,
  minify,
}: Required<Pick<UserConfig, "outDir" | "minify">>): Promise<void> {
  for (const [name, file] of Object.entries(files)) {
    await build({
      config: false,
      entry: { [name]: file },
      outDir,
      platform: "node",
      target: "node20.19",
      format: "cjs",
      dts: false,
      clean: false,
      minify,
      outputOptions: { codeSplitting: false },
      logLevel: "error",
    });
  }
}
