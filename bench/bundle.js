import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "tsdown";
import { fromRoot } from "./servers.js";

/**
 * Bundles files of the bench with the bundler that makes the emulator, and none of the build's
 * own tricks: a start from many small files would be compared with one from a single one.
 *
 * @param {Record<string, string>} entries names, and files from the root of the project
 * @param {{ minify?: boolean }} [options]
 * @returns {Promise<Record<string, string>>} the bundled files by name
 */
export async function bundle(entries, { minify = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "service-emulator-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Packages that stay outside of a bundle are found from here.
  symlinkSync(fromRoot("node_modules"), join(folder, "node_modules"), "junction");
  await build({
    config: false,
    cwd: fromRoot("."),
    entry: entries,
    outDir: join(folder, "dist"),
    platform: "node",
    target: "node20.19",
    format: "esm",
    dts: false,
    minify,
    clean: false,
    fixedExtension: true,
    inlineOnly: false,
    logLevel: "error",
  });
  const fileOf = (/** @type {string} */ name) => join(folder, "dist", `${name}.mjs`);
  return Object.fromEntries(Object.keys(entries).map((name) => [name, fileOf(name)]));
}

/** @param {string} file */
export const importFile = (file) => import(pathToFileURL(file).href);
