import { describe, expect, it } from "vitest";
import { usingChromium } from "../support/browsers.ts";
import { inspecting } from "../support/inspector.ts";

describe("the list of the inspector", () => {
  const browser = usingChromium();

  it("draws no more of 500 requests than the screen has room for, and follows the newest", async () => {
    const { emulator, look } = await inspecting(browser(), { rateLimits: "off" });
    const headers = {
      authorization: `Service-API-Key ${emulator.keys["full"]}`,
      revision: "2026-07-15",
    };
    for (let sent = 0; sent < 500; sent += 1) await emulator.fetch("/api/nowhere", { headers });
    const page = await look();
    const grid = page.getByRole("grid");
    await page.locator('[role=grid][aria-rowcount="500"]').waitFor();
    await expect.poll(() => grid.getByRole("row").count()).toBeLessThan(50);
    await emulator.fetch("/api/lists", { headers });
    await grid.getByText("get_lists").waitFor();
    // The end is in view, so the newest is.
    const left = await grid.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    expect(left).toBeLessThan(30);
  });
});
