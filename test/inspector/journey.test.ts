import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browse, canBrowse } from "../support/chromium.ts";
import { event, inspecting } from "../support/inspector.ts";

const ada = "ada@example.com";

describe.skipIf(!canBrowse)("a journey through the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await browse();
  }, 60_000);
  afterAll(() => browser?.close());

  it("goes from a 429 to a planned fault, a retry, a moved clock and the verdict", async () => {
    const { emulator, send, look } = await inspecting(browser);
    const page = await look();
    // A 429, and when its window opens.
    await send("/api/accounts");
    await send("/api/accounts");
    await page.getByText("opens 12:00:01.000").waitFor();

    // A fault, by its form.
    await page.keyboard.press("g");
    await page.keyboard.press("f");
    await page.getByRole("button", { name: "429 twice" }).click();
    await page.locator("#field-times").fill("1");
    await page.getByText("Would have met 0 of the 2 requests").waitFor();
    const command =
      "service-emulator faults add create_event --status 429 --retry-after 2 --times 1";
    expect(await page.getByLabel("The plan, written").textContent()).toBe(command);
    await page.locator("#field-times").press("Control+Enter");
    await page.locator(".fx").getByText("0 of 1").waitFor();

    // Two attempts of one call: one too early, one after the clock was moved.
    const headers = { "x-emulator-test-id": "checkout" };
    const order = { method: "POST", body: event(ada), headers };
    expect((await send("/api/events", order)).status).toBe(429);
    expect((await send("/api/events", order)).status).toBe(429);
    await page.locator(".fx").getByText("2 of 2").waitFor();
    // Out of the field, where keys are letters.
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("button", { name: "60s" }).click();
    await page.getByText("12:01:00.000").waitFor();
    expect((await send("/api/events", order)).status).toBe(202);

    // The retry, and what it is worth.
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    const call = page.locator(".call", { hasText: ada });
    await call.getByText(/early/).waitFor();
    await call.getByText("retry-after").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("r");
    const rule = page.locator(".verdict", { hasText: "Wait for Retry-After" });
    await rule.getByText("broken").first().waitFor();
    expect(await rule.textContent()).toMatch(/attempt 2 came [\d.]+ s early/);
    expect(emulator.faults.list().at(-1)?.hits.count).toBe(2);
  });
});
