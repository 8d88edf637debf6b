import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { boot, runHere } from "../support/cli.ts";
import { commandOf, stacks } from "./stacks.ts";

/** With it, compiled languages are tried, too, and each stack in each way: under explore, it costs many runs. */
const isWhole = process.env["LANGUAGES"] === "all";

const compiled = new Set(["Go", "Java"]);
const tried = stacks.filter(({ language }) => isWhole || !compiled.has(language));
const present = tried.flatMap((stack) => {
  const command = commandOf(stack);
  return command === undefined ? [] : [{ ...stack, command }];
});
type Present = (typeof present)[number];
const met = present.filter(({ why }) => why === undefined);
/** The first of each language, where not each is tried. */
const some = met.filter(
  ({ language }, at) => isWhole || met.findIndex((each) => each.language === language) === at,
);

const named = (all: readonly Present[]) =>
  all.map((stack): [string, Present] => [`${stack.language}: ${stack.library}`, stack]);

/** What each program prints once it has done its work. */
const done = "3 pages 10 profiles complete\n";

const words = ["--intercept", "api.example.com", "--offline", "--processing-delay", "300ms"];
const scenario = join(import.meta.dirname, "work.yaml");

/** A place for what Go keeps between its runs. */
const cache = mkdtempSync(join(tmpdir(), "emulator-go-"));
const env = { GOCACHE: cache, GO111MODULE: "off", GOFLAGS: "-modcacherw" };

beforeAll(() => {
  const missing = tried
    .filter((stack) => commandOf(stack) === undefined)
    .map(({ library }) => library);
  if (missing.length > 0) console.warn(`not on this machine, so not tried: ${missing.join(", ")}`);
  return () => rmSync(cache, { recursive: true, force: true });
});

/** What the emulator says of a program that has its host and its key written in. */
async function verdictOf({ command }: Present) {
  const said = ["exec", "--quiet", ...words, "--scenario", scenario, "--timeout", "100s"];
  const { code, stderr } = await runHere([...said, "--", ...command], env);
  return { code, stderr };
}

describe("a program with its host and its key written in, unchanged, does its work under exec", () => {
  it.each(named(met))("%s", { timeout: 300_000 }, async (_, stack) => {
    expect(await verdictOf(stack)).toEqual({ code: 0, stderr: "" });
  });

  it.each(named(present.filter(({ why }) => why !== undefined)))(
    "%s does not, and its user is told so",
    async (_, { command }) => {
      const { stderr } = await runHere(
        ["exec", ...words, "--fixtures", "empty", "--", ...command],
        env,
      );
      expect(stderr).toMatch(/no request to api\.example\.com arrived.*reads no proxy variable/s);
    },
  );
});

describe.runIf(isWhole)("such a program does so under explore, two at a time", () => {
  it.each(named(met))("%s", { timeout: 600_000 }, async (_, { command }) => {
    const only = ["--only", "429, Retry-After 2", "--only", "create-event"];
    const how = ["--jobs", "2", "--budget", "2", "--depth", "1", "--confirm", "1", "--json"];
    const { code, stdout, stderr } = await runHere(
      ["explore", ...words, "--fixtures", "empty", ...only, ...how, "--", ...command],
      env,
    );
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("key of the account")]);
    const { defects, runs } = JSON.parse(stdout) as { defects: unknown[]; runs: number };
    expect([defects, runs > 1]).toEqual([[], true]);
  });
});

describe("such a program does so by the variables that env prints of a running emulator", () => {
  it.each(named(some))("%s", { timeout: 300_000 }, async (_, { command: [file = "", ...args] }) => {
    const { child, ready, exit } = await boot([...words, "--rate-limits", "off"]);
    onTestFinished(async () => {
      child.kill("SIGTERM");
      await exit;
    });
    const fault = { operation: "create_event", status: 429, retryAfter: 1, skip: 5, times: 1 };
    const { url } = ready as { url: string };
    await fetch(`${url}/_emulator/faults`, { method: "POST", body: JSON.stringify(fault) });
    const printed = await runHere(["env", "--json"]);
    const variables = JSON.parse(printed.stdout) as Record<string, string>;
    const how = { env: { ...process.env, ...env, ...variables }, timeout: 200_000 };
    const { stdout } = await promisify(execFile)(file, args, how);
    expect(stdout).toBe(done);
  });
});
