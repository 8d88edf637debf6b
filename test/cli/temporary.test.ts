import { chmodSync, existsSync, mkdirSync, mkdtempSync } from "node:fs";
import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { pidSpace, startOf } from "../../src/durable/process-state.ts";
import { empty, run, spawnCli } from "../support/cli.ts";

function place() {
  const root = mkdtempSync(join(tmpdir(), "emulator-temporary-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
  const cli = (...args: string[]) => run(args, { TMPDIR: root }, root);
  /** A folder as a run makes one, with what it says of its process. */
  const plant = (name: string, owner?: object) => {
    const folder = join(root, name);
    mkdirSync(folder, { mode: 0o700 });
    const text = JSON.stringify(owner);
    if (owner) writeFileSync(join(folder, "owner.json"), text, { mode: 0o600 });
    return folder;
  };
  return { root, cli, plant, runs: () => readdirSync(root).filter((name) => /-run-/.test(name)) };
}

const here = pidSpace();
const own = { pid: process.pid, started: startOf(process.pid) ?? "", ...here };
// On systems that do not say when a process began, only one without a number is gone.
const gone = { ...own, pid: 2 ** 22 + 1, started: "1" };
const exec = ["exec", "--quiet", "--fixtures", empty, "--", process.execPath, "-v"];

describe("what a run left in the temporary folder that was killed", () => {
  it.skipIf(process.platform !== "linux")("goes with the next run", async () => {
    const { root, cli, runs } = place();
    const words = ["exec", "--skip-waits", "--fixtures", empty, "--", process.execPath];
    const client = spawnCli(
      [...words, "-e", "console.log('up'); setTimeout(() => {}, 1e9)"],
      { TMPDIR: root },
      "pipe",
      root,
    );
    await once(client.stdout as NodeJS.ReadableStream, "data");
    expect(runs()).toHaveLength(1);
    await cli(...exec);
    expect(runs()).toHaveLength(1);
    client.kill("SIGKILL");
    await once(client, "exit");
    await cli(...exec);
    expect(runs()).toEqual([]);
  });

  it("goes with the next start, once that is ready", async () => {
    const { root, plant } = place();
    const folder = plant("emulator-run-gone", gone);
    const args = ["start", "--port", "0", "--fixtures", empty, "--quiet"];
    spawnCli(args, { TMPDIR: root }, "pipe", root);
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), { timeout: 20_000 });
  });

  it("stays if it may be of one that runs, or of somebody else", async () => {
    const { root, cli, plant } = place();
    const elsewhere = { ...gone, namespace: "1" };
    const stays = [
      plant("emulator-run-own", own),
      plant("emulator-run-elsewhere", elsewhere),
      plant("emulator-run-before", { ...gone, boot: "before" }),
      plant("emulator-run-begun"),
      plant("emulator-run-odd", { ...gone, pid: "../victim" }),
      plant("of-another-program", gone),
    ];
    if (process.getuid !== undefined) {
      const open = plant("emulator-run-open", gone);
      chmodSync(open, 0o777);
      stays.push(open);
    }
    const target = plant("target", gone);
    symlinkSync(target, join(root, "emulator-run-link"), "junction");
    const left = plant("emulator-run-gone", gone);
    await cli(...exec);
    expect(stays.filter((folder) => !existsSync(join(folder)))).toEqual([]);
    expect([existsSync(join(target, "owner.json")), existsSync(left)]).toEqual([true, false]);
  });
});
