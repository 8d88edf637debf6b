import { type ChildProcess, spawn, type SpawnOptions, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, TestRunner } from "vitest";
import { colours } from "../../src/cli/terminal/colours.ts";
import { command } from "../../src/cli/main.ts";
import { inTerminal } from "../../src/cli/terminal/terminal.ts";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import type { Entry } from "../../src/world/journal/entry.ts";

const root = join(import.meta.dirname, "../..");
export const dist = join(root, "dist");
export const bin = join(root, "bin/service-emulator.js");

/** An account with a full key, and nothing in it. */
export const empty = join(root, "test/support/empty.yaml");

export interface Account {
  companyId: string;
  keys: { name: string; key: string; scopes: string[] }[];
}

/** A line of `--json`. */
export type Event =
  | {
      event: "ready";
      url: string;
      pid: number;
      accounts: Account[];
      counts: Record<string, number>;
    }
  | ({ event: "request" } & Entry)
  | { event: "dropped"; lines: number };

/** Where emulators of the present test tell where they are: they do not find those of others. */
let temporary: string | undefined;

function temporaryFolder(): string {
  if (temporary !== undefined) return temporary;
  const made = mkdtempSync(join(tmpdir(), "emulator-cli-"));
  temporary = made;
  onTestFinished(() => {
    temporary = undefined;
    try {
      // A process that is being killed may still write there.
      rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    } catch (error) {
      // One that takes longer leaves its folder to the machine: that is no fault of what is tested.
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
    }
  });
  return made;
}

/** This environment without what steers the emulator or its colours. */
function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_EMULATOR_|NO_COLOR$|FORCE_COLOR$|NODE_)/.test(name),
  );
  return { ...Object.fromEntries(kept), TMPDIR: more["TMPDIR"] ?? temporaryFolder(), ...more };
}

function spawned(
  args: readonly string[],
  env: Record<string, string>,
  options: SpawnOptions,
  within: readonly string[] = [],
): ChildProcess {
  if (!existsSync(join(dist, "cli.cjs"))) {
    throw new Error(
      "dist/cli.cjs is missing: these tests try the built command, so build it first",
    );
  }
  const [command = "", ...words] = [...within, process.execPath, bin, ...args];
  return spawn(command, words, { env: environment(env), ...options });
}

/**
 * The built command as a process of its own, which does not outlive the test.
 *
 * @param within a command that runs it, with its words
 */
export function spawnCli(
  args: readonly string[],
  env: Record<string, string> = {},
  stdio: StdioOptions = "pipe",
  cwd = root,
  within: readonly string[] = [],
): ChildProcess {
  const child = spawned(args, env, { stdio, cwd }, within);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** How it ended. */
export async function ended(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, "exit");
  return code ?? signal;
}

/** How a command ended, and what it printed. */
interface Ran {
  code: number | string;
  stdout: string;
  stderr: string;
}

/**
 * Runs the built command, as a process of its own, to its end. Tests that run at once say which `TMPDIR` it has: what
 * belongs to the present test is not theirs.
 */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = root,
): Promise<Ran> {
  const child = spawned(args, env, { cwd, timeout: 60_000, killSignal: "SIGKILL" });
  const [code, stdout, stderr] = await Promise.all([
    ended(child),
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return { code, stdout, stderr };
}

/** Thrown where a process would end at once. */
class Left extends Error {}

/** The environment is of the whole process: one command after the other. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Runs a command within this process to its end: one that only talks, prints or refuses. It costs a hundredth of a
 * process. What is told by signals, other processes or open files needs a process of its own.
 *
 * @param folder where it is run
 * @param columns how wide its screen is; undefined: it has none
 */
export async function runHere(
  args: readonly string[],
  env: Record<string, string> = {},
  folder: string = root,
  columns?: number,
): Promise<Ran> {
  const wanted = environment(env);
  // A test that is over its time leaves a command that never ends: the next test neither waits for it nor lives with
  // what it set. Of tests that run at once, no hook knows which one this is.
  const over = new AbortController();
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => over.abort());
  const left = once(over.signal, "abort").then(() => {});
  const mine = before.then(() => ranWith(args, wanted, folder, columns, over.signal));
  before = Promise.race([mine.catch(() => {}), left]);
  return mine;
}

/** Runs a command of a user's within `exec`, and that within this process. @returns what the command printed, too */
export async function execHere(
  words: readonly string[],
  command: readonly string[],
  env: Record<string, string> = {},
  cwd: string = root,
): Promise<Ran & { printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-printed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "printed");
  const shell = ["sh", "-c", 'exec "$@" > "$0"', file];
  const ran = await runHere(["exec", ...words, "--", ...shell, ...command], env, cwd);
  return { ...ran, printed: readFileSync(file, "utf8") };
}

async function ranWith(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  columns: number | undefined,
  over: AbortSignal,
): Promise<Ran> {
  const ran = { code: 0, stdout: "", stderr: "" };
  const screen = {
    columns,
    errorColumns: columns,
    exitCode: 0,
    out: (part: string) => void (ran.stdout += part),
    err: (part: string) => void (ran.stderr += part),
    exit: (code: number) => {
      screen.exitCode = code;
      throw new Left();
    },
  };
  const [env0, level, folder0] = [{ ...process.env }, colours.level, process.cwd()];
  let restored = false;
  const restore = () => {
    if (restored) return;
    restored = true;
    colours.level = level;
    process.chdir(folder0);
    replaceEnvironment(env0);
  };
  over.addEventListener("abort", restore, { once: true });
  replaceEnvironment(env);
  process.chdir(folder);
  colours.level = 0;
  try {
    await inTerminal(screen, () => command(["node", "service-emulator", ...args]));
  } catch (error) {
    if (!(error instanceof Left)) throw error;
  } finally {
    restore();
  }
  return { ...ran, code: screen.exitCode };
}

function replaceEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Every line of a child's stdout, until it closes. */
export function linesOf(child: ChildProcess): AsyncIterator<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return lines[Symbol.asyncIterator]();
}

/** An emulator that listens on a free port, within this process: for commands that talk to one. */
export async function listening(options: EmulatorOptions = {}) {
  const mistakes: unknown[] = [];
  const begins = options.state === undefined ? { fixtures: [empty] } : {};
  const onError = (error: unknown) => mistakes.push(error);
  const emulator = await createEmulator({ port: 0, onError, ...begins, ...options });
  onTestFinished(async () => {
    await emulator.close();
    expect(mistakes).toEqual([]);
  });
  const { url } = emulator;
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
  };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...headers, ...init.headers } });
  /** Runs a command that talks to it. */
  const cli = (...words: string[]) => runHere([...words, "--url", url]);
  return { emulator, url, ask, cli };
}

/** A running emulator on a free port, as a process of its own, told as JSON. */
export async function boot(args: readonly string[] = [], env: Record<string, string> = {}) {
  const begins = args.includes("--state") ? [] : ["--fixtures", empty];
  const child = spawnCli(["--port", "0", "--json", ...begins, ...args], env);
  const lines = linesOf(child);
  const next = async (): Promise<Event> => JSON.parse((await lines.next()).value);
  const ready = await next();
  if (ready.event !== "ready") throw new Error(`expected ready, met ${ready.event}`);
  const headers = { authorization: `Service-API-Key ${keyOf(ready)}`, revision: "2026-07-15" };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(ready.url + path, { ...init, headers: { ...headers, ...init.headers } });
  return { child, ready, next, ask, exit: ended(child) };
}

export const keyOf = ({ accounts }: { accounts: readonly Account[] }): string =>
  accounts[0]?.keys.find(({ name }) => name === "full")?.key ?? "";
