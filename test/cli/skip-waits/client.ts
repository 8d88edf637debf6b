import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { empty, runHere } from "../../support/cli.ts";

const root = join(import.meta.dirname, "../../..");

/** What every client here begins with: how it asks, plans faults, and says what it saw. */
const prelude = `
import { appendFileSync } from "node:fs";
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key, SAID: file } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
const get = (path, init) => fetch(url + path, { headers, ...init });
const plan = async (fault) => {
  const body = JSON.stringify({ operation: "get_lists", ...fault });
  const planned = await fetch(url + "/_emulator/faults", { method: "POST", body });
  if (planned.status !== 201 && planned.status !== 200) throw new Error(await planned.text());
};
const say = (what) => appendFileSync(file, JSON.stringify(what) + "\\n");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const hour = 3_600_000;
`;

/** How a command with `--skip-waits` ended, and what its clients said. */
interface Ran {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
  readonly said: readonly unknown[];
  /** What is left of the run's own folder. */
  readonly left: readonly string[];
}

/** Files of clients in a folder of their own, inside the project so that they find its packages. */
export function clients(scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, "test/cli/skip-waits/.clients-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(scripts)) {
    const begins = name.endsWith(".mjs") ? prelude : "";
    writeFileSync(join(folder, name), begins + script);
  }
  return folder;
}

/** Runs a command with `--skip-waits`. */
export async function ran(
  command: readonly string[],
  words: readonly string[] = [],
  verb: readonly string[] = ["exec", "--fixtures", empty],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), "emulator-skip-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "said");
  const ended = await runHere([...verb, "--skip-waits", ...words, "--", ...command], {
    SAID: file,
    TMPDIR: folder,
    ...env,
  });
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const said = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
  const left = readdirSync(folder).filter((name) => name.startsWith("emulator-run-"));
  return { ...ended, said, left };
}

/** Runs one client of Node so. */
export const client = (script: string, ...words: readonly string[]): Promise<Ran> =>
  ran([process.execPath, join(clients({ "client.mjs": script }), "client.mjs")], words);
