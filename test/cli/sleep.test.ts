import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { boot } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";

/** What has the processes of a command see another date, as far as it is installed. */
const { stdout: preloaded, status } = spawnSync(
  "faketime",
  ["-m", "-f", "+0", "printenv", "LD_PRELOAD"],
  { encoding: "utf8" },
);

const hour = 3_600_000;

// Within the faketime of a whole run, its date would be that of the run.
describe.skipIf(status !== 0 || "FAKETIME" in process.env)(
  "a process whose machine's date moves by hours",
  () => {
    it("follows it at the next request, says so in its log, and does not go back", async () => {
      const file = join(newFolder(), "date");
      const move = (by: string) => writeFileSync(file, `${by}\n`);
      move("+0");
      const { child, ask, ready, exit } = await boot([], {
        LD_PRELOAD: preloaded.trim(),
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      });
      const log = text(child.stderr as NodeJS.ReadableStream);
      await fetch(`${ready.url}/_emulator/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          operation: "get_lists",
          status: 429,
          retryAfter: { date: "+1h" },
          times: 4,
        }),
      });
      const begun = Date.now();
      const hours = async () => {
        const clock = (await (await ask("/_emulator/clock")).json()) as { ms: number };
        const { headers } = await ask("/api/lists");
        const dates = [headers.get("date"), headers.get("retry-after")].map((each) =>
          Date.parse(each ?? ""),
        );
        return [clock.ms, ...dates].map((ms) => Math.round((ms - begun) / hour) + 0);
      };
      expect(await hours()).toEqual([0, 0, 1]);
      move("+8h");
      expect(await hours()).toEqual([8, 8, 9]);
      move("+7h");
      expect(await hours()).toEqual([8, 8, 9]);
      move("+8h");
      expect(await hours()).toEqual([8, 8, 9]);
      child.kill("SIGTERM");
      await exit;
      expect(await log).toBe("service-emulator: the machine slept for 8 h: the clock moved on\n");
    });
  },
);
