import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const executablePath = "/usr/bin/chromium";

/** Whether a test of pages can run. On CI it must: there it fails for want of a browser instead. */
export const canBrowse = existsSync(executablePath) || process.env["CI"] !== undefined;

/** Debian's Chromium: none is downloaded. */
export function browse(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(
      `${executablePath} is missing: the report's page is tested in it. Install Debian's package chromium, as .ci/run does.`,
    );
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
