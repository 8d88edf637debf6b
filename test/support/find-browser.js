import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

/** The names that a browser goes by, and the variable that names another. */
const known = {
  Chromium: { variable: "CHROMIUM_PATH", names: ["chromium", "chromium-browser", "google-chrome"] },
  Firefox: { variable: "FIREFOX_PATH", names: ["firefox-esr"] },
};

/**
 * The path of a browser of this machine, if there is one: what its variable names, else the first of its names in PATH.
 *
 * @param {"Chromium" | "Firefox"} browser
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined}
 * @throws if its variable names what cannot be run
 */
export function findBrowser(browser, env = process.env) {
  const { variable, names } = known[browser];
  const named = env[variable];
  if (named !== undefined && named !== "") {
    if (canRun(named)) return resolve(named);
    throw new Error(`${variable} is ${named}, which cannot be run: name the file of a ${browser}.`);
  }
  const folders = (env["PATH"] ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(canRun);
}

/** Why a test was skipped for want of a browser. @param {"Chromium" | "Firefox"} browser */
export const needs = (browser) => `needs ${browser}`;

/** What a person can do where a browser is missing. @param {"Chromium" | "Firefox"} browser */
export const howToHave = (browser) =>
  `install ${known[browser].names.join(" or ")}, or name one in ${known[browser].variable}`;

/** Also of what lies in a folder that nobody may look into. @param {string} path */
function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
