import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { bin } from "../support/cli.ts";
import { allBlocks, blocksOf, root } from "../support/pages.ts";

const works = (file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
};

/** The examples of a language, and whether this machine has its test framework. */
const languages: readonly (readonly [name: string, isThere: () => boolean])[] = [
  ["python", () => works("python3", "-m", "pytest", "--version")],
  ["ruby", () => works("rspec", "--version")],
  ["php", () => works("phpunit", "--version")],
  ["go", () => process.env["LANGUAGES"] === "all" && works("go", "version")],
];

const shown = allBlocks.flatMap(({ kind, text }) => {
  const [, file] = /^\w+ (examples\/.*)$/.exec(kind) ?? [];
  return file === undefined ? [] : [{ file, text }];
});

describe("the examples in other languages", () => {
  it.each(shown)("$file is the same on its page", ({ file, text }) => {
    expect(text).toBe(readFileSync(join(root, file), "utf8"));
  });

  it.each(languages)("of %s are all on a page", (name) => {
    const there = readdirSync(join(root, "examples", name)).filter((file) => file !== "go.mod");
    const files = there.map((file) => `examples/${name}/${file}`);
    expect(shown.map(({ file }) => file)).toEqual(expect.arrayContaining(files));
  });
});

describe("the tests of the page pass with the command of the page", () => {
  it.each(languages)("%s", { timeout: 300_000 }, async (name, isThere) => {
    if (!isThere()) return console.warn(`${name}: its tests cannot run on this machine`);
    const folder = mkdtempSync(join(tmpdir(), "emulator-examples-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, "examples", name), folder, { recursive: true });
    const block = blocksOf(`docs/guides/${name}.md`).find(({ kind }) => kind === "sh stack");
    const line =
      block?.text.replace("npx service-emulator", `'${process.execPath}' '${bin}'`) ?? "";
    const env = { ...process.env, GOCACHE: join(folder, "cache"), GOFLAGS: "-modcacherw" };
    const ran = await promisify(execFile)("sh", ["-c", line], { cwd: folder, env });
    expect(ran.stderr).toMatch(/create_event/);
  });
});
