import { execFile, execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { Failure } from "../../src/cli/terminal/terminal.ts";
import { createProgram } from "../../src/cli/program.ts";
import { readFixture } from "../../src/seeding/fixture/read.ts";
import { bin, empty, run } from "../support/cli.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "emulator-input-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

/** What no reader can come to the end of, or that is no file at all, and how each is told. */
const kinds = {
  // A folder may hold recordings: this one has none.
  directory: {
    make: (path: string) => fs.mkdirSync(path),
    says: /is a directory|has no recording/,
  },
  pipe: { make: (path: string) => void execFileSync("mkfifo", [path]), says: /is a pipe/ },
  device: {
    make: (path: string) => fs.symlinkSync("/dev/zero", path),
    // A bulk file that is a link out of the fixture's folder is not even looked at.
    says: /is a device|expected a file in the fixture's own folder/,
  },
  huge: {
    make: (path: string) => {
      fs.writeFileSync(path, "");
      fs.truncateSync(path, 2 ** 34);
    },
    says: /has 17179869184 bytes; expected at most \d+$/,
  },
};

/** The places where the command line takes a file to be read, each with the words around it. */
const places: Readonly<Record<string, (path: string) => string[]>> = {
  "--config": (path) => ["config", "print", "--config", path],
  "--fixtures": (path) => ["exec", "--fixtures", path, "--", "true"],
  seed: (path) => ["seed", path, "--url", "http://127.0.0.1:9"],
  "seed import": (path) => ["seed", "import", path, "--output", at("made.yaml")],
  "scenario run": (path) => ["scenario", "run", path, "--", "true"],
  "--scenario": (path) => ["exec", "--fixtures", empty, "--scenario", path, "--", "true"],
  "--expect-file": (path) => ["exec", "--fixtures", empty, "--expect-file", path, "--", "true"],
  "--tls-cert": (path) => ["exec", "--tls-cert", path, "--tls-key", path, "--", "true"],
  "faults add --file": (path) => ["faults", "add", "--file", path, "--url", "http://127.0.0.1:9"],
  "--ratchet": (path) => ["exec", "--fixtures", empty, "--ratchet", path, "--", "true"],
  drift: (path) => ["drift", path],
  // A fixture names these, and lies beside them.
  "profiles_from, JSON lines": (path) => [
    "exec",
    "--fixtures",
    naming(path, "jsonl"),
    "--",
    "true",
  ],
  "events_from, CSV": (path) => ["exec", "--fixtures", naming(path, "csv"), "--", "true"],
};

/** A fixture that names this file by another ending. */
function naming(path: string, ending: "jsonl" | "csv"): string {
  const section = ending === "csv" ? "events_from" : "profiles_from";
  const [bulk, fixture] = [`${path}.${ending}`, `${path}.${ending}.yaml`];
  fs.renameSync(path, bulk);
  fs.writeFileSync(
    fixture,
    `company_id: Tests1\n${section}: ${JSON.stringify(bulk.slice(folder.length + 1))}\n`,
  );
  return fixture;
}

describe.each(Object.entries(places))("a file given to %s", (name, wordsOf) => {
  it("is read only if it is one, and not without end: else one line says what it is", async () => {
    for (const [kind, { make, says }] of Object.entries(kinds)) {
      const path = at(`${name.replaceAll(/\W/g, "_")}-${kind}`);
      make(path);
      const args = wordsOf(path);
      const error: unknown = await createProgram()
        .parseAsync(["node", "service-emulator", ...args])
        .catch((each: unknown) => each);
      expect(error).toBeInstanceOf(Failure);
      const { message, exitCode } = error as Failure;
      expect(message).toContain(path);
      expect(message).toMatch(says);
      expect(message).not.toContain("\n");
      expect([2, 3]).toContain(exitCode);
    }
  });
});

describe("what another program pipes in", () => {
  const shell = (script: string, ...args: string[]) =>
    promisify(execFile)("sh", ["-c", script, process.execPath, bin, ...args]).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

  it("is read like a file", async () => {
    fs.writeFileSync(at("piped.yaml"), "name: piped\nsteps: []\nexpect: [{ exit: 0 }]\n");
    const { stdout } = await shell(
      'cat "$2" | "$0" "$1" scenario check /dev/stdin',
      at("piped.yaml"),
    );
    expect(stdout).toBe("/dev/stdin: piped, 0 steps, 1 expectation\n");
  });

  it("is not read without end", async () => {
    const { stderr } = await shell('"$0" "$1" scenario check /dev/stdin < /dev/zero');
    expect(stderr).toBe(
      "service-emulator: /dev/stdin: has more than 1000000 bytes; expected at most that\n",
    );
  });
});

describe("an empty config", () => {
  it("may be /dev/null", async () => {
    expect((await run(["config", "print", "--config", "/dev/null"])).code).toBe(0);
  });
});

describe("a line of a bulk file", () => {
  it("is not collected without end", async () => {
    fs.writeFileSync(at("long.jsonl"), `{}\n${" ".repeat(10_000_001)}`);
    fs.writeFileSync(at("long.yaml"), "company_id: Tests1\nprofiles_from: long.jsonl\n");
    await expect(readFixture(at("long.yaml"))).rejects.toThrow(
      /long\.jsonl:2: has more than 10000000 characters/,
    );
  });
});
