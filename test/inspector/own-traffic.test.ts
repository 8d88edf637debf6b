import { describe, expect, it } from "vitest";
import { installing } from "../oauth/support.ts";
import { usingChromium } from "../support/browsers.ts";
import { look } from "../support/inspector.ts";

describe("in a browser, no client is what", () => {
  const browser = usingChromium();

  /** An emulator that listens, and what sent the requests that it has seen, each with its path. */
  async function listening() {
    const { emulator, pathOf } = await installing({ port: 0 });
    const { url, requests } = emulator;
    const sent = () =>
      requests.list().map(({ sentBy, target }) => `${sentBy}: ${target.split("?", 1)[0]}`);
    return { emulator, url, key: emulator.keys["full"] as string, pathOf, sent };
  }

  it("the inspector sends again, and compares", async () => {
    const { emulator, url, key, sent } = await listening();
    await fetch(`${url}/api/lists`, { headers: { authorization: `Service-API-Key ${key}` } });
    const page = await look(browser(), url, { expects: /400/ });
    await page.locator(".rows .row").first().click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Sent: 400.").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+G");
    await page.locator(".row", { hasText: "by the inspector" }).click();
    await page.getByText(/GET \/api\/lists .* sent by the inspector/).waitFor();
    await page.goto(`${url}/#/revisions`);
    await page.getByRole("button", { name: "Compare" }).click();
    await expect
      .poll(sent)
      .toEqual([
        "client: /api/lists",
        "inspector: /api/lists",
        "inspector: /api/profiles",
        "inspector: /api/profiles",
      ]);
    expect((await emulator.report()).run.requests).toBe(1);
  });

  it("a person does on the page that asks for consent", async () => {
    const { url, pathOf, sent } = await listening();
    const page = await browser().newPage();
    await page.route("http://127.0.0.1:5555/**", (route) => route.fulfill({ body: "back" }));
    await page.goto(url + pathOf());
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("back").waitFor();
    expect(sent()).toEqual(["client: /oauth/authorize", "consent page: /oauth/authorize"]);
    await page.close();
  });

  it("a person types, and whatever a browser wants of a page beside it", async () => {
    const { emulator, url, sent } = await listening();
    const page = await browser().newPage();
    await page.goto(`${url}/_emulator/report?format=html`);
    await page.goto(`${url}/api/profiles`);
    await page.goto(`${url}/favicon.ico`).catch(() => {});
    expect(sent()).toEqual(["browser: /api/profiles"]);
    expect((await emulator.report()).run.requests).toBe(0);
    await page.close();
  });
});
