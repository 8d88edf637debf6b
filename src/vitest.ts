import { test as base } from "vitest";
import { entryLine } from "./control/entry-line.ts";
import type { Sandbox, SandboxOptions } from "./index.ts";
import { createEmulator, type Emulator, type EmulatorOptions, type Entry } from "./index.ts";

/** What a test asks for by naming it. */
export interface EmulatorFixtures {
  /** The file's emulator, put back after each test that uses it: for tests one after the other. */
  emulator: Emulator;
  /** An account of its own for this test, on the file's emulator: also for tests side by side. */
  sandbox: Sandbox;
  /** The file's emulator, as it is. */
  booted: Emulator;
}

/**
 * Vitest's `test` with an emulator for each file that uses one, on a free port. When a test fails, what
 * was asked in it is printed.
 *
 * @param options as for `createEmulator`; default: the small fixture, rate limits on
 * @param sandboxes what each test's sandbox begins with
 * @example
 * const test = emulatorTest({ fixtures: ["small"] });
 * test("retries", async ({ sandbox, expect }) => { sandbox.faults.add({ … }); … });
 */
export const emulatorTest = (options: EmulatorOptions = {}, sandboxes: SandboxOptions = {}) =>
  base.extend<EmulatorFixtures>({
    booted: [
      // Vitest reads from the first parameter what a fixture needs: nothing.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, use) => {
        const emulator = await createEmulator({ fixtures: ["small"], port: 0, ...options });
        await use(emulator);
        await emulator.close();
      },
      { scope: "file" },
    ],
    emulator: async ({ booted, onTestFailed }, use) => {
      let seen: readonly Entry[] = [];
      onTestFailed(() => tell(seen));
      await use(booted);
      seen = booted.requests.list();
      booted.reset();
    },
    sandbox: async ({ booted, onTestFailed }, use) => {
      const sandbox = booted.sandbox(sandboxes);
      let seen: readonly Entry[] = [];
      onTestFailed(() => tell(seen));
      await use(sandbox);
      seen = sandbox.requests.list();
      sandbox.delete();
    },
  });

/** How many requests of a failed test are shown, the last ones. */
const shownMax = 40;

function tell(entries: readonly Entry[]): void {
  const shown = entries.slice(-shownMax);
  const head =
    shown.length === 0
      ? "the emulator was asked nothing in this test"
      : `what the emulator was asked in this test${shown.length < entries.length ? `, the last ${shownMax} of ${entries.length}` : ""}:`;
  console.error([head, ...shown.map((entry) => entryLine(entry))].join("\n"));
}
