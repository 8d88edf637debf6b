import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
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
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

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
  mkdirSync(join(folder, "tmp"));
  const codeIn = (where: string) => {
    const names = readdirSync(where).filter((name) => /\.cache/.test(name));
    return names.map((name) => join(where, name));
  };
  return {
    dist,
    elsewhere,
    /** The files of compiled code in a folder. */
    codeIn,
    /** Starts an emulator for a command that asks it for something: its health. @returns what the command prints */
    start(env: Record<string, string> = {}, path = "/_emulator/health"): string {
      const ask = `fetch(process.env.SERVICE_EMULATOR_URL + "${path}").then(({ status }) => console.log(status))`;
      const words = ["exec", "--quiet", "--port", "0", "--", process.execPath, "-e", ask];
      return execFileSync(process.execPath, [join(folder, "bin/service-emulator.js"), ...words], {
        encoding: "utf8",
        env: {
          PATH: process.env["PATH"] ?? "",
          TMPDIR: join(folder, "tmp"),
          XDG_CACHE_HOME: elsewhere,
          ...env,
        },
      }).trim();
    },
  };
}

/** Long ago: what is written again is newer. */
const past = new Date("2020-01-01T00:00:00Z");

it("keeps what a start has compiled, and the next start takes it", () => {
  const { dist, codeIn, start } = installed();
  expect(start()).toBe("200");
  const [file = "", ...others] = codeIn(dist);
  expect(others).toEqual([]);
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
  expect(codeIn(dist)).toEqual([file]);
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
  const source = join(dist, "start-main.cjs");
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
    expect(codeIn(own)).toHaveLength(1);
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

it("keeps nothing where the user wants none", () => {
  const { dist, codeIn, start } = installed();
  expect(start({ SERVICE_EMULATOR_CODE_CACHE: "off" })).toBe("200");
  expect(codeIn(dist)).toEqual([]);
});
