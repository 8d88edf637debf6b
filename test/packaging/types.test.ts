import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");

/** What the compiler says of a program that has the built package beside it. */
function compiled(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules/service-emulator"));
  for (const name of ["vitest", "@types/node"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), program);
  const flags = "--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,esnext";
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  const args = [tsc, ...flags.split(" "), "--skipLibCheck", "--types", "node", "program.ts"];
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it("the package as it is built brings its types: what is wrong is seen by the compiler", () => {
  const said = compiled(`import { createEmulator } from "service-emulator";
import { emulatorTest } from "service-emulator/vitest";
const { keys, requests } = await createEmulator({ fixtures: ["small"] });
export const key: string | undefined = keys["full"];
requests.expect({ operation: "create_event" }).never();
// @ts-expect-error no such option
await createEmulator({ fixture: ["small"] });
// @ts-expect-error no such option
emulatorTest({ fixture: ["small"] });
`);
  expect(said).toBe("");
}, 30_000);

it("the guide names the oldest and the newest TypeScript that reads the types", async () => {
  const runtimes: string = "../../.ci/runtimes.mjs";
  const { typescripts } = (await import(runtimes)) as { typescripts: readonly string[] };
  const [oldest = "", ...others] = typescripts.map((version) => version.replace(/\.\d+$/, ""));
  const guide = readFileSync(join(root, "docs/guides/in-tests.md"), "utf8");
  expect(guide.replaceAll("\n", " ")).toContain(`TypeScript ${oldest} to ${others.at(-1)}`);
});
