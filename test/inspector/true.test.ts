import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { event, inspecting, noon, overflowOf } from "../support/inspector.ts";

const ada = "ada@example.com";

/** Sends so many requests, one after the other, that come to the page over time. */
async function traffic(emulator: Emulator, page: Page, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    await emulator.fetch(sent % 2 === 0 ? "/api/lists" : "/api/nowhere");
    await page.waitForTimeout(20);
  }
}

/** How far the end of the list is below what is seen of it. */
const leftBelow = (page: Page): Promise<number> =>
  page.getByRole("grid").evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);

/** What must be seen of each view, whatever the size: columns, acts and states. */
const visible: Readonly<Record<string, readonly string[]>> = {
  live: ["time", "status", "operation"],
  calls: ["call", "timeline"],
  limits: ["operation", "steady", "forecast"],
  faults: ["on", "requests", "what", "hits", "state"],
  sandboxes: ["test", "requests", "rejected", "test was"],
  time: ["in", "what"],
  data: ["name", "email"],
  "data/collections/lists": ["id", "name"],
  outbox: ["to", "subject", "became"],
};

const sizes = [
  [1440, 900],
  [1280, 800],
  [720, 900],
  [640, 400],
  [390, 844],
] as const;

describe("what the inspector shows is true", () => {
  const browser = usingChromium();

  it("a list that follows has its end in view after 50 requests over time", async () => {
    const { emulator, look } = await inspecting(browser(), { rateLimits: "off" });
    const page = await look();
    await traffic(emulator, page, 50);
    await page.locator('[role=grid][aria-rowcount="50"]').waitFor();
    expect(await leftBelow(page)).toBeLessThan(5);
    expect(await page.getByText("Held while you read.").count()).toBe(0);
  });

  it("a burst window is empty again once its second is over", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/accounts");
    const page = await look({ place: "limits" });
    const row = page.getByRole("row", { name: /get_accounts/ });
    await row.getByText("1 / 1", { exact: true }).waitFor();
    await emulator.clock.advance("2s");
    await expect.poll(() => row.getByText("0 / 1", { exact: true }).count()).toBe(1);
  });

  it("every number of a list is that of the control API once the traffic stops", async () => {
    const { emulator, send, look } = await inspecting(browser());
    emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 2, times: 2 });
    const page = await look({ place: "faults" });
    for (let sent = 0; sent < 6; sent += 1)
      await send("/api/events", { method: "POST", body: event(ada) });
    const [fault] = emulator.faults.list();
    const { count = 0 } = fault?.hits ?? {};
    await page.getByRole("row", { name: new RegExp(`${count} of `) }).click();
    await page
      .getByText(/^held: /)
      .first()
      .waitFor();
    const held = fault?.turns?.filter(({ what }) => what === "held").length;
    await expect.poll(() => page.getByText(/^held: /).count()).toBe(held);
    await page.goto(`${emulator.url}/#/limits`);
    const { accounts } = (await emulator
      .fetch("/_emulator/limits")
      .then((answer) => answer.json())) as {
      accounts: { counters: { name: string; window: string; used: number; limit: number }[] }[];
    };
    for (const { name, window, used, limit } of accounts.flatMap(({ counters }) => counters))
      if (window === "steady")
        await page
          .getByRole("row", { name: new RegExp(name) })
          .getByText(`${used} / ${limit}`, { exact: true })
          .waitFor();
  });

  it("loading, empty and failed are three things, and a failure stays in its view", async () => {
    const { emulator, look } = await inspecting(browser(), { fixtures: ["empty"] });
    const page = await look({ place: "live", expects: /500|Failed to load/ });
    const [failing, answers] = ["**/_emulator/outbox?*", [] as (() => void)[]];
    await page.route(failing, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill({ status: 500, body: '{"error":{"message":"the disk is gone"}}' });
    });
    await page.goto(`${emulator.url}/#/outbox`);
    await page.getByRole("status").getByText("Loading messages").waitFor();
    expect(await page.getByText("No message was sent yet").count()).toBe(0);
    for (const answer of answers) answer();
    await page.getByRole("alert").getByText("the disk is gone").waitFor();
    expect(await page.getByText("No message was sent yet").count()).toBe(0);
    await page.goto(`${emulator.url}/#/deliveries`);
    await page.getByText("Nothing was delivered yet").waitFor();
  });

  it("a link of a mail is its person's click, and what it caused stands below", async () => {
    const { emulator, look } = await inspecting(browser(), { fixtures: ["demo"] });
    const mails = await emulator.outbox.list();
    const mail = mails.findLast(({ links }) => links.some(({ kind }) => kind === "click"));
    const page = await look({ place: `outbox/${mail?.id}` });
    await page.frameLocator("iframe").locator("a[href]").first().click();
    await page.getByText(/Did what the link says/).waitFor();
    await page
      .locator(".thread")
      .getByText(/Clicked|Unsubscribed/)
      .first()
      .waitFor();
    expect(await page.frameLocator("iframe").locator("a[href]").count()).toBeGreaterThan(0);
  });

  it.each(sizes)(
    "at %i × %i every view shows its columns and its state",
    async (width, height) => {
      const { emulator, send, look } = await inspecting(browser(), {
        fixtures: ["demo"],
        frozenAt: noon,
      });
      emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 2, times: 3 });
      for (let made = 0; made < 5; made += 1) {
        const sandbox = emulator.sandbox({ name: `test/a.test.ts > case ${made}` });
        await sandbox.fetch("/api/lists");
      }
      await send("/api/accounts");
      await send("/api/accounts");
      await send("/api/events", { method: "POST", body: event(ada) });
      const page = await look({ width, height });
      const missing: string[] = [];
      for (const [place, names] of Object.entries(visible)) {
        await page.goto(`${emulator.url}/#/${place}`);
        await page.getByRole("columnheader").filter({ visible: true }).first().waitFor();
        const across = await page.getByRole("grid").boundingBox();
        for (const name of names) {
          const head = page.getByRole("columnheader").filter({ hasText: new RegExp(`^${name}`) });
          const { x = -1, width: wide = 0 } = (await head.first().boundingBox()) ?? {};
          const isIn = wide > 10 && x + wide <= (across?.x ?? 0) + (across?.width ?? 0) + 1;
          if (!isIn) missing.push(`${place}: ${name}`);
        }
        if ((await overflowOf(page)) > 0) missing.push(`${place}: wider than the screen`);
      }
      // An open request has its acts on the screen, and more than one line between.
      await page.goto(`${emulator.url}/#/live/${emulator.requests.show("last").id}`);
      const act = await page.getByRole("button", { name: "Fail next attempt" }).boundingBox();
      const known = await page.getByRole("region", { name: "What is known of it" }).boundingBox();
      if ((act?.y ?? height) + (act?.height ?? 0) > height) missing.push("live: its acts");
      if ((known?.height ?? 0) < 100) missing.push("live: what is known of a request");
      expect(missing).toEqual([]);
    },
    60_000,
  );
});
