import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findBrowser, needs } from "../support/find-browser.js";
import skippedPages from "../support/skipped-pages.ts";

/** A folder with these files in it, in which all but those of `plain` can be run. */
function folderOf(files: readonly string[], plain: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "emulator-path-"));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  for (const name of [...files, ...plain]) writeFileSync(join(folder, name), "#!/bin/sh\n");
  for (const name of files) chmodSync(join(folder, name), 0o755);
  return folder;
}

const found = (...folders: readonly string[]) =>
  findBrowser("Chromium", { PATH: folders.join(delimiter) });

it("the Chromium of Debian is preferred to other names, wherever it stands in PATH", () => {
  const [first, second] = [folderOf(["google-chrome", "chromium-browser"]), folderOf(["chromium"])];
  expect(found(first, second)).toBe(join(second, "chromium"));
  expect(found(first)).toBe(join(first, "chromium-browser"));
  expect(found(folderOf(["google-chrome"]))).toMatch(/google-chrome$/);
});

it("what cannot be run is no browser", () => {
  const folder = folderOf([], ["chromium"]);
  mkdirSync(join(folder, "chromium-browser"));
  expect(found(folder)).toBeUndefined();
  const right = folderOf(["chromium"]);
  expect(found(folder, right)).toBe(join(right, "chromium"));
});

it("a folder of PATH that may not be searched, is none, or is not there hides no browser", () => {
  const shut = folderOf([]);
  chmodSync(shut, 0o000);
  const right = folderOf(["chromium"]);
  const file = join(right, "chromium");
  expect(found(shut, file, join(right, "nothing"), right)).toBe(file);
});

it("CHROMIUM_PATH wins over PATH, and says so if it leads nowhere", () => {
  const [folder, other] = [folderOf(["chromium"]), folderOf(["mine"])];
  const env = (CHROMIUM_PATH: string) => ({ PATH: folder, CHROMIUM_PATH });
  expect(findBrowser("Chromium", env(join(other, "mine")))).toBe(join(other, "mine"));
  expect(findBrowser("Chromium", env(""))).toBe(join(folder, "chromium"));
  expect(() => findBrowser("Chromium", env(join(other, "nothing")))).toThrow(
    `CHROMIUM_PATH is ${join(other, "nothing")}, which cannot be run: name the file of a Chromium.`,
  );
});

it("the end of a run says in one line how many tests were skipped for want of a browser", () => {
  const said = (notes: readonly (string | undefined)[]) => {
    const tests = notes.map((note) => ({ result: () => ({ state: "skipped", note }) }));
    const passed = { result: () => ({ state: "passed" }) };
    const children = { allTests: () => [passed, ...tests] };
    const lines: string[] = [];
    const state = { getTestModules: () => [{ children }] };
    skippedPages({ vitest: { state } } as never, (line) => lines.push(line))();
    return lines;
  };
  expect(said([])).toEqual([]);
  expect(said([undefined, "another reason"])).toEqual([]);
  expect(said([needs("Chromium"), needs("Firefox"), needs("Chromium")])).toEqual([
    "Skipped: 2 tests of pages need Chromium (install chromium or chromium-browser or google-chrome, or name one in CHROMIUM_PATH), " +
      "and 1 test of pages needs Firefox (install firefox-esr, or name one in FIREFOX_PATH).",
  ]);
});
