import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { must, run, timeout } from "./running.mjs";
import { typescripts } from "./runtimes.mjs";

const esm = `import { ControlError, createEmulator, type Emulator } from "service-emulator";
await using emulator: Emulator = await createEmulator({ fixtures: ["small"], port: 0 });
emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 1 });
export const key: string | undefined = emulator.keys["full"];
export const pathOf = (error: unknown) => (error instanceof ControlError ? error.path : "");
`;

const commonJs = `import { ControlError, createEmulator, type Emulator } from "service-emulator";
export async function boot(): Promise<string | undefined> {
  await using emulator: Emulator = await createEmulator({ fixtures: ["small"], port: 0 });
  return emulator.keys["full"];
}
export const pathOf = (error: unknown) => (error instanceof ControlError ? error.path : "");
`;

const test = `import { emulatorTest } from "service-emulator/vitest";
const test = emulatorTest({ fixtures: ["small"] });
test("a page", async ({ sandbox, expect }) => {
  const { status } = await sandbox.fetch(sandbox.url + "/api/profiles");
  expect(status).toBe(200);
});
test.explore("sync", async (sandbox, { signal }) => void (await fetch(sandbox.url, { signal })));
`;

const files = { "esm.mts": esm, "common.cts": commonJs, "test.mts": test, "test.cts": test };

/** Users by their settings: together they have each way to find a module, with and without what Node and the DOM bring. */
const users = {
  bare: { module: "nodenext", lib: ["es2022"], types: [], files: ["esm.mts", "common.cts"] },
  node: { module: "nodenext", lib: ["es2022"], types: ["node"], files: ["test.mts", "test.cts"] },
  bundler: { module: "esnext", moduleResolution: "bundler", types: [], files: ["esm.mts"] },
};

/** How TypeScript 5 reads CommonJS unless it is told otherwise; 7 cannot any more. */
const old = { module: "commonjs", moduleResolution: "node10", types: [], files: ["common.cts"] };

/** Packages are looked into. The compiler's own library is not, since that takes as long as all the rest. */
const always = {
  noEmit: true,
  strict: true,
  target: "es2022",
  skipLibCheck: false,
  skipDefaultLibCheck: true,
};

/**
 * Reads the package's types with each TypeScript, as a user does whose compiler also looks into packages.
 *
 * @param project a folder where the package and vitest are installed
 * @param nodeTypes which @types/node to install
 * @returns the versions, as a text
 */
export async function tryTypes(project, nodeTypes) {
  const folder = join(project, "types");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compilers = typescripts.map((version) => `typescript-${version}@npm:typescript@${version}`);
  const named = [`@types/node@${nodeTypes}`, ...compilers];
  await run("npm", ["install", "--no-audit", "--no-fund", "--save-dev", ...named], {
    cwd: project,
  });
  for (const [name, { files, ...own }] of Object.entries({ ...users, old })) {
    const compilerOptions = { ...own, ...always };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, files }));
  }
  const bounds = [typescripts[0], typescripts.at(-1)];
  for (const version of typescripts) {
    // Between the oldest and the newest, the user with the most to read says enough.
    const names = bounds.includes(version) ? Object.keys(users) : ["node"];
    if (version.startsWith("5.")) names.push("old");
    const found = await Promise.all(names.map((name) => errors(project, version, name)));
    const [first] = found.flat();
    must(first === undefined, `its types are refused by TypeScript ${version}: ${first}`);
  }
  return `TypeScript ${typescripts.join(", ")}`;
}

/** What a compiler finds wrong; what is wrong in other packages is theirs. */
function errors(project, version, name) {
  const tsc = join(project, `node_modules/typescript-${version}/bin/tsc`);
  const args = [tsc, "--project", `types/${name}.json`];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: project, timeout }, (failed, stdout) => {
      const lines = stdout.split("\n").filter((line) => line.includes("error TS"));
      const ours = lines.filter((line) => !/^node_modules\/(?!service-emulator\/)/.test(line));
      const told = lines.length === 0 && failed !== null ? [failed.message] : ours;
      resolve(told.map((line) => `${name}: ${line}`));
    });
  });
}
