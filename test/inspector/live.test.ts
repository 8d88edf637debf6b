import type { Locator, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { movableMachine } from "../support/machine.ts";
import { event, inspecting, look, noon, send } from "../support/inspector.ts";

const ada = "ada@example.com";

/** Whether a text stands wholly on the first screen. */
async function isOnScreen(text: Locator): Promise<boolean> {
  const box = await text.first().boundingBox();
  return (
    box !== null &&
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.width <= 1280 &&
    box.y + box.height <= 800
  );
}

/** The requests of the list that say so. */
const rowsOf = (page: Page, hasText: string): Locator => page.locator(".rows .row", { hasText });

describe("the inspector's view Live", () => {
  const browser = usingChromium();

  it("shows the first 429, its window and the instant it opens on the first screen", async () => {
    const { send, look } = await inspecting(browser());
    const page = await look();
    await send("/api/accounts");
    expect((await send("/api/accounts")).status).toBe(429);
    for (const text of ["opens 12:00:01.000", "burst 1 of 1", "get_accounts", "429"]) {
      const found = page.getByText(text);
      await found.first().waitFor();
      expect([text, await isOnScreen(found)]).toEqual([text, true]);
    }
  });

  it("says why a request was rejected, with the stages, limits and both bodies, by keyboard", async () => {
    const { send, look } = await inspecting(browser());
    const page = await look();
    await send("/api/profiles", {
      method: "POST",
      body: '{"data":{"type":"profile","attributes":{"emial":"x"}}}',
    });
    await page.getByText("'emial' is not a field").waitFor();
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    const detail = page.getByRole("complementary", { name: "Request" });
    await detail
      .getByText("'emial' is not a field of /data/attributes: did you mean email?")
      .first()
      .waitFor();
    await expect.poll(() => detail.locator(".stages .here").textContent()).toContain("body");
    await expect.poll(() => detail.locator(".gauge").count()).toBe(2);
    await expect
      .poll(() => detail.getByLabel("Body of the request").textContent())
      .toContain('"emial": "x"');
    await expect
      .poll(() => detail.getByLabel("Body of the response").textContent())
      .toContain('"invalid"');
    await page.keyboard.press("Escape");
    await detail.waitFor({ state: "detached" });
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
  });

  it("hears a key that follows another at once", async () => {
    const { send, look } = await inspecting(browser());
    const page = await look();
    await send("/api/lists");
    await rowsOf(page, "get_lists").waitFor();
    await page.evaluate(`(async () => {
      for (const key of ["k", "Enter"]) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve));
      }
    })()`);
    const detail = page.getByRole("complementary", { name: "Request" });
    await expect.poll(() => detail.textContent()).toContain("get_lists");
  });

  it("shows how long a response took that was under way, once it has ended", async () => {
    const { emulator, send, look } = await inspecting(browser());
    emulator.faults.add({ operation: "get_lists", pace: { over: "2s" } });
    const page = await look();
    const asked = send("/api/lists");
    const row = rowsOf(page, "get_lists");
    await row.locator(".num", { hasText: "…" }).waitFor();
    await row.first().click();
    const detail = page.getByRole("complementary", { name: "Request" });
    await detail.getByText("… ms").waitFor();
    await emulator.clock.advance("2s");
    await (await asked).text();
    await row.locator(".num", { hasText: /^\d/ }).waitFor();
    await detail
      .getByText(/\d ms$/)
      .first()
      .waitFor();
    await expect.poll(() => row.count()).toBe(1);
  });

  it("shows the requests of a span that is dragged over the last minute", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/lists");
    await emulator.clock.advance("30s");
    await send("/api/segments");
    const page = await look();
    await rowsOf(page, "get_segments").waitFor();
    const bars = await page.getByTitle("Drag to choose a span").boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = bars ?? {};
    await page.mouse.move(x + width * 0.3, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.7, y + height / 2);
    await page.mouse.up();
    await rowsOf(page, "get_segments").waitFor({ state: "detached" });
    await expect.poll(() => rowsOf(page, "get_lists").count()).toBe(1);
    const filter = page.getByRole("combobox", { name: /Filter/ });
    await expect.poll(() => filter.inputValue()).toMatch(/^since:11:59:4\d until:12:00:1\d$/);
  });

  it("fails the next attempt, and shows the command that does the same", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/events", { method: "POST", body: event(ada) });
    const page = await look();
    await rowsOf(page, "create_event").first().click();
    await page.getByRole("button", { name: "Fail next attempt" }).hover();
    const command =
      "faults add create_event --match-email ada@example.com --status 429 --retry-after 2";
    await expect.poll(() => page.locator(".foot code").textContent()).toContain(command);
    await page.keyboard.press("x");
    await page.getByText("The next attempt gets a 429").waitFor();
    expect((await send("/api/events", { method: "POST", body: event(ada) })).status).toBe(429);
    expect(emulator.faults.list().at(-1)?.hits.count).toBe(1);
  });

  it("filters by words, and holds while a request is read", async () => {
    const { send, look } = await inspecting(browser(), { rateLimits: "off" });
    await send("/api/lists");
    await send("/api/profile");
    const page = await look();
    await page.keyboard.press("/");
    await page.keyboard.type("rejected");
    await rowsOf(page, "get_lists").first().waitFor({ state: "detached" });
    await expect.poll(() => page.locator(".rows .row").count()).toBe(1);
    await expect
      .poll(() => page.locator(".foot code").textContent())
      .toBe("service-emulator requests list rejected");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await rowsOf(page, "get_lists").first().click();
    await send("/api/segments");
    await page.getByText("1 newer").waitFor();
    expect(await rowsOf(page, "get_segments").count()).toBe(0);
    await page.keyboard.press("G");
    await rowsOf(page, "get_segments").first().waitFor();
    expect(await page.getByText("Held while you read.").count()).toBe(0);
  });

  it("goes on after a restart, with a line between what was and what is", async () => {
    const options = { fixtures: ["small"], frozenAt: noon };
    const before = await createEmulator({ ...options, port: 0 });
    const page = await look(browser(), before.url, { expects: /Failed to load resource|ERR_/ });
    await send(before, "/api/lists");
    await rowsOf(page, "get_lists").first().waitFor();
    await before.close();
    await page.getByText(/Not connected for/).waitFor();
    const after = await createEmulator({ ...options, port: Number(new URL(before.url).port) });
    try {
      await page.getByText("The emulator restarted.").waitFor();
      await send(after, "/api/segments");
      await rowsOf(page, "get_segments").first().waitFor();
      expect(await rowsOf(page, "get_lists").count()).toBeGreaterThan(0);
    } finally {
      await after.close();
    }
  });

  it("tells of a reset on every page that is open", async () => {
    const { emulator, send, look } = await inspecting(browser());
    const pages = [await look(), await look({ place: "live", colorScheme: "dark" })];
    await send("/api/lists");
    for (const page of pages) await rowsOf(page, "get_lists").first().waitFor();
    await emulator.reset();
    for (const page of pages) {
      await page.getByText("The emulator was reset.").waitFor();
      await expect.poll(() => page.locator(".row.past").count()).toBe(1);
    }
  });

  it("shows nothing beyond loopback before the control token is given", async () => {
    const emulator = await createEmulator({
      fixtures: ["small"],
      port: 0,
      host: "0.0.0.0",
      controlToken: "the-token",
    });
    const page = await browser().newPage();
    try {
      await page.goto(`http://127.0.0.1:${new URL(emulator.url).port}/`);
      await page.getByLabel("Control token").fill("wrong");
      expect(await page.locator(".app").count()).toBe(0);
      await page.getByRole("button", { name: "Show" }).click();
      await page.getByText("The emulator rejects this token.").waitFor();
      await page.getByLabel("Control token").fill("the-token");
      await page.keyboard.press("Enter");
      await page.getByText("streaming").waitFor();
      expect(
        await page.evaluate("[document.cookie, localStorage.length, sessionStorage.length]"),
      ).toEqual(["", 0, 0]);
    } finally {
      await page.close();
      await emulator.close();
    }
  });

  it("shows the time of the emulator after a sleep of the machine, though nobody asks for anything", async () => {
    const { sleep } = movableMachine();
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const { look } = await inspecting(browser(), { frozenAt: undefined as never, onNote });
    const page = await look();
    const decade = 3653 * 24 * 3_600_000;
    sleep(decade);
    await page.evaluate(`Date.now = ((now) => () => now() + ${decade})(Date.now.bind(Date))`);
    const year = new Date(Date.now() + decade).getUTCFullYear();
    // Whatever day it is, and whatever it is a moment later.
    await page.getByTitle(new RegExp(`clock: real, .* (${year}|${year + 1}) `)).waitFor();
    expect(notes).toEqual(["the machine slept for 87672 h: the clock moved on"]);
  });

  it("shows one sandbox alone with its token, which does not stay in the address", async () => {
    const { emulator, url } = await inspecting(browser());
    const [one, other] = [emulator.sandbox(), emulator.sandbox()];
    await one.fetch("/api/lists");
    await other.fetch("/api/metrics");
    const page = await browser().newPage();
    try {
      await page.goto(`${url}/#token=${one.token}`);
      await page.getByText("streaming").waitFor();
      const rows = page.locator(".row", { hasText: "/api/" });
      await rows.first().waitFor();
      await expect
        .poll(() => rows.allTextContents())
        .toEqual([expect.stringContaining("/api/lists")]);
      await one.fetch("/api/segments");
      await other.fetch("/api/tags");
      await rows.filter({ hasText: "/api/segments" }).waitFor();
      await expect.poll(() => rows.count()).toBe(2);
      expect(page.url()).toBe(`${url}/`);
      await page.keyboard.press("g");
      await page.keyboard.press("x");
      await page.getByText("an exploration is the whole emulator's").waitFor();
    } finally {
      await page.close();
    }
  });
});
