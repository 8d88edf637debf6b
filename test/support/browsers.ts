import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type BrowserName, findBrowser, howToHave, needs } from "./find-browser.js";

/** What closes itself. */
interface Closes {
  close(): Promise<void>;
}

/**
 * A browser for all tests of a `describe`, which are skipped where the machine has none. With `TEST_BROWSERS=required`
 * they fail there.
 *
 * @param launch starts it in a folder that is its own, with the environment that keeps it there
 * @returns what gives it within a test
 */
export function using<T extends Closes>(
  name: BrowserName,
  launch: (executablePath: string, home: string, env: Record<string, string>) => Promise<T>,
): () => T {
  let folder: string | undefined;
  let browser: T | undefined;
  beforeAll(async () => {
    const path = findBrowser(name);
    if (path === undefined) {
      if (process.env["TEST_BROWSERS"] !== "required") return;
      throw new Error(`TEST_BROWSERS is required, and there is no ${name}: ${howToHave(name)}.`);
    }
    folder = mkdtempSync(join(tmpdir(), "browser-"));
    browser = await launch(path, folder, environmentIn(folder));
  }, 60_000);
  beforeEach(({ skip }) => skip(browser === undefined, needs(name)));
  afterAll(async () => {
    await browser?.close();
    // A process of the browser may still be writing its last.
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  return () => {
    if (browser === undefined) throw new Error(`there is no ${name}`);
    return browser;
  };
}

/** Any Chromium of this machine. None is downloaded. */
export const usingChromium = (): (() => Browser) =>
  using("Chromium", (executablePath, _, env) => chromium.launch({ executablePath, env }));

/** All that a browser leaves anywhere lies in this folder: also what it takes for the user's home. */
function environmentIn(folder: string): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name.startsWith("XDG_") ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(entries), HOME: folder, TMPDIR: folder };
}
