import { describe, expect, it } from "vitest";
import { emulationOf } from "../../src/explorer.ts";
import { usingChromium } from "../support/browsers.ts";
import { event, faultsOf, inspecting, overflowOf } from "../support/inspector.ts";
import { NotedRunner } from "../support/noted-runner.ts";

const views = [
  "live",
  "calls",
  "sandboxes",
  "limits",
  "faults",
  "explore",
  "time",
  "data",
  "data/collections/profiles",
  "data/snapshots",
  "outbox",
  "deliveries",
  "revisions",
  "report",
  "scenarios",
];

describe("the views of the inspector", () => {
  const browser = usingChromium();

  it(
    "have nothing that axe-core finds wrong, and no contrast that is low or cannot be told, in light and in dark",
    async () => {
      const { emulator, send, look } = await inspecting(browser(), { fixtures: ["demo"] });
      emulationOf(emulator).runner = new NotedRunner("npm run sync");
      emulator.faults.add({ operation: "create_event", status: 429, retryAfter: 2 });
      for (const name of ["a.test.ts > pays", "a.test.ts > waits"])
        await emulator.sandbox({ name }).fetch("/api/lists");
      await send("/api/events", { method: "POST", body: event("ada@example.com") });
      await send("/api/accounts");
      await send("/api/accounts");
      const usual = await look();
      // Nothing is cut: of what lies below something else no contrast can be told.
      const high = await look({ height: 6000 });
      const last = emulator.requests.show("last").id;
      const [person] = emulator.state.get("profiles", { limit: 1 }).records;
      const [mail] = await emulator.outbox.list();
      const busy = [
        `live/${last}`,
        "live/new",
        `data/people/${String(person?.["id"])}`,
        "data/collections/lists/NewsL1",
        `outbox/${mail?.id}`,
      ];
      const found: string[] = [];
      for (const place of [...views, ...busy]) {
        for (const page of [usual, high]) {
          await page.goto(`${emulator.url}/#/${place}`);
          await page.locator("main :is(button, a, table, b):visible").first().waitFor();
        }
        for (const fault of await faultsOf(usual))
          if (!fault.startsWith("color-contrast")) found.push(`${place}: ${fault}`);
        for (const colorScheme of ["light", "dark"] as const) {
          await high.emulateMedia({ colorScheme });
          for (const fault of await faultsOf(high, "color-contrast"))
            found.push(`${place} in ${colorScheme}: ${fault}`);
        }
      }
      expect(found).toEqual([]);
    },
    // axe-core looks at each element of each view.
    120_000,
  );

  it("find a person by an external id that is a number", async () => {
    const { send, look } = await inspecting(browser());
    const body = { data: { type: "profile", attributes: { external_id: 4711 } } };
    await send("/api/profiles", { method: "POST", body: JSON.stringify(body) });
    const page = await look({ place: "data" });
    await page.keyboard.press("/");
    await page.keyboard.type("471");
    await page.getByRole("row", { name: "4711" }).click();
    await page.getByRole("heading", { name: "4711" }).waitFor();
    await expect.poll(() => page.getByRole("term").allTextContents()).toContain("external");
  });

  it("keep within 360 pixels", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/accounts");
    await send("/api/accounts");
    const page = await look({ width: 360, height: 780 });
    for (const view of views) {
      await page.goto(`${emulator.url}/#/${view}`);
      await page.locator("h1").waitFor();
      expect([view, await overflowOf(page)]).toEqual([view, 0]);
    }
  });

  it("scroll what stands beside a list, where the screen is lower", async () => {
    const { look } = await inspecting(browser());
    const page = await look({ place: "faults/new", height: 400 });
    const side = page.getByRole("complementary", { name: "Plan a fault" });
    await side.getByText("Plan it").waitFor();
    await side.hover({ position: { x: 40, y: 200 } });
    await page.mouse.wheel(0, 1000);
    await expect.poll(() => side.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  });

  it("show the link to the open view where the links do not fit", async () => {
    const { emulator, look } = await inspecting(browser());
    const page = await look({ width: 360, height: 780 });
    for (const view of ["report", "live"]) {
      await page.goto(`${emulator.url}/#/${view}`);
      const link = page.locator('nav a[aria-current="page"]');
      await expect
        .poll(async () => {
          const { x = -1, width = 0 } = (await link.boundingBox()) ?? {};
          return x >= 0 && Math.floor(x + width) <= 360;
        })
        .toBe(true);
      await expect.poll(() => link.getAttribute("href")).toBe(`#/${view}`);
    }
  });
});
