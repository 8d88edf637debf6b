import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Emulator } from "../../emulator.ts";
import { readInputSync } from "../../seeding/input/input-file.ts";
import { Failure } from "../terminal/terminal.ts";

/** The first line of `--json`. @param caFile with TLS, what a client must trust */
export function readyEvent({ url, accounts, apps }: Emulator, caFile?: string) {
  const counts: Record<string, number> = {};
  for (const account of accounts) {
    for (const [name, count] of Object.entries(account.counts))
      counts[name] = (counts[name] ?? 0) + count;
  }
  return {
    event: "ready",
    url,
    ...(caFile !== undefined && { caFile }),
    pid: process.pid,
    accounts: accounts.map(({ companyId, keys }) => ({ companyId, keys })),
    apps: apps.map(({ redirectUris: _uris, scopes: _scopes, ...app }) => app),
    counts,
  };
}

export type ReadyFile = ReturnType<typeof readyFile>;

/**
 * A file that is there, whole, while the emulator answers. It holds keys: only its owner reads it. What a killed emulator
 * left there goes. @throws Failure if something else is there
 */
export function readyFile(path: string) {
  const draft = `${path}.${process.pid}.tmp`;
  attempt(path, () => {
    const there = eventAt(path);
    if (there !== undefined && there.event !== "ready") {
      const what = "is there already, and no emulator wrote it";
      throw new Failure(`--ready-file ${path}: ${what}: give another name, or remove it`, 2);
    }
    rmSync(path, { force: true });
  });
  return {
    write(emulator: Emulator, caFile?: string): void {
      const { controlToken } = emulator;
      const content = { ...readyEvent(emulator, caFile), controlToken };
      attempt(path, () => {
        rmSync(draft, { force: true });
        writeFileSync(draft, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: "wx" });
        renameSync(draft, path);
      });
    },
    /** Unless another emulator has put its own in place. */
    remove(): void {
      try {
        rmSync(draft, { force: true });
        if (eventAt(path)?.pid === process.pid) rmSync(path);
      } catch {
        // It is not there, or not ours.
      }
    },
  };
}

function attempt(path: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    const what = `cannot write --ready-file ${path} (${code})`;
    throw new Failure(`${what}: give a file in a folder that is there`, 3);
  }
}

const bytesMax = 10_000_000;

/** Undefined for none, and for one that is not written yet. */
function eventAt(path: string): { readonly event?: unknown; readonly pid?: unknown } | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.isFile() && stat.size === 0)) return undefined;
  if (!stat.isFile()) return {};
  try {
    return Object(JSON.parse(readInputSync(path, bytesMax).toString()));
  } catch {
    return {};
  }
}
