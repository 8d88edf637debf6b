import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "tsdown";
import { compileSeeds } from "./src/seeding/compile-seeds.ts";

/**
 * Packages of listhen's that cost every start some milliseconds, and what stands in their place:
 * node-forge makes certificates, which `server/certificate.ts` does where TLS is asked for; consola writes listhen's warnings,
 * uqr draws its QR codes.
 */
const lighter: Readonly<Record<string, string>> = {
  "node-forge": "export default {};",
  consola: "export const consola = console; export default consola;",
  uqr: "export const renderUnicodeCompact = () => '';",
};

const lighten = {
  name: "lighten",
  resolveId: (id: string, importer = "") =>
    id in lighter && importer.includes("node_modules") ? `\0${id}` : undefined,
  load: (id: string) => lighter[id.slice(1)],
};

/** The licences of all that was bundled, as they ask for. */
function writeNotices(outDir: string): void {
  const maps = readdirSync(outDir).filter((name) => name.endsWith(".js.map"));
  const sources = maps.flatMap((name) => readFileSync(`${outDir}/${name}`, "utf8"));
  const folders = sources.flatMap(
    (text) => text.match(/node_modules\/(?:@[\w.-]+\/)?[\w.-]+/g) ?? [],
  );
  const notices = [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? "" : readFileSync(`${folder}/${file}`, "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(`${outDir}/THIRD-PARTY-NOTICES.txt`, notices.join(`\n${"-".repeat(80)}\n\n`));
}

/** What a start with a socket asks for: of these, all that they import without `import()`. */
const starts = ["src/emulator.ts", "src/server/app.ts", "src/server/listen.ts"];

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const loaded = new Set<string>();

/** Whether a start loads a module. Declarations are none: a chunk of code takes them in and leaves them out. */
function startsWith(id: string, graph: Graph): boolean {
  const roots = starts.map((name) => resolve(name));
  if (loaded.size === 0 && roots.every((root) => graph.getModuleInfo(root) !== null)) {
    for (let next = roots.pop(); next !== undefined; next = roots.pop()) {
      if (loaded.has(next)) continue;
      loaded.add(next);
      roots.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return loaded.has(id) && !/\.d\.[cm]?ts$/.test(id);
}

/**
 * One bundle, since start-up depends on it: what is needed at every start is inside (development
 * dependencies), what is needed only sometimes stays outside (dependencies, loaded when used).
 */
export default defineConfig({
  entry: { cli: "src/cli/main.ts", index: "src/index.ts", vitest: "src/vitest.ts" },
  platform: "node",
  target: "node20.19",
  format: "esm",
  dts: { entry: ["src/index.ts", "src/vitest.ts"] },
  plugins: [lighten],
  hooks: {
    "build:done": async ({ options }) => {
      await compileSeeds(`${options.outDir}/seeds`);
      writeNotices(options.outDir);
    },
  },
  outputOptions: {
    codeSplitting: {
      groups: [
        // What `--help` loads stays out of what a start loads.
        {
          name: "version",
          test: /src[\\/](?:version|report[\\/]names)\.ts|package\.json/,
          priority: 1,
        },
        // What every start loads is one file, since each costs it about a millisecond.
        { name: (id, graph) => (startsWith(id, graph) ? "emulator" : null) },
      ],
    },
  },
  sourcemap: true,
  // Half the text is half the time to compile it; the source maps keep the names.
  minify: true,
  clean: true,
  fixedExtension: false,
});
