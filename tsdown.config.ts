import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { defineConfig } from "tsdown";
import { buildInspector } from "./inspector.config.ts";
import { manualPage } from "./man.config.ts";
import { buildAlone } from "./preload.config.ts";
import { sbomOf } from "./sbom.config.ts";
import { inAscii } from "./src/seeding/compiled-plan.ts";
import { compileSeeds } from "./src/emulation/compile-seeds.ts";
import { late } from "./late.config.ts";

/**
 * Modules of packages that cost every start some milliseconds or every download some kilobytes, and what stands in their place:
 * node-forge makes certificates, which `server/x509.ts` does where TLS is asked for; consola writes listhen's warnings
 * and colours its words, std-env knows the clouds, uqr draws its QR codes; get-port-please opens each port once more, to see whether it is free: `server/heard-failure.ts`
 * hears of one that is not.
 */
const lighter: Readonly<Record<string, string>> = {
  "node-forge": "export default {};",
  "get-port-please": "export const getPort = ({ port }) => Promise.resolve(port);",
  consola: "export const consola = console; export default consola;",
  "consola/utils": "export const colors = {}; export const getColor = () => String;",
  "std-env": "export const provider = '';",
  // What starts programs, and even downloads one: a tunnel, the clipboard, a browser. Nothing here asks for them.
  untun: "export const startTunnel = () => Promise.resolve();",
  tinyclip: "export const writeText = () => Promise.resolve();",
  "../chunks/xdg-open.mjs": "export const xdgOpenScript = () => '';",
  uqr: "export const renderUnicodeCompact = () => '';",
  // listhen's web sockets, which nothing here opens.
  "crossws/adapters/node": "export default {};",
  // What checks the answers that an MCP server asks of its user: none are asked.
  "../validation/ajv-provider.js": "export class AjvJsonSchemaValidator {}",
};

const lighten = {
  name: "lighten",
  resolveId: (id: string, importer = "") =>
    id in lighter && importer.includes("node_modules") ? `\0${id}` : undefined,
  load: (id: string) => lighter[id.slice(1)],
};

/** The modules that each built file was made of, as they stand in this folder. */
type Modules = Record<string, readonly string[]>;

/** What the build has just made: filled by the bundler, read when all is written. */
const modules: Modules = {};

/** @param folder where the files lie within the build */
const modulesOf = (folder = "") => ({
  name: "modules",
  generateBundle(_: unknown, bundle: Record<string, { fileName: string; moduleIds?: string[] }>) {
    for (const { fileName, moduleIds = [] } of Object.values(bundle)) {
      if (!/\.[cm]?js$/.test(fileName)) continue;
      const files = moduleIds.filter((id) => isAbsolute(id)).map((id) => relative(".", id));
      modules[folder + fileName] = files.sort();
    }
  },
});

/** V8 reads a file twice as fast where each of its characters is one byte. */
const ascii = {
  name: "ascii",
  generateBundle(_: unknown, bundle: Record<string, { fileName: string; code?: string }>) {
    for (const file of Object.values(bundle)) {
      if (file.fileName.endsWith(".cjs") && file.code) file.code = inAscii(file.code);
    }
  },
};

