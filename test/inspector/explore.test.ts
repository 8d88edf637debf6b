import { EventEmitter, once as comes } from "node:events";
import { describe, expect, it } from "vitest";
import { explore, type ExploredClient, type ExploreOptions } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { newList, once, requireGood } from "../support/explored.ts";
import { faultsOf, inspecting, overflowOf } from "../support/inspector.ts";

/** Creates a list, and again where the response is lost: two of them. */
const doubling: ExploredClient = async (sandbox) => {
  const create = () => once(sandbox)("POST", "/api/lists", newList("VIP"));
  requireGood(await create().catch(create));
};

const few: ExploreOptions = { only: ["500", "reset after"], depth: 1, confirm: 2, jobs: 1 };

describe("the inspector's view Explore", () => {
  const browser = usingChromium();

  it("says what to run where nothing was explored yet", async () => {
    const { look } = await inspecting(browser());
    const page = await look({ place: "explore" });
    await page.getByText("service-emulator explore -- npm run sync").first().waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Explore" }).textContent())
      .toBe("Explore");
  });

  it("shows an exploration as it runs, then its matrix and its defects", async () => {
    const { emulator, look } = await inspecting(browser());
    const page = await look({ place: "explore" });
    const signals = new EventEmitter();
    const [held, released] = [comes(signals, "held"), comes(signals, "released")];
    const client: ExploredClient = async (...given) => {
      const { progress } = emulator.exploration.get();
      if (progress?.doing === "schedules" && progress.runs >= 1) {
        signals.emit("held");
        await released;
      }
      return doubling(...given);
    };
    const exploring = explore(emulator, client, few);
    await held;
    await page.getByText(/1 of \d+ runs/).waitFor();
    await page.getByText("runs under faults").waitFor();
    signals.emit("released");
    const [defect] = (await exploring).defects;
    await page.getByText("finished").waitFor();
    await page.getByRole("link", { name: "create_list, lost response: defect" }).waitFor();
    await page.getByRole("link", { name: "create_list, other 5xx: gave up" }).waitFor();
    const side = page.getByRole("complementary", { name: "Defects" });
    await side.getByText(defect?.sentence ?? "none").waitFor();
    await side.getByRole("row", { name: "added list VIP 1 2" }).waitFor();
    await expect
      .poll(() => side.getByLabel("The command that shows it again").textContent())
      .toBe("service-emulator faults add create_list --where after --connection reset");
    await expect
      .poll(() => page.getByRole("link", { name: "Explore" }).textContent())
      .toContain("1");
    expect(await faultsOf(page)).toEqual([]);
  });

  it("leads through the cells by the arrows", async () => {
    const { emulator, look } = await inspecting(browser());
    await explore(emulator, doubling, few);
    const page = await look({ place: "explore" });
    await page.getByText("1 defect, the smallest schedule").waitFor();
    await page.keyboard.press("ArrowRight");
    const cell = page.getByRole("region", { name: "Kinds of fault in this cell" });
    await cell.getByRole("row", { name: "500" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await cell.getByRole("row", { name: "reset after" }).waitFor();
    await expect
      .poll(() => page.locator(".cell[aria-current]").getAttribute("aria-label"))
      .toBe("create_list, lost response: defect");
    await page.keyboard.press("Escape");
    await cell.waitFor({ state: "detached" });
  });

  it("shows the explore.json of another run, also at 360 pixels", async () => {
    const elsewhere = await inspecting(browser());
    const found = await explore(elsewhere.emulator, doubling, few);
    const { look } = await inspecting(browser());
    const page = await look({ place: "explore", width: 360, height: 780 });
    const file = (text: string) => ({
      name: "explore.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await page.locator("input[type=file]").setInputFiles(file(JSON.stringify(found)));
    await page.getByText("from an explore.json").waitFor();
    await page.getByRole("link", { name: found.defects[0]?.sentence ?? "none" }).waitFor();
    expect(await overflowOf(page)).toBe(0);
  });

  it("says what is wrong with a file that is none, and shows what it had", async () => {
    const { emulator, look } = await inspecting(browser());
    await explore(emulator, doubling, few);
    const page = await look({ place: "explore", expects: /400/ });
    const choose = (text: string) =>
      page.locator("input[type=file]").setInputFiles({
        name: "other.json",
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    await choose("no JSON");
    await page.getByText("This file is no explore.json: it is no JSON.").waitFor();
    await choose('{"name":"package"}');
    await page.getByText("the field 'seed' is required").waitFor();
    await expect.poll(() => page.getByText("finished").count()).toBe(1);
  });
});
