import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { must, run } from "./tarball.mjs";

/**
 * Uses the packed tarball as its users do, with one Node: by npx in an empty folder, from a project
 * where it is installed as a library of ES and of CommonJS modules, and around a command.
 *
 * @param node the path of Node's binary
 * @param tarball its path
 * @param project a folder where it is installed
 */
export async function tryOnNode(node, tarball, project) {
  const version = run(node, ["--version"]).trim();
  const says = (truth, what) => must(truth, `on Node ${version} ${what}`);
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    // The check's own: npx finds nothing of earlier ones there, and leaves nothing to later ones.
    npm_config_cache: join(project, "../npm-cache"),
  };

  const empty = join(project, "..", `empty-${version}`);
  mkdirSync(empty);
  const npx = ["--yes", "--package", tarball, "--"];
  says(
    run("npx", [...npx, "node", "--version"], { cwd: empty, env }).trim() === version,
    "npx runs another Node",
  );
  await boots(
    spawn("npx", [...npx, "service-emulator", ...bootOptions], { cwd: empty, env, stdio }),
    says,
  );

  for (const [name, text] of libraries(version)) {
    writeFileSync(join(project, name), text);
    says(run(node, [name], { cwd: project, env }) === "200, then gone", `${name} does not work`);
  }

  const ask = `fetch(process.env.SERVICE_EMULATOR_URL + "/_emulator/health").then(({ status }) => process.exit(status === 200 ? 7 : 1))`;
  const bin = join(project, "node_modules/.bin/service-emulator");
  const exec = async (...words) => {
    const around = spawn(bin, ["exec", "--quiet", ...words], { cwd: project, env, stdio });
    return (await once(around, "exit"))[0];
  };
  const code = await exec("--", "node", "--eval", ask);
  says(code === 7, `exec gives ${code} where its command gave 7`);
  // It would still wait tomorrow, if a timer were not skipped.
  const waits = `fetch(process.env.SERVICE_EMULATOR_URL, { signal: AbortSignal.timeout(86_400_000) }).then((answer) => answer.text())
    .then(() => require("node:timers/promises").setTimeout(43_200_000)).then(() => setTimeout(() => process.exit(7), 43_100_000))`;
  const skipped = await exec("--skip-waits", "--timeout", "1d", "--", "node", "--eval", waits);
  says(skipped === 7, `exec --skip-waits gives ${skipped} where its command gave 7`);
  return version;
}

const stdio = ["ignore", "pipe", "inherit"];
const bootOptions = ["--port", "0", "--json"];

/** It starts, answers a client, and ends in order when told to. */
async function boots(started, says) {
  const ended = once(started, "exit");
  let running = started.pid;
  try {
    const line = await Promise.race([
      once(createInterface({ input: started.stdout }), "line"),
      ended.then(([code]) => says(false, `it ended with ${code} before it was ready`)),
    ]);
    const { event, url, accounts, pid } = JSON.parse(line[0]);
    running = pid;
    says(event === "ready", "it does not boot");
    const answer = await fetch(`${url}/api/profiles?page[size]=1`, {
      headers: {
        authorization: `Service-API-Key ${accounts[0].keys[0].key}`,
        revision: "2026-07-15",
      },
    });
    says(answer.status === 200 && (await answer.json()).data.length === 1, "it does not answer");
    process.kill(pid, "SIGTERM");
    says((await ended)[0] === 0, "it does not end in order");
  } finally {
    if (started.exitCode === null) process.kill(running);
  }
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
