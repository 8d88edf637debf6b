import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Entry } from "../../src/world/entry.ts";

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
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}

/** This environment without what steers the emulator or its colours. */
function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(SERVICE_EMULATOR_|NO_COLOR$|FORCE_COLOR$|NODE_)/.test(name),
  );
  return { ...Object.fromEntries(kept), TMPDIR: temporaryFolder(), ...more };
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
  if (!existsSync(join(dist, "cli.js"))) {
    throw new Error("dist/cli.js is missing: these tests try the built command, so build it first");
  }
  const [command = "", ...words] = [...within, process.execPath, bin, ...args];
  const child = spawn(command, words, {
    env: environment(env),
    stdio,
    cwd,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** How it ended. */
export async function ended(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, "exit");
  return code ?? signal;
}

/** Runs the command to its end. */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = root,
) {
  const child = spawnCli(args, env, "pipe", cwd);
  const [code, stdout, stderr] = await Promise.all([
    ended(child),
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return { code, stdout, stderr };
}

/** Every line of a child's stdout, until it closes. */
export function linesOf(child: ChildProcess): AsyncIterator<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  return lines[Symbol.asyncIterator]();
}

/** A running emulator on a free port, told as JSON. */
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
