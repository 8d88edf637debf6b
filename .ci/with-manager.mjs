import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { must, run } from "./running.mjs";
import { boots, execs } from "./started.mjs";

/** What a manager keeps for later ones goes with the check, and what it asks is the registry that npm asks here. */
async function environmentIn(folder, node) {
  const [registry, cafile] = await Promise.all(
    ["registry", "cafile"].map((name) => run("npm", ["config", "get", name], { cwd: folder })),
  );
  const trusted = cafile.startsWith("/") ? cafile.trim() : process.env.NODE_EXTRA_CA_CERTS;
  const own = (name) => join(folder, "..", "kept", name);
  return {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    XDG_DATA_HOME: own("data"),
    XDG_CACHE_HOME: own("cache"),
    XDG_STATE_HOME: own("state"),
    npm_config_cache: own("npm"),
    npm_config_registry: registry.trim(),
    BUN_INSTALL_CACHE_DIR: own("bun"),
    YARN_NPM_REGISTRY_SERVER: registry.trim().replace(/\/$/, ""),
    YARN_GLOBAL_FOLDER: own("yarn"),
    YARN_ENABLE_GLOBAL_CACHE: "false",
    YARN_ENABLE_TELEMETRY: "false",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
    ...(trusted && { NODE_EXTRA_CA_CERTS: trusted, YARN_HTTPS_CA_FILE_PATH: trusted }),
  };
}

/**
 * Installs the packed tarball with a package manager, and runs commands with it.
 *
 * @param manager of the table
 * @param words which run it
 * @param node which it runs the package with
 * @param folder for its project
 */
export async function tryWithManager({ name, version, add, exec }, words, node, tarball, folder) {
  const project = join(folder, `${name}-${version}`);
  mkdirSync(project);
  copyFileSync(tarball, join(project, basename(tarball)));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // Yarn looks for the root of a project in the folders above.
  writeFileSync(join(project, "yarn.lock"), "");
  const options = { cwd: project, env: await environmentIn(project, node) };
  const [file, ...before] = words;
  await run(file, [...before, ...add(`./${basename(tarball)}`)], options);
  const says = (truth, what) => must(truth, `with ${name} ${version} ${what}`);
  const command = [...words, ...exec, "service-emulator"];
  await boots(command, options, says);
  await execs(command, options, says);
}
