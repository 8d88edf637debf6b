import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { boot, empty, ended, linesOf, listening, runHere, spawnCli } from "../support/cli.ts";

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-saved-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const newProfile = (email: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ data: { type: "profile", attributes: { email } } }),
});

const emailsOf = async (answer: Response): Promise<string[]> => {
  const { data } = (await answer.json()) as { data: { attributes: { email: string } }[] };
  return data.map(({ attributes }) => attributes.email);
};

describe("a state", () => {
  it("is exported by one emulator, and another begins with it", async () => {
    const folder = join(place(), "saved");
    const one = await listening();
    await one.ask("/api/profiles", newProfile("ada@example.com"));
    const exported = await one.cli("state", "export", folder);
    expect(exported.stdout).toMatch(/^\d+ records are in .*saved\.\n$/);
    const other = await listening({ state: folder });
    expect(await emailsOf(await other.ask("/api/profiles"))).toEqual(["ada@example.com"]);
    await other.ask("/api/profiles", newProfile("eve@example.com"));
    await other.cli("reset");
    expect(await emailsOf(await other.ask("/api/profiles"))).toEqual(["ada@example.com"]);
  });

  it("is imported into a running emulator", async () => {
    const folder = join(place(), "saved");
    const one = await listening();
    await one.ask("/api/profiles", newProfile("ada@example.com"));
    await one.cli("state", "export", folder);
    await one.ask("/api/profiles", newProfile("eve@example.com"));
    const imported = await one.cli("state", "import", folder);
    expect(imported.stdout).toMatch(/^\d+ records of Tests1 are there\.\n$/);
    expect(await emailsOf(await one.ask("/api/profiles"))).toEqual(["ada@example.com"]);
  });

  it("is exported at the end of `start`, also if it was asked to end meanwhile", async () => {
    const folder = join(place(), "saved");
    const { child, ask, exit } = await boot(["--export-on-exit", folder]);
    await ask("/api/profiles", newProfile("ada@example.com"));
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
    const other = await boot(["--state", folder]);
    expect(await emailsOf(await other.ask("/api/profiles"))).toEqual(["ada@example.com"]);
  });

  it("is exported at the end of `exec`, whose code stays the command's", async () => {
    const folder = join(place(), "saved");
    const args = ["exec", "--fixtures", empty, "--export-on-exit", folder, "--"];
    const { code } = await runHere([...args, process.execPath, "-e", "process.exit(7)"]);
    expect([code, existsSync(join(folder, "state.json"))]).toEqual([7, true]);
  });

  it("that cannot be written in the end is told in one line, with exit code 1", async () => {
    const folder = place();
    const child = spawnCli([
      "--port",
      "0",
      "--quiet",
      "--fixtures",
      empty,
      "--export-on-exit",
      folder,
    ]);
    const exit = ended(child);
    await linesOf(child).next();
    writeFileSync(join(folder, "precious.txt"), "mine");
    child.kill("SIGTERM");
    expect(await exit).toBe(1);
  });

  it("that cannot be written is told at the start, and nothing is run", async () => {
    const folder = place();
    writeFileSync(join(folder, "precious.txt"), "mine");
    const args = [
      "exec",
      "--quiet",
      "--fixtures",
      empty,
      "--export-on-exit",
      folder,
      "--",
      "echo",
      "ran",
    ];
    const { code, stdout, stderr } = await runHere(args);
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      `service-emulator: --export-on-exit: ${folder} holds something else (precious.txt): give a new folder, or one with a state\n`,
    ]);
  });

  it("does not take the place of the folder that the shell is in", async () => {
    const folder = place();
    const { url } = await listening();
    const why =
      ". is the folder that you are in, which cannot be replaced: give another, such as ./saved\n";
    const asked = await runHere(["state", "export", ".", "--url", url], {}, folder);
    expect([asked.code, asked.stderr]).toEqual([2, `service-emulator: ${why}`]);
    const ending = ["exec", "--export-on-exit", ".", "--", "echo", "ran"];
    const { code, stdout, stderr } = await runHere(ending, {}, folder);
    expect([code, stdout, stderr]).toEqual([2, "", `service-emulator: --export-on-exit: ${why}`]);
  });

  it("that is none is refused at the start", async () => {
    const folder = place();
    const { code, stderr } = await runHere(["--port", "0", "--state", folder]);
    expect([code, stderr]).toEqual([
      2,
      `service-emulator: --state: ${folder} holds no exported state: state.json is missing\n`,
    ]);
  });
});
