// Packs the package, installs it into an empty folder as a user would, and asks it something.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const root = resolve(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "service-emulator-"));
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const must = (truth, what) => {
  if (!truth) throw new Error(`the packed tarball: ${what}`);
};

let server;
try {
  const [packed] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root),
  );
  const names = packed.files.map(({ path }) => path);
  for (const wanted of [
    "bin/service-emulator.js",
    "dist/cli.js",
    "dist/index.js",
    "dist/index.d.ts",
    "dist/vitest.js",
  ]) {
    must(names.includes(wanted), `lacks ${wanted}`);
  }
  must(names.includes("fixtures/seeds/demo.yaml"), "lacks the fixtures");
  must(names.includes("README.md") && names.includes("LICENSE"), "lacks its README or licence");
  must(
    !names.some((name) => /^(src|test|bench|\.ci)\//.test(name)),
    "holds what users do not need",
  );

  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  run("npm", ["install", "--no-audit", "--no-fund", join(folder, packed.filename)]);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  must(run("npx", ["service-emulator", "--version"]).trim() === version, "tells another version");

  const bin = join(folder, "node_modules/.bin/service-emulator");
  server = spawn(bin, ["--port", "0", "--json"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise((resolveLine, reject) => {
    createInterface(server.stdout).once("line", resolveLine);
    server.once("exit", (code) => reject(new Error(`it ended with ${code} before it was ready`)));
  });
  const ready = JSON.parse(line);
  must(ready.event === "ready", "does not boot");
  const [account] = ready.accounts;
  const answer = await fetch(`${ready.url}/api/profiles?page[size]=1`, {
    headers: { authorization: `Service-API-Key ${account.keys[0].key}`, revision: "2026-07-15" },
  });
  must(answer.status === 200 && (await answer.json()).data.length === 1, "does not answer");

  writeFileSync(
    join(folder, "library.js"),
    `import { createEmulator } from "service-emulator";
     const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
     const { status } = await fetch(emulator.url + "/_emulator/health");
     await emulator.close();
     process.stdout.write(String(status));`,
  );
  must(run(process.execPath, ["library.js"]) === "200", "does not work as a library");

  // The README's example, as a user would copy it, with the vitest of these tests.
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const example = /```ts\n(import \{ emulatorTest \}.*?)```/s.exec(readme)?.[1];
  must(example !== undefined, "the README lacks its example of a test");
  writeFileSync(join(folder, "retry.test.ts"), example);
  const { vitest } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies;
  run("npm", ["install", "--no-audit", "--no-fund", "--save-dev", `vitest@${vitest}`]);
  must(run("npx", ["vitest", "run"]).includes("1 passed"), "the README's example of a test fails");
  console.log(
    `the packed tarball works: ${packed.filename}, ${packed.files.length} files, ${packed.size} bytes`,
  );
} finally {
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
}
