import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { linesOf, runHere, spawnCli } from "../support/cli.ts";

const files = [
  "service-emulator.config.yaml",
  "fixtures/people.yaml",
  "scenarios/rate-limited.yaml",
];

function project() {
  const folder = mkdtempSync(join(tmpdir(), "emulator-init-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cli = (...args: string[]) => runHere(args, {}, folder);
  return { folder, cli, has: (name: string) => existsSync(join(folder, name)) };
}

/** A client that waits as long as it is told; and one that does not. */
const client = (waits: boolean) => `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
for (;;) {
  const answer = await fetch(url + "/api/profiles", { headers });
  if (answer.status === 200) break;
  if (${waits}) await new Promise((done) => setTimeout(done, answer.headers.get("retry-after") * 1000));
}
`;

describe("service-emulator init", () => {
  it("writes a config, a fixture and a scenario, and says what to do next", async () => {
    const { cli, has } = project();
    const { code, stdout, stderr } = await cli("init");
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of files) {
      expect(has(name)).toBe(true);
      expect(stdout).toContain(`wrote ${name}\n`);
    }
    expect(stdout).toContain("service-emulator scenario run scenarios/rate-limited.yaml -- node");
  });

  it("what it writes is what a start begins with", async () => {
    const { cli, folder } = project();
    await cli("init", ".");
    const child = spawnCli(["--port", "0", "--json"], {}, "pipe", folder);
    const ready = JSON.parse((await linesOf(child).next()).value);
    expect(ready.accounts).toMatchObject([
      {
        companyId: "MyShop",
        keys: [{ name: "full", key: "pk_MyShopFull" }, { name: "read-only" }],
      },
    ]);
    expect(ready.counts).toMatchObject({ profiles: 2, events: 1, lists: 1 });
  });

  it("its scenario is right, passes with a good client, and fails with one that does not wait", async () => {
    const { cli } = project();
    await cli("init");
    const scenario = "scenarios/rate-limited.yaml";
    expect((await cli("scenario", "check", scenario)).code).toBe(0);
    const judged = (waits: boolean) => {
      const program = ["--input-type=module", "-e", client(waits)];
      return cli("scenario", "run", scenario, "--", process.execPath, ...program);
    };
    expect((await judged(true)).code).toBe(0);
    expect((await judged(false)).code).toBe(1);
  });

  it("each file names a schema that is there, and that it follows", async () => {
    const { cli, folder } = project();
    await cli("init");
    for (const name of files) {
      const text = readFileSync(join(folder, name), "utf8");
      const path = /^# yaml-language-server: \$schema=(.*)\n/.exec(text)?.[1] ?? "";
      expect(isAbsolute(path)).toBe(false);
      const schema = readFileSync(resolve(dirname(join(folder, name)), path), "utf8");
      const validate = new Ajv2020({ validateFormats: false }).compile(JSON.parse(schema));
      validate(parse(text));
      expect([name, validate.errors]).toEqual([name, null]);
    }
  });

  it("names schemas by a path that goes with the project where the package is installed in it", async () => {
    const { folder } = project();
    const installed = join(folder, "node_modules/service-emulator");
    for (const part of ["bin", "dist", "fixtures", "package.json"]) {
      cpSync(part, join(installed, part), { recursive: true });
    }
    execFileSync(process.execPath, [join(installed, "bin/service-emulator.js"), "init"], {
      cwd: folder,
    });
    expect(readFileSync(join(folder, "fixtures/people.yaml"), "utf8")).toMatch(
      /\$schema=\.\.\/node_modules\/service-emulator\/fixtures\/schemas\/fixture\.schema\.json\n/,
    );
  });

  it("overwrites nothing, says what is there, and writes nothing else", async () => {
    const { cli, folder, has } = project();
    writeFileSync(join(folder, "service-emulator.config.yaml"), "port: 1\n");
    const { code, stderr } = await cli("init");
    expect(code).toBe(2);
    expect(stderr).toBe(
      "service-emulator: service-emulator.config.yaml is there already: nothing was written; --force overwrites\n",
    );
    expect(has("fixtures")).toBe(false);
    expect((await cli("init", "--force")).code).toBe(0);
    expect((await cli("config", "print")).stdout).toContain("people.yaml");
  });

  it("makes the folder that it is given", async () => {
    const { cli, has } = project();
    const { stdout } = await cli("init", "some/where");
    expect(has("some/where/fixtures/people.yaml")).toBe(true);
    expect(stdout).toContain("  cd some/where\n");
  });

  it("ends with 3 and one line where it cannot write", async () => {
    const { cli, folder } = project();
    writeFileSync(join(folder, "file"), "");
    const { code, stdout, stderr } = await cli("init", "file");
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^service-emulator: file\/\S+ cannot be written \(\w+\): give a folder/);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
