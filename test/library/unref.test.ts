import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const library = join(import.meta.dirname, "../../dist/index.cjs");

/** What a program prints that asks over a socket, and never closes its emulator. */
const forgetful = () =>
  spawnSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `import { createEmulator } from ${JSON.stringify(library)};
       const emulator = await createEmulator({ fixtures: ["empty"], port: 0, unref: true });
       emulator.faults.add({ operation: "get_metrics", delay: "1h" });
       const { status } = await fetch(emulator.url + "/_emulator/health");
       console.log(status);`,
    ],
    { encoding: "utf8", timeout: 20_000 },
  );

it("with unref a process ends that forgot to close its emulator", () => {
  const { status, signal, stdout } = forgetful();
  expect([status, signal, stdout]).toEqual([0, null, "200\n"]);
});
