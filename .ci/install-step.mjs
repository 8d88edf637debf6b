import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { must, run } from "./running.mjs";
import { root } from "./tarball.mjs";

/**
 * Runs the step of the GitHub action that installs the package, as the runner would; the tests run
 * the one that starts it.
 *
 * @param folder the job's temporary folder
 * @param version what the command must tell
 */
export async function tryInstallStep(folder, tarball, version) {
  const file = join(root, ".github/actions/service-emulator/action.yml");
  const [{ run: script }] = parse(readFileSync(file, "utf8")).runs.steps;
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  const github = join(folder, "path");
  await run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
    cwd: workspace,
    env: { ...process.env, RUNNER_TEMP: folder, GITHUB_PATH: github, PACKAGE: tarball },
  });
  const [path] = readFileSync(github, "utf8").split("\n");
  const told = (await run(join(path, "service-emulator"), ["--version"])).trim();
  must(told === version, `the action's install gives version ${told}`);
}
