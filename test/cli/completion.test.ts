import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { shippedScenarios } from "../../src/scenarios/read.ts";
import { runHere } from "../support/cli.ts";

const offered = async (...words: string[]) =>
  (await runHere(["complete", "--", ...words])).stdout.split("\n").filter((line) => line !== "");

const has = (shell: string): boolean => {
  try {
    execFileSync(shell, ["-c", "exit"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

describe("what is offered", () => {
  it("first is every command that is shown", async () => {
    const program = createProgram();
    const names = program
      .createHelp()
      .visibleCommands(program)
      .map((each) => each.name());
    expect(await offered("")).toEqual(names);
    expect(names).not.toContain("complete");
  });

  it("of options are those of the command, or of start where there is none", async () => {
    expect(await offered("--rat")).toEqual(["--rate-limits"]);
    expect(await offered("exec", "--po")).toEqual(["--port"]);
    expect(await offered("faults", "add", "--retr")).toEqual(["--retry-after"]);
    expect(await offered("faults", "list", "--retr")).toEqual([]);
  });

  it.each([
    [
      ["start", "--bad-key-status", ""],
      ["400", "401"],
    ],
    [
      ["--log-format", "p"],
      ["pretty", "plain"],
    ],
    [
      ["--fixtures", ""],
      ["demo", "small", "empty", "year"],
    ],
    [["scenario", "r"], ["run"]],
    [["scenario", "run", "lost"], ["lost-response"]],
    [["faults", "add", "create_ev"], ["create_event"]],
    [["faults", "add", "create-ev"], ["create-event"]],
    [["requests", "list", "--operation", "get_event_"], []],
    [["routes", "--area", "cou"], ["coupons"]],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["exec", "--", "--po"], []],
    [["clock", "advance", "60s", ""], []],
  ])("after %j is %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it("where scenarios are shown are those that are shipped", async () => {
    expect(await offered("scenario", "show", "")).toEqual(shippedScenarios());
  });
});

describe.skipIf(!has("bash"))("in bash", () => {
  it("the script completes what was typed, and offers files elsewhere", async () => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-completion-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const command = join(folder, "service-emulator");
    const bin = resolve("bin/service-emulator.js");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
    chmodSync(command, 0o755);
    const typed = (...words: string[]) => {
      const program = `
        source <(service-emulator completion bash)
        complete -p service-emulator >/dev/null || exit 1
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _service_emulator
        printf '%s\\n' "\${COMPREPLY[@]}"`;
      const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
      const args = ["-c", program, "bash", "service-emulator", ...words];
      return execFileSync("bash", args, { env, cwd: folder, encoding: "utf8" }).trim().split("\n");
    };
    expect(typed("fau")).toEqual(["faults"]);
    const ofFaults = ["add", "list", "show", "off", "on", "rm", "clear", "help"];
    expect(typed("faults", "")).toEqual(ofFaults);
    expect(typed("start", "--rev")).toEqual(["--revision-life"]);
    writeFileSync(join(folder, "ready.json"), "");
    expect(typed("start", "--ready-file", "re")).toEqual(["ready.json"]);
  });
});

it.each(["bash", "zsh", "fish"].filter(has))(
  "the script is one that %s can read",
  async (shell) => {
    const { code, stdout } = await runHere(["completion", shell]);
    expect(code).toBe(0);
    execFileSync(shell, ["-n"], { input: stdout });
  },
);

it("another shell is refused in one line", async () => {
  const { code, stderr } = await runHere(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^service-emulator: .*bash, zsh.*fish.*\n$/);
});
