import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ReportCard } from "../../src/report/card-shape.ts";
import { htmlOf } from "../../src/report/printed/card-page.ts";
import { emptyCard, limited, richCard, shown, told } from "../support/cards.ts";
import { usingChromium } from "../support/browsers.ts";
import { lookAt } from "../support/looks.ts";

interface Look {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
}

/** A card that has in it all that a client may send. */
const hostile = (): ReportCard => {
  const script = '<script>globalThis.ran = 1</script><img src=x onerror="globalThis.ran = 1">';
  const call = told(1, [limited(0), shown(3)], {
    about: script,
    target: `/${script}"'`,
    operation: script,
  });
  const card = richCard();
  return {
    ...card,
    calls: [call],
    rules: card.rules.map((rule) => ({
      ...rule,
      message: script,
      evidence: [{ result: "failed", call: 1, exchanges: [], text: script }],
    })),
    coverage: {
      ...card.coverage,
      pairs: [
        { operation: script, fault: script, status: null, met: 1, survived: 0, undecided: 0 },
      ],
      neverMet: [script],
    },
  };
};

/** Attempts at every place of the axis, with the longest labels there are. */
const crowded = (): ReportCard => ({
  ...richCard(),
  calls: [
    told(
      1,
      Array.from({ length: 12 }, (_, index) =>
        limited(index * 100, { waited: 99, retryAfter: 1000 }),
      ),
    ),
    told(2, [
      limited(0, { retryAfter: 86_400 }),
      limited(0.1, { waited: 0.06, retryAfter: 86_400 }),
    ]),
  ],
});

describe("the page in a browser", () => {
  const browser = usingChromium();
  let folder = "";
  let pages: Page[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "report-page-"));
  });
  afterEach(async () => {
    await Promise.all(pages.map((page) => page.close()));
    pages = [];
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The page as a user opens it, from a file; with what it complained of and asked for. */
  async function opened(card: ReportCard, { width = 1000, colorScheme = "light" }: Look = {}) {
    const file = join(folder, "report.html");
    writeFileSync(file, htmlOf(card));
    const url = pathToFileURL(file).href;
    const page = await browser().newPage({ viewport: { width, height: 900 }, colorScheme });
    pages.push(page);
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(url);
    return { page, url, complaints, asked };
  }

  it.each([
    ["a rich card", richCard],
    ["an empty card", emptyCard],
    ["a hostile card", hostile],
  ])("asks for nothing and complains of nothing with %s", async (_, card) => {
    const { url, asked, complaints } = await opened(card());
    expect(asked).toEqual([url]);
    expect(complaints).toEqual([]);
  });

  it("runs nothing that a client sent, and shows it as it was sent", async () => {
    const { page } = await opened(hostile());
    expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
    expect(await page.locator("script, img").count()).toBe(0);
    expect(await page.locator("figure h3").textContent()).toContain("<script>globalThis.ran");
  });

  it("would run nothing even if something got into it", async () => {
    const file = join(folder, "broken.html");
    writeFileSync(
      file,
      htmlOf(richCard()).replace("</main>", "<script>globalThis.ran = 1</script></main>"),
    );
    const page = await browser().newPage();
    pages.push(page);
    await page.goto(pathToFileURL(file).href);
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  });

  it.each(["light", "dark"] as const)(
    "can be read in %s: all text has contrast",
    async (colorScheme) => {
      const { page } = await opened(richCard(), { colorScheme });
      await page.evaluate(
        "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
      );
      const { weak, seen } = await lookAt(page).weakTexts(4.5);
      expect(seen).toBeGreaterThan(100);
      expect(weak).toEqual([]);
    },
  );

  it("looks different in light and dark", async () => {
    const grounds: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await opened(richCard(), { colorScheme });
      grounds.push(await page.evaluate<string>("getComputedStyle(document.body).backgroundColor"));
    }
    expect(grounds[0]).not.toBe(grounds[1]);
  });

  it.each([360, 700, 1400])(
    "keeps within %i pixels, and every label within its picture",
    async (width) => {
      for (const card of [richCard(), crowded()]) {
        const { page } = await opened(card, { width });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        const { overflowing, seen } = await lookAt(page).overflowingTexts();
        expect(seen).toBeGreaterThan(10);
        expect(overflowing).toEqual([]);
      }
    },
  );

  it("has headings in order, and a name and description for each picture", async () => {
    const { page } = await opened(richCard());
    const levels = await page
      .locator("h1, h2, h3, h4")
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))));
    expect(levels[0]).toBe(1);
    expect(levels.slice(1).filter((level, index) => level > (levels[index] ?? 0) + 1)).toEqual([]);
    const picture = page.getByRole("img", {
      name: "Timeline of call 1, create_event for p1@example.com",
    });
    expect(await picture.count()).toBe(1);
    const described = await picture.locator("desc").textContent();
    expect(described).toContain("Attempt 2: 429, 1.4 s early, Retry-After 2 s, at 0.64 s");
  });

  it("leads from evidence to the call that it is about", async () => {
    const { page } = await opened(richCard());
    const links = await page
      .locator("li a")
      .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(await page.locator(link).count()).toBe(1);
  });

  it("is printed on white, without loss of a label", async () => {
    const { page } = await opened(richCard(), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 700, height: 1000 });
    const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(ground).toBe("rgb(255, 255, 255)");
    expect((await lookAt(page).overflowingTexts()).overflowing).toEqual([]);
    expect((await lookAt(page).weakTexts(4.5)).weak).toEqual([]);
  });
});
