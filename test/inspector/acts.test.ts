import type { Locator, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { emulationOf } from "../../src/explorer.ts";
import { explore } from "../../src/index.ts";
import { usingChromium } from "../support/browsers.ts";
import { newList, once, requireGood } from "../support/explored.ts";
import { event, inspecting } from "../support/inspector.ts";
import { NotedRunner } from "../support/noted-runner.ts";

const ada = "ada@example.com";

/** Hands that count what they do: a click, a key, a field that is filled in. */
class Hands {
  acts = 0;
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  click = async (what: Locator): Promise<void> => {
    await what.click();
    this.acts += 1;
  };
  press = async (key: string): Promise<void> => {
    await this.#page.keyboard.press(key);
    this.acts += 1;
  };
  fill = async (what: Locator, text: string): Promise<void> => {
    await what.fill(text);
    this.acts += 1;
  };
}

describe("in the inspector it takes few acts to", () => {
  const browser = usingChromium();

  it("find why a request failed: 1", async () => {
    const { send, look } = await inspecting(browser());
    await send("/api/accounts");
    await send("/api/accounts");
    const page = await look();
    const hands = new Hands(page);
    await hands.click(page.getByRole("row", { name: /429/ }));
    await page.getByText("The burst window of get_accounts was full: 1 of 1").waitFor();
    expect(hands.acts).toBe(1);
  });

  it("plan a 429: 1", async () => {
    const { emulator, look } = await inspecting(browser());
    const page = await look({ place: "faults" });
    const hands = new Hands(page);
    await hands.click(page.getByRole("button", { name: /^Plan it/ }));
    await page.getByRole("row", { name: /create_event/ }).waitFor();
    expect(emulator.faults.list().at(-1)).toMatchObject({ operation: "create_event", status: 429 });
    expect(hands.acts).toBe(1);
  });

  it("open the card of a sandbox: 2", async () => {
    const { emulator, look } = await inspecting(browser());
    const sandbox = emulator.sandbox({ name: "test/a.test.ts > pays" });
    await sandbox.fetch("/api/lists");
    const page = await look();
    const hands = new Hands(page);
    await hands.click(page.getByRole("link", { name: /^Sandboxes/ }));
    await hands.click(page.getByRole("row", { name: /pays/ }));
    await page.getByRole("region", { name: "Report card" }).waitFor();
    expect(hands.acts).toBe(2);
  });

  it("see what a click in a mail caused: 3", async () => {
    const { look } = await inspecting(browser(), { fixtures: ["demo"] });
    const page = await look();
    const hands = new Hands(page);
    await hands.click(page.getByRole("link", { name: /^Outbox/ }));
    await hands.click(page.getByRole("row", { name: /@/ }).first());
    await hands.click(page.frameLocator("iframe").locator("a[href]").first());
    const caused = page.locator(".thread").getByText(/Clicked|Unsubscribed|Opened/);
    await caused.first().waitFor();
    expect(hands.acts).toBe(3);
  });

  it("edit a request and send it: 3, and no key is asked for", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/lists?sort=nonsense");
    const page = await look({ place: `live/${emulator.requests.show("last").id}` });
    const hands = new Hands(page);
    await hands.click(page.getByRole("button", { name: "Edit and send" }));
    await hands.fill(page.getByLabel("Path"), "/api/lists?sort=name");
    await hands.click(page.getByRole("button", { name: "Send", exact: true }));
    await page.getByRole("link", { name: "See the request" }).waitFor();
    expect(emulator.requests.list().at(-1)).toMatchObject({
      target: "/api/lists?sort=name",
      status: 200,
      key: "inspector-full",
    });
    expect(hands.acts).toBe(3);
  });

  it("add an event to a person: 2", async () => {
    const { emulator, send, look } = await inspecting(browser());
    await send("/api/events", { method: "POST", body: event(ada) });
    const { records } = emulator.state.get("profiles", { filter: `equals(email,"${ada}")` });
    const page = await look({ place: `data/people/${String(records[0]?.["id"])}` });
    const hands = new Hands(page);
    await hands.click(page.getByRole("button", { name: "create_event" }));
    await hands.click(page.getByRole("button", { name: "Send", exact: true }));
    await page.getByRole("link", { name: "create_event" }).first().waitFor();
    const last = emulator.requests.show("last");
    expect(last).toMatchObject({ status: 202, profiles: { emails: [ada] } });
    expect(hands.acts).toBe(2);
  });

  it("run a defect again: 1", async () => {
    const { emulator, look } = await inspecting(browser());
    const { defects } = await explore(
      emulator,
      async (sandbox) => {
        const create = () => once(sandbox)("POST", "/api/lists", newList("VIP"));
        requireGood(await create().catch(create));
      },
      { only: ["reset after"], depth: 1, confirm: 1, jobs: 1 },
    );
    expect(defects.length).toBe(1);
    const runner = new NotedRunner("npm run sync");
    emulationOf(emulator).runner = runner;
    const page = await look({ place: "explore" });
    const hands = new Hands(page);
    await hands.click(page.getByRole("button", { name: "Run again" }));
    const only = ["create_list", "reset after"];
    await expect.poll(() => runner.begun).toEqual([{ command: "npm run sync", only }]);
    expect(hands.acts).toBe(1);
  });

  it("run a client under a scenario, and nothing can be typed: 2", async () => {
    const { emulator, look } = await inspecting(browser());
    const runner = new NotedRunner("npm run sync", "npm test");
    emulationOf(emulator).runner = runner;
    const page = await look({ place: "scenarios" });
    const hands = new Hands(page);
    await page.getByLabel("Command").selectOption("npm test");
    await hands.click(page.getByRole("button", { name: "Run", exact: true }));
    await expect
      .poll(() => runner.begun)
      .toEqual([{ command: "npm test", only: [], scenario: "burst-throttle" }]);
    const fields = page.locator("main input:not([data-filter]), main textarea");
    expect(await fields.count()).toBe(0);
  });
});
