import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { event, faultsOf, inspected, look, overflowOf } from "../support/inspector.ts";

/** An emulator whose client failed, wrote what looks like a page, and asked for what there is not. */
async function busy() {
  const its = await inspected();
  its.emulator.faults.add({ operation: "create_event", status: 503, times: 1 });
  const asked = { method: "POST", body: event("ada@example.com", "</script><b id=odd>Odd") };
  for (const path of ["/api/events", "/api/events"]) await its.send(path, asked);
  await its.send("/api/nowhere");
  return its;
}

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "saved-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "session.html");
}

const sessionOf = async ({ fetch }: Emulator): Promise<string> =>
  (await fetch("/_emulator/session?format=html")).text();

/** A page from a file: it complains of nothing, and asks for nothing but itself. */
async function shown(browser: Browser, file: string, where = "live", looking = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...looking });
  const wrong: string[] = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("request", (request) => {
    if (!/^(?:file|data):/.test(request.url())) wrong.push(request.url());
  });
  onTestFinished(async () => {
    await page.close();
    expect(wrong).toEqual([]);
  });
  await page.goto(`${pathToFileURL(file).href}#/${where}`);
  await page.getByText("Saved session, read-only.").waitFor();
  return page;
}

describe("a saved session", () => {
  const browser = usingChromium();

  it("is saved from the page, and shows the requests, why one failed and its bodies without an emulator", async () => {
    const { emulator, url } = await busy();
    const live = await look(browser(), url);
    const download = live.waitForEvent("download");
    await live.getByRole("button", { name: "Save" }).click();
    const file = place();
    await (await download).saveAs(file);
    await live.close();
    await emulator.close();
    const page = await shown(browser(), file);
    await page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    await page.getByText("/api/nowhere").click();
    await page
      .locator(".why bdi", { hasText: "no such path: service-emulator routes lists every path" })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-filter]").fill("metric:odd -503");
    await page.locator('[role=grid][aria-rowcount="1"]').waitFor();
    await page.getByRole("row", { name: /create_event/ }).click();
    await page.getByText("</script><b id=odd>Odd").first().waitFor();
    expect(await page.locator("#odd").count()).toBe(0);
  });

  it("offers no act that would change something, and says why", async () => {
    const { emulator } = await busy();
    const file = place();
    writeFileSync(file, await sessionOf(emulator));
    const page = await shown(browser(), file);
    await page.getByText("/api/nowhere").click();
    const fail = page.getByRole("button", { name: "Fail next attempt" });
    await fail.waitFor();
    expect([await fail.isDisabled(), await fail.getAttribute("title")]).toEqual([
      true,
      "This is a saved session: nothing in it can be changed.",
    ]);
    expect(await page.getByRole("button", { name: "curl" }).isEnabled()).toBe(true);
    expect(await page.getByRole("link", { name: "Data" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "New" }).count()).toBe(0);
    await page.keyboard.press("x");
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  });

  it("says that its run was cut off, and how far the report card is", async () => {
    const { emulator } = await busy();
    const file = place();
    const lines = (await sessionOf(emulator)).split("\n").slice(0, -2);
    const card = lines.findIndex((line) => line.startsWith('{"path":"/report?running=true"'));
    const last = lines.findLastIndex((line) => line.startsWith('{"path":"/requests/'));
    const [asked = ""] = lines.splice(last, 1);
    writeFileSync(file, [...lines.slice(0, card), asked, '{"path":"/cl'].join("\n"));
    const page = await shown(browser(), file);
    await page.getByText(/The run was cut off: .* of its first 2 requests, of 3\./).waitFor();
    expect(await page.getByText("1 line could not be read, and is left out.").count()).toBe(1);
  });

  it.each([
    [1280, "light"],
    [1280, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("fits into %i pixels and is accessible in %s", async (width, colorScheme) => {
    const { emulator } = await busy();
    const file = place();
    writeFileSync(file, await sessionOf(emulator));
    const looking = { viewport: { width, height: 844 }, colorScheme };
    const page = await shown(browser(), file, "live", looking);
    for (const view of ["live", "calls", "limits", "faults", "report", "explore"]) {
      await page.evaluate(`location.hash = "#/${view}"`);
      await page.locator(".main > *").nth(1).waitFor();
      expect([view, await overflowOf(page)]).toEqual([view, 0]);
      // What is clipped has no contrast that can be told.
      await page.setViewportSize({ width, height: 6000 });
      expect([view, await faultsOf(page)]).toEqual([view, []]);
      await page.setViewportSize({ width, height: 844 });
    }
  });

  it("has its size: the page itself has less than 250 kB", async () => {
    const { emulator } = await inspected();
    const text = await sessionOf(emulator);
    expect(text.indexOf('id="session"')).toBeLessThan(250_000);
    expect(readFileSync("dist/inspector/inspector.js", "utf8")).not.toContain("</script");
  });
});

describe("a reload of the inspector", () => {
  const browser = usingChromium();

  it("keeps the filter, the kind of calls, the colours, the width of the side and the account", async () => {
    const { emulator, send, url } = await inspected();
    const { companyId, keys } = emulator.sandbox({ name: "kept" });
    await send("/api/lists", { headers: { authorization: `Service-API-Key ${keys.full}` } });
    const page = await look(browser(), url);
    await page.locator("[data-filter]").fill("status:200");
    await page.getByLabel("Account or sandbox").selectOption(companyId);
    await page.getByText("/api/lists").click();
    await page.locator("[role=separator]").press("ArrowLeft");
    await page.keyboard.press("?");
    const scheme = page.getByRole("button", { name: /system/ });
    await scheme.click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const found = () =>
      page.evaluate<unknown[]>(
        '[document.documentElement.dataset.scheme, document.querySelector("select").value, document.querySelector("[data-filter]").value, document.querySelector("[role=separator]").getAttribute("aria-valuenow")]',
      );
    const before = await found();
    expect(before.slice(0, 3)).toEqual(["light", companyId, "status:200"]);
    await page.reload();
    await page.getByText("streaming").waitFor();
    await expect.poll(found).toEqual(before);
    await page.evaluate('location.hash = "#/calls"');
    await page.getByRole("radio", { name: "with a retry" }).click();
    await page.reload();
    expect(await page.getByRole("radio", { name: "with a retry" }).isChecked()).toBe(true);
  });
});
