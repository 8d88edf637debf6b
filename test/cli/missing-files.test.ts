import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runHere } from "../support/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "emulator-missing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "customers.yaml"), "company_id: Tests1\n");
writeFileSync(join(folder, "names-none.yaml"), "name: Names none\nfixtures: [custmers.yaml]\n");
const beside = (name: string) => join(folder, name);

/** Every place in which a fixture or a scenario is named, with words around it. */
const places: Readonly<Record<string, (name: string) => string[]>> = {
  start: (name) => ["--port", "0", "--fixtures", name],
  "exec --fixtures": (name) => ["exec", "--fixtures", name, "--", "true"],
  seed: (name) => ["seed", name, "--url", "http://127.0.0.1:9"],
  "scenario run": (name) => ["scenario", "run", name, "--", "true"],
  "scenario check": (name) => ["scenario", "check", name],
  "exec --scenario": (name) => ["exec", "--scenario", name, "--", "true"],
};

describe.each(Object.entries(places))("a file that is not there, named to %s", (place, words) => {
  const kind = place.includes("scenario") ? "scenarios" : "fixtures";
  const shipped = kind === "scenarios" ? ["stampde", "stampede"] : ["smal", "small"];

  it.each([
    [shipped[0] ?? "", `: did you mean ${shipped[1]}?`],
    [`${shipped[0]}.yaml`, `: did you mean ${shipped[1]}?`],
    [beside("custmers.yml"), `: did you mean ${beside("customers.yaml")}?`],
    [beside("nothing-like-it"), ` (shipped ${kind}: `],
  ])("%s has the code of a wrong file, and a near name if there is one", async (name, advice) => {
    const { code, stdout, stderr } = await runHere(words(name));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(`${name}: there is no such file${advice}`);
  });
});

it("a fixture that a scenario names and is not there has its line, and a near name", async () => {
  const { code, stderr } = await runHere(["scenario", "check", beside("names-none.yaml")]);
  expect(code).toBe(2);
  expect(stderr).toBe(
    `service-emulator: ${beside("names-none.yaml")}:2: ` +
      `fixtures[0]: there is no file ${beside("custmers.yaml")}: did you mean customers.yaml?\n`,
  );
});

describe("what takes the place of a scenario's own", () => {
  const exec = (...options: string[]) =>
    runHere(["exec", "--scenario", "token-expires", ...options, "--", "true"]);

  it("is said: fixtures and settings of the command line", async () => {
    const { stderr } = await exec("--fixtures", "small");
    expect(stderr).toContain("--fixtures takes the place of the scenario's fixtures\n");
  });

  it("is not said where nothing does, or nothing is to be said", async () => {
    expect((await exec()).stderr).not.toContain("takes the place");
    expect((await exec("--fixtures", "small", "--quiet")).stderr).not.toContain("takes the place");
  });
});
