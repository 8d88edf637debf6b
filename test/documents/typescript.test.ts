import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { allBlocks, type Block, nameOf, root } from "../support/pages.ts";
import { myClient } from "./my-client.ts";

const blocks = allBlocks.filter(({ kind }) => ["ts", "js"].includes(kind));
/** Files that readers save: `test/recipes` runs them. Others are parts of a test. */
const isFile = ({ text }: Block): boolean =>
  /^\/\/ [\w.-]+\.[jt]s$|^\/\/ [\w.-]+\.mjs$/m.test(text);
const parts = blocks.filter((block) => !isFile(block));

const folder = mkdtempSync(join(tmpdir(), "emulator-blocks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = ({ page, line }: Block): string => `${page.replaceAll(/\W/g, "-")}-${line}`;

/** A part, within a function that gives it what the page takes for granted. */
function moduleOf({ text }: Block): string {
  const lines = text.split("\n");
  const imports = lines.filter((line) => line.startsWith("import "));
  const rest = lines.filter((line) => !line.startsWith("import "));
  const own = imports.some((line) => line.includes("createEmulator"));
  return [
    'import type { Scope } from "./scope.js";',
    ...(own ? [] : ['import { createEmulator } from "service-emulator";']),
    ...imports,
    `export default async ({ ${own ? "" : "emulator, "}myClient, expect }: Scope): Promise<void> => {`,
    "{",
    ...rest,
    "}",
    own ? "void [myClient, expect];" : "void [createEmulator, emulator, myClient, expect];",
    "};",
    "",
  ].join("\n");
}

const scope = `import type { Emulator } from "service-emulator";
import type { ExpectStatic } from "vitest";
export interface Scope {
  readonly emulator: Emulator;
  readonly myClient: (url: string, key: string) => {
    track(metric: string): Promise<void>;
    sendCampaign(name: string): Promise<void>;
  };
  readonly expect: ExpectStatic;
}
`;

/** What the compiler says of all parts and files, in one run; what it makes of them lies in \`out\`. */
function compiled(): string {
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  mkdirSync(join(folder, "node_modules/@playwright"));
  symlinkSync(root, join(folder, "node_modules/service-emulator"));
  for (const name of ["vitest", "@types/node", "@playwright/test"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "scope.ts"), scope);
  const files = blocks.filter((block) => isFile(block) && block.kind === "ts");
  const sources = [
    ...parts.map((block) => [`${fileOf(block)}.ts`, moduleOf(block)] as const),
    ...files.map((block) => [`${fileOf(block)}.ts`, block.text] as const),
  ];
  for (const [name, text] of sources) writeFileSync(join(folder, name), text);
  const flags =
    "--strict --noUncheckedIndexedAccess --module nodenext --target es2022 --lib es2023,dom,esnext --skipLibCheck --types node --outDir out";
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  const args = [tsc, ...flags.split(" "), ...sources.map(([name]) => name)];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const said = compiled();

it("the compiler accepts every block, with the types of the package as it is built", () => {
  expect(said).toBe("");
}, 60_000);

describe("does what it says:", () => {
  // What a situation's code does stands in situations.test.ts.
  const run = parts.filter(({ page }) => !page.endsWith("situations.md"));

  it.each(run.map((block) => [nameOf(block), block] as const))("%s", async (_, block) => {
    const { createEmulator } = await import("../../src/index.ts");
    const { default: act } = await import(
      pathToFileURL(join(folder, "out", `${fileOf(block)}.js`)).href
    );
    const emulator = await createEmulator({ fixtures: ["small"], port: 0 });
    try {
      await expect(act({ emulator, myClient, expect })).resolves.toBeUndefined();
    } finally {
      await emulator.close();
    }
  });
});
