import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { must, run } from "./running.mjs";
import { root } from "./tarball.mjs";

/**
 * Has a runtime keep what is promised on each: see `promises/main.mjs`. As with the tests, some are about time: what fails
 * on a machine that does other things is tried once more, and that is shown.
 *
 * @param words which run a file by it
 * @param project a folder where the package is installed, with the promises
 * @returns how long each took
 */
export async function keepsPromises(words, project, name) {
  try {
    return await kept(words, project, name);
  } catch (error) {
    console.warn(`${name}, which is tried once more: ${error.message}`);
    return kept(words, project, `${name}-again`);
  }
}

async function kept(words, project, name) {
  const own = join(project, "..", `promises-${name}`);
  mkdirSync(own);
  const [runtime, ...before] = words;
  const env = { ...process.env, TMPDIR: own };
  const args = [...before, "promises/main.mjs", join(own, "data")];
  return (await run(runtime, args, { cwd: project, env })).trim();
}

/** Runs the documents' test for a runtime, with the packed package. */
export async function passesRecipe({ name }, binary, project) {
  const env = {
    ...process.env,
    PATH: `${dirname(binary)}${delimiter}${process.env.PATH}`,
    RECIPES_PACKAGE: join(project, "node_modules/service-emulator"),
  };
  const file = `test/recipes/${name.toLowerCase()}`;
  const ran = await run("npx", ["vitest", "run", file], { cwd: root, env });
  must(ran.includes("1 passed"), `the documents' test for ${name} was not run`);
}
