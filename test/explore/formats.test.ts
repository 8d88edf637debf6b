import { pathToFileURL } from "node:url";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foundText } from "../../src/cli/card/found-files.ts";
import { foundFiles } from "../../src/explore/printed/found-page.ts";
import { merged, MergeError, readFound } from "../../src/explore/merge.ts";
import type { Found } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { lookAt } from "../support/looks.ts";

const cell = { survived: 0, gaveUp: 0, defects: 0, unmet: 0, left: 0 };

/** What was found, with this wherever a client may have a say. */
const found = (said = "VIP"): Found => ({
  seed: 1,
  shard: null,
  runs: 12,
  schedules: { tried: 12, survived: 8, gaveUp: 2, defects: 2, unmet: 0, left: 3 },
  seconds: 4.2,
  requests: 2,
  counts: { lists: 1 },
  calls: { create_list: 1, get_lists: 1 },
  notes: [`not compared: ${said}`],
  defects: [
    {
      name: "state-create-list-reset-after",
      oracle: "state",
      oracles: ["state"],
      sentence: `When the response of create_list is lost (reset), list ${said} exists twice.`,
      causes: ["state +list", "state +list at create_list"],
      silent: false,
      places: [{ operation: "create_list", kind: "reset after", which: "first" }],
      faults: [{ operation: "create_list", where: "after", connection: "reset" }],
      steps: [{ fault: { operation: "create_list", where: "after", connection: "reset" } }],
      exitCode: 0,
      failed: 10,
      repeats: 10,
      difference: [
        {
          collection: "list",
          what: "added",
          name: said,
          expected: 1,
          found: 1,
          members: { name: { expected: "a", found: said } },
          where: { name: said },
        },
      ],
      missing: [],
      timeline: [
        {
          before: 0,
          at: 0,
          operation: said,
          method: "POST",
          target: `/api/${said}`,
          status: null,
          retryAfterMs: null,
          injected: ["reset"],
        },
      ],
      printed: { output: [said], errors: [said] },
      also: [{ operation: "create_list", kind: "close after", which: "first" }],
      scenario: "state-create-list-reset-after.yaml",
      command: `service-emulator scenario run ${said}`,
      test: `expect("${said}");`,
    },
  ],
  unsteady: [],
  matrix: [
    { operation: "create_list", kind: "reset after", ...cell, defects: 2 },
    { operation: "create_list", kind: "429", ...cell, survived: 1 },
    { operation: "get_lists", kind: "429", ...cell, survived: 7, gaveUp: 2 },
    { operation: "get_lists", kind: "upside-down", ...cell, left: 3 },
  ],
  coverage: [{ operation: "create_list", fault: "reset", status: null, met: 2, survived: 0 }],
});

const clean = (): Found => ({ ...found(), defects: [] });

const write = (name: string, value: Found): string => foundFiles[name]?.(value) ?? "";

describe("what was found, in a terminal,", () => {
  it("begins with the verdict, and ends with the matrix", () => {
    const text = foundText(found(), 100);
    expect(text.split("\n")[0]).toContain("1 defect in 12 schedules");
    expect(text).toContain(
      "10 of 10 runs; found by state\n  1 more schedule with the same effect: close after at create_list",
    );
    expect(text).toMatch(/operation +429 +lost response +upside-down/);
    expect(text).toMatch(/create_list +✓ +✗/);
    expect(text).not.toContain("✓ survived\n");
    expect(text).toMatch(/get_lists +✓ +\?/);
    expect(foundText(clean(), 100)).toContain("No defect in 12 schedules");
  });

  it("fits its width", () => {
    const lines = foundText(found("a".repeat(300)), 60).split("\n");
    // A command is to be copied whole.
    const wide = lines.filter((line) => line.length > 60 && !line.includes("scenario run"));
    expect(wide).toEqual([]);
  });
});

describe("what was found, in Markdown,", () => {
  it("is a verdict, a defect each, and a matrix", () => {
    const text = write("explore.md", found());
    expect(text).toContain("### ✗ Explore: 1 defect in 12 schedules");
    expect(text).toContain("| `create_list` | ✓ | ✗ |");
    expect(write("explore.md", clean())).toContain("### ✓ Explore: No defect in 12 schedules");
  });

  it("has no markup of a client's, and no way out of a fence", () => {
    const text = write("explore.md", found("<b>@user</b> ```"));
    const bold = text.split("\n").filter((line) => line.startsWith("**"));
    expect(bold).toEqual([expect.stringContaining("&lt;b&gt;")]);
    expect(bold[0]).not.toContain("<b>");
    expect(text).toContain("````");
  });
});

describe("what was found, in JUnit,", () => {
  it("is a failure for each defect, and a case for each kind at an operation", () => {
    const text = write("explore.xml", found());
    expect(text).toContain('tests="4" failures="1" errors="0" skipped="1"');
    expect(text).toContain('<skipped message="not tried"/>');
    expect(write("explore.xml", found("<x>"))).not.toContain("<x>");
  });
});

describe("an explore.json", () => {
  it("is read back as it was written", () => {
    expect(readFound(write("explore.json", found()))).toEqual(found());
  });

  it.each([
    ["no JSON", "it is no JSON"],
    ["{}", "seed: "],
    [JSON.stringify({ ...found(), runs: -1, defects: [] }), "runs: "],
  ])("is refused where it is none: %#", (text, why) => {
    expect(() => readFound(text)).toThrow(why);
  });
});

describe("parts of an exploration", () => {
  it("become one, in which each cause is there once", () => {
    const whole = merged([
      { ...found(), shard: "1/2" },
      { ...found(), shard: "2/2" },
    ]);
    expect(whole.schedules.tried).toBe(24);
    expect(whole.defects).toHaveLength(1);
    expect(whole.defects[0]?.also).toHaveLength(2);
    expect(whole.matrix.find(({ kind }) => kind === "reset after")?.defects).toBe(4);
    expect(whole.coverage).toEqual([{ ...found().coverage[0], met: 4 }]);
  });

  it("are refused where they are not of one exploration", () => {
    expect(merged([{ ...found(), shard: "2/3" }]).notes).toEqual(
      expect.arrayContaining(
        ["1/3", "3/3"].map(
          (name) => `Shard ${name} is missing: what it tried is not in this result.`,
        ),
      ),
    );
    expect(() => merged([])).toThrow(MergeError);
    expect(() => merged([found(), { ...found(), seed: 2 }])).toThrow("seeds differ: 1 and 2");
  });
});

describe("the page of what was found", () => {
  const browser = usingChromium();
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "emulator-found-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const open = async (value: Found, width: number, colorScheme: "light" | "dark") => {
    const file = join(folder, "explore.html");
    writeFileSync(file, write("explore.html", value));
    const page = await browser().newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(pathToFileURL(file).href);
    return page;
  };

  it.each([
    [360, "light"],
    [360, "dark"],
    [1100, "dark"],
  ] as const)("can be read at %i px, %s", async (width, scheme) => {
    const page = await open(found("V".repeat(120)), width, scheme);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const { weak, seen } = await lookAt(page).weakTexts(4.5);
    expect(weak).toEqual([]);
    expect(seen).toBeGreaterThan(20);
    await page.close();
  });

  it("runs nothing of what a client has sent", async () => {
    const script = '<script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 1">';
    const page = await open(found(script), 800, "light");
    expect(await page.evaluate("globalThis.ran")).toBeUndefined();
    expect(await page.locator("main img, main script").count()).toBe(0);
    await page.close();
  });
});
