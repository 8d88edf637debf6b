import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");

interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: { id?: string; name: string; shell: string; run: string }[] };
}

const action: Action = parse(
  readFileSync(join(root, ".github/actions/service-emulator/action.yml"), "utf8"),
);

/** A job's folder, and its environment as the runner gives it, with the built command on its path. */
function job() {
  const folder = mkdtempSync(join(tmpdir(), "emulator-action-"));
  mkdirSync(join(folder, "bin"));
  symlinkSync(join(root, "bin/service-emulator.js"), join(folder, "bin/service-emulator"));
  const env = {
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    TMPDIR: folder,
    GITHUB_ENV: join(folder, "env"),
    GITHUB_OUTPUT: join(folder, "output"),
  };
  const shell = (script: string, more: Record<string, string> = {}) =>
    // As the runner starts `shell: bash`.
    promisify(execFile)("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: folder,
      env: { ...env, ...more },
    });
  onTestFinished(async () => {
    await shell("service-emulator stop --all").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  const lines = (name: string) =>
    Object.fromEntries(
      readFileSync(join(folder, name), "utf8")
        .trim()
        .split("\n")
        .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
  return { shell, lines };
}

it("every step of the action is a script that bash can read", () => {
  expect(action.runs.using).toBe("composite");
  for (const { shell, run } of action.runs.steps) {
    expect(shell).toBe("bash");
    execFileSync("bash", ["-n", "-c", run]);
  }
});

it("the action's start gives the next steps an emulator, and its outputs say where it is", async () => {
  const { shell, lines } = job();
  const start = action.runs.steps.find(({ id }) => id === "start");
  const OPTIONS = `${action.inputs["options"]?.default} --fixtures small`;
  await shell(start?.run ?? "false", { OPTIONS });

  const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = lines("env");
  const headers = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
  expect((await fetch(`${url}/api/profiles`, { headers })).status).toBe(200);

  const outputs = lines("output");
  expect(outputs).toEqual({ url, "api-key": key });
  const named = Object.values(action.outputs).map(({ value }) => value);
  expect(named).toEqual(Object.keys(outputs).map((name) => `\${{ steps.start.outputs.${name} }}`));

  const { stdout } = await shell("service-emulator stop", lines("env"));
  expect(stdout).toContain("has stopped");
});

it("the action's start gives the next steps what to trust, too", async () => {
  const { shell, lines } = job();
  const start = action.runs.steps.find(({ id }) => id === "start");
  await shell(start?.run ?? "false", { OPTIONS: "--port 0 --fixtures empty --tls" });
  const { stdout } = await shell(
    `node -e 'fetch(process.env.SERVICE_EMULATOR_URL + "/_emulator/health").then(({ status }) => console.log(status))'`,
    lines("env"),
  );
  expect(stdout).toBe("200\n");
});

it("the action fails where several emulators run, since it cannot know which is meant", async () => {
  const { shell } = job();
  const start = action.runs.steps.find(({ id }) => id === "start");
  const OPTIONS = "--port 0 --fixtures empty";
  await shell(start?.run ?? "false", { OPTIONS });
  await expect(shell(start?.run ?? "true", { OPTIONS })).rejects.toMatchObject({ code: 2 });
});

it("the action fails when the emulator cannot start", async () => {
  const { shell } = job();
  const start = action.runs.steps.find(({ id }) => id === "start");
  await expect(shell(start?.run ?? "true", { OPTIONS: "--port none" })).rejects.toMatchObject({
    code: 2,
  });
});
