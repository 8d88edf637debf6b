import { mkdirSync, copyFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { must, run } from "./running.mjs";
import { boots, execs } from "./started.mjs";

/**
 * Uses the packed tarball as its users do, with one Node: by npx in an empty folder, from a project where it is installed
 * as a library of ES and of CommonJS modules, and around a command.
 *
 * @param node the path of Node's binary
 * @param tarball its path
 * @param project a folder where it is installed
 */
export async function tryOnNode(node, tarball, project) {
  const version = (await run(node, ["--version"])).trim();
  const says = (truth, what) => must(truth, `on Node ${version} ${what}`);
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    // The check's own: npx finds nothing of earlier ones there, and leaves nothing to later ones.
    npm_config_cache: join(project, "../npm-cache"),
  };

  const empty = join(project, "..", `empty-${version}`);
  mkdirSync(empty);
  // npx knows an installation by the tarball's path: those that run beside each other have one each.
  const own = join(empty, basename(tarball));
  copyFileSync(tarball, own);
  const npx = ["npx", "--yes", "--package", own, "--"];
  const told = await run("npx", [...npx.slice(1), "node", "--version"], { cwd: empty, env });
  says(told.trim() === version, "npx runs another Node");
  await boots([...npx, "service-emulator"], { cwd: empty, env }, says);

  for (const [name, text] of libraries(version)) {
    const file = `${version}-${name}`;
    writeFileSync(join(project, file), text);
    const said = await run(node, [file], { cwd: project, env });
    says(said === "200, then gone", `${name} does not work`);
  }
  await execs([join(project, "node_modules/.bin/service-emulator")], { cwd: project, env }, says);
}

/** Programs that boot an emulator, ask it, and close it. */
function libraries(version) {
  const asking = `const { status } = await fetch(emulator.url + "/_emulator/health"); told = [emulator.url, status];`;
  const after = `const left = await fetch(told[0]).then(() => "left", () => "gone");
    process.stdout.write(told[1] + ", then " + left);`;
  const create = `await createEmulator({ fixtures: ["small"], port: 0 })`;
  const closed = `const emulator = ${create}; ${asking} await emulator.close();`;
  const programs = [
    [
      "library.mjs",
      `import { createEmulator } from "service-emulator"; let told; ${closed} ${after}`,
    ],
    [
      "library.cjs",
      `const { createEmulator } = require("service-emulator"); (async () => { let told; ${closed} ${after} })();`,
    ],
  ];
  // The syntax is Node's own from 24 on.
  if (Number.parseInt(version.slice(1), 10) >= 24) {
    programs.push([
      "using.mjs",
      `import { createEmulator } from "service-emulator"; let told;
       { await using emulator = ${create}; ${asking} } ${after}`,
    ]);
  }
  return programs;
}
