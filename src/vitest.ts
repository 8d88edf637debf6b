import { type RunnerTestCase, test as base, type TestAPI } from "vitest";
import { entryLine } from "./control/requests/expectation.ts";
import type { Sandbox, SandboxOptions, Examined, ExamOptions } from "./index.ts";
import { createEmulator, type Emulator, type EmulatorOptions, type Entry } from "./index.ts";
import { type Defect, explore, type ExploredClient, type ExploreOptions } from "./index.ts";
import { parseDuration } from "./world/time/duration.ts";

export interface EmulatorFixtures {
  /** The file's emulator, put back after each test that uses it: for tests one after the other. */
  emulator: Emulator;
  /** An account of its own for this test, on the file's emulator: also for tests side by side. */
  sandbox: Sandbox;
  /** The file's emulator, as it is. */
  booted: Emulator;
}

export interface EmulatorTestOptions extends EmulatorOptions {
  /**
   * `fail`: a test fails if a fault that it planned met no request, unless the fault is `optional`. `ignore`: a test that
   * fails for another reason lists such faults. Default: `fail`.
   */
  unmetFaults?: "fail" | "ignore";
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
export function emulatorTest(
  options: EmulatorTestOptions = {},
  sandboxes: SandboxOptions = {},
): EmulatorTest {
  const test = extended(options, sandboxes);
  return Object.assign(test, {
    explore: (name: string, client: ExploredClient, search: ExploreOptions = {}) => {
      const { budget = "30s" } = search;
      test(name, { timeout: limitMsOf(budget) }, async ({ booted }) => {
        const found = await explore(booted, client, { ...search, budget });
        const { emptiness } = await import("./explore/printed/found-words.ts");
        const why = found.defects.length > 0 ? defectsText(found.defects) : emptiness(found);
        if (why !== undefined) throw new Error(why);
      });
    },
    exam: (name: string, client: ExploredClient, exam: ExamOptions = {}) => {
      const { budget = "30s" } = exam;
      test(name, { timeout: limitMsOf(budget) }, async ({ booted }) => {
        const examined = await booted.exam(client, { ...exam, budget });
        if (!examined.card.passed) throw new Error(examText(examined));
      });
    },
  });
}

const examText = ({ card, checks }: Examined): string =>
  [
    ...card.rules.flatMap(({ rule, verdict, message }) =>
      verdict === "fail" ? [`${rule}: ${message}`] : [],
    ),
    ...checks.flatMap(({ name, passed, message }) => (passed ? [] : [`${name}: ${message}`])),
  ].join("\n");

export type EmulatorTest = TestAPI<EmulatorFixtures> & {
  /**
   * A test that explores a client on the file's emulator, and fails with what breaks it.
   *
   * @param search as for `explore`. Default: a budget of 30 s
   * @example
   * test.explore("sync", (sandbox) => sync(sandbox.url, sandbox.keys.full));
   */
  explore(name: string, client: ExploredClient, search?: ExploreOptions): void;
  /**
   * A test that examines a client on the file's emulator, and fails with the rules that it fails.
   *
   * @param options as for `emulator.exam`. Default: a budget of 30 s
   * @example
   * test.exam("sync", (sandbox) => sync(sandbox.url, sandbox.keys.full));
   */
  exam(name: string, client: ExploredClient, options?: ExamOptions): void;
};

/** Nothing new is begun after the budget; what is under way may take as long again. 0: no limit. */
const limitMsOf = (budget: number | string): number =>
  typeof budget === "number" ? 0 : 2 * (parseDuration(budget) ?? 0) + 60_000;

const defectsText = (defects: readonly Defect[]): string =>
  defects
    .flatMap(({ sentence, failed, repeats, test }) => [
      `${sentence} (${failed} of ${repeats} runs)`,
      ...test.split("\n").map((line) => `    ${line}`),
    ])
    .join("\n");

const extended = (
  { unmetFaults = "fail", ...options }: EmulatorTestOptions,
  sandboxes: SandboxOptions,
) =>
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
    emulator: async ({ booted, task, onTestFailed }, use) => {
      let seen = "";
      onTestFailed(() => console.error(seen));
      await use(booted);
      seen = textOf(booted.requests.list(), unmetOf(booted.faults));
      try {
        if (unmetFaults === "fail" && isFine(task)) booted.faults.expectMet();
      } finally {
        booted.reset();
      }
    },
    sandbox: async ({ booted, task, onTestFailed }, use) => {
      const sandbox = booted.sandbox({ name: nameOf(task), ...sandboxes });
      const outside: Entry[] = [];
      const stop = booted.requests.listen((entry) => {
        if (isOutside(entry, booted)) outside.push(entry);
      });
      let seen = "";
      onTestFailed(() => console.error(seen));
      await use(sandbox);
      stop();
      seen = textOf(sandbox.requests.list(), unmetOf(sandbox.faults), outside);
      // An unknown key was refused, which a test may be about. One that works hides that it is not the test's own.
      const hidden = outside.filter(({ account }) => account !== null);
      if (hidden.length > 0 && isFine(task)) console.warn(outsideLines(hidden).join("\n"));
      try {
        if (unmetFaults === "fail" && isFine(task)) sandbox.faults.expectMet();
      } finally {
        sandbox.delete(isFine(task) ? "passed" : "failed");
      }
    },
  });

function nameOf({ name, suite, file }: Readonly<RunnerTestCase>): string {
  const names = [name];
  for (let at = suite; at !== undefined; at = at.suite) names.unshift(at.name);
  return [file.name, ...names].join(" > ");
}

/** Whether nothing went wrong in a test: one that failed may not have come to what it planned. */
const isFine = ({ result }: Readonly<RunnerTestCase>): boolean => result?.state !== "fail";

function unmetOf(faults: Sandbox["faults"]): string {
  try {
    faults.expectMet();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

const isOutside = ({ account, status }: Entry, { accounts }: Emulator): boolean =>
  account === null ? status === 401 : accounts.some(({ companyId }) => companyId === account);

/** How many requests of a failed test are shown, the last ones. */
const shownMax = 40;

function textOf(entries: readonly Entry[], unmet: string, outside: readonly Entry[] = []): string {
  const shown = entries.slice(-shownMax);
  const head =
    shown.length === 0
      ? "the emulator was asked nothing in this test"
      : `what the emulator was asked in this test${shown.length < entries.length ? `, the last ${shownMax} of ${entries.length}` : ""}:`;
  return [
    head,
    ...shown.map((entry) => entryLine(entry)),
    ...(unmet === "" ? [] : [unmet]),
    ...(outside.length === 0 ? [] : outsideLines(outside)),
  ].join("\n");
}

const outsideLines = (entries: readonly Entry[]): string[] => [
  "requests meanwhile with a key from outside a sandbox (give your client sandbox.keys.full):",
  ...entries.slice(-shownMax).map((entry) => {
    const { account, key } = entry;
    const whose = account === null ? "no account has its key" : `its key is ${key} of ${account}`;
    return entryLine(entry, whose);
  }),
];
