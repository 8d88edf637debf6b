import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import module from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../..");

/** The package as it is installed, in a folder of its own. */
function installed() {
  const folder = mkdtempSync(join(tmpdir(), "emulator-code-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dist = join(folder, "dist");
  for (const name of ["bin", "fixtures", "package.json"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  cpSync(join(root, "dist"), dist, {
    recursive: true,
    filter: (file) => !/\.cache/.test(file),
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const elsewhere = join(folder, "elsewhere");
  const tmp = join(folder, "tmp");
  mkdirSync(tmp);
  const codeIn = (where: string) => {
    const names = readdirSync(where).filter((name) => /\.cache/.test(name));
    return names.map((name) => join(where, name));
  };
  const cli = (words: readonly string[], env: Record<string, string> = {}) =>
    execFileSync(process.execPath, [join(folder, "bin/service-emulator.js"), ...words], {
      encoding: "utf8",
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: join(folder, "home"),
        TMPDIR: tmp,
        XDG_CACHE_HOME: elsewhere,
        ...env,
      },
    }).trim();
  return {
    folder,
    dist,
    elsewhere,
    tmp,
    /** The files of compiled code in a folder: of each file that a start loads, with that of the emulator first. */
    codeIn: (where: string) =>
      codeIn(where).sort((a, b) => Number(isEmulators(b)) - Number(isEmulators(a))),
    cli,
    /** Starts an emulator for a command that asks it for something: its health. @returns what the command prints */
    start(env: Record<string, string> = {}, path = "/_emulator/health"): string {
      const ask = `require("node:http").get(process.env.SERVICE_EMULATOR_URL + "${path}", (answer) => answer.resume() && console.log(answer.statusCode))`;
      const exec = ["exec", "--quiet", "--port", "0", "--fixtures", "empty", "--"];
      const words = [...exec, process.execPath, "-e", ask];
      return cli(words, env);
    },
  };
}

const isEmulators = (file: string) => basename(file).startsWith("emulator-");

/** How many files have their code kept: those that each start loads. */
const filesOfStart = 5;

/** Long ago: what is written again is newer. */
const past = new Date("2020-01-01T00:00:00Z");

it("keeps what a start has compiled, and the next start takes it", () => {
  const { dist, codeIn, start } = installed();
  expect(start()).toBe("200");
  const [file = "", ...others] = codeIn(dist);
  expect(others).toHaveLength(filesOfStart - 1);
  expect(statSync(file).mode & 0o077).toBe(0);
  utimesSync(file, past, past);
  expect(start()).toBe("200");
  expect(statSync(file).mtime).toEqual(past);
});

it("keeps it again once a start has answered a request, with what answers it", () => {
  const { dist, codeIn, start } = installed();
  start();
  const [file = ""] = codeIn(dist);
  utimesSync(file, past, past);
  expect(start({}, "/api/profiles")).toBe("401");
  expect(statSync(file).mtime).not.toEqual(past);
  utimesSync(file, past, past);
  expect(start({}, "/api/profiles")).toBe("401");
  expect(statSync(file).mtime).toEqual(past);
  expect(codeIn(dist)).toHaveLength(filesOfStart);
  expect(codeIn(dist)[0]).toBe(file);
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ["is cut short", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ["is empty", () => Buffer.alloc(0)],
  [
    "has another byte",
    (bytes) => Buffer.from(bytes.map((byte, at) => (at === 5000 ? byte ^ 255 : byte))),
  ],
])("starts without compiled code that %s, and makes it again", (_, damaged) => {
  const { dist, codeIn, start } = installed();
  start();
  const [file = ""] = codeIn(dist);
  const whole = readFileSync(file);
  writeFileSync(file, damaged(Buffer.from(whole)));
  utimesSync(file, past, past);
  expect(start()).toBe("200");
  expect(statSync(file).mtime).not.toEqual(past);
  expect(readFileSync(file).length).toBeGreaterThan(whole.length / 2);
});

it("takes no code of a source that was another then", () => {
  const { dist, codeIn, start } = installed();
  start();
  const before = codeIn(dist);
  const source = join(dist, "emulator.cjs");
  const text = readFileSync(source, "latin1");
  // As long as it was: V8 would not see it.
  writeFileSync(source, text.replace("/_emulator/health", "/_emulator/heaith"), "latin1");
  expect(start()).toBe("404");
  expect(codeIn(dist).length).toBe(before.length + 1);
});

it.skipIf(process.getuid === undefined)(
  "keeps it in the user's own cache where others may write into the package",
  () => {
    const { dist, elsewhere, codeIn, start } = installed();
    chmodSync(dist, 0o777);
    expect(start()).toBe("200");
    expect(codeIn(dist)).toEqual([]);
    const own = join(elsewhere, "service-emulator");
    expect(codeIn(own)).toHaveLength(filesOfStart);
    expect(statSync(own).mode & 0o777).toBe(0o700);
  },
);

it.skipIf(process.getuid === undefined)("keeps nothing where everybody writes", () => {
  const { dist, elsewhere, codeIn, start } = installed();
  chmodSync(dist, 0o777);
  expect(start({ TMPDIR: elsewhere })).toBe("200");
  expect(codeIn(dist)).toEqual([]);
  expect(() => codeIn(join(elsewhere, "service-emulator"))).toThrow("ENOENT");
});

/** Commands that start nothing load modules, whose compiled code Node 22 and later keep. */
const other = ["completion", "bash"];
const keepsModules = "enableCompileCache" in module;

describe("the compiled code of a command that starts nothing", () => {
  it("lies in the package's folder, where nobody else can read or write", () => {
    const { dist, elsewhere, tmp, codeIn, cli } = installed();
    cli(other);
    const [folder, ...more] = codeIn(dist);
    expect([folder, more]).toEqual([keepsModules ? join(dist, "modules.cache") : undefined, []]);
    if (folder !== undefined) expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect([readdirSync(tmp), existsSync(elsewhere)]).toEqual([[], false]);
  });

  it.skipIf(process.getuid === undefined)(
    "lies in the user's own cache where others may write into the package",
    () => {
      const { dist, elsewhere, tmp, codeIn, cli } = installed();
      chmodSync(dist, 0o777);
      cli(other);
      expect([codeIn(dist), readdirSync(tmp)]).toEqual([[], []]);
      const own = join(elsewhere, "service-emulator");
      expect(existsSync(join(own, "modules.cache"))).toBe(keepsModules);
    },
  );

  it("is never looked for where a link stands in its place, or a folder that is open to others", () => {
    const { folder, dist, cli } = installed();
    const others = join(folder, "others");
    mkdirSync(others);
    symlinkSync(others, join(dist, "modules.cache"));
    cli(other);
    rmSync(join(dist, "modules.cache"));
    mkdirSync(join(dist, "modules.cache"));
    chmodSync(join(dist, "modules.cache"), 0o777);
    cli(other);
    expect([readdirSync(others), readdirSync(join(dist, "modules.cache"))]).toEqual([[], []]);
  });

  it("is kept nowhere if the folder of the user's is not there to be kept in", () => {
    const { folder, dist, tmp, codeIn, cli } = installed();
    chmodSync(dist, 0o777);
    cli(other, { XDG_CACHE_HOME: "", HOME: join(folder, "gone") });
    expect([codeIn(dist), readdirSync(tmp), existsSync(join(folder, "gone"))]).toEqual([
      [],
      [],
      false,
    ]);
  });
});

it("keeps nothing of any command where the user wants none", () => {
  const { folder, cli, start } = installed();
  const before = readdirSync(folder, { recursive: true });
  cli(other, { SERVICE_EMULATOR_CODE_CACHE: "off" });
  cli(["--version"], { SERVICE_EMULATOR_CODE_CACHE: "off" });
  start({ SERVICE_EMULATOR_CODE_CACHE: "off" });
  // A start leaves its folder, which is empty.
  const after = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(after.filter((name) => !/^tmp[\\/]service-emulator-[^\\/]+$/.test(name))).toEqual(before);
});
