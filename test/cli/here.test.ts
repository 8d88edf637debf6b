import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, run, runHere } from "../support/cli.ts";

/** Two folders of one user's, beside each other, each with one below; emulators start where a test says. */
function folders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "emulator-here-")));
  const [mine, below, other] = [join(root, "mine"), join(root, "mine/below"), join(root, "other")];
  for (const folder of [below, other]) mkdirSync(folder, { recursive: true });
  const cli = (cwd: string, args: readonly string[], env: Record<string, string> = {}) =>
    (/^(?:start|logs)$/.test(args[0] ?? "") ? run : runHere)(args, { TMPDIR: root, ...env }, cwd);
  const start = async (cwd: string) => {
    const args = ["start", "--detach", "--json", "--port", "0", "--fixtures", empty];
    const { stdout } = await cli(cwd, args);
    const { url } = JSON.parse(stdout) as { url: string };
    return { url, port: new URL(url).port };
  };
  const isUp = (url: string) =>
    fetch(url).then(
      () => true,
      () => false,
    );
  onTestFinished(async () => {
    await cli(root, ["stop", "--all"]);
    rmSync(root, { recursive: true, force: true });
  });
  return { mine, below, other, cli, start, isUp };
}

describe("a command that names no emulator", () => {
  it("leaves the only one alone that another folder has, and says where that is and how to name it", async () => {
    const { mine, other, cli, start, isUp } = folders();
    const { url, port } = await start(other);
    await fetch(`${url}/api/profiles`);
    const elsewhere = (flag: string) =>
      `no emulator of this folder runs; others do: ${url} (started in ${other}); name one with ${flag}\n`;
    const controlled = [
      ["reset"],
      ["faults", "add", "*", "--status", "503"],
      ["state", "list"],
      ["requests", "clear"],
      ["clock", "freeze"],
    ];
    const refused = await Promise.all(controlled.map((args) => cli(mine, args)));
    expect(refused.map(({ code, stderr }) => [code, stderr])).toEqual(
      controlled.map(() => [3, `service-emulator: ${elsewhere(`--url ${url}`)}`]),
    );
    const asked = [["env"], ["logs"], ["stop"], ["wait", "--timeout", "50ms"]];
    const [env, logs, stop, wait] = await Promise.all(asked.map((args) => cli(mine, args)));
    expect([env?.code, env?.stderr]).toEqual([
      3,
      `service-emulator: ${elsewhere(`--port ${port}`)}`,
    ]);
    expect([logs?.code, logs?.stderr]).toEqual([env?.code, env?.stderr]);
    expect([stop?.code, stop?.stdout]).toEqual([0, `N${elsewhere(`--port ${port}.`).slice(1)}`]);
    expect([wait?.code, wait?.stderr]).toEqual([
      3,
      `service-emulator: no emulator is ready after 50ms: ${elsewhere(`--port ${port}`)}`,
    ]);
    expect(await isUp(url)).toBe(true);
    const faults = await cli(mine, ["faults", "list", "--json", "--url", url]);
    expect(JSON.parse(faults.stdout)).toEqual({ faults: [] });
    const requests = await cli(mine, ["requests", "list", "--json", "--url", url]);
    expect(JSON.parse(requests.stdout).requests).toHaveLength(1);
  });

  it("means the one of the nearest folder above, whatever runs elsewhere", async () => {
    const { mine, below, other, cli, start, isUp } = folders();
    const [here, there] = [await start(mine), await start(other)];
    expect((await cli(below, ["wait"])).stdout).toBe(`${here.url} is ready.\n`);
    const nearest = await start(below);
    expect((await cli(below, ["wait"])).stdout).toBe(`${nearest.url} is ready.\n`);
    expect((await cli(mine, ["wait"])).stdout).toBe(`${here.url} is ready.\n`);
    expect((await cli(below, ["stop"])).stdout).toBe(`${nearest.url} has stopped.\n`);
    expect((await cli(below, ["stop"])).stdout).toBe(`${here.url} has stopped.\n`);
    expect((await cli(below, ["stop"])).stdout).toContain("No emulator of this folder runs");
    expect(await isUp(there.url)).toBe(true);
  });

  it("says so where none runs at all", async () => {
    const { mine, cli } = folders();
    const { code, stderr } = await cli(mine, ["reset"]);
    expect([code, stderr]).toEqual([
      3,
      "service-emulator: no emulator runs here: service-emulator start --detach starts one, " +
        "--url names one elsewhere\n",
    ]);
  });
});

describe("a SERVICE_EMULATOR_URL of an emulator that has ended", () => {
  const stale = { SERVICE_EMULATOR_URL: "http://127.0.0.1:9/" };

  it("is named in the error, with the one of this folder", async () => {
    const { mine, cli, start } = folders();
    const { url } = await start(mine);
    const { code, stderr } = await cli(mine, ["reset"], stale);
    expect([code, stderr]).toEqual([
      3,
      "service-emulator: no emulator answers at http://127.0.0.1:9, as SERVICE_EMULATOR_URL says; " +
        `that of this folder runs at ${url}: give --url ${url}, or unset SERVICE_EMULATOR_URL\n`,
    ]);
  });

  it("is named where none runs", async () => {
    const { mine, cli } = folders();
    const { stderr } = await cli(mine, ["reset"], stale);
    expect(stderr).toBe(
      "service-emulator: no emulator answers at http://127.0.0.1:9, as SERVICE_EMULATOR_URL says: " +
        "start one, or say where it is with --url\n",
    );
  });
});
