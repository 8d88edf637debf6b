import { describe, expect, it } from "vitest";
import { ProgressBar } from "../../src/cli/terminal/progress.ts";
import { boot, empty, run, runHere } from "../support/cli.ts";

describe("--profiles and --events", () => {
  it("generate so many", async () => {
    const { ready } = await boot(["--profiles", "3", "--events", "12"]);
    expect(ready.counts).toMatchObject({ profiles: 3, events: 12 });
  });

  it("are variables too", async () => {
    const { ready } = await boot([], { SERVICE_EMULATOR_PROFILES: "2" });
    expect(ready.counts).toMatchObject({ profiles: 2, events: 20 });
  });

  it("that are wrong are refused in one line", async () => {
    const { code, stderr } = await runHere(["--profiles", "many"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("Expected a whole number, 0 or")]);
    const much = await runHere(["--fixtures", empty, "--profiles", "1", "--events", "1000000"]);
    expect([much.code, much.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^service-emulator: --events: expected a whole number from 0 to 6480, /,
      ),
    ]);
  });

  it("draw no bar where nobody looks at a terminal: what takes long says so in lines", async () => {
    const node = [process.execPath, "-e", "0"];
    const args = [
      "exec",
      "--fixtures",
      empty,
      "--profiles",
      "6000",
      "--events",
      "60000",
      "--",
      ...node,
    ];
    const { code, stderr } = await run(args);
    expect([code, stderr.includes("\u001B")]).toEqual([0, false]);
  });
});

describe("the progress bar", () => {
  const written = (records: number, steps: readonly number[]) => {
    const texts: string[] = [];
    let seconds = 0;
    const now = () => (seconds += 1) * 1000;
    const bar = new ProgressBar((text) => texts.push(text), true, now);
    for (const done of steps) bar.show({ done, records });
    return texts;
  };

  it("is one line, drawn anew at each per cent and gone at the end", () => {
    expect(written(1_100_000, [0, 0.001, 0.5, 1])).toEqual([
      "\r\u001B[Kseeding 0 of 1,100,000 records [------------------------------] 0%",
      "\r\u001B[Kseeding 550,000 of 1,100,000 records [###############---------------] 50%, about 2 s left",
      "\r\u001B[K",
    ]);
  });

  it("stays away where there is little to wait for", () => {
    expect(written(2200, [0, 0.5, 1])).toEqual([]);
  });
});
