import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { receiverCardOf } from "../../src/report/receivers/card.ts";
import { receiverFormats } from "../../src/report/receivers/formats.ts";
import { overwriteProblem } from "../../src/seeding/output-file.ts";
import { empty, runHere } from "../support/cli.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-overwriting-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const node = process.execPath;
const exec = ["exec", "--quiet", "--fixtures", empty];
const generate = ["generate", "--profiles", "2", "--events", "2", "--output"];
const receiver = ["scenario", "run", "receiver", "--webhook", "http://127.0.0.1:9/"];

/** Every way to write a file where the user says: its name, and what writes it. */
const ways: Readonly<Record<string, readonly [name: string, (file: string) => string[]]>> = {
  "exec --report, a page": ["a.html", (file) => [...exec, `--report=${file}`, "--", node, "-v"]],
  "exec --report, Markdown": ["a.md", (file) => [...exec, `--report=${file}`, "--", node, "-v"]],
  "exec --report, JUnit": ["a.xml", (file) => [...exec, `--report=${file}`, "--", node, "-v"]],
  "exec --report, JSON": ["a.json", (file) => [...exec, `--report=${file}`, "--", node, "-v"]],
  "exec --har": ["a.har", (file) => [...exec, "--har", file, "--", node, "-v"]],
  "exec --tls-ca-file": [
    "ca.pem",
    (file) => [...exec, "--tls", "--tls-ca-file", file, "--", node, "-v"],
  ],
  "scenario run --output": [
    "a.json",
    (file) => ["scenario", "run", "burst-throttle", "--output", file, "--", node, "-v"],
  ],
  "scenario run --junit": [
    "a.xml",
    (file) => ["scenario", "run", "burst-throttle", "--junit", file, "--", node, "-v"],
  ],
  "generate, YAML": ["a.yaml", (file) => [...generate, file]],
  "generate, JSON": ["a.json", (file) => [...generate, file]],
};

const told = "was not written by service-emulator: give another name, remove it, or add --force";

describe("a file that a command writes where its user says", () => {
  it.each(Object.entries(ways))(
    "%s: is overwritten by the same again",
    async (_, [name, words]) => {
      const file = join(folder(), name);
      const first = await runHere(words(file));
      const { code, stderr } = await runHere(words(file));
      expect([code, stderr]).toEqual([first.code, first.stderr]);
      expect(stderr).not.toContain(told);
      expect(readFileSync(file, "utf8")).not.toBe("");
    },
  );

  it.each(Object.entries(ways))(
    "%s: stays, before anything is done, if something else wrote it, unless --force is said",
    async (_, [name, words]) => {
      const file = join(folder(), name);
      const mine = '{ "mine": true }\n';
      writeFileSync(file, mine);
      const { code, stdout, stderr } = await runHere(words(file));
      expect([code, stdout, readFileSync(file, "utf8")]).toEqual([2, "", mine]);
      expect(stderr).toMatch(/^service-emulator: .*\n$/);
      expect(stderr.replaceAll(`${file}: `, `${file} `)).toContain(`${file} ${told}`);
      const [first = "", ...others] = words(file);
      const at = others[0] === "run" ? 2 : 0;
      await runHere([first, ...others.slice(0, at), "--force", ...others.slice(at)]);
      expect(readFileSync(file, "utf8")).not.toBe(mine);
    },
  );

  it("may be an empty one, as mktemp makes it, and a device", async () => {
    const [file, device] = [join(folder(), "a.json"), join(folder(), "b.json")];
    writeFileSync(file, "");
    symlinkSync(devNull, device);
    const reports = [`--report=${file}`, `--report=${device}`];
    expect((await runHere([...exec, ...reports, "--", node, "-v"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain('"run"');
  });

  it.each([[["report", "--output"]], [[...receiver, "--output"]], [[...receiver, "--junit"]]])(
    "is kept also where %j would write it",
    async (words) => {
      const file = join(folder(), "package.json");
      writeFileSync(file, "{}");
      const { code, stderr } = await runHere([...words, file]);
      expect([code, stderr]).toEqual([2, `service-emulator: ${file} ${told}\n`]);
    },
  );

  it.each(Object.entries(receiverFormats))("is known as a receiver's card: %s", (name, format) => {
    const file = join(folder(), name);
    writeFileSync(file, format.write(receiverCardOf({ calls: [], readings: [] })));
    expect(overwriteProblem(file)).toBeUndefined();
  });
});

describe("a certificate beside others", () => {
  it("is the user's, also where one of them was made here", async () => {
    const file = join(folder(), "ca.pem");
    const words = [...exec, "--tls", "--tls-ca-file", file, "--", node, "-v"];
    await runHere(words);
    const bundle = readFileSync(file, "utf8").repeat(2);
    writeFileSync(file, bundle);
    const { code, stderr } = await runHere(words);
    expect([code, readFileSync(file, "utf8")]).toEqual([2, bundle]);
    expect(stderr).toContain(`--tls-ca-file: ${file} ${told}`);
  });
});

describe("a folder that a command writes", () => {
  const explore = ["explore", "--quiet", "--fixtures", empty, "--budget", "1", "--output"];

  it("of explore is taken again, and no other", async () => {
    const [own, other] = [folder(), folder()];
    writeFileSync(join(own, ".gitignore"), "*\n");
    expect((await runHere([...explore, own, "--", node, "-v"])).stderr).not.toContain(
      "something else",
    );
    writeFileSync(join(own, "notes.txt"), "mine");
    expect((await runHere([...explore, own, "--", node, "-v"])).stderr).not.toContain(
      "something else",
    );
    writeFileSync(join(other, "explore.html"), "mine");
    const { code, stderr } = await runHere([...explore, other, "--", node, "-v"]);
    const what = "holds something else (explore.html): give a new folder, or add --force";
    expect([code, stderr]).toEqual([2, `service-emulator: --output ${other} ${what}\n`]);
    await runHere([
      ...explore.slice(0, 1),
      "--force",
      ...explore.slice(1),
      other,
      "--",
      node,
      "-v",
    ]);
    expect(readFileSync(join(other, "tried.jsonl"), "utf8")).toContain('"explore":1');
  });

  it("of generate is taken again, and none in which a fixture of the user's stands", async () => {
    const made = join(folder(), "made");
    expect((await runHere([...generate, made])).code).toBe(0);
    expect((await runHere([...generate, made])).code).toBe(0);
    writeFileSync(join(made, "fixture.yaml"), "company_id: MINE01\n");
    const { code, stderr } = await runHere([...generate, made]);
    expect([code, stderr]).toEqual([
      2,
      `service-emulator: ${join(made, "fixture.yaml")}: ${told}\n`,
    ]);
    expect((await runHere([...generate, made, "--force"])).code).toBe(0);
  });

  it("of an exported state is replaced only if nothing else lies in it", async () => {
    await using emulator = await createEmulator({ fixtures: ["empty"] });
    const own = join(folder(), "own");
    await emulator.state.export(own);
    await emulator.state.export(own);
    writeFileSync(join(own, "mine.txt"), "mine");
    await expect(emulator.state.export(own)).rejects.toThrow("holds something else (mine.txt)");
    const other = join(folder(), "other");
    mkdirSync(other);
    writeFileSync(join(other, "state.json"), '{ "mine": true }');
    await expect(emulator.state.export(other)).rejects.toThrow("holds something else (state.json)");
  });
});