/** The modules, and what each imports without `import()`. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules, and all that they import without `import()`. */
function loadedWith(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const waiting = roots.map((root) => resolve(root));
  const found = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/** The folders of all packages that were bundled. */
function bundled(): string[] {
  const folders = Object.values(modules)
    .flat()
    .flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[\w.-]+\/)?[\w.-]+/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/** The licences of all that was bundled, as they ask for. */
function writeNotices(outDir: string): void {
  const notices = bundled().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? "" : readFileSync(`${folder}/${file}`, "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  writeFileSync(`${outDir}/THIRD-PARTY-NOTICES.txt`, notices.join(`\n${"-".repeat(80)}\n\n`));
}

const actionFile = (name: string) => `src/cli/actions/${name}.ts`;

const emulator = [
  "src/emulator.ts",
  "src/server/app.ts",
  "src/server/listen.ts",
  "src/durable/data-folder-error.ts",
  "src/seeding/fixture/error.ts",
];

/**
 * What is loaded together is one file, since each costs a start about a millisecond: by these modules, and all that
 * they import without `import()`. What several ask for belongs to the first.
 */
const together = {
  names: ["src/version.ts", "src/report/names.ts"],
  base: ["src/cli/main.ts"],
  // What a start prints, and so do some of those commands.
  lines: ["src/cli/card/request-line.ts", "src/cli/actions/banner.ts"],
  // Commands that ask a running emulator load none of their own.
  control: [
    "src/cli/process/control-client.ts",
    ...["act", "clock", "fault-file", "faults", "limits", "open"].map(actionFile),
    ...["messages", "requests", "running", "verdicts"].map(actionFile),
  ],
  emulator,
  start: [...emulator, "src/cli/actions/start.ts", "src/cli/process/locator.ts"],
};

const isTogether = (name: string): boolean => name in together || name === "shared";

type Name = keyof typeof together;

const loaded = new Map<string, ReadonlySet<string>>();

function loadedFor(name: Name, graph: Graph): ReadonlySet<string> {
  const found = loaded.get(name) ?? loadedWith(together[name], graph);
  loaded.set(name, found);
  return found;
}

/** What is in the files of all of these, unless an earlier file has it. */
const groupOf = (name: string, ...of: readonly Name[]) => ({
  name: (id: string, graph: Graph) =>
    of.every((each) => loadedFor(each, graph).has(id)) ? name : null,
});

const groups = [
  groupOf("names", "names"),
  groupOf("base", "base"),
  groupOf("lines", "lines"),
  groupOf("shared", "control", "start"),
  groupOf("control", "control"),
  groupOf("emulator", "emulator"),
  groupOf("start", "start"),
].map((group, index, { length }) => ({ ...group, priority: length - index }));

/** Half the text is half the time to compile it. Errors keep the names of their classes. */
const minify = {
  compress: { keepNames: { function: false, class: true } },
  mangle: { keepNames: { function: false, class: true } },
  codegen: true,
} as const;

/**
 * One bundle, since start-up depends on it: what is needed at every start is inside (development
 * dependencies), what is needed only sometimes stays outside (dependencies, loaded when used).
 */
export default defineConfig({
  entry: { cli: "src/cli/main.ts", index: "src/index.ts" },
  platform: "node",
  target: "node20.19",
  format: "cjs",
  dts: false,
  plugins: [lighten, late, modulesOf(), ascii],
  // Of packages that have both, ES modules: what nothing asks of them stays out.
  inputOptions: { resolve: { mainFields: ["module", "main"] } },
  hooks: {
    "build:done": async ({ options }) => {
      await compileSeeds(`${options.outDir}/seeds`);
      await buildInspector({
        outDir: `${options.outDir}/inspector`,
        plugins: [modulesOf("inspector/")],
      });
      await buildAlone({ outDir: options.outDir, minify });
      // Other languages load these: they stay as they are.
      cpSync("src/hooks", `${options.outDir}/hooks`, { recursive: true });
      writeFileSync(`${options.outDir}/service-emulator.1`, manualPage());
      writeNotices(options.outDir);
      writeFileSync(`${options.outDir}/sbom.cdx.json`, sbomOf(bundled()));
      writeFileSync(`${options.outDir}/modules.json`, JSON.stringify(modules, null, 1));
    },
  },
  outputOptions: {
    codeSplitting: { groups },
    // What every start loads has names that `bin/compiled.js` knows.
    chunkFileNames: ({ name }: { name: string }) =>
      isTogether(name) ? "[name].cjs" : "[name]-[hash].cjs",
  },
  minify,
  clean: true,
  fixedExtension: false,
});
