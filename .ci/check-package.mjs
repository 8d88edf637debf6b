// Packs the package, and uses it as its users would, on each runtime and with each package manager of the table.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { areRunHere, FromRegistry } from "./from-registry.mjs";
import { tryInstallStep } from "./install-step.mjs";
import { tryOnNode } from "./on-node.mjs";
import { keepsPromises, passesRecipe } from "./on-runtime.mjs";
import { must, run, together } from "./running.mjs";
import { managers, nodes, others, triedText } from "./runtimes.mjs";
import { pack, root } from "./tarball.mjs";
import { tryTypes } from "./types.mjs";
import { tryWithManager } from "./with-manager.mjs";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** A project where the tarball is installed, beside other packages. */
async function install(project, ...packages) {
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: project });
}

/** The README's example, as a user would copy it, with the vitest of these tests; and what compilers make of the package's types. */
async function tryExample(project, tarball) {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, example] = /```ts\n(\/\/ retry\.test\.ts\n.*?)```/s.exec(readme) ?? [];
  must(example !== undefined, "the README lacks its example of a test");
  await install(project, tarball.path, `vitest@${manifest.devDependencies.vitest}`);
  writeFileSync(join(project, "retry.test.ts"), example);
  const ran = await run("npx", ["vitest", "run"], { cwd: project });
  must(ran.includes("1 passed"), "the README's example of a test fails");
  return tryTypes(project, manifest.devDependencies["@types/node"]);
}

/** What is tried of each line of the table. */
function partsOfTable(tarball, project) {
  const registry = new FromRegistry(join(folder, "registry"));
  const onNodes = nodes.map((each) => [
    `Node ${each.version}`,
    async () => {
      const node = await registry.node(each);
      await tryOnNode(node, tarball.path, project);
      return keepsPromises([node], project, `node-${each.version}`);
    },
  ]);
  const onOthers = others.map((each) => [
    `${each.name} ${each.version}`,
    async () => {
      const [binary] = await registry.wordsOf(each);
      const kept = await keepsPromises([binary, ...each.run], project, each.name);
      await passesRecipe(each, binary, project);
      return kept;
    },
  ]);
  const withManagers = managers.map((each) => [
    `with ${each.name} ${each.version}`,
    async () => {
      const [words, node] = await Promise.all([registry.wordsOf(each), registry.node()]);
      await tryWithManager(each, words, node, tarball.path, folder);
    },
  ]);
  return Object.fromEntries([...onNodes, ...onOthers, ...withManagers]);
}

/** The same where the table's binaries do not run: on this Node alone. */
const partsOfThisNode = (tarball, project) => ({
  [`Node ${process.versions.node}`]: async () => {
    await tryOnNode(process.execPath, tarball.path, project);
    return keepsPromises([process.execPath], project, "node");
  },
});

const folder = mkdtempSync(join(tmpdir(), "service-emulator-"));
try {
  const tarball = await pack(folder);
  const project = join(folder, "project");
  await install(project, tarball.path);
  cpSync(join(root, ".ci/promises"), join(project, "promises"), { recursive: true });
  const told = (await run("npx", ["service-emulator", "--version"], { cwd: project })).trim();
  must(told === manifest.version, `tells ${told} as its version`);

  const parts = areRunHere ? partsOfTable(tarball, project) : partsOfThisNode(tarball, project);
  const took = await together(
    {
      ...parts,
      "the README's example, and the types": () => tryExample(join(folder, "example"), tarball),
      "the action's install": () =>
        tryInstallStep(folder, `../${tarball.filename}`, manifest.version),
    },
    availableParallelism() + 2,
  );

  const { filename, files, size } = tarball;
  console.log(`${filename}, ${files.length} files, ${size} bytes, works:\n${took.join("\n")}`);
  console.log(areRunHere ? triedText() : "The other runtimes of the table do not run here.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
