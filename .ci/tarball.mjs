import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

/** Fails the check unless this is true. */
export function must(truth, what) {
  if (!truth) throw new Error(`the packed tarball: ${what}`);
}

/** Runs a command to its end; gives what it printed. */
export const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...options,
  });

/** What every user needs, and a few of what none does. */
const wanted = [
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "bin/service-emulator.js",
  "dist/cli.js",
  "dist/index.js",
  "dist/index.d.ts",
  "dist/vitest.js",
  "dist/vitest.d.ts",
  "dist/THIRD-PARTY-NOTICES.txt",
  "fixtures/seeds/demo.yaml",
  "docs/guides/situations.md",
  "docs/reference/options.md",
  "examples/naive.mjs",
];
const needless = /^(src|test|bench|\.ci|\.github|Dockerfile|compose)/;

/** Packs the package into a folder, and looks at what it holds. */
export function pack(folder) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [packed] = JSON.parse(run("npm", args, { cwd: root }));
  const names = packed.files.map(({ path }) => path);
  for (const name of wanted) must(names.includes(name), `lacks ${name}`);
  const extra = names.find((name) => needless.test(name));
  must(extra === undefined, `holds ${extra}, which users do not need`);
  return { ...packed, path: join(folder, packed.filename) };
}
