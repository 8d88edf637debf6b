import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { build, type UserConfig } from "tsdown";
import { inAscii } from "./src/seeding/compiled-plan.ts";

/** The modules, and what each imports without `import()`. */
export interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Modules, and all that they import without `import()`. */
export function loadedWith(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const waiting = roots.map((root) => resolve(root));
  const found = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/** What a module would be handed by Node's own wrapper, and `importIt` for `import()`, which a `vm.Script` has not. */
const wrapper = ["(function (exports, require, module, __filename, __dirname, importIt) {", "})"];

/** The node of an expression `import(…)`, as the parser gives it. */
interface Importing {
  readonly type: string;
  readonly start: number;
}

/** Where `import(` stands in code. */
function imports(node: unknown): number[] {
  if (typeof node !== "object" || node === null) return [];
  const { type, start } = node as Importing;
  const within = Object.values(node).flatMap((part) =>
    Array.isArray(part) ? part.flatMap(imports) : imports(part),
  );
  return type === "ImportExpression" ? [start, ...within] : within;
}

function wrapped(code: string): string {
  let text = code;
  for (const start of imports(parseAst(code)).sort((a, b) => b - a)) {
    text = `${text.slice(0, start)}importIt${text.slice(start + "import".length)}`;
  }
  return inAscii(`${wrapper[0]}${text}\n${wrapper[1]}`);
}

/** What is loaded from a file of its own, since few starts need it: the commands that start nothing. */
const elsewhere = /src\/cli\/commands\/(?!start|exec)/;

const without = {
  name: "without",
  resolveId: (id: string, importer = "") =>
    elsewhere.test(importer) && id.includes("/actions/") ? "\0without" : undefined,
  load: (id: string) => (id === "\0without" ? "export {};" : undefined),
};

/** What few starts need, but is imported at the top of what all need: it is loaded when something of it is asked for. */
const few = [
  "nedb-promises",
  "https",
  "node:child_process",
  "node:dns/promises",
  "node:fs/promises",
  "node:https",
  "node:readline/promises",
  "node:stream/promises",
  "node:tls",
  "node:tty",
  "node:zlib",
];

const late = {
  name: "late",
  resolveId: {
    // Before others say that it stays outside.
    order: "pre",
    handler: (id: string, _?: string, { kind = "" } = {}) =>
      few.includes(id) ? `\0late ${kind === "require-call" ? "whole " : ""}${id}` : undefined,
  } as const,
  async load(id: string) {
    const [, whole, name] = /^\0late (whole )?(.*)/.exec(id) ?? [];
    if (name === undefined) return undefined;
    // Whoever requires it has all of it: each part is read when it is asked for.
    if (whole !== undefined) {
      return [
        'const { createRequire } = require("node:module");',
        "let known;",
        `const found = () => (known ??= createRequire(__filename)("${name}"));`,
        "module.exports = new Proxy({}, { get: (_, part) => found()[part] });",
      ].join("\n");
    }
    const found = await import(name);
    const parts = Object.keys(found).filter(
      (each) => /^[a-z]\w*$/i.test(each) && each !== "default",
    );
    // What is called is asked for when it is called; what is read, with the module that reads it.
    const isCalled = (part: string) => /^[a-z]/.test(part) && typeof found[part] === "function";
    const code = [
      'import { createRequire } from "node:module";',
      "let known;",
      `const found = () => (known ??= createRequire(import.meta.url)("${name}"));`,
      "const read = (part) => found()[part];",
      // A method of the whole is called on the whole.
      "const own = (value) => (typeof value === 'function' ? value.bind(found()) : value);",
      "export default /* @__PURE__ */ new Proxy({}, { get: (_, part) => own(found()[part]) });",
      ...parts.map((part) =>
        isCalled(part)
          ? `export const ${part} = (...given) => found().${part}(...given);`
          : `export const ${part} = /* @__PURE__ */ read("${part}");`,
      ),
    ];
    return { code: code.join("\n"), moduleSideEffects: false };
  },
};

/** What every start loads: these modules, and all that they import without `import()`. */
const roots = [
  "src/cli/main.ts",
  "src/cli/actions/start.ts",
  "src/cli/process/locator.ts",
  "src/emulator.ts",
  "src/server/app.ts",
  "src/server/listen.ts",
  "src/durable/data-folder-error.ts",
  "src/seeding/fixture/error.ts",
];

/** What the bundler itself adds. */
const runtime = "\0rolldown/runtime.js";

/** The one file of these; all else is in files of its own, which `import()` loads. */
const main = "start-main.cjs";

/**
 * The commands that start an emulator: what each start needs is one file, which `bin/compiled.js` runs with the code
 * that an earlier start has compiled.
 *
 * @param config as the rest is built
 */
export async function buildStart({
  outDir,
  ...config
}: Required<Pick<UserConfig, "outDir" | "plugins" | "minify">>): Promise<void> {
  let needed: ReadonlySet<string> | undefined;
  const groupOf = (id: string, graph: Graph) =>
    id === runtime || (needed ??= loadedWith(roots, graph)).has(id) ? "start-main" : null;
  await build({
    config: false,
    entry: { start: "src/cli/main.ts" },
    outDir,
    platform: "node",
    target: "node20.19",
    format: "cjs",
    dts: false,
    clean: false,
    minify: config.minify,
    plugins: [config.plugins, without, late],
    outputOptions: {
      codeSplitting: { groups: [{ name: groupOf }] },
      chunkFileNames: ({ name }) => (name === "start-main" ? main : "start-[name]-[hash].cjs"),
      minifyInternalExports: false,
    },
    inlineOnly: false,
    logLevel: "error",
  });
  writeFileSync(`${outDir}/${main}`, wrapped(readFileSync(`${outDir}/${main}`, "utf8")));
  // It only gives on what is in the other.
  rmSync(`${outDir}/start.cjs`);
}
