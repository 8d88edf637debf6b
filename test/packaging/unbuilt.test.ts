import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it.each([["start"], ["faults", "list"]])(
  "a clone that is not built says so in one line: %s",
  (...words) => {
    const folder = mkdtempSync(join(tmpdir(), "emulator-unbuilt-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(import.meta.dirname, "../../bin"), join(folder, "bin"), { recursive: true });
    const script = join(folder, "bin/service-emulator.js");
    const { status, stderr, stdout } = spawnSync(process.execPath, [script, ...words], {
      encoding: "utf8",
    });
    expect({ status, stderr, stdout }).toEqual({
      status: 3,
      stderr:
        "service-emulator: the package is not built: run npm ci in a clone, or install the package again\n",
      stdout: "",
    });
  },
);
