import { describe, expect, it } from "vitest";
import { usingChromium } from "../support/browsers.ts";
import { event, inspecting } from "../support/inspector.ts";

describe("the inspector's view Calls", () => {
  const browser = usingChromium();

  it("shows a call that came early against the instant that was promised to it", async () => {
    const { emulator, send, look } = await inspecting(browser());
    emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 3 });
    const order = {
      method: "POST",
      body: event("ada@example.com"),
      headers: { "x-emulator-test-id": "the call" },
    };
    await send("/api/events", order);
    await emulator.clock.advance("1s");
    await send("/api/events", order);
    const page = await look({ place: "calls" });
    const call = page.getByRole("region", { name: "Call", exact: true });
    await call.getByText(/(1\.9|2) s too early: not before 12:00:03\.000\./).waitFor();
    await expect
      .poll(() => page.locator(".row.on .badge").allTextContents())
      .toContain("retry-after");
  });

  it("shows calls that went well where all are chosen", async () => {
    const { send, look } = await inspecting(browser());
    await send("/api/events", { method: "POST", body: event("ada@example.com") });
    const page = await look({ place: "calls" });
    await page.getByText("No call failed or was retried").waitFor();
    await page.getByRole("radio", { name: "all" }).click();
    await page.getByRole("row", { name: /create_event/ }).waitFor();
    await expect.poll(() => page.locator(".att").count()).toBe(1);
  });
});
