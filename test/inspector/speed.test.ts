import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browse, canBrowse } from "../support/chromium.ts";
import { inspecting } from "../support/inspector.ts";

/** Begins to measure how long frames take, in the page itself. */
const measure = (page: Page) =>
  page.evaluate(`(() => {
    const frames = []; let before = performance.now();
    const frame = (now) => { frames.push(now - before); before = now; globalThis.frame = requestAnimationFrame(frame); };
    requestAnimationFrame((now) => { before = now; globalThis.frame = requestAnimationFrame(frame); });
    globalThis.frames = frames;
  })()`);

/** The 99th percentile of the frames since, in milliseconds. */
const slowest = (page: Page) =>
  page.evaluate<number>(`(() => {
    cancelAnimationFrame(globalThis.frame);
    const sorted = globalThis.frames.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.99)];
  })()`);

describe.skipIf(!canBrowse)("the list of the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await browse();
  }, 60_000);
  afterAll(() => browser?.close());

  it("takes 10,000 requests in at 500 a second, and stays as smooth as an empty one", async () => {
    const { emulator, look } = await inspecting(browser, { rateLimits: "off" });
    const page = await look();
    await measure(page);
    await page.waitForTimeout(2000);
    const empty = await slowest(page);
    await measure(page);
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
    };
    for (let sent = 0; sent < 10_000; sent += 25) {
      const due = performance.now() + 50;
      await Promise.all(
        Array.from({ length: 25 }, () => emulator.fetch("/api/lists", { headers })),
      );
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
    const full = await slowest(page);
    await page.waitForFunction("document.querySelector('[role=grid]').ariaRowCount === '10000'");
    console.log({ empty, full });
    expect(full / empty).toBeLessThanOrEqual(2);
  }, 90_000);
});
