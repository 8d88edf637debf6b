import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { must, run } from "./running.mjs";

export const root = resolve(import.meta.dirname, "..");

/** What every user needs, and a few of what none does. */
const wanted = [
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "bin/service-emulator.js",
  "bin/package.json",
  "dist/cli.cjs",
  "dist/start.cjs",
  "dist/index.cjs",
  "dist/preload.cjs",
  "dist/trusted-file.cjs",
  "dist/index.d.cts",
  "dist/vitest.js",
  "dist/vitest.d.ts",
  "dist/vitest.d.cts",
  "dist/THIRD-PARTY-NOTICES.txt",
  "dist/sbom.cdx.json",
  "docs/SECURITY.md",
  "dist/inspector/index.html",
  "dist/inspector/inspector.css",
  "dist/inspector/inspector.js",
  "fixtures/seeds/demo.yaml",
  "docs/guides/situations.md",
  "docs/reference/options.md",
  "examples/naive.mjs",
];
const needless =
  /^(src|test|bench|examples\/bugs|\.ci|\.github|Dockerfile|compose)|\.map$|^dist\/modules\.json$/;

/** The largest tarball, in bytes: it is what everybody downloads who tries it once, and what npm shows as 1.3 MB. */
const bytesMax = 1_349_999;

/** The largest page, in bytes as a browser downloads it: script, stylesheet and document. */
const pageBytesMax = 90_000;

function checkPage() {
  const folder = join(root, "dist/inspector");
  const sizes = readdirSync(folder).map(
    (name) => gzipSync(readFileSync(join(folder, name))).length,
  );
  const size = sizes.reduce((sum, each) => sum + each, 0);
  must(size <= pageBytesMax, `has a page of ${size} bytes, more than ${pageBytesMax}`);
}

/** Packs the package into a folder, and looks at what it holds. */
export async function pack(folder) {
  const staged = stage(join(folder, "staged"));
  const manifest = () => readFileSync(join(staged, "package.json"), "utf8");
  const before = manifest();
  const args = ["pack", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(await run("npm", args, { cwd: staged }));
  must(manifest() === before, "is packed at the cost of package.json, which is another now");

  const { files, size, filename } = packed;
  const names = files.map(({ path }) => path);
  for (const name of [...wanted, ...namedInReadme()]) must(names.includes(name), `lacks ${name}`);
  for (const name of foldersOf(JSON.parse(before))) {
    const has = names.some((each) => each.startsWith(`${name}/`));
    must(has === existsSync(join(root, name)), `lacks the folder ${name}`);
  }
  const extra = names.find((name) => needless.test(name));
  must(extra === undefined, `holds ${extra}, which users do not need`);
  must(size <= bytesMax, `has ${size} bytes, more than ${bytesMax}`);
  checkPage();

  const path = join(folder, filename);
  const said = await run("tar", [
    "--extract",
    "--to-stdout",
    "--file",
    path,
    "package/package.json",
  ]);
  must(!("prepare" in JSON.parse(said).scripts), "has a script that builds it where it is used");
  return { ...packed, path };
}

/** The files that the README leads to, or has its commands run. */
const namedInReadme = () =>
  readFileSync(join(root, "README.md"), "utf8").match(
    /\b(?:docs|examples|fixtures)\/[\w/.-]+\.\w+/g,
  );

/** What the package names as its own, and is a folder. */
const foldersOf = ({ files }) => files.filter((name) => /^[\w/]+$/.test(name));

/**
 * A copy to pack from, since packing changes package.json for a moment, and other checks read it meanwhile. It is
 * packed as it was built before.
 */
function stage(folder) {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...manifest.files, "README.md", "LICENSE"].filter((name) => !name.startsWith("!"));
  for (const name of named.filter((each) => existsSync(join(root, each)))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  const staged = { ...manifest, scripts: { ...manifest.scripts, build: "true" } };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(staged, null, 2)}\n`);
  return folder;
}
