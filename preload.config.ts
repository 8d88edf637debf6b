import { build, type UserConfig } from "tsdown";

/**
 * What `--skip-waits` loads into the processes of a command: one file that `--require` takes, on every version of Node.
 *
 * @param config as the rest is built
 */
export async function buildPreload({
  outDir,
  minify,
}: Required<Pick<UserConfig, "outDir" | "minify">>): Promise<void> {
  await build({
    config: false,
    entry: { preload: "src/preload/main.ts" },
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
