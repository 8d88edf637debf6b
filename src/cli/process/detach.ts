import { spawn, type StdioOptions } from "node:child_process";
import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pause } from "../../world/time/deadline.ts";
import { Failure, print } from "../terminal/terminal.ts";
import { isLogName, locateAll, locateChild } from "./located.ts";
import { logVariable, notTold, openFolder } from "./locator.ts";
import { startOf } from "../../durable/process-state.ts";

const stepMs = 20;

/** Starts an emulator that lives on, and waits until it is ready. @throws Failure with its own line, if it is never */
export async function detach(
  args: readonly string[],
  { json = false, quiet = false }: { readonly json?: boolean; readonly quiet?: boolean },
): Promise<void> {
  const { log, out } = openLog();
  const { SERVICE_EMULATOR_DETACH: _, ...others } = process.env;
  const env = { ...others, [logVariable]: log };
  const again = [process.argv[1] ?? "", ...args.filter((arg) => arg !== "--detach")];
  const stdio: StdioOptions = ["ignore", out, out];
  const child = spawn(process.execPath, again, { detached: true, stdio, env });
  closeSync(out);
  let code: number | null | undefined;
  child.once("exit", (ended) => (code = ended));
  for (;;) {
    const found = locateChild(child.pid);
    if (found !== undefined) {
      child.unref();
      const { log: _log, started: _started, boot: _boot, namespace: _namespace, ...told } = found;
      return print(json, { event: "ready", ...told }, (located) => textOf(located, quiet));
    }
    if (code !== undefined) throw failureOf(log, code);
    await pause(stepMs);
  }
}

function openLog(): { log: string; out: number } {
  try {
    const folder = openFolder();
    sweep(folder);
    const log = join(folder, `${process.pid}.log`);
    rmSync(log, { force: true });
    const out = openSync(log, "ax", 0o600);
    // Where nothing can be written, the emulator could not even say so.
    writeSync(out, "\n", 0);
    ftruncateSync(out);
    return { log, out };
  } catch (error) {
    throw notTold(error);
  }
}

const textOf = ({ url, pid }: { url: string; pid: number }, quiet: boolean): string =>
  quiet ? url : `${url} runs as process ${pid}; service-emulator stop ends it`;

/** The logs of those that have ended, and of which nobody is told any more. */
function sweep(folder: string): void {
  const kept = new Set(locateAll().map(({ log }) => log));
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const starting = startOf(Number.parseInt(name, 10)) !== undefined;
    if (isLogName(name) && !kept.has(file) && !starting) rmSync(file, { force: true });
  }
}

function failureOf(log: string, code: number | null): Failure {
  const said = readFileSync(log, "utf8").trim().split("\n").at(-1) ?? "";
  rmSync(log, { force: true });
  const line = said.replace(/^service-emulator: /, "") || "it ended without a word";
  return new Failure(line, code === 2 ? 2 : 3);
}
