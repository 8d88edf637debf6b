import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { ProgressBar } from "../../src/cli/terminal/progress.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

/** What a bar writes that is told of hundredths, each so many milliseconds after the last. */
function written(isTerminal: boolean, stepMs: number, records = 100_000): string[] {
  const texts: string[] = [];
  let now = 0;
  const bar = new ProgressBar(
    (text) => texts.push(text),
    isTerminal,
    () => now,
  );
  for (let step = 1; step <= 100; step += 1) {
    now += stepMs;
    bar.show({ done: step / 100, records, isRead: true });
  }
  return texts;
}

describe("a start with many records", () => {
  it("rewrites one line of a terminal, and leaves nothing", () => {
    const texts = written(true, 100);
    expect(texts.find((text) => text.includes("50%"))).toBe(
      `\r\u001B[Kreading 50,000 of 100,000 records [${"#".repeat(15)}${"-".repeat(15)}] 50%, about 5 s left`,
    );
    expect(texts.at(-1)).toBe("\r\u001B[K");
  });

  it("writes a line every two seconds where there is no terminal", () => {
    const texts = written(false, 100);
    expect(texts).toHaveLength(4);
    expect(texts[0]).toMatch(
      /^service-emulator: reading 20,000 of 100,000 records \[.*\] 20%, about 8 s left\n$/,
    );
  });

  it("writes nothing if it is over before, or if they are few", () => {
    expect(written(false, 10)).toEqual([]);
    expect(written(true, 100, 1000)).toEqual([]);
  });
});

it("a state tells how far it is read, and ends with all of it", async () => {
  const folder = join(newFolder(), "state");
  const { emulator } = await emulate({ fixtures: ["small"] });
  const { records } = await emulator.state.export(folder);
  const seen: number[] = [];
  const other = await createEmulator({
    state: folder,
    onProgress: ({ done, records: all, isRead }) => {
      expect([all, isRead]).toEqual([records + 1, true]);
      seen.push(done);
    },
  });
  onTestFinished(() => other.close());
  expect(other.companyId).toBe(emulator.companyId);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(-1)).toBe(1);
});

it("a folder tells how far it is written, at its first start alone", async () => {
  const dataDir = newFolder();
  const seen: number[] = [];
  const onProgress: EmulatorOptions["onProgress"] = ({ done, isWritten }) => {
    if (isWritten) seen.push(done);
  };
  const { emulator } = await emulate({ fixtures: ["small"], dataDir, onProgress });
  expect(seen.at(-1)).toBe(1);
  const first = seen.length;
  await emulator.seed({ lists: [{ name: "Another" }] });
  await emulator.close();
  await emulate({ dataDir, onProgress });
  expect(seen).toHaveLength(first);
});
